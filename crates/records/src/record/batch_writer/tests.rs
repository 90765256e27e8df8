//! Tests of `batch_writer`.

use std::process::{Command, Stdio};
use std::thread;

use super::super::file::beside;
use super::super::sample::{Folder, count, group, line, plan, record, write};
use super::super::{Store, Writer};
use super::*;

#[test]
fn closing_leaves_one_file_that_is_everything() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    record(&path, 1, 1200);
    assert_eq!(folder.contents().len(), 1);
    fs::copy(&path, folder.file("copy.db")).expect("the folder is writable");
    assert_eq!(count(&folder.file("copy.db")), 1200);
}

/// Sends until the writer fails.
fn send_until_failure(writer: &Writer) -> RecordError {
    (100..100_000).find_map(|index| writer.send(0, &group(index)).err()).expect("the writer must fail")
}

#[test]
fn a_full_disk_is_reported_and_loses_nothing_committed() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    let store = record(&path, 1, 100);
    let limits = Limits { pages: Some(200) };
    let writer = Writer::start(&path, store.plans.clone(), limits).expect("it can be written");
    let error = send_until_failure(&writer);
    assert_eq!(error.problem, Problem::CannotWrite("the disk is full".into()));
    assert!(line(&error).contains("the disk is full; what it holds is safe"), "{error}");
    assert_eq!(writer.send(0, &group(0)), Err(error.clone()));
    assert_eq!(writer.close(), Err(error));

    let done = store.done(0).expect("it can be read");
    assert!(done.len() >= 100 && done.iter().all(|(&index, found)| *found == group(index)));
    // With room again the same command goes on.
    write(&store, (0..2000).filter(|index| !done.contains_key(index)));
    assert_eq!(count(&path), 2000);
}

#[cfg(unix)]
#[test]
fn a_deleted_or_replaced_file_is_noticed() {
    for replace in [false, true] {
        let folder = Folder::new();
        let path = folder.file("match.db");
        let store = record(&path, 1, 1);
        let writer = store.writer().expect("it can be written");
        assert!(beside(&path, "-wal").exists() && beside(&path, "-shm").exists());
        fs::remove_file(&path).expect("it is there");
        if replace {
            fs::write(&path, "something else").expect("the folder is writable");
        }
        let error = send_until_failure(&writer);
        assert_eq!(error.problem, Problem::Moved);
        assert!(line(&error).contains("moved or deleted"), "{error}");
        assert_eq!(writer.close(), Err(error));
        if replace {
            let kept = fs::read(&path).expect("it is still there");
            assert_eq!(kept, b"something else");
        }
    }
}

const CHILD: &str = "KARUTA_TEST_RECORD";

/// The program the next test kills; run on its own it has nothing to write and ends at once.
#[test]
fn write_until_killed() {
    let Some(path) = std::env::var_os(CHILD) else {
        return;
    };
    let store = Store::open(path, &[plan(1)]).expect("a new record");
    let writer = store.writer().expect("it can be written");
    for index in 0..20_000 {
        writer.send(0, &group(index)).expect("the writer lives");
    }
    thread::sleep(Duration::from_secs(60));
}

#[test]
fn a_killed_match_keeps_what_was_committed() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    let mut child = Command::new(std::env::current_exe().expect("tests are a program"))
        .args(["--exact", "record::batch_writer::tests::write_until_killed"])
        .env(CHILD, &path)
        .stdout(Stdio::null())
        .spawn()
        .expect("tests can be run");
    let patience = Instant::now() + Duration::from_secs(20);
    let mut seen = 0;
    while seen == 0 {
        assert!(Instant::now() < patience, "nothing was committed");
        thread::sleep(Duration::from_millis(20));
        // The file may not be there yet, or be just about to get its plan.
        if let Ok(reader) = Store::read(&path) {
            let _ = reader.each_group(|_, _| {
                seen += 1;
                Ok::<_, RecordError>(())
            });
        }
    }
    child.kill().expect("it runs for ever");
    child.wait().expect("it was killed");

    assert!(beside(&path, "-wal").exists(), "it was closed after all");
    let before = (fs::read(&path).ok(), fs::read(beside(&path, "-wal")).ok());
    Store::open(&path, &[plan(2)]).expect_err("it is another plan");
    let after = (fs::read(&path).ok(), fs::read(beside(&path, "-wal")).ok());
    assert!(before == after, "refusing changed the record");

    let store = Store::open(&path, &[plan(1)]).expect("it is the same plan");
    let done = store.done(0).expect("it can be read");
    assert!(done.len() >= seen);
    assert!(done.keys().copied().eq(0..done.len() as u64));
    write(&store, [done.len() as u64]);
    assert_eq!(count(&path), done.len() + 1);
    assert_eq!(folder.contents().len(), 1);
}
