//! Searches that ask for more memory than there is: they end in an answer or a refusal, never in an abort.
#![cfg(target_os = "linux")]

use std::process::Command;

use crate::child::{Ended, Running, karuta};

/// karuta with so many kilobytes of address space, not started yet.
fn with_little_memory(kilobytes: u32, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let limit = format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"");
    command.args(["-c", &limit, env!("CARGO_BIN_EXE_karuta")]).args(args);
    command
}

fn run(kilobytes: u32, args: &[&str]) -> Ended {
    Running::start(with_little_memory(kilobytes, args), "").ended()
}

const FULL: &str = "the tree reached its limit of memory and stopped growing";

#[test]
fn a_search_without_end_goes_on_until_it_is_stopped() {
    let args = ["match", "onitama5", "mcts:iters=1000000000000", "random", "--deals", "1"];
    let child = Running::start(with_little_memory(200_000, &args), "");
    // A few seconds fill any tree that fits into so little.
    std::thread::sleep(std::time::Duration::from_secs(4));
    child.interrupt();
    let ended = child.ended();
    assert_eq!(ended.code, Some(130), "{ended:?}");
    assert!(ended.err.contains("interrupted"), "{ended:?}");
}

#[test]
fn a_search_by_the_clock_answers() {
    let args = ["analyze", "onitama5", "--seed", "7", "--agent", "mcts:time=2s"];
    assert!(run(200_000, &args).fine().contains("expected: "));
}

#[test]
fn trees_of_every_shape_stop_growing_and_say_so() {
    for (game, agent) in [
        ("onitama5", "mcts:iters=60000,memory=1"),
        ("onitama5", "mcts:iters=60000,memory=1,solver=on,minimax=0.5,reuse=on"),
        ("onitama5", "mcts:iters=60000,memory=1,select=rave"),
        ("tichu:rules=report", "mcts:iters=20000,memory=1"),
        ("tichu:rules=report", "mcts:iters=20000,memory=1,tree=groups"),
        ("tichu:rules=report", "mcts:iters=20000,memory=1,tree=observers"),
        ("tichu:rules=report", "mcts:iters=20000,memory=1,tree=(graph:by=information)"),
    ] {
        let ended = karuta(&["analyze", game, "--seed", "7", "--agent", agent]);
        assert!(format!("{}{}", ended.out, ended.err).contains(FULL), "{agent}: {ended:?}");
        ended.fine();
    }
}

#[test]
fn a_search_that_is_content_with_what_there_is_says_nothing() {
    let ended = karuta(&["analyze", "onitama5", "--seed", "7", "--agent", "mcts:iters=1000,memory=1"]);
    assert!(!format!("{}{}", ended.out, ended.err).contains(FULL), "{ended:?}");
}

#[test]
fn what_cannot_fit_is_refused_or_made_smaller() {
    for (game, agent) in [
        ("onitama5", "alphabeta:nodes=1000,table=65536"),
        ("tichu", "flat:iters=10,worlds=1000000"),
        ("tichu", "mcts:iters=10,worlds=1000000"),
        ("onitama5", "mcts:iters=100,threads=256"),
        ("hanamikoji", "census:agent=random,limit=1000000"),
    ] {
        let ended = run(200_000, &["analyze", game, "--seed", "7", "--agent", agent]);
        match ended.code {
            Some(0) => {}
            _ => assert!(ended.refusal().contains("memory"), "{agent}"),
        }
    }
}
