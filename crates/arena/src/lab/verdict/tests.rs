//! Tests of the verdicts.

use std::collections::BTreeMap;

use super::*;
use crate::lab::experiment::builtin::open;
use crate::lab::experiment::{Published, read};

fn cell(value: f64, low: f64, high: f64) -> Cell {
    Cell { value, low: Some(low), high: Some(high), observations: 60.0, games: 60.0, spread: 0.0 }
}

/// The verdict on a win rate of 100 % that the paper has from 261 games, ours being a share of 60.
fn on_all_won(hits: u64) -> Verdict {
    let experiment = open("onitama/table-5-1").expect("an experiment");
    let is_all = |row: &&Row| row.published[0].as_ref().is_some_and(|known| known.value == 100.0);
    let row = experiment.rows.iter().find(is_all).expect("all were won");
    let row = Row { sampled: Some(261.0), ..row.clone() };
    let share = share_interval(hits, 60).expect("a share");
    let ours = cell(100.0 * hits as f64 / 60.0, 100.0 * share.interval.low, 100.0 * share.interval.high);
    verdict(&experiment, &row, 0, Some(&ours)).verdict
}

/// 261 of 261 may come from 98.5 %, 59 of 60 from 99.7 %; 57 of 60 from no more than 98.3 %. Sixty games reach 6
/// points down, which is more than the constants differ by in the thesis: agreement would say nothing.
#[test]
fn intervals_at_the_edge_reach_to_one_side() {
    assert_ne!(on_all_won(60), Verdict::Differs);
    assert_ne!(on_all_won(59), Verdict::Differs);
    assert_eq!(on_all_won(57), Verdict::Differs);
}

const TABLE: &str = r#"
title = "A table"
shows = "Table 0"
note = "For tests."
game = "onitama5"
agents = ["random", "random"]
seed = 1
[size.smoke]
deals = 1
[size.quick]
deals = 1
[size.full]
deals = 1
[[column]]
name = "wins"
measure = "wins"
unit = "percent"
[[row]]
name = "a"
paper = [50.0]
[[row]]
name = "b"
paper = [{ printed = "0.57", value = 57.0 }]
[[row]]
name = "c"
paper = [60.0]
stand_in = "ours for theirs"
"#;

#[test]
fn agreement_within_more_than_the_effect_is_undecided() {
    let table = read("own/t", "t.toml", TABLE).expect("a table");
    let on = |row: usize, ours: Cell| verdict(&table, &table.rows[row], 0, Some(&ours)).verdict;
    // The values of the paper lie 10 points apart, so a half-width of 5 points is the widest.
    assert_eq!(on(0, cell(51.0, 46.5, 55.5)), Verdict::Agrees);
    assert_eq!(on(0, cell(51.0, 45.5, 56.5)), Verdict::Undecided);
    assert_eq!(on(0, cell(61.0, 56.0, 66.0)), Verdict::Differs);
    assert_eq!(on(1, cell(56.0, 54.0, 58.0)), Verdict::Agrees, "the corrected value counts");
    assert_eq!(on(2, cell(10.0, 9.0, 11.0)), Verdict::StandIn);
    let compared = verdict(&table, &table.rows[0], 0, Some(&cell(51.0, 46.5, 55.5)));
    let detects = compared.detects.expect("there is an interval");
    assert!((6.4..6.6).contains(&detects), "{detects}");
    assert_eq!(table.rows[1].published[0], Some(Published { printed: "0.57".into(), value: 57.0 }));
}

fn results(cells: &[(&str, f64, f64, f64)]) -> Results {
    let cells = cells.iter().map(|&(row, value, low, high)| {
        (row.to_string(), BTreeMap::from([("w".to_string(), cell(value, low, high))]))
    });
    Results {
        item: "own/t".into(),
        version: String::new(),
        build: String::new(),
        size: "full".into(),
        deals: 1,
        seconds: 0.0,
        cpu_seconds: None,
        date: String::new(),
        games: String::new(),
        signature: String::new(),
        plans: Vec::new(),
        cells: cells.collect(),
    }
}

fn judged(claim: &str, found: &Results) -> Standing {
    let text = format!("{TABLE}[[claim]]\ntext = \"x\"\nholds = [\"{claim}\"]\n")
        .replace("name = \"wins\"", "name = \"w\"");
    let table = read("own/t", "t.toml", &text).expect(claim);
    standing(&table.claims[0], found)
}

#[test]
fn likeness_holds_within_its_margin_only() {
    for (low, high, expected) in [
        (48.0, 52.0, Standing::Holds),
        (30.0, 70.0, Standing::Undecided),
        (52.0, 58.0, Standing::Undecided),
        (56.0, 60.0, Standing::Fails),
        (40.0, 44.0, Standing::Fails),
    ] {
        let found = results(&[("a", (low + high) / 2.0, low, high)]);
        assert_eq!(judged("w[a] ~ 50 within 5", &found), expected, "{low} to {high}");
    }
}

#[test]
fn strong_words_need_their_size() {
    let found = results(&[("a", 60.0, 58.0, 62.0), ("b", 50.0, 49.0, 51.0), ("c", 10.0, 9.0, 11.0)]);
    for (claim, expected) in [
        ("w[a] > w[b]", Standing::Holds),
        ("w[b] > w[a]", Standing::Fails),
        ("w[a] > w[b] by 5", Standing::Holds),
        ("w[a] > w[b] by 10", Standing::Undecided),
        ("w[a] > w[b] by 20", Standing::Fails),
        ("w[b] < w[a] by 5", Standing::Holds),
        ("w[a] > w[c] times 5", Standing::Holds),
        ("w[a] > w[c] times 8", Standing::Fails),
        ("mean w[*] ~ 40 within 2", Standing::Holds),
        ("count w[*] above 40 > 1", Standing::Holds),
        ("count w[*] above 50 > 1", Standing::Undecided),
        ("50 > 50", Standing::Fails),
    ] {
        assert_eq!(judged(claim, &found), expected, "{claim}");
    }
    assert_eq!(judged("w[a] > w[b]", &results(&[("a", 60.0, 58.0, 62.0)])), Standing::Undecided);
}
