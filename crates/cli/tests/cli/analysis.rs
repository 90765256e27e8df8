//! `analyze`: every legal move with visits, mean and interval, and the best line.

use crate::child::karuta;
use crate::figures::json;

const OPENING: &str = "1121100000000000000033433 ox,boar,horse,elephant,crab 0";

fn analyze(more: &[&str]) -> String {
    karuta(&[&["analyze", "onitama5"], more].concat()).fine()
}

#[test]
fn every_move_is_ranked() {
    let asked = ["--position", OPENING, "--agent", "mcts:iters=500"];
    let found = json(&analyze(&[&asked[..], &["--json"]].concat()));
    assert_eq!((&found["position"], &found["turn"]), (&OPENING.into(), &0.into()));
    assert_eq!((&found["agent"], &found["effort"]["iterations"]), (&"mcts:iters=500".into(), &500.into()));
    let moves = found["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 10);
    assert_eq!(found["best"], moves[0]["move"]);
    assert_eq!(found["line"][0], found["best"]);
    let visits: Vec<u64> = moves.iter().map(|mv| mv["visits"].as_u64().expect("a count")).collect();
    assert_eq!(visits.iter().sum::<u64>(), 500);
    assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
    for mv in moves {
        let (mean, low, high) = (&mv["mean"], &mv["ci95"][0], &mv["ci95"][1]);
        let [mean, low, high] = [mean, low, high].map(|value| value.as_f64().expect("a number"));
        assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0, "{mv}");
    }

    let timed = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(", in ").next().unwrap_or("").to_string()).collect()
    };
    let asked = [&asked[..], &["--all"]].concat();
    let text = analyze(&asked);
    assert!(text.contains("after 500 iterations, in "), "{text}");
    for (mv, visits) in moves.iter().zip(visits) {
        let name = mv["move"].as_str().expect("a move");
        let line = text.lines().find(|line| line.starts_with(name)).expect("it is listed");
        assert!(line.split_whitespace().any(|cell| cell == visits.to_string()), "{line}");
    }
    let best = found["best"].as_str().expect("a move");
    assert!(text.lines().last().is_some_and(|line| line.starts_with(&format!("expected: {best}"))), "{text}");
    assert_eq!(
        timed(&analyze(&asked)),
        timed(&text),
        "a budget of iterations gives the same answer every time"
    );
}

#[test]
fn certain_wins_are_named() {
    // The boar carries a student from c2 to the master on c3.
    let position = "0020000100004000000000033 boar,crab,ox,horse,elephant 0";
    for agent in ["mcts:iters=2000,solver=on", "alphabeta:depth=4"] {
        let found = json(&analyze(&["--position", position, "--agent", agent, "--json"]));
        assert_eq!(found["best"], "boar c2c3", "{agent}: {found}");
        let best = &found["moves"][0];
        assert_eq!((&best["verdict"], &best["value"]), (&"win".into(), &1.into()), "{agent}: {best}");
        let text = analyze(&["--position", position, "--agent", agent]);
        assert!(text.contains("wins in 1"), "{agent}: {text}");
    }
}

#[test]
fn a_deal_can_be_analyzed_too() {
    let found = json(&analyze(&["--seed", "7", "--agent", "mcts:iters=50", "--json"]));
    let position = found["position"].as_str().expect("a position");
    let again = analyze(&["--position", position, "--agent", "random", "--json"]);
    assert_eq!(json(&again)["moves"].as_array().map(Vec::len), found["moves"].as_array().map(Vec::len));
}

#[test]
fn the_default_opponent_is_asked_unless_another_is_named() {
    let found = json(&analyze(&["--position", OPENING, "--json"]));
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(10));
}
