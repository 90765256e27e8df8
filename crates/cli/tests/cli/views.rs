//! Views as data and games of others: what is printed reads back, and what is wrong is refused in one line.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::child::{Folder, karuta, karuta_told};

const GAMES: [&str; 7] = [
    "onitama5",
    "onitama7",
    "hanamikoji",
    "hanamikoji:rules=official",
    "daihinmin:games=2",
    "tichu",
    "tichu:rules=report",
];

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_view_reads_back_and_can_be_analysed() {
    for game in GAMES {
        let view = karuta(&["view", game, "--seed", "4"]).fine();
        let data = json(&view);
        assert_eq!((&data["game"], &data["format"]), (&Value::from(game), &Value::from(1)));
        let moves = json(&karuta_told(&["moves", game, "--view", "-", "--json"], &view).fine());
        assert_eq!(moves["moves"], data["legal"], "{game}");
        let agent = ["--agent", "flat:iters=20", "--json"];
        let args = [&["analyze", game, "--view", "-"], &agent[..]].concat();
        let found = json(&karuta_told(&args, &view).fine());
        assert!(data["legal"].as_array().expect("a list").contains(&found["best"]), "{game}");
    }
}

/// The page names every field and shows a view as it is printed. To refresh it, run the test with KARUTA_REFRESH=1.
#[test]
fn the_page_of_views_is_what_is_printed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/views.md");
    let page = fs::read_to_string(&path).expect("the page");
    let view = karuta(&["view", "hanamikoji", "--seed", "7", "--seat", "1"]).fine();
    for name in json(&view).as_object().expect("an object").keys() {
        assert!(page.contains(&format!("\n| `{name}` |")), "{name} is not explained");
    }
    let (head, _) = page.split_once("```json\n").expect("an example");
    let expected = format!("{head}```json\n{view}```\n");
    if std::env::var_os("KARUTA_REFRESH").is_some() {
        fs::write(&path, &expected).expect("the page");
    }
    let kept = fs::read_to_string(&path).expect("the page");
    assert!(kept == expected, "docs/views.md differs: KARUTA_REFRESH=1 is due");
}

#[test]
fn a_view_tells_nothing_of_other_hands() {
    let position = |other: &str, deck: &str| {
        format!(
            "round=1 first=0 markers=0000000 hands=1344556,{other} plays=-,- deck={deck} removed=5 seed=7"
        )
    };
    let view = |text: &str| karuta(&["view", "hanamikoji", "--seat", "0", "--position", text]).fine();
    let (one, other) = (position("0012246", "335666"), position("3345666", "001226"));
    assert_eq!(view(&one), view(&other));
}

#[test]
fn what_is_no_view_is_refused_in_one_line() {
    let view = karuta(&["view", "hanamikoji", "--seed", "4"]).fine();
    let changed = |key: &str, value: Value| {
        let mut data = json(&view);
        data[key] = value;
        data.to_string()
    };
    for (text, word) in [
        (String::new(), "no view"),
        (String::from("[]"), "no view"),
        (String::from("{\"format\":1}"), "missing"),
        (changed("format", Value::from(2)), "format 2"),
        (changed("game", Value::from("tichu")), "tichu"),
        (changed("seat", Value::from(7)), "seat 7"),
        (changed("turn", Value::Null), "turn"),
        (changed("position", Value::from("hands=1,2")), "holds 1"),
        (changed("position", Value::from("hands=0001234,1123456 removed=6")), "suit"),
        (changed("legal", serde_json::json!(["castle"])), "legal moves"),
        (changed("seen", serde_json::json!([[0, "castle", 99_999]])), "castle"),
        (changed("seen", serde_json::json!([[9, "secret 1", 1]])), "secret 1"),
        (changed("extra", Value::from(1)), "extra"),
    ] {
        let line = karuta_told(&["analyze", "hanamikoji", "--view", "-"], &text).refusal();
        assert!(line.contains(word), "{text}: {line}");
    }
    assert!(karuta(&["moves", "tichu", "--view", "/nowhere"]).refusal().contains("/nowhere"));
    assert!(karuta(&["view", "tichu", "--seat", "9"]).refusal().contains("0 to 3"));
}

#[test]
fn games_of_others_are_replayed_move_by_move() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    for (game, rest) in [("onitama5", 1), ("hanamikoji", 1), ("daihinmin:games=1", 4), ("tichu", 1)] {
        let agents = vec!["random"; rest + 1];
        let record = format!("{file}{rest}{}", &game[..3]);
        let args =
            [&["match", game][..], &agents, &["--deals", "1", "--seed", "8", "--out", &record]].concat();
        karuta(&args).fine();
        for line in karuta(&["export", &record]).fine().lines() {
            let replayed = json(&karuta_told(&["replay", game, "-", "--json"], line).fine());
            assert_eq!(replayed["payoffs"], json(line)["payoffs"], "{game}");
        }
    }
    let text = folder.file("game.txt");
    fs::write(&text, "seed 3\nnonsense\n").expect("a file");
    let line = karuta(&["replay", "onitama5", &text]).refusal();
    assert!(line.contains("move 1") && line.contains("nonsense"), "{line}");
    assert!(karuta_told(&["replay", "onitama5", "-"], "{}").refusal().contains("moves"));
    assert!(karuta_told(&["replay", "onitama5", "-"], "").refusal().contains("empty"));
}

#[test]
fn a_person_chooses_the_very_card_in_tichu() {
    let deal = "hand=S5,B5,S6,S7,S8,S9,G2 table=lead";
    let start = json(&karuta(&["moves", "tichu", "--position", deal, "--json"]).fine());
    let position = start["position"].as_str().expect("text");
    for (typed, made) in [("S5", "S5"), ("B5", "5"), ("5", "5")] {
        let game = serde_json::json!({ "start": position, "moves": [typed] }).to_string();
        let replayed = json(&karuta_told(&["replay", "tichu", "-", "--json"], &game).fine());
        assert_eq!(replayed["moves"][0][1], made, "{typed}");
    }
}
