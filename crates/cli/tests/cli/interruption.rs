//! Runs that are ended in the middle, gently or not, and taken up again: what they print in the end
//! is what an uninterrupted run prints, times aside.
#![cfg(unix)]

use std::path::Path;
use std::time::{Duration, Instant};

use karuta_records::record::{RecordError, Store};

use crate::child::{Folder, Running, command, karuta};
use crate::figures::{json, json_without_times, text_without_times};

/// Enough work to be ended in the middle several times.
const PLAN: &[&str] =
    &["match", "onitama5", "mcts:iters=250,playout=priority", "mcts:iters=200", "--deals", "60"];

/// The number of deals in a record by now.
fn recorded(path: &str) -> usize {
    let mut count = 0;
    // There may be no record yet.
    if let Ok(reader) = Store::read(Path::new(path)) {
        let counted = reader.each_group(|_, _| {
            count += 1;
            Ok::<_, RecordError>(())
        });
        counted.expect("what is there can be read");
    }
    count
}

/// The number of plans in a record by now.
#[cfg(target_os = "linux")]
fn recorded_plans(path: &str) -> usize {
    Store::read(Path::new(path)).map_or(0, |reader| reader.plans().len())
}

/// Starts `args` and waits until its record has grown; `None` if it ended before.
fn started(args: &[&str], file: &str) -> Option<Running> {
    let before = recorded(file);
    let mut child = Running::start(command(args), "");
    child.until(|_| recorded(file) > before + 2).then_some(child)
}

#[test]
fn kill_loses_nothing_that_matters() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    let mut kills = 0;
    for threads in ["1", "2", "2", "1", "2"] {
        let args = [PLAN, &["--threads", threads, "--out", &file]].concat();
        if let Some(child) = started(&args, &file) {
            child.kill();
            kills += usize::from(recorded(&file) < 60);
        }
    }
    assert!(kills >= 3, "only {kills} kills were in the middle");

    let resumed = karuta(&[PLAN, &["--json", "--out", &file]].concat()).fine();
    let whole = karuta(&[PLAN, &["--json"]].concat()).fine();
    assert_eq!(json_without_times(&resumed), json_without_times(&whole));
    assert_eq!(json(&resumed)["deals"], 60);
    assert_eq!(recorded(&file), 60);
    assert_eq!(folder.contents().len(), 1, "one plain file is left");

    let resumed = karuta(&[PLAN, &["--out", &file]].concat()).fine();
    let whole = karuta(PLAN).fine();
    assert_eq!(text_without_times(&resumed), text_without_times(&whole));
}

#[test]
fn an_interrupted_analysis_shows_what_it_has_found() {
    let args = ["analyze", "onitama5", "--seed", "7", "--agent", "mcts:time=300s"];
    let child = Running::start(command(&args), "");
    std::thread::sleep(Duration::from_secs(2));
    child.interrupt();
    let found = child.ended().fine();
    assert!(found.contains(" iterations, in ") && found.contains("95 % interval"), "{found}");
}

#[test]
fn ctrl_c_keeps_what_is_finished_and_says_how_to_go_on() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    let args = [PLAN, &["--seed", "4", "--json", "--out", &file]].concat();
    let child = started(&args, &file).expect("there is more to do");
    child.interrupt();
    let ended = child.ended();
    assert_eq!(ended.code, Some(130), "{}", ended.err);
    assert!(ended.err.contains("match.db keeps what is finished"), "{}", ended.err);
    assert!(ended.err.contains("run the same command to resume"), "{}", ended.err);
    // The output is about the deals it finished, all of which are in the record.
    let deals = json(&ended.out)["deals"].as_u64().expect("a number") as usize;
    assert!(deals > 0 && deals < 60, "{deals} deals");
    assert_eq!(recorded(&file), deals);
    assert_eq!(folder.contents().len(), 1, "one plain file is left");

    let resumed = karuta(&args).fine();
    let whole = karuta(&[PLAN, &["--seed", "4", "--json"]].concat()).fine();
    assert_eq!(json_without_times(&resumed), json_without_times(&whole));
}

/// True once a process handles Ctrl-C itself; before that it would just end.
#[cfg(target_os = "linux")]
fn catches_ctrl_c(child: &Running) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_without_a_record_says_what_would_have_helped() {
    let args = ["match", "onitama5", "random", "mcts:iters=200", "--deals", "100000"];
    let mut child = Running::start(command(&args), "");
    assert!(child.until(catches_ctrl_c), "it ended by itself");
    child.interrupt();
    let ended = child.ended();
    assert_eq!(ended.code, Some(130), "{}", ended.err);
    assert!(ended.err.contains("with --out FILE.db it can be resumed"), "{}", ended.err);
    assert!(ended.out.starts_with("onitama5: "), "{}", ended.out);
}

