//! `play` over a pipe: whole games, and every word that can be typed.

use std::fs;

use crate::child::{Ended, Folder, karuta, karuta_told};

const OPENING: &str = "1121100000000000000033433 ox,boar,horse,elephant,crab 0";

fn play(args: &[&str], lines: &[&str]) -> Ended {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    karuta_told(&[&["play"], args].concat(), &input)
}

/// A game from the opening position against `random`, which plays the same every time.
fn opening(lines: &[&str]) -> String {
    play(&["onitama5", "--position", OPENING, "--against", "random", "--seed", "1"], lines).fine()
}

#[test]
fn a_whole_game_can_be_played_by_number() {
    for game in ["onitama5", "onitama7"] {
        for seat in ["0", "1"] {
            let text =
                play(&[game, "--seat", seat, "--against", "random", "--seed", "2"], &["#1"; 2000]).fine();
            assert!(text.starts_with("Onitama on the "), "{text}");
            assert!(text.contains(&format!("(seat {seat}) against random. Type help")), "{text}");
            assert_eq!(text.matches("seed").count(), 2, "it is said at the end only: {text}");
            let end: Vec<&str> = text.lines().rev().take(3).collect();
            assert_eq!(end[0], "The seed was 2: --seed 2 deals the same cards.");
            let end = &end[1..];
            assert!(end[1].starts_with("You win: ") || end[1].starts_with("You lose: "), "{text}");
            assert!(end[1].contains("the Way of the St") && end[0].starts_with("Pieces left: "), "{text}");
            // Nobody moves out of turn.
            let names = ["You: ", "Red: ", "Blue: "];
            let plays: Vec<&str> = text
                .lines()
                .map(|line| line.trim_start_matches("your move> "))
                .filter(|line| names.iter().any(|name| line.starts_with(name)))
                .collect();
            assert!(plays.len() >= 3, "{text}");
            assert!(plays.windows(2).all(|pair| pair[0].split(' ').next() != pair[1].split(' ').next()));
        }
    }
}

#[test]
fn moves_are_made_by_text_and_by_number() {
    let by_text = opening(&["boar  A1a2 ", "quit"]);
    assert!(by_text.contains("You: boar a1a2\n"), "{by_text}");
    let list = karuta(&["moves", "onitama5", "--position", OPENING]).fine();
    let number = list.lines().position(|mv| mv == "boar a1a2").expect("it is legal") + 1;
    assert_eq!(opening(&[&format!("#{number}"), "quit"]), by_text);
    assert!(by_text.contains("Red: "), "{by_text}");
    // Squares alone will do where one card fits, whatever stands between them.
    assert_eq!(opening(&["b1-a1", "quit"]).matches("You: ").count(), 0, "no card does that");
}

#[test]
fn the_seed_that_is_shown_brings_the_game_back() {
    let folder = Folder::new();
    let file = folder.file("game.json");
    let save = format!("save {file}");
    let from_position = ["onitama5", "--position", OPENING, "--against", "random"];
    for start in [&["onitama5", "--against", "random"][..], &from_position] {
        let first = play(start, &["#1", "#1", "resign"]).fine();
        let seed =
            first.split("The seed was ").nth(1).and_then(|rest| rest.split(':').next()).expect("a seed");
        assert_eq!(play(&[start, &["--seed", seed]].concat(), &["#1", "#1", "resign"]).fine(), first);
        // Whoever only leaves may go on later, so the cards stay hidden.
        assert!(!play(start, &["#1", "quit"]).fine().contains("seed"));
        let other =
            |seed: u32| play(&[start, &["--seed", &seed.to_string()]].concat(), &["#1", "quit"]).fine();
        let without_seed = |text: String| text.lines().skip(2).map(String::from).collect::<Vec<_>>();
        let games: Vec<Vec<String>> = (0..5).map(|seed| without_seed(other(seed))).collect();
        assert!(games.iter().any(|game| *game != games[0]), "seeds make no difference");
    }
    // A saved game keeps its seed.
    play(&[&from_position[..], &["--seed", "3"]].concat(), &[&save, "quit"]).fine();
    let loaded = play(&["--load", &file], &["#1", "#1", "quit"]).fine();
    let whole = play(&[&from_position[..], &["--seed", "3"]].concat(), &["#1", "#1", "quit"]).fine();
    assert_eq!(loaded, whole);
}

#[test]
fn what_is_no_move_is_explained_and_changes_nothing() {
    let text = opening(&["boar a1a3", "#99", "#0", "-1", "5", "bo\u{e4}r", "", "   ", "boar a1a2", "quit"]);
    assert!(text.contains("\"boar a1a3\" is no legal move here; legal: ox a1a2, "), "{text}");
    assert!(text.contains("there is no move #99: numbers go from #1 to #10"), "{text}");
    assert!(text.contains("there is no move #0: numbers go from #1 to #10"), "{text}");
    assert!(text.contains("\"-1\" is no legal move here"), "{text}");
    assert!(text.contains("#5 is the move of that number"), "a bare number is no move: {text}");
    assert!(text.contains("You: boar a1a2\n"), "{text}");
}

