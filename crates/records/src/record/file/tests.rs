//! Tests of `file`.

use super::super::Store;
use super::super::sample::{Folder, line, plan, record, write};
use super::*;

/// Opens `path` in both ways and makes sure that neither changes anything in the folder.
fn refusal(folder: &Folder, path: &Path) -> RecordError {
    let before = folder.contents();
    let error = Store::open(path, &[plan(1)]).expect_err("it must be refused");
    assert_eq!(Store::read(path).expect_err("it must be refused"), error);
    assert!(folder.contents() == before, "refusing changed the folder");
    error
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.file("notes.db");
    let long = "no record of anything\n".repeat(1000);
    let half = b"SQLite format 3\0 but no more".to_vec();
    for content in [b"x".to_vec(), long.into_bytes(), vec![0; 4096], half] {
        fs::write(&path, content).expect("the folder is writable");
        let error = refusal(&folder, &path);
        assert!(matches!(error.problem, Problem::NotARecord(_)), "{error:?}");
        assert!(line(&error).contains("is not a karuta record"), "{error}");
    }
    // A header alone is not enough to make SQLite believe in the rest.
    let mut zeros = vec![0; 4096];
    zeros[..16].copy_from_slice(b"SQLite format 3\0");
    zeros[60..64].copy_from_slice(&2i32.to_be_bytes());
    zeros[68..72].copy_from_slice(b"krta");
    fs::write(&path, zeros).expect("the folder is writable");
    line(&refusal(&folder, &path));
}

#[test]
fn directories_are_refused() {
    let folder = Folder::new();
    let path = folder.file("records");
    fs::create_dir(&path).expect("the folder is writable");
    assert!(line(&refusal(&folder, &path)).contains("but a directory"));
}

#[test]
fn other_programs_files_are_refused_and_left_alone() {
    for mode in ["DELETE", "WAL"] {
        let folder = Folder::new();
        let path = folder.file("addresses.db");
        let other = Connection::open(&path).expect("the folder is writable");
        let fill = format!(
            "PRAGMA journal_mode = {mode}; PRAGMA user_version = 1;
                 CREATE TABLE plan (id INTEGER PRIMARY KEY, spec TEXT);
                 CREATE TABLE deal_group (plan, number, record);"
        );
        other.execute_batch(&fill).expect("it can be filled");
        drop(other);
        let error = refusal(&folder, &path);
        assert!(line(&error).contains("another program's SQLite file"), "{error}");
    }
}

#[test]
fn newer_formats_are_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.file("future.db");
    record(&path, 1, 1);
    let newer = Connection::open(&path).expect("it is SQLite");
    newer.pragma_update(None, "user_version", 9).expect("it can be written");
    drop(newer);
    let error = refusal(&folder, &path);
    assert_eq!(error.problem, Problem::NewerFormat(9));
    assert!(line(&error).contains("format 9 and this program knows formats up to 2"));
}

#[test]
fn older_formats_are_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.file("past.db");
    record(&path, 1, 1);
    let older = Connection::open(&path).expect("it is SQLite");
    older.pragma_update(None, "user_version", 1).expect("it can be written");
    drop(older);
    let error = refusal(&folder, &path);
    assert_eq!(error.problem, Problem::OlderFormat(1));
    assert!(line(&error).contains("the program that wrote it"));
}

#[test]
fn truncated_records_are_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    record(&path, 1, 200);
    let whole = fs::read(&path).expect("it was written");
    assert!(whole.len() > 40_000);
    for length in [4096, 8192, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
        fs::write(&path, &whole[..length]).expect("the folder is writable");
        let error = refusal(&folder, &path);
        assert!(matches!(error.problem, Problem::Damaged(_)), "{length}: {error:?}");
        assert!(line(&error).contains("is damaged"), "{error}");
    }
}

#[test]
fn overwritten_records_are_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    record(&path, 1, 200);
    let mut bytes = fs::read(&path).expect("it was written");
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xa5);
    fs::write(&path, bytes).expect("the folder is writable");
    let error = refusal(&folder, &path);
    assert!(matches!(error.problem, Problem::Damaged(_)), "{error:?}");
    line(&error);
}

#[test]
fn a_copy_of_the_file_alone_in_log_mode_is_read_without_a_trace() {
    let folder = Folder::new();
    let path = folder.file("50%? #1.db");
    record(&path, 1, 3);
    let other = Connection::open(&path).expect("it is SQLite");
    other.execute_batch("PRAGMA journal_mode = WAL").expect("it can be written");
    drop(other);
    let before = folder.contents();
    assert_eq!(before.len(), 1);
    let reader = Store::read(&path).expect("it is a record");
    assert_eq!(reader.plans(), [plan(1)]);
    drop(reader);
    Store::open(&path, &[plan(2)]).expect_err("it is another plan");
    assert!(folder.contents() == before);
}

#[test]
fn places_that_cannot_be_written_are_named() {
    let folder = Folder::new();
    fs::write(folder.file("file"), "x").expect("the folder is writable");
    for name in ["missing/match.db", "file/match.db"] {
        let error = Store::open(folder.file(name), &[plan(1)]).expect_err("no such directory");
        assert!(matches!(error.problem, Problem::CannotOpen(_)), "{error:?}");
        assert!(line(&error).starts_with("cannot open record"), "{error}");
    }
    let error = Store::read(folder.file("none.db")).expect_err("there is none");
    assert!(line(&error).contains("there is none yet"), "{error}");
}

#[cfg(unix)]
#[test]
fn read_only_records_are_read_but_not_continued() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.file("match.db");
    let store = record(&path, 1, 3);
    fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).expect("it is ours");
    if fs::File::options().write(true).open(&path).is_ok() {
        // The superuser is not held back by permissions, so there is nothing to see.
        return write(&store, 3..4);
    }
    assert_eq!(Store::read(&path).expect("it can be read").plans(), [plan(1)]);
    let error = Store::open(&path, &[plan(1)]).expect_err("it cannot be continued");
    assert_eq!(error.problem, Problem::CannotWrite("it is read-only".into()));
    line(&store.writer().expect_err("it cannot be written"));
}
