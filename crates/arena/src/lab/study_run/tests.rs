//! Tests of `study_run`.

use super::super::{Digest, Work};
use super::*;

/// The squares of the first numbers.
struct Squares;

impl Work for Squares {
    fn pieces(&self) -> usize {
        20
    }

    fn piece(&self, index: usize) -> String {
        format!("{index},{}", index * index)
    }

    fn heading(&self) -> String {
        "n,square".to_string()
    }

    fn digest(&self, _: &[String]) -> Vec<Digest> {
        Vec::new()
    }
}

fn asked(spec: &str) -> Asked {
    Asked { spec: spec.to_string(), work: Box::new(Squares) }
}

fn file(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("karuta-study_run-{}-{name}", std::process::id()));
    fs::create_dir_all(&dir).expect("a folder");
    dir.join("table.csv")
}

#[test]
fn an_interrupted_study_ends_like_any_other() {
    let (whole, broken) = (file("whole"), file("broken"));
    let stop = Stop::new();
    work(&asked("squares"), &whole, 2, &stop, |_| {}).expect("a table").expect("finished");
    // It is stopped after a few pieces; then the last line is torn, as a crash would leave it.
    let halted = work(&asked("squares"), &broken, 1, &stop, |done| {
        if done >= 5 {
            stop.raise();
        }
    });
    assert!(halted.expect("no error").is_none());
    let notes = PathBuf::from(format!("{}.notes", broken.display()));
    let text = fs::read_to_string(&notes).expect("notes");
    fs::write(&notes, &text[..text.len() - 2]).expect("torn notes");
    let mut first = None;
    work(&asked("squares"), &broken, 2, &Stop::never(), |done| {
        first.get_or_insert(done);
    })
    .expect("a table")
    .expect("finished");
    assert!((4..20).contains(&first.expect("told")), "pieces done before count");
    assert_eq!(fs::read(&whole).expect("one"), fs::read(&broken).expect("the other"));
    assert!(!notes.exists());
}

#[test]
fn notes_of_another_study_are_left_alone() {
    let path = file("foreign");
    let notes = PathBuf::from(format!("{}.notes", path.display()));
    fs::write(&notes, "# cubes\n0\t0,0\n").expect("notes");
    let error = work(&asked("squares"), &path, 1, &Stop::never(), |_| {}).expect_err("foreign");
    assert!(error.to_string().contains("\"cubes\""), "{error}");
    assert_eq!(fs::read_to_string(&notes).expect("notes"), "# cubes\n0\t0,0\n");
}