#[test]
fn bytes_that_are_no_text_do_not_end_the_game() {
    let args = ["play", "onitama5", "--position", OPENING, "--against", "random"];
    let text = karuta_told(&args, b"\xff\xfe\0\nboar a1a2\nquit\n").fine();
    assert!(text.contains("is no legal move here") && text.contains("You: boar a1a2"), "{text}");
}

#[test]
fn every_word_does_what_help_says() {
    let help = opening(&["help", "quit"]);
    let words =
        ["moves", "rules", "board", "log", "cards", "hint", "level", "undo", "save F", "resign", "quit"];
    for word in words {
        assert!(help.lines().any(|line| line.starts_with(&format!("  {word} "))), "{word}: {help}");
    }
    assert!(help.contains("boar a1a2   moves the piece on a1 to a2"), "{help}");
    let moves = opening(&["moves", "quit"]);
    assert!(moves.contains("  #1  ox a1a2\n") && moves.contains(" #10  "), "{moves}");
    assert!(opening(&["rules", "quit"]).contains("the Way of the Stone"));
    assert!(opening(&["log", "quit"]).contains("nothing has been played yet"));
    assert!(opening(&["#1", "log", "quit"]).contains("  1  You: ox a1a2"));
    assert!(opening(&["cards", "quit"]).contains("board shows everything"));
    let levels = opening(&["level", "level esy", "level easy", "level", "quit"]);
    assert!(levels.contains("  beginner  ") && levels.contains("did you mean easy?"), "{levels}");
    assert!(
        levels.contains("the opponents are now of level easy (") && levels.contains("* easy "),
        "{levels}"
    );
    let boards = |text: &str| text.matches("You are to move").count();
    assert_eq!((boards(&opening(&["quit"])), boards(&opening(&["board", "board", "quit"]))), (1, 3));
    assert!(opening(&["resign", "boar a1a2"]).contains("You resigned.\n"));
    assert!(opening(&["save", "quit"]).contains("save where? type save FILE"));
}

#[test]
fn a_hint_ranks_the_moves() {
    for agent in ["mcts:iters=200", "alphabeta:nodes=2000"] {
        let args = ["onitama5", "--position", OPENING, "--against", agent];
        let text = play(&args, &["hint", "quit"]).fine();
        // A depth-first search counts nodes and has no visits of a move to show.
        assert_eq!(text.contains("visits"), agent.starts_with("mcts"), "{text}");
        let rows = text.lines().filter(|line| line.starts_with("ox ") || line.starts_with("boar ")).count();
        assert_eq!(rows, 8, "the eight best: {text}");
        assert!(text.contains("expected: "), "{text}");
    }
}

/// A person who names a card reads of that card, in the trick and in the log.
#[test]
fn the_card_that_was_named_is_told() {
    let args = ["tichu", "--position", "hand=S5,B5,S6,S7,S8,S9,G2 table=lead", "--against", "random"];
    let text = play(&args, &["S5", "log", "quit"]).fine();
    assert!(
        text.contains("You: S5\n") && text.contains("  1  You: S5\n") && !text.contains("You: B5"),
        "{text}"
    );
}

/// A beginner's level of ten iterations knows nothing worth telling.
#[test]
fn a_hint_at_a_low_level_is_by_the_strongest() {
    let text = play(&["hanamikoji", "--seed", "5", "--level", "beginner"], &["hint", "quit"]).fine();
    let rows = text.lines().skip_while(|line| !line.contains("visits")).skip(1);
    let number = |cell: &str| cell.trim().replace(',', "").parse::<u64>().ok();
    let visits = |line: &str| line.split("  ").find_map(number);
    let all: u64 = rows.map_while(visits).sum();
    assert!(all > 100, "{all} visits: {text}");
}

/// Numbers about moves that nobody compared would be made up.
#[test]
fn a_hint_without_a_search_says_so() {
    let args = ["onitama5", "--position", OPENING, "--against", "random"];
    let text = play(&args, &["hint", "quit"]).fine();
    assert!(text.contains("(by its policy, without a search)") && !text.contains("95 % interval"), "{text}");
    // The call of Grand Tichu is decided by a rule.
    let args = ["tichu", "--seed", "1", "--against", "tichu-best:iters=10"];
    let text = play(&args, &["hint", "quit"]).fine();
    assert!(text.contains("(by rule, without a search)") && !text.contains("95 % interval"), "{text}");
}