/// Matches in which somebody thinks for an hour.
#[cfg(target_os = "linux")]
const ENDLESS: [&[&str]; 9] = [
    &["onitama7", "mcts:time=1h", "mcts:time=1h"],
    &["onitama5", "mcts:time=1h,threads=2", "random"],
    &["onitama5", "alphabeta:time=1h", "random"],
    &["onitama5", "minimax:depth=12", "random"],
    &["hanamikoji", "flat:time=1h", "random"],
    &["hanamikoji", "hanamikoji-best:time=1h", "random"],
    &["hanamikoji", "worlds:n=1000000", "random"],
    &["daihinmin", "daihinmin-best:time=1h", "random", "random", "random", "random"],
    &["tichu", "tichu-best:time=1h", "random"],
];

/// Ctrl-C, once or again and again, ends a decision of an hour, and what is finished is printed. The bound is
/// not the fifth of a second it takes but what a busy machine never needs.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_long_decision_and_repeating_it_loses_nothing() {
    for (at, args) in ENDLESS.iter().enumerate() {
        let folder = Folder::new();
        let file = folder.file("match.db");
        let mut child = Running::start(command(&[&["match"], *args, &["--out", &file]].concat()), "");
        assert!(
            child.until(|child| recorded_plans(&file) == 1 && catches_ctrl_c(child)),
            "it ended by itself: {}",
            child.err()
        );
        let began = Instant::now();
        let ended = if at % 2 == 0 {
            child.interrupt_until_ended()
        } else {
            child.interrupt();
            child.ended()
        };
        assert!(began.elapsed() < Duration::from_secs(20), "{args:?} took {:?}", began.elapsed());
        assert_eq!(ended.code, Some(130), "{args:?}: {}", ended.err);
        assert!(ended.out.contains("0 deals, 0 games, seed 1"), "{args:?}: {}", ended.out);
        assert!(ended.err.contains("match.db keeps what is finished"), "{args:?}: {}", ended.err);
        assert_eq!(karuta(&["export", &file]).fine(), "", "the record is whole, and empty");
    }
}

/// A person's Ctrl-C ends decisions; one more right after it ends neither the next decision nor the game.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_again_and_again_does_not_lose_a_game() {
    let args = ["play", "onitama5:starts=0", "--against", "mcts:time=1h", "--seed", "3"];
    let mut child = Running::start(command(&args), "#1\n#1\nboard\nquit\n");
    assert!(child.until(|child| child.out().contains("You: ")), "it ended by itself: {}", child.err());
    let ended = child.interrupt_until_ended();
    assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
    assert_eq!(ended.out.matches("You: ").count(), 2, "{}", ended.out);
    assert_eq!(ended.out.matches("Red: ").count(), 2, "both were answered: {}", ended.out);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_long_decisions_of_tournaments_and_experiments() {
    let folder = Folder::new();
    let experiment = folder.file("own.toml");
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../experiments/onitama/table-5-2.toml"
    ));
    std::fs::write(
        &experiment,
        text.expect("it is part of the source").replace("iters=200000", "iters=1000000000"),
    )
    .expect("the folder is writable");
    let results = folder.file("results");
    let tournament = ["tournament", "onitama5", "mcts:time=1h", "random"];
    let lab = ["lab", "run", &experiment, "--size", "full", "--out", &results];
    for args in [&tournament[..], &lab[..]] {
        let mut child = Running::start(command(args), "");
        assert!(child.until(catches_ctrl_c), "it ended by itself: {}", child.err());
        let began = Instant::now();
        let ended = child.interrupt_until_ended();
        assert!(began.elapsed() < Duration::from_secs(20), "{args:?} took {:?}", began.elapsed());
        assert_eq!(ended.code, Some(130), "{args:?}: {}", ended.err);
        assert!(ended.err.contains("finished"), "{args:?}: {}", ended.err);
    }
}

#[test]
fn a_killed_tournament_is_taken_up_again() {
    let folder = Folder::new();
    let file = folder.file("tournament.db");
    let plan = &["tournament", "onitama5", "mcts:iters=150", "mcts:iters=100", "priority", "--deals", "20"];
    for _ in 0..2 {
        started(&[&plan[..], &["--out", &file]].concat(), &file).expect("there is more to do").kill();
    }
    assert!(recorded(&file) < 60);
    let resumed = karuta(&[&plan[..], &["--json", "--out", &file]].concat()).fine();
    let whole = karuta(&[&plan[..], &["--json"]].concat()).fine();
    assert_eq!(json_without_times(&resumed), json_without_times(&whole));
}
