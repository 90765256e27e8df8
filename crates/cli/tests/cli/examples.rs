//! The programs in `examples/`: each runs, prints what its reader is promised, and is short.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Output of an example, given these arguments and this input.
fn example(name: &str, args: &[&str], input: &str) -> String {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // For the whole workspace, as the tests are built: for one package alone features may differ, and everything
    // would be compiled once more.
    cargo
        .args(["build", "--quiet", "--workspace", "--example", name])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    assert!(cargo.status().expect("cargo runs").success(), "{name} does not compile");
    let programs = Path::new(env!("CARGO_BIN_EXE_karuta")).parent().expect("programs are in a folder");
    let mut program = Command::new(programs.join("examples").join(name));
    let mut child =
        program.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the example runs");
    child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("the example reads");
    let output = child.wait_with_output().expect("the example ends");
    assert!(output.status.success(), "{name} {args:?} failed");
    String::from_utf8(output.stdout).expect("examples print UTF-8")
}

fn assert_says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{word:?} is missing in:\n{text}");
    }
}

#[test]
fn a_match_is_played() {
    let text = example("play_a_match", &[], "");
    assert_eq!(text.lines().filter(|line| line.starts_with("deal ")).count(), 10, "{text}");
    assert_says(&text, &["wins after", "mcts:iters=200: ", "random: "]);
}

#[test]
fn a_position_is_analysed() {
    let text = example("analyse_a_position", &[], "");
    assert_says(&text, &["side card", "expected payoff", "best: "]);
}

#[test]
fn an_agent_of_ones_own_is_an_agent_like_others() {
    let help = example("add_an_agent", &["agents", "tight"], "");
    assert_says(&help, &["leaves the next seat the fewest moves", "worlds"]);
    let result =
        example("add_an_agent", &["match", "onitama5", "tight:worlds=2", "random", "--deals", "2"], "");
    assert_says(&result, &["2 deals, 4 games", "tight:worlds=2"]);
}

#[test]
fn a_game_of_ones_own_is_a_game_like_others() {
    assert_says(&example("add_a_game", &["games"], ""), &["kuhn", "Kuhn's poker"]);
    let result = example("add_a_game", &["match", "kuhn", "mcts:iters=50", "random", "--deals", "3"], "");
    assert_says(&result, &["3 deals, 6 games"]);
    let best =
        example("add_a_game", &["analyze", "kuhn", "--position", "31B", "--agent", "mcts:iters=2000"], "");
    assert_says(&best, &["plays pass"]);
    // Seat 0 bets first; then the game is over, or seat 1 has passed or called.
    let played =
        example("add_a_game", &["play", "kuhn", "--seed", "3", "--against", "mcts:iters=50"], "bet\n");
    assert_says(&played, &["Player 1", "bet", "you "]);
}

#[test]
fn examples_are_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let names = ["play_a_match", "add_a_game", "add_an_agent", "analyse_a_position"];
    for name in names {
        let text = std::fs::read_to_string(folder.join(name).with_extension("rs")).expect("it is there");
        assert!(text.lines().count() < 100, "{name} has {} lines", text.lines().count());
    }
    assert_eq!(std::fs::read_dir(folder).expect("it is there").count(), names.len());
}
