//! A machine that starts no threads: the program goes on without, or says so in one line.
#![cfg(unix)]

use crate::child::{Ended, Folder, Running, command};

/// Runs karuta where no thread can be started, since each would ask for more memory than there is.
fn without_threads(args: &[&str]) -> Ended {
    let mut command = command(args);
    command.env("RUST_MIN_STACK", "100000000000000");
    Running::start(command, "").ended()
}

#[test]
fn a_match_says_so_in_one_line() {
    let refused = without_threads(&["match", "onitama5", "random", "random", "--threads", "2"]).refusal();
    assert!(refused.contains("cannot start 2 threads"), "{refused}");
    let refused = without_threads(&["serve", "--port", "0", "--forget"]).refusal();
    assert!(refused.contains("cannot start a thread"), "{refused}");
}

#[test]
fn searches_and_trainings_go_on_without() {
    let args = ["analyze", "onitama5", "--seed", "7", "--agent", "mcts:iters=200,threads=4"];
    assert!(without_threads(&args).fine().contains("200 iterations"));
    let folder = Folder::new();
    let (one, other) = (folder.file("one.safetensors"), folder.file("other.safetensors"));
    let args = |out| {
        let learner = "dmc:hidden=8";
        [
            "train",
            "hanamikoji",
            "--learner",
            learner,
            "--steps",
            "40",
            "--threads",
            "2",
            "--deals",
            "4",
            "--out",
            out,
        ]
    };
    without_threads(&args(&one)).fine();
    Running::start(command(&args(&other)), "").ended().fine();
    assert_eq!(std::fs::read(one).expect("a net"), std::fs::read(other).expect("a net"));
}
