//! `solve`: the endings of five cards, and agents that know them.

use std::fs;

use crate::child::{Folder, karuta};
use crate::figures::{cells, json};

const CARDS: &str = "boar,ox,elephant,horse,crab";
const GAME: &str = "onitama5:cards=boar+ox+elephant+horse+crab";

#[test]
fn endings_are_solved_kept_and_used() {
    let folder = Folder::new();
    let file = folder.file("boar.end");
    let solved = karuta(&["solve", "onitama5", "--cards", CARDS, "--out", &file]);
    assert!(solved.err.contains("boar.end"), "{}", solved.err);
    let text = solved.fine();
    let rows: Vec<Vec<String>> = text.lines().map(cells).collect();
    assert_eq!(rows[0][..4], ["pieces", "positions", "won", "won at once"]);
    let row = |name: &str| rows.iter().find(|row| row.first().is_some_and(|cell| cell == name));
    // Published counts that an independent program agrees on.
    let all = row("all").expect("a total");
    assert_eq!((all[1].as_str(), all[3].as_str()), ("9,174,270", "3,787,692"));
    // Every position is won, lost or drawn at some length.
    let by_plies = row("1, 2").expect("the shortest ends");
    assert_eq!(by_plies[1], "3,787,692");
    let masters = row("1 v 1").expect("masters alone");
    assert_eq!((masters[1].as_str(), masters[3].as_str()), ("16,590", "5,181"));

    let agents =
        [format!("mcts:iters=50,solver=on,endgame={file}"), format!("alphabeta:depth=2,endgame={file}")];
    for agent in &agents {
        let found = json(&karuta(&["match", GAME, agent, "random", "--deals", "1", "--json"]).fine());
        assert_eq!(found["games"], 2);
        // The longest win of all, seen at once by whoever has the table.
        let longest = text.lines().last().and_then(|line| line.strip_prefix("longest win: "));
        let position = longest.expect("a position");
        let asked = ["analyze", GAME, "--position", position, "--agent", agent, "--json"];
        let verdict = json(&karuta(&asked).fine())["moves"][0]["verdict"].clone();
        assert_eq!(verdict, "win", "{agent}");
    }
    tables_that_do_not_fit_are_refused(&folder, &file);
}

fn tables_that_do_not_fit_are_refused(folder: &Folder, file: &str) {
    let agent = |path: &str| format!("mcts:iters=50,endgame={path}");
    let refused =
        |game: &str, path: &str| karuta(&["match", game, &agent(path), "random", "--deals", "1"]).refusal();
    let line = refused("onitama7", file);
    assert!(line.contains("boar.end"), "{line}");

    let whole = fs::read(file).expect("it was written");
    let damaged = folder.file("damaged.end");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 0x55;
    for bytes in [&whole[..whole.len() / 2], &whole[..10], &b"notes"[..], &[], &flipped[..]] {
        fs::write(&damaged, bytes).expect("the folder is writable");
        let line = refused(GAME, &damaged);
        assert!(line.contains("damaged.end"), "{line}");
    }
    let line = refused(GAME, &folder.file("none.end"));
    assert!(line.contains("none.end") && line.contains("karuta solve makes one"), "{line}");
}

#[test]
fn counts_have_json() {
    let found = json(&karuta(&["solve", "onitama5", "--cards", CARDS, "--json"]).fine());
    let classes = found["classes"].as_array().expect("a list");
    let all = classes.last().expect("a total");
    assert_eq!((&all["pieces"], &all["positions"]), (&"all".into(), &9_174_270.into()));
    assert_eq!(all["wins_at_once"], 3_787_692);
    for class in classes {
        let [all, wins, losses, draws] =
            ["positions", "wins", "losses", "draws"].map(|key| class[key].as_u64().expect("a count"));
        assert_eq!(wins + losses + draws, all, "{class}");
    }
    assert!(found["longest_win_position"].is_string());
}

#[test]
fn a_place_that_cannot_be_written_is_known_before_the_work() {
    let folder = Folder::new();
    let place = folder.file("missing/boar.end");
    let line = karuta(&["solve", "onitama5", "--cards", CARDS, "--out", &place]).refusal();
    assert!(line.contains("cannot write") && line.contains("missing/boar.end"), "{line}");
    let kept = folder.file("notes");
    fs::write(&kept, "mine").expect("the folder is writable");
    karuta(&["solve", "onitama5", "--cards", "boar,ox", "--out", &kept]).refusal();
    assert_eq!(fs::read_to_string(&kept).expect("it is there"), "mine");
    karuta(&["solve", "onitama5", "--cards", "boar,ox", "--out", &folder.file("new.end")]).refusal();
    assert_eq!(folder.contents().len(), 1, "nothing is left behind");
}

#[test]
fn openings_are_searched_and_told() {
    let game = "onitama5:cards=tiger+goose+eel+frog+rooster";
    let text = karuta(&["solve", game, "--openings", "5"]).fine();
    let rows: Vec<Vec<String>> = text.lines().map(cells).collect();
    let row =
        |first: &str| rows.iter().find(|row| row.first().is_some_and(|cell| cell == first)).expect("a row");
    assert_eq!(row("5")[1..3], ["the first", "6"]);
    assert_eq!(row("more")[1..3], ["undecided", "24"]);
    assert!(text.contains("1 set: all openings decided in 0, some in 1, none in 0"), "{text}");
    let found = json(&karuta(&["solve", game, "--openings", "5", "--threads", "1", "--json"]).fine());
    assert_eq!((&found["openings"], &found["searched"]), (&30.into(), &30.into()));
    let decided = found["decided"].as_array().expect("a list");
    assert!(decided.len() == 6 && decided.iter().all(|one| one["winner"] == "first" && one["plies"] == 5));
    for (args, word) in [
        (vec!["solve", "tichu", "--openings", "3"], "no list of openings"),
        (vec!["solve", game, "--openings", "0"], "1 to 101"),
        (vec!["solve", game], "--cards"),
    ] {
        let line = karuta(&args).refusal();
        assert!(line.contains(word), "{line}");
    }
}
