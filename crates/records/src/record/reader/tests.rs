//! Tests of `reader`.

use super::super::Store;
use super::super::sample::{Folder, group, line, plan, record};
use super::*;

#[test]
fn groups_are_visited_by_plan_and_index() {
    let folder = Folder::new();
    let path = folder.file("tournament.db");
    let store = Store::open(&path, &[plan(7), plan(3)]).expect("a new record");
    let writer = store.writer().expect("it can be written");
    for (plan, index) in [(1, 1), (0, 12), (1, 0), (0, 2)] {
        writer.send(plan, &group(index)).expect("the writer lives");
    }
    writer.close().expect("all is written");

    let reader = Store::read(&path).expect("it is a record");
    assert_eq!(reader.plans(), [plan(7), plan(3)]);
    let mut seen = Vec::new();
    let visited = reader.each_group(|plan, found| {
        assert_eq!(found, group(found.index));
        seen.push((plan.seed, found.index));
        Ok::<_, RecordError>(())
    });
    visited.expect("all can be read");
    assert_eq!(seen, [(7, 2), (7, 12), (3, 0), (3, 1)]);
}

#[test]
fn a_visitor_can_stop() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    record(&path, 1, 5);
    let mut seen = 0;
    let stopped = Store::read(&path).expect("it is a record").each_group(|_, _| {
        seen += 1;
        if seen == 2 { Err(Box::<dyn std::error::Error>::from("enough")) } else { Ok(()) }
    });
    assert_eq!(stopped.expect_err("the visitor's error").to_string(), "enough");
    assert_eq!(seen, 2);
}

const EMPTY: &str = "UPDATE deal_group SET record = json_set(record, '$.games', json('[]')) WHERE number = 1";
const NO_PAYOFF: &str =
    "UPDATE deal_group SET record = json_remove(record, '$.games[0].payoffs[1]') WHERE number = 1";
const HUGE: &str =
    "UPDATE deal_group SET record = json_set(record, '$.games[1].payoffs[0]', 1e308) WHERE number = 1";
const NULL: &str =
    "UPDATE deal_group SET record = json_set(record, '$.games[1].payoffs[0]', null) WHERE number = 1";
const STRANGER: &str =
    "UPDATE deal_group SET record = json_set(record, '$.games[0].seating[1]', 7) WHERE number = 1";
const ALONE: &str =
    "UPDATE deal_group SET record = json_set(record, '$.games[0].seating[1]', 0) WHERE number = 1";
const NO_EFFORT: &str =
    "UPDATE deal_group SET record = json_remove(record, '$.games[1].effort[1]') WHERE number = 1";
const MEASURE: &str =
    "UPDATE deal_group SET record = json_set(record, '$.games[0].measures.tiny[0]', 1e200) WHERE number = 1";
const PLIES: &str = "UPDATE deal_group SET record = json_set(record, '$.games[0].plies', 3) WHERE number = 1";

#[test]
fn rows_that_make_no_sense_are_errors() {
    for (change, words) in [
        ("UPDATE deal_group SET record = '{}' WHERE number = 1", "group 1 makes no sense"),
        (EMPTY, "group 1 makes no sense (it has 0 games instead of 2)"),
        (NO_PAYOFF, "group 1 makes no sense (game 1: 1 payoffs instead of 2)"),
        (HUGE, "group 1 makes no sense (game 2: payoff 1e308 is not from 0 to 1)"),
        (NULL, "group 1 makes no sense (invalid type: null"),
        (STRANGER, "group 1 makes no sense (game 1: contestant 7 has a seat, and there are 2)"),
        (ALONE, "group 1 makes no sense (game 1: contestant 1 has no seat)"),
        (NO_EFFORT, "group 1 makes no sense (game 2: 1 efforts instead of 2)"),
        (MEASURE, "group 1 makes no sense (game 1: tiny is 1e200)"),
        (PLIES, "group 1 makes no sense (game 1: 3 plies instead of 2)"),
        ("UPDATE deal_group SET number = 9 WHERE number = 1", "group 1 is filed as 9"),
        ("UPDATE deal_group SET plan = 5 WHERE number = 1", "group 1 is of no plan"),
    ] {
        let folder = Folder::new();
        let path = folder.file("match.db");
        record(&path, 1, 3);
        let other = Connection::open(&path).expect("it is SQLite");
        other.execute_batch("PRAGMA foreign_keys = OFF").expect("it can be set");
        other.execute_batch(change).expect("it can be written");
        drop(other);
        let reader = Store::read(&path).expect("the tables are fine");
        let error = reader.each_group(|_, _| Ok::<_, RecordError>(()));
        let text = line(&error.expect_err("the row is wrong"));
        assert!(text.contains(words), "{text}");
        let resumed = Store::open(&path, &[plan(1)]).and_then(|store| store.done(0));
        // A group that is filed under no plan is not asked for.
        assert!(resumed.is_err() || words.contains("of no plan"), "{words}");
    }
}

#[test]
fn records_without_their_tables_are_damaged() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    record(&path, 1, 1);
    let other = Connection::open(&path).expect("it is SQLite");
    other.execute_batch("DROP TABLE deal_group; DROP TABLE plan").expect("it can be written");
    drop(other);
    let error = Store::open(&path, &[plan(1)]).expect_err("there are no plans");
    assert!(matches!(error.problem, Problem::Damaged(_)), "{error:?}");
    line(&error);
}
