//! Tests of `record`.

use super::sample::{Folder, group, line, plan, record, write};
use super::*;

#[test]
fn groups_come_back_as_they_were_sent() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    record(&path, 1, 40);
    let again = Store::open(&path, &[plan(1)]).expect("it is the same plan");
    let done = again.done(0).expect("it can be read");
    assert_eq!(done.len(), 40);
    assert!(done.iter().all(|(&index, found)| *found == group(index)));
}

#[test]
fn a_longer_run_continues_with_what_is_missing() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    let store = Store::open(&path, &[plan(1)]).expect("a new record");
    assert!(store.done(0).expect("it is empty").is_empty());
    // Groups are finished in any order.
    write(&store, [5, 0, 3]);

    let store = Store::open(&path, &[plan(1)]).expect("it is the same plan");
    let done = store.done(0).expect("it can be read");
    let missing: Vec<u64> = (0..8).filter(|index| !done.contains_key(index)).collect();
    assert_eq!(missing, [1, 2, 4, 6, 7]);
    write(&store, missing);
    let done = store.done(0).expect("it can be read");
    assert!(done.keys().copied().eq(0..8));
}

#[test]
fn plans_of_a_tournament_share_a_file() {
    let folder = Folder::new();
    let path = folder.file("tournament.db");
    let plans = [plan(u64::MAX), plan(2), plan(3)];
    // Interrupted before the third pairing was entered.
    let store = Store::open(&path, &plans[..2]).expect("a new record");
    let writer = store.writer().expect("it can be written");
    writer.send(1, &group(4)).expect("the writer lives");
    writer.send(0, &group(4)).expect("the writer lives");
    writer.close().expect("all is written");

    // The order asked for is not the order of the file.
    let plans = [plan(3), plan(2), plan(u64::MAX)];
    let store = Store::open(&path, &plans).expect("it holds some of the plans");
    let found: Vec<usize> = (0..3).map(|plan| store.done(plan).expect("it reads").len()).collect();
    assert_eq!(found, [0, 1, 1]);
}

#[test]
fn the_record_of_another_plan_is_refused_and_left_alone() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    record(&path, 1, 3);
    let before = folder.contents();
    for asked in [vec![plan(2)], vec![plan(2), plan(3)], vec![]] {
        let error = Store::open(&path, &asked).expect_err("it is another plan");
        assert!(matches!(error.problem, Problem::OtherPlan { .. }));
        let text = line(&error);
        assert!(text.contains("belongs to another plan"), "{text}");
        assert!(text.contains("mcts(playouts=100) against random, seed 1]"), "{text}");
        assert!(text.contains("name another file"), "{text}");
    }
    assert!(folder.contents() == before);
}

#[test]
fn agents_that_play_otherwise_are_not_mixed() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    record(&path, 1, 3);
    let before = folder.contents();
    let changed = |change: fn(&mut AgentIdentity)| {
        let mut plan = plan(1);
        change(&mut plan.agents[0]);
        plan
    };
    for (asked, words) in [
        (changed(|agent| agent.spec = "mcts(playouts=7)".into()), "mcts(playouts=7) now"),
        (changed(|agent| agent.behaviour = "b".into()), "makes other moves"),
        (changed(|agent| agent.files.clear()), "no longer uses boar.end"),
        (changed(|agent| drop(agent.files.insert("boar.end".into(), "0".into()))), "other content"),
        (changed(|agent| drop(agent.files.insert("net".into(), "1".into()))), "uses net, which"),
    ] {
        let error = Store::open(&path, &[asked]).expect_err("they play otherwise");
        assert!(matches!(error.problem, Problem::OtherBehaviour(_)), "{error:?}");
        let text = line(&error);
        assert!(text.contains(words) && text.contains("mcts(playouts=100)"), "{text}");
        assert!(text.contains("name another file"), "{text}");
    }
    assert!(folder.contents() == before);
}

#[test]
fn the_error_shows_plans_that_differ() {
    let folder = Folder::new();
    let path = folder.file("tournament.db");
    Store::open(&path, &[plan(1), plan(2), plan(3)]).expect("a new record");
    let error = Store::open(&path, &[plan(1), plan(4)]).expect_err("two plans are missing");
    let text = line(&error);
    assert!(text.contains("seed 2] and 2 more, asked"), "{text}");
    assert!(text.contains("seed 4] and 1 more;"), "{text}");
}

#[test]
fn an_empty_file_is_a_new_record() {
    let folder = Folder::new();
    let path = folder.file("made by mktemp.db");
    std::fs::write(&path, "").expect("the folder is writable");
    record(&path, 1, 2);
    let store = Store::open(&path, &[plan(1)]).expect("it is a record now");
    assert_eq!(store.done(0).expect("it can be read").len(), 2);
}
