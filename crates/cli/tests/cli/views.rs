//! Views as data and games of others: what is printed reads back, and what is wrong is refused in one line.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::child::{Folder, karuta, karuta_told};
use crate::fuzz::ALL_GAMES;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_view_reads_back_and_can_be_analysed() {
    for &game in ALL_GAMES {
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

/// The page names every field, zone and fact, and shows views as they are printed. To refresh it, run the test with
/// KARUTA_REFRESH=1.
#[test]
fn the_page_of_views_is_what_is_printed() {
    const COMMAND: &str = "```sh\nkaruta view ";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/views.md");
    let page = fs::read_to_string(&path).expect("the page");
    let mut sections = page.split("\n## ");
    let mut expected = sections.next().expect("an introduction").to_string();
    let fields = expected.clone();
    let mut shown = Vec::new();
    for section in sections {
        let Some((head, rest)) = section.split_once(COMMAND).filter(|(_, rest)| rest.contains("```json\n"))
        else {
            expected += &format!("\n## {section}");
            continue;
        };
        let command = rest.lines().next().expect("a command");
        let args: Vec<&str> = ["view"].into_iter().chain(command.split(' ')).collect();
        let view = karuta(&args).fine();
        let data = json(&view);
        for name in data.as_object().expect("an object").keys() {
            assert!(fields.contains(&format!("\n| `{name}` |")), "the field {name} is not explained");
        }
        for (kind, list) in [("zone", "zones"), ("fact", "facts")] {
            for name in data[list].as_object().expect("an object").keys() {
                assert!(
                    head.contains(&format!("\n| {kind} `{name}` |")),
                    "{command}: {kind} {name} is not explained"
                );
            }
        }
        shown.push(String::from(args[1].split(':').next().expect("a game")));
        let (_, after) =
            rest.split_once("```json\n").and_then(|(_, rest)| rest.split_once("```")).expect("a view");
        expected += &format!("\n## {head}{COMMAND}{command}\n```\n\n```json\n{view}```{after}");
    }
    assert_eq!(shown, ["onitama5", "hanamikoji", "daihinmin", "tichu"]);
    if std::env::var_os("KARUTA_REFRESH").is_some() {
        fs::write(&path, &expected).expect("the page");
    }
    let kept = fs::read_to_string(&path).expect("the page");
    assert!(kept == expected, "docs/views.md differs: KARUTA_REFRESH=1 is due");
}

/// The view that the page shows people how to write by hand.
fn by_hand() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/views.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (_, rest) = page.split_once("```json\n").expect("an example");
    json(rest.split_once("```").expect("its end").0)
}

#[test]
fn a_person_can_write_a_view_by_hand() {
    let view = by_hand();
    let found = json(&karuta_told(&["moves", "tichu", "--view", "-", "--json"], view.to_string()).fine());
    let moves = found["moves"].as_array().expect("a list");
    assert!(moves.contains(&Value::from("K K")) && !moves.contains(&Value::from("9 9")), "{found}");
    let args = ["analyze", "tichu", "--view", "-", "--agent", "flat:iters=50", "--json"];
    assert!(moves.contains(&json(&karuta_told(&args, view.to_string()).fine())["best"]));
    for (game, view) in [
        ("onitama5", json(include_str!("hand_written/onitama5.json"))),
        ("hanamikoji:rules=official", json(include_str!("hand_written/hanamikoji.json"))),
        ("daihinmin", json(include_str!("hand_written/daihinmin.json"))),
    ] {
        let found = json(&karuta_told(&["moves", game, "--view", "-", "--json"], view.to_string()).fine());
        assert!(found["count"].as_u64().expect("a count") > 1, "{game}: {found}");
    }
}

/// Slips in zones and facts, each named in one line.
#[test]
fn what_cannot_be_in_zones_is_refused_in_one_line() {
    let cards = |names: &str| Value::from(names.split(' ').collect::<Vec<_>>());
    let hand = "Dra SA GA RK SK BJ S9 R9 G4";
    let changes: [(&str, Value, &str); 22] = [
        ("/zones/hand/0", cards("Dra SA GA RK SK BJ S9 R9"), "holds 8 cards: 9 follow"),
        ("/zones/hand/0", cards(&format!("{hand} G3")), "holds 10 cards: 9 follow"),
        ("/zones/hand/0", cards("Dra Dra GA RK SK BJ S9 R9 G4"), "Dra is there twice"),
        ("/zones/hand/0", cards("Mah SA GA RK SK BJ S9 R9 G4"), "Mah is in two places"),
        ("/zones/hand/0", cards("X7 SA GA RK SK BJ S9 R9 G4"), "\"X7\" is no card"),
        ("/zones/hand/0", cards("? SA GA RK SK BJ S9 R9 G4"), "sees its own cards"),
        ("/zones/hand/0", Value::Null, "zone hand is missing"),
        ("/zones/hand/1", Value::from(12), "12 cards: 11 follow"),
        ("/zones/hand/1", Value::from(-1), "number of those"),
        ("/zones/hand/1", cards("G3"), "1 cards: 11 follow"),
        ("/zones/hand", Value::from(3), "a list of cards for each seat"),
        ("/zones/hand", serde_json::json!([[], [], []]), "each of 4 seats"),
        ("/zones/played/1", cards("Mah B2 B2"), "B2 is there twice"),
        ("/zones/played/1", cards("Mah B2 ?"), "all that was played is seen"),
        ("/zones/table", cards("S8 G9"), "no combination"),
        ("/zones/table", cards("S2"), "was not played by seat 3"),
        ("/facts/owner", Value::from(0), "was not played by seat 0"),
        ("/facts/owner", Value::from(7), "0 to 3"),
        ("/facts/owner", Value::from("me"), "a whole number"),
        ("/facts/wish", Value::from("1"), "a rank"),
        ("/seat", Value::from(2), "zone hand is missing"),
        ("/seat", Value::from(4), "seat 4"),
    ];
    for (place, value, word) in changes {
        let mut view = by_hand();
        *view.pointer_mut(place).expect("a place") = value.clone();
        let line = karuta_told(&["moves", "tichu", "--view", "-"], view.to_string()).refusal();
        assert!(line.contains(word) && line.chars().count() < 300, "{place} {value}: {line}");
    }
    for (list, name) in [("zones", "hnad"), ("facts", "trun")] {
        let mut view = by_hand();
        view[list][name] = Value::from(1);
        let line = karuta_told(&["moves", "tichu", "--view", "-"], view.to_string()).refusal();
        assert!(line.contains(name) && line.contains("did you mean"), "{line}");
    }
    let mut turned = by_hand();
    turned["turn"] = Value::from(1);
    let line = karuta_told(&["moves", "tichu", "--view", "-"], turned.to_string()).refusal();
    assert!(line.contains("turn 1: from the rest of it follows 0"), "{line}");
    // Zones that contradict the position beside them.
    let mut both = json(&karuta(&["view", "tichu", "--seed", "4"]).fine());
    both["zones"]["hand"][0] = cards(hand);
    let line = karuta_told(&["moves", "tichu", "--view", "-"], both.to_string()).refusal();
    assert!(line.contains("zone hand is"), "{line}");
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
        (String::from("{\"game\":\"hanamikoji\",\"seat\":0}"), "neither zones nor a position"),
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

/// Logs of others know nothing of questions that only the seat concerned hears: they are answered while replaying.
#[test]
fn games_of_tichu_without_unheard_questions_are_replayed() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    karuta(&["match", "tichu", "random", "random", "--deals", "40", "--seed", "8", "--out", &file]).fine();
    let mut left_out = 0;
    for line in karuta(&["export", &file]).fine().lines() {
        let whole = json(&karuta_told(&["replay", "tichu", "-", "--json"], line).fine());
        let moves = whole["moves"].as_array().expect("a list");
        let heard: Vec<&Value> = moves.iter().filter(|mv| mv[1] != "hold").collect();
        left_out += moves.len() - heard.len();
        if moves.len() == heard.len() {
            continue;
        }
        let foreign = serde_json::json!({ "start": whole["start"], "moves": heard }).to_string();
        let again = json(&karuta_told(&["replay", "tichu", "-", "--json"], &foreign).fine());
        assert_eq!((&again["moves"], &again["payoffs"]), (&whole["moves"], &whole["payoffs"]));
    }
    assert!(left_out >= 3, "only {left_out} questions were left out");
}

#[test]
fn a_move_of_the_wrong_seat_is_named() {
    let told = |text: &str| karuta_told(&["replay", "tichu", "-"], text);
    assert!(
        told("seed 3\nSouth: no call\n1: no call\nnorth: grand tichu\n").fine().contains("3 moves are legal")
    );
    let line = told("seed 3\nSouth: no call\nNorth: no call\n").refusal();
    assert!(line.contains("move 2") && line.contains("turn of East, not of North"), "{line}");
    let line = told("{\"seed\": 3, \"moves\": [[9, \"no call\"]]}").refusal();
    assert!(line.contains("not of seat 9"), "{line}");
}
