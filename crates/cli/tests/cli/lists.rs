//! `games`, `agents`, `moves`, `perft`, and the help.

use crate::child::karuta;
use crate::figures::json;

const OPENING: &str = "1121100000000000000033433 ox,boar,horse,elephant,crab 0";

#[test]
fn games_are_listed_with_their_options() {
    let text = karuta(&["games", "--wide"]).fine();
    for words in ["onitama5", "onitama7", "cards=base", "starts=stamp", "cap=auto", OPENING] {
        assert!(text.contains(words), "{words} is missing in:\n{text}");
    }
    let list = json(&karuta(&["games", "--json"]).fine());
    let names: Vec<&str> =
        list.as_array().expect("a list").iter().filter_map(|game| game["name"].as_str()).collect();
    assert!(names.contains(&"onitama5") && names.contains(&"onitama7"), "{names:?}");
    for game in list.as_array().expect("a list") {
        assert!(game["seats"].as_u64().is_some_and(|seats| seats >= 2), "{game}");
        assert!(game["options"].as_array().is_some_and(|options| !options.is_empty()), "{game}");
        assert!(game["hidden"].is_boolean() && game["position"].is_string(), "{game}");
    }
}

/// The presets that the thesis' tables are played with.
const PRESETS: &[&str] = &[
    "thesis-mcts",
    "thesis-rave",
    "thesis-mcts-heuristic",
    "thesis-mcts-light",
    "thesis-heuristic",
    "thesis-random",
    "thesis-advanced-random",
    "peeck-heavy",
];

#[test]
fn agents_are_listed_in_every_form() {
    let all = karuta(&["agents"]).fine();
    assert!(all.contains("\nmcts ") && all.contains("onitama7 also has: priority"), "{all}");

    let of_game = karuta(&["agents", "--game", "onitama7"]).fine();
    for name in PRESETS.iter().chain(&["random", "mcts", "priority", "heuristic", "heavy"]) {
        let listed = of_game.lines().any(|line| line.split_whitespace().next() == Some(name));
        assert!(listed, "{name} is missing in:\n{of_game}");
    }
    assert!(of_game.contains("Words for playout="), "{of_game}");
    // A small search needs an open game of two, a net that values positions an encoder.
    let names = |game: &str, word: &str| {
        let page = karuta(&["agents", "--game", game]).fine();
        page.lines().any(|line| line.split_whitespace().next() == Some(word))
    };
    assert!(names("onitama7", "quiescence") && names("onitama7", "(uniform:cut=10)"));
    assert!(!names("tichu", "quiescence") && !names("tichu", "(uniform:cut=10)") && names("tichu", "value"));
    let mcts = karuta(&["agents", "mcts", "--game", "tichu"]).fine();
    assert!(!mcts.contains("quiescence"), "{mcts}");

    let one = karuta(&["agents", "mcts"]).fine();
    assert!(one.contains("iters") && one.contains("default 1000"), "{one}");
    let preset = karuta(&["agents", "thesis-mcts", "--game", "onitama7"]).fine();
    assert!(preset.contains("= mcts:time=2s"), "{preset}");
    assert_eq!(preset.matches("thesis-mcts of").count(), 1, "one game was asked for: {preset}");

    let page = karuta(&["agents", "--markdown"]).fine();
    assert!(page.starts_with("# Agents\n") && page.contains("| iters | 1000 |"), "{page}");
}