#[test]
fn undo_takes_back_the_last_own_move() {
    let nothing = opening(&["undo", "quit"]);
    assert!(nothing.contains("there is nothing of yours to take back"), "{nothing}");
    let folder = Folder::new();
    let file = folder.file("game.json");
    let save = format!("save {file}");
    opening(&["#1", "#1", "undo", "#2", "undo", "undo", "undo", &save, "quit"]);
    let saved = fs::read_to_string(&file).expect("it was saved");
    assert!(saved.contains("\"moves\": []"), "{saved}");
}

#[test]
fn the_end_of_input_leaves_the_game() {
    let text = opening(&["#1"]);
    assert!(text.ends_with("\nno more input: the game is left where it stands\n"), "{text}");
    assert!(opening(&[]).contains("no more input"));
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let folder = Folder::new();
    let file = folder.file("evening.json");
    let save = format!("save {file}");
    let before = play(
        &["onitama7", "--seed", "8", "--seat", "1", "--against", "mcts:iters=20"],
        &["#3", "#2", &save, "quit"],
    )
    .fine();
    assert!(before.contains(&format!("saved; go on with: karuta play --load {file}")), "{before}");
    let after = play(&["--load", &file], &["quit"]).fine();
    let last_board = |text: &str| {
        let start = text.rfind("side card").expect("a board");
        text[start..].split("your move>").next().map(String::from)
    };
    assert!(after.contains("(seat 1) against mcts:iters=20. Type help"), "{after}");
    assert_eq!(last_board(&after), last_board(&before));
    // Moves made before the game was saved can be taken back.
    let undone = play(&["--load", &file], &["undo", "undo", "undo", "quit"]).fine();
    assert!(undone.contains("nothing of yours to take back"), "{undone}");
}

#[test]
fn saving_where_nothing_can_be_written_leaves_the_game_on() {
    let folder = Folder::new();
    let save = format!("save {}", folder.file("missing/game.json"));
    let text = opening(&[&save, "boar a1a2", "quit"]);
    assert!(text.contains("cannot write") && text.contains("You: boar a1a2"), "{text}");
}

#[test]
fn a_saved_game_is_not_overwritten_unasked() {
    let folder = Folder::new();
    let file = folder.file("game.json");
    let (save, force) = (format!("save {file}"), format!("save --force {file}"));
    opening(&[&save, "quit"]);
    let text = opening(&["#1", &save, &force, "quit"]);
    assert!(text.contains("there is a file ") && text.contains("or save --force"), "{text}");
    let saved = fs::read_to_string(&file).expect("it was saved");
    assert!(saved.contains("ox a1a2"), "force writes over it: {saved}");
}

#[test]
fn damaged_saves_are_refused() {
    let folder = Folder::new();
    let file = folder.file("game.json");
    let save = format!("save {file}");
    play(&["onitama5", "--position", OPENING, "--against", "random"], &["boar a1a2", &save]).fine();
    let saved = fs::read_to_string(&file).expect("it was saved");
    for (from, to, says) in [
        ("boar a1a2", "boar a1a3", "ply 1: \"boar a1a3\" is no legal move"),
        ("\"seat\": 0", "\"seat\": 7", "seats are 0 to 1"),
        ("onitama5", "onitama6", "no game \"onitama6\""),
        ("random", "randm", "no agent \"randm\""),
        ("11211", "11221", "two masters"),
        ("\"moves\"", "\"movez\"", "is no saved game"),
        ("{", "", "is no saved game"),
    ] {
        assert!(saved.contains(from), "{saved}");
        fs::write(&file, saved.replacen(from, to, 1)).expect("the folder is writable");
        let line = play(&["--load", &file], &["quit"]).refusal();
        assert!(line.contains(says), "{says:?} is missing in {line}");
    }
}

/// People play by the official rules unless they name others, and are told so in the first line.
#[test]
fn the_first_line_names_the_rules() {
    for (game, says, also) in [
        ("hanamikoji", "Hanamikoji by the official rules.", "hanamikoji:rules=thesis"),
        ("hanamikoji:rules=thesis", "Hanamikoji by the rules of Hassan's thesis, at most 3 rounds.", ""),
        ("tichu", "Tichu by the official rules, to 1000 points.", "tichu:rules=report"),
        ("tichu:rules=report", "Tichu by the rules of Pestalozzi's report, a single round.", ""),
        ("daihinmin", "Daihinmin by the rules of the UECda competition, 3 games.", ""),
        ("onitama5", "Onitama on the official 5x5 board.", "onitama7"),
    ] {
        let text = play(&[game, "--against", "random", "--seed", "1"], &["quit"]).fine();
        let first = text.split("You are ").next().unwrap_or_default().replace('\n', " ");
        assert!(first.starts_with(says) && first.contains(also), "{game}: {text}");
    }
}

/// Every game has somebody to play against, strong and quick enough for a person.
#[test]
fn there_is_an_opponent_by_default() {
    for game in ["onitama5", "onitama7"] {
        let text = play(&[game, "--seed", "1"], &["quit"]).fine();
        assert!(text.contains("against "), "{text}");
    }
}
