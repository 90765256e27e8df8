//! `tournament`: the cross table, ratings, and tests that stop when they are decided.

use serde_json::Value;

use crate::child::karuta;
use crate::figures::{cells, json, json_without_times};

const PLAN: &[&str] = &["tournament", "onitama5", "random", "priority", "mcts:iters=50", "--deals", "6"];

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn json_has_ratings_and_pairings() {
    let found = json(&karuta(&[PLAN, &["--json"]].concat()).fine());
    assert_eq!((&found["game"], &found["seed"]), (&"onitama5".into(), &1.into()));
    let agents = found["agents"].as_array().expect("a list");
    let specs: Vec<&Value> = agents.iter().map(|agent| &agent["spec"]).collect();
    assert_eq!(specs, ["random", "priority", "mcts:iters=50"]);
    for agent in agents {
        let (low, high) = (number(&agent["elo_ci95"][0]), number(&agent["elo_ci95"][1]));
        assert!(low <= number(&agent["elo"]) && number(&agent["elo"]) <= high, "{agent}");
    }
    let pairings = found["pairings"].as_array().expect("a list");
    assert_eq!(pairings.len(), 3);
    for pairing in pairings {
        assert_eq!((&pairing["deals"], &pairing["games"]), (&6.into(), &12.into()));
    }
    assert!(found["sprt"].is_null());
    // A pairing is the match between the same two.
    let pair = ["match", "onitama5", "random", "priority", "--deals", "6", "--json"];
    let alone = json(&json_without_times(&karuta(&pair).fine()).replace("\"time_per_move\":", "\"t\":0"));
    let same = json(&json_without_times(&pairings[0].to_string()).replace("\"time_per_move\":", "\"t\":0"));
    assert_eq!(same, alone);
}

#[test]
fn the_cross_table_adds_up() {
    let text = karuta(PLAN).fine();
    let lines: Vec<Vec<String>> = text.lines().map(cells).collect();
    assert_eq!(lines[0], ["onitama5: 6 deals a pairing, seed 1"]);
    assert_eq!(lines[2], ["agent", "Elo", "95 % interval", "vs 1", "vs 2", "vs 3"]);
    let rows = &lines[3..6];
    let percent = |cell: &str| cell.trim_end_matches(" %").parse::<f64>().expect("a score");
    for (at, row) in rows.iter().enumerate() {
        assert!(row[0].starts_with(&format!("{}. ", at + 1)), "{row:?}");
        assert_eq!(row[3 + at], "-", "nobody plays itself: {row:?}");
        for other in (0..3).filter(|&other| other != at) {
            let sum = percent(&row[3 + other]) + percent(&rows[other][3 + at]);
            assert!((sum - 100.0).abs() < 0.11, "{text}");
        }
    }
    let elo = |row: &[String]| row[1].parse::<f64>().expect("a rating");
    assert!(elo(&rows[0]) >= elo(&rows[1]) && elo(&rows[1]) >= elo(&rows[2]), "{text}");
}

#[test]
fn threads_change_nothing() {
    let [one, two] = ["1", "2"].map(|threads| karuta(&[PLAN, &["--threads", threads]].concat()).fine());
    assert_eq!(one, two, "the table has no times");
    let [one, two] = ["1", "2"].map(|threads| {
        json_without_times(&karuta(&[PLAN, &["--json", "--threads", threads]].concat()).fine())
    });
    assert_eq!(one, two);
}

#[test]
fn a_test_stops_when_it_is_decided_whatever_the_threads() {
    let plan =
        ["tournament", "onitama5", "priority", "random", "--sprt", "elo0=0,elo1=200", "--deals", "5000"];
    let run = |more: &[&str]| karuta(&[&plan[..], more].concat()).fine();
    let [one, two] = ["1", "2"].map(|threads| json_without_times(&run(&["--json", "--threads", threads])));
    assert_eq!(one, two);
    let found = json(&run(&["--json"]));
    assert_eq!(found["sprt"]["verdict"], "H1", "{}", found["sprt"]);
    let deals = found["sprt"]["deals"].as_u64().expect("a number");
    assert!(deals < 1000, "{deals} deals");
    // Deals that were played beyond the decision count nowhere.
    assert_eq!(found["pairings"][0]["deals"], deals);
    assert!(number(&found["sprt"]["llr"]) >= number(&found["sprt"]["bounds"][1]));
    let [one, two] = ["1", "2"].map(|threads| run(&["--threads", threads]));
    assert_eq!(one, two);
    assert!(one.contains(&format!("SPRT after {deals} deals: priority is stronger")), "{one}");
}

#[test]
fn a_test_can_say_no_and_can_stay_undecided() {
    let run = |deals: &str| {
        let sprt = ["--sprt", "elo0=0,elo1=200", "--deals", deals, "--json"];
        let found =
            json(&karuta(&[&["tournament", "onitama5", "random", "priority"], &sprt[..]].concat()).fine());
        found["sprt"].clone()
    };
    assert_eq!(run("5000")["verdict"], "H0");
    let early = run("1");
    assert_eq!((&early["verdict"], &early["deals"]), (&"undecided".into(), &1.into()));
}