#[test]
fn agents_have_json() {
    let all = json(&karuta(&["agents", "--json"]).fine());
    let kinds = all["kinds"].as_array().expect("a list");
    assert!(kinds.iter().any(|kind| kind["name"] == "mcts" && kind["parameters"][0]["name"] == "iters"));
    assert!(all["games"].as_array().is_some_and(|games| games.len() >= 2));

    let one = json(&karuta(&["agents", "random", "--game", "onitama5", "--json"]).fine());
    assert_eq!(one["kinds"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["games"].as_array().map(Vec::len), Some(1));
    let presets = one["games"][0]["presets"].as_array().expect("a list");
    for name in PRESETS {
        assert!(presets.iter().any(|preset| preset["name"] == *name), "{name} is missing");
    }
}

#[test]
fn moves_of_a_position_are_listed() {
    let list = karuta(&["moves", "onitama5", "--position", OPENING]).fine();
    assert_eq!(list.lines().count(), 10);
    assert!(list.lines().any(|line| line == "boar a1a2"), "{list}");
    assert_eq!(karuta(&["moves", "onitama5", "--position", OPENING, "--count"]).fine(), "10\n");

    let found = json(&karuta(&["moves", "onitama5", "--position", OPENING, "--json"]).fine());
    assert_eq!(found["position"], OPENING);
    assert_eq!((&found["turn"], &found["count"]), (&0.into(), &10.into()));
    let moves: Vec<&str> =
        found["moves"].as_array().expect("a list").iter().filter_map(|mv| mv.as_str()).collect();
    assert_eq!(moves, list.lines().collect::<Vec<_>>());
}

#[test]
fn moves_of_a_deal_are_those_of_its_position() {
    let deal = karuta(&["moves", "onitama7", "--seed", "5"]);
    let position = deal.err.trim().strip_prefix("position: ").expect("the deal is shown").to_string();
    assert_eq!(position.split(' ').next().map(str::len), Some(49));
    let moves = deal.fine();
    assert_eq!(karuta(&["moves", "onitama7", "--seed", "5"]).fine(), moves);
    assert_eq!(karuta(&["moves", "onitama7", "--position", &position]).fine(), moves);
    assert_ne!(karuta(&["moves", "onitama7", "--seed", "6"]).err.trim(), format!("position: {position}"));
}

#[test]
fn a_stuck_seat_may_only_exchange_a_card() {
    let stuck = "1000010000200001000013433 horse,tiger,crab,monkey,dragon 0";
    assert_eq!(karuta(&["moves", "onitama5", "--position", stuck]).fine(), "pass horse\npass tiger\n");
}

/// A position and how many sequences of 1, 2, .. moves it has.
struct Counts {
    game: &'static str,
    position: &'static str,
    /// A finished game counts as one sequence.
    community: &'static [u64],
    /// Only sequences of the full length count.
    strict: &'static [u64],
}

/// Published counts that independent programs agree on.
const COUNTS: &[Counts] = &[
    Counts {
        game: "onitama5",
        position: OPENING,
        community: &[10, 130, 1_989, 28_509, 487_780, 7_748_422],
        strict: &[10, 130, 1_989, 28_509, 487_752, 7_746_995],
    },
    Counts {
        game: "onitama5",
        position: "1121100000000000000033433 rabbit,cobra,rooster,tiger,frog 1",
        community: &[9, 72, 880, 10_374, 138_879, 1_781_181, 24_489_752],
        strict: &[9, 72, 880, 10_368, 138_711, 1_778_688],
    },
    Counts {
        game: "onitama7",
        position: "1112111000000000000000000000000000000000003334333 tiger,crab,monkey,crane,dragon 0",
        community: &[14, 266, 5_073, 83_324, 1_691_862],
        strict: &[14, 266, 5_073, 83_324, 1_691_853],
    },
    Counts {
        game: "onitama5",
        position: "10000 10000 20000 10000 13433 horse,tiger,crab,monkey,dragon 0",
        community: &[2, 24, 192, 1_859, 19_978, 211_372],
        strict: &[2, 24, 192, 1_839, 19_895, 209_883],
    },
];

#[test]
fn perft_is_as_published() {
    for counts in COUNTS {
        for (flag, expected) in [(None, counts.community), (Some("--strict"), counts.strict)] {
            let depth = expected.len().to_string();
            let mut args = vec!["perft", counts.game, "--position", counts.position, "--depth", &depth];
            args.extend(flag);
            let text = karuta(&args).fine();
            let found: Vec<u64> = text
                .lines()
                .map(|line| line.rsplit(' ').next().and_then(|n| n.parse().ok()).expect("a count"))
                .collect();
            assert_eq!(found, expected, "{args:?}");
            // The last line is the count alone, for scripts.
            assert_eq!(text.lines().last(), Some(expected[expected.len() - 1].to_string().as_str()));
        }
    }
}

#[test]
fn perft_of_a_deal_starts_with_its_moves() {
    let count = karuta(&["moves", "onitama5", "--seed", "3", "--count"]).fine();
    assert_eq!(karuta(&["perft", "onitama5", "--seed", "3", "--depth", "1"]).fine(), count);
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [&["help"][..], &["--help"], &["help", "match"], &["match", "--help"], &["--version"]] {
        assert!(karuta(args).fine().contains("karuta"), "{args:?}");
    }
}

#[test]
fn games_count_more_than_moves() {
    let position = "hand=S5,S6,S7,S8,S9,ST,B6,B7,GK,RK,SA,BA,Dra,Mah table=pair:4 wish=5";
    let text = karuta(&["moves", "tichu", "--position", position, "--count"]).fine();
    for line in ["sets.total: 3", "sets.bombsf: 3", "wish.ignored: 7", "wish.strict: 2", "may-pass: 0"] {
        assert!(text.lines().any(|found| found == line), "{line} is missing in:\n{text}");
    }
    let found = json(&karuta(&["moves", "tichu", "--position", position, "--count", "--json"]).fine());
    assert_eq!(found["counts"]["wish.bomb-exempt"], 3);
    let plain = karuta(&["moves", "onitama5", "--position", OPENING, "--count", "--json"]).fine();
    assert!(json(&plain)["counts"].is_null());
}
