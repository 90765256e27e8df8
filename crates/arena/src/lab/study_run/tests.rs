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

/// A folder of a test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let dir = std::env::temp_dir().join(format!("karuta-study_run-{}-{name}", std::process::id()));
        fs::create_dir_all(&dir).expect("a folder");
        Folder(dir)
    }

    fn table(&self) -> PathBuf {
        self.0.join("table.csv")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn an_interrupted_study_ends_like_any_other() {
    let folders = [Folder::new("whole"), Folder::new("broken")];
    let [whole, broken] = folders.each_ref().map(Folder::table);
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
    let folder = Folder::new("foreign");
    let path = folder.table();
    let notes = PathBuf::from(format!("{}.notes", path.display()));
    fs::write(&notes, "# cubes\n0\t0,0\n").expect("notes");
    let error = work(&asked("squares"), &path, 1, &Stop::never(), |_| {}).expect_err("foreign");
    assert!(error.to_string().contains("\"cubes\""), "{error}");
    assert_eq!(fs::read_to_string(&notes).expect("notes"), "# cubes\n0\t0,0\n");
}
