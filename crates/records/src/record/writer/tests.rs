//! Tests of `writer`.

use std::time::{Duration, Instant};

use super::super::Store;
use super::super::sample::{Folder, count, group, line, plan, record};
use super::*;

#[test]
fn groups_written_twice_count_once() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    let store = record(&path, 1, 10);
    let first = store.done(0).expect("it can be read");
    let mut changed = group(3);
    changed.games[0].start.clear();
    let writer = store.writer().expect("it can be written");
    writer.send(0, &changed).expect("the writer lives");
    writer.send(0, &group(10)).expect("the writer lives");
    writer.send(0, &group(10)).expect("the writer lives");
    writer.close().expect("all is written");
    let done = store.done(0).expect("it can be read");
    assert_eq!(done.len(), 11);
    assert_eq!(done[&3], first[&3]);
}

#[test]
fn many_threads_send_and_others_read_meanwhile() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    let store = Store::open(&path, &[plan(1)]).expect("a new record");
    let writer = store.writer().expect("it can be written");
    thread::scope(|scope| {
        for first in 0..4 {
            let writer = &writer;
            scope.spawn(move || {
                for index in (first..1000).step_by(4) {
                    writer.send(0, &group(index)).expect("the writer lives");
                }
            });
        }
        for _ in 0..5 {
            assert!(store.done(0).expect("it can be read").len() <= 1000);
            Store::open(&path, &[plan(2)]).expect_err("it is another plan");
        }
    });
    writer.close().expect("all is written");
    assert_eq!(count(&path), 1000);
}

#[test]
fn rows_are_committed_soon_even_if_few() {
    let folder = Folder::new();
    let store = Store::open(folder.file("match.db"), &[plan(1)]).expect("a new record");
    let writer = store.writer().expect("it can be written");
    writer.send(0, &group(0)).expect("the writer lives");
    let patience = Instant::now() + Duration::from_secs(20);
    while store.done(0).expect("it can be read").is_empty() {
        assert!(Instant::now() < patience, "nothing was committed");
        thread::sleep(Duration::from_millis(5));
    }
    writer.close().expect("all is written");
}

#[test]
fn a_dropped_writer_still_writes() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    let store = Store::open(&path, &[plan(1)]).expect("a new record");
    let writer = store.writer().expect("it can be written");
    writer.send(0, &group(0)).expect("the writer lives");
    drop(writer);
    assert_eq!(count(&path), 1);
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    let store = Store::open(&path, &[plan(1)]).expect("a new record");
    let writer = store.writer().expect("it can be written");
    let mut payoff = group(5);
    payoff.games[1].payoffs[0] = f64::NAN;
    let mut measure = group(5);
    measure.games[0].measures.insert("plies".into(), vec![Some(f64::INFINITY), None]);
    for group in [payoff, measure] {
        let error = writer.send(0, &group).expect_err("it cannot be stored");
        assert!(line(&error).starts_with("group 5 does not go into"), "{error}");
    }
    writer.send(0, &group(6)).expect("only those are refused");
    writer.close().expect("the rest is written");
    assert_eq!(count(&path), 1);
}
