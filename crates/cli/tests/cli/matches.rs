//! `match`: what it prints, and that neither threads nor luck decide it.

use serde_json::Value;

use crate::child::karuta;
use crate::figures::{cells, json, json_without_times, text_without_times};

/// A match of agents whose budgets are iterations, so that it is the same everywhere.
const PLAN: &[&str] = &["match", "onitama5", "mcts:iters=60,playout=priority", "thesis-rave:iters=40"];

fn run(plan: &[&str], more: &[&str]) -> String {
    karuta(&[plan, more].concat()).fine()
}

#[test]
fn json_has_the_promised_fields() {
    let text = run(PLAN, &["--deals", "4", "--seed", "9", "--json"]);
    assert_eq!(text.lines().count(), 1, "one object: {text}");
    let found = json(&text);
    assert_eq!(found["game"], "onitama5");
    assert_eq!((&found["seed"], &found["deals"], &found["games"]), (&9.into(), &4.into(), &8.into()));
    let contestants = found["contestants"].as_array().expect("a list");
    let specs: Vec<&Value> = contestants.iter().map(|one| &one["spec"]).collect();
    assert_eq!(specs, ["mcts:iters=60,playout=priority", "thesis-rave:iters=40"]);
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value} is no number in {text}"));
    for one in contestants {
        let (score, low, high) =
            (number(&one["score"]), number(&one["score_ci95"][0]), number(&one["score_ci95"][1]));
        assert!(0.0 <= low && low <= score && score <= high && high <= 1.0, "{one}");
        let [wins, draws, losses] = ["wins", "draws", "losses"].map(|key| number(&one[key]));
        assert_eq!(wins + draws + losses, 8.0, "{one}");
        assert!((score - (wins + draws / 2.0) / 8.0).abs() < 1e-12, "{one}");
        let measures = &one["measures"];
        assert_eq!(number(&measures["temple_wins"]) + number(&measures["capture_wins"]), wins, "{one}");
        assert!(measures.get("capped").is_some() && measures.get("pieces_left_winning").is_some(), "{one}");
        assert!(number(&one["iterations_per_move"]) >= 30.0 && number(&one["time_per_move"]) > 0.0, "{one}");
    }
    assert!((number(&contestants[0]["score"]) + number(&contestants[1]["score"]) - 1.0).abs() < 1e-12);
    assert!(number(&found["plies"]) > 1.0 && found["plies_ci95"].is_array());
}

#[test]
fn the_table_says_the_same() {
    let more = ["--deals", "4", "--seed", "9"];
    let found = json(&run(PLAN, &[&more[..], &["--json"]].concat()));
    let text = run(PLAN, &more);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "onitama5: 4 deals, 8 games, seed 9");
    let head = cells(lines[2]);
    for column in ["agent", "score", "95 % interval", "wins", "losses", "time/move", "iterations/move"] {
        assert!(head.iter().any(|cell| cell == column), "{column} is missing in {head:?}");
    }
    for (row, one) in found["contestants"].as_array().expect("a list").iter().enumerate() {
        let cells = cells(lines[3 + row]);
        assert_eq!(cells.len(), head.len(), "{text}");
        let cell = |column: &str| {
            let place = head.iter().position(|cell| cell == column).expect("the column is there");
            cells[place].as_str()
        };
        assert_eq!(cell("agent"), one["spec"]);
        assert_eq!(cell("score"), format!("{:.1} %", 100.0 * one["score"].as_f64().expect("a score")));
        // Draws have a column only where there are any.
        for column in
            ["wins", "draws", "losses"].into_iter().filter(|&name| head.iter().any(|cell| cell == name))
        {
            assert_eq!(cell(column), one[column].to_string());
        }
    }
    assert!(lines.last().is_some_and(|line| line.starts_with("plies per game ")), "{text}");
}

#[test]
fn threads_change_nothing() {
    for plan in [
        PLAN,
        // Threads inside a search as well, and agents that keep their trees.
        &["match", "onitama7", "mcts:iters=30,threads=2,reuse=on", "mcts:iters=30,solver=on,select=rave"],
        &[
            "match",
            "onitama5:cards=base+sensei+promo,starts=random",
            "heuristic",
            "mcts:iters=20,playout=(uniform:cut=5)",
        ],
        &["match", "onitama5", "alphabeta:nodes=1000", "flat:iters=100"],
    ] {
        let run = |threads: &str, form: &[&str]| {
            run(plan, &[&["--deals", "6", "--threads", threads], form].concat())
        };
        let [one, two] = ["1", "2"].map(|threads| json_without_times(&run(threads, &["--json"])));
        assert_eq!(one, two, "{plan:?}");
        let [one, two] = ["1", "2"].map(|threads| text_without_times(&run(threads, &[])));
        assert_eq!(one, two, "{plan:?}");
    }
}

#[test]
fn seeds_change_the_games_and_only_they() {
    let run = |seed: &str| json_without_times(&run(PLAN, &["--deals", "4", "--seed", seed, "--json"]));
    assert_eq!(run("1"), run("1"));
    assert_ne!(run("1").replace("\"seed\":1", ""), run("2").replace("\"seed\":2", ""));
}

#[test]
fn one_deal_is_enough_for_every_figure_but_intervals() {
    let found = json(&run(&["match", "onitama5", "random", "priority"], &["--deals", "1", "--json"]));
    assert!(found["plies"].is_number() && found["plies_ci95"].is_null(), "{found}");
    assert_eq!(found["contestants"][0]["score_ci95"], serde_json::json!([0.0, 1.0]));
    let text = run(&["match", "onitama5", "random", "priority"], &["--deals", "1"]);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("plies per game ")), "{text}");
}

#[test]
fn capped_games_are_draws_and_counted() {
    let found = json(&run(&["match", "onitama5:cap=2", "random", "priority"], &["--deals", "3", "--json"]));
    for one in found["contestants"].as_array().expect("a list") {
        assert_eq!((&one["draws"], &one["score"]), (&6.into(), &0.5.into()), "{one}");
        assert_eq!(one["measures"]["capped"], 6.0);
    }
    let text = run(&["match", "onitama5:cap=2", "random", "priority"], &["--deals", "3"]);
    assert!(text.contains("capped"), "{text}");
}

/// An agent against itself on duplicate deals cannot come out ahead, whatever the deals.
#[test]
fn duplicate_deals_are_fair() {
    let found = json(&run(&["match", "onitama5", "random", "random"], &["--deals", "200", "--json"]));
    let interval = &found["contestants"][0]["score_ci95"];
    let (low, high) = (interval[0].as_f64().expect("a bound"), interval[1].as_f64().expect("a bound"));
    assert!(low < 0.5 && 0.5 < high && high - low < 0.2, "{interval}");
}
