//! Runs divided into chunks and joined again: what comes out is what one process would have played, times aside, and
//! what does not belong together is refused by name.

use std::fs;

use serde_json::Value;

use crate::child::{Folder, karuta};
use crate::figures::{json, json_without_times};

const MATCH: &[&str] = &["match", "onitama5", "mcts:iters=20", "random", "--deals", "10"];
const TOURNAMENT: &[&str] =
    &["tournament", "onitama5", "mcts:iters=10", "priority", "random", "--deals", "7"];

/// Plays a chunk into a file of its own.
fn play(plan: &[&str], folder: &Folder, chunk: &str) -> String {
    let file = folder.file(&format!("chunk-{}.db", chunk.replace('/', "-of-")));
    let said = karuta(&[plan, &["--threads", "1", "--chunk", chunk, "--out", &file]].concat()).fine();
    assert!(said.contains(&format!("holds chunk {chunk}")), "{said}");
    file
}

/// All games of a record, without times.
fn games(file: &str) -> Vec<Value> {
    let lines = karuta(&["export", file]).fine();
    let without_times = |line: &str| {
        let mut game = json(line);
        for effort in game["effort"].as_array_mut().expect("a list") {
            effort["nanos"] = 0.into();
            effort["cpu_nanos"] = 0.into();
        }
        game
    };
    lines.lines().map(without_times).collect()
}

#[test]
fn chunks_joined_are_the_whole() {
    for plan in [MATCH, TOURNAMENT] {
        let folder = Folder::new();
        let (all, whole) = (folder.file("all.db"), folder.file("whole.db"));
        let mut parts: Vec<String> =
            ["3/3", "1/3", "2/3"].iter().map(|chunk| play(plan, &folder, chunk)).collect();
        // A chunk that is played again adds nothing, and one that is delivered twice does no harm.
        play(plan, &folder, "2/3");
        parts.push(folder.file("again.db"));
        fs::copy(&parts[0], &parts[3]).expect("the folder is writable");
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let deals = plan.last().expect("a number");
        let said = karuta(&[&["merge"], &parts[..], &["--out", &all, "--deals", deals]].concat()).fine();
        assert!(said.contains(&format!("{deals} deals")) && !said.contains("missing"), "{said}");

        let once = karuta(&[plan, &["--json", "--out", &whole]].concat()).fine();
        let joined = karuta(&[plan, &["--json", "--out", &all]].concat()).fine();
        assert_eq!(json_without_times(&joined), json_without_times(&once));
        assert_eq!(games(&all), games(&whole));
        let again = karuta(&[&["merge"], &parts[..2], &["--out", &all]].concat()).fine();
        assert_eq!(again, said, "joining once more changes nothing");
    }
}

#[test]
fn chunks_that_do_not_belong_together_are_refused_by_name() {
    let folder = Folder::new();
    let all = folder.file("all.db");
    let (one, two) = (play(MATCH, &folder, "1/2"), play(MATCH, &folder, "2/2"));
    let merge = |parts: &[&str], more: &[&str]| {
        let refusal = karuta(&[&["merge"], parts, &["--out", &all], more].concat()).refusal();
        assert!(!fs::exists(&all).expect("the folder is there"), "something was written: {refusal}");
        refusal
    };
    let other = folder.file("other.db");
    let seed = [MATCH, &["--seed", "2", "--chunk", "2/2", "--out", &other]].concat();
    karuta(&seed).fine();
    let line = merge(&[&one, &other], &[]);
    assert!(line.contains("other.db belongs to another plan") && line.contains("seed 2"), "{line}");

    let line = merge(&[&one], &["--deals", "10"]);
    assert!(line.contains("deal 1 of [onitama5: mcts:iters=20 against random, seed 1]"), "{line}");
    let line = merge(&[&one, &folder.file("none.db")], &[]);
    assert!(line.contains("none.db"), "{line}");

    let whole = fs::read(&two).expect("it was written");
    fs::write(&other, &whole[..whole.len() - 4096]).expect("it is ours");
    let line = merge(&[&one, &other], &[]);
    assert!(line.contains("other.db is damaged"), "{line}");

    for (table, change, words) in [
        ("deal_group", "record = json_set(record, '$.games[0].start', 'x')", "has another group 1 than"),
        ("plan", "spec = json_set(spec, '$.agents[0].behaviour', 'x')", "mcts:iters=20 makes other moves"),
        ("plan", "spec = json_set(spec, '$.agents[1].spec', 'x')", "random was x then and is random now"),
        ("plan", "spec = json_set(spec, '$.agents[0].files.net', 'x')", "no longer uses net"),
    ] {
        fs::write(&other, &whole).expect("it is ours");
        let edited = rusqlite::Connection::open(&other).expect("it is SQLite");
        edited.execute(&format!("UPDATE {table} SET {change}"), []).expect("SQL");
        drop(edited);
        let line = merge(&[&one, &two, &other], &[]);
        assert!(line.contains("other.db") && line.contains(words), "{words:?}: {line}");
    }
}

#[test]
fn games_by_the_clock_are_joined_only_on_demand() {
    let folder = Folder::new();
    let all = folder.file("all.db");
    let timed = ["match", "onitama5", "mcts:time=1ms", "random", "--deals", "2"];
    let parts = [play(&timed, &folder, "1/2"), play(&timed, &folder, "2/2")];
    let args = ["merge", &parts[0], &parts[1], "--out", &all];
    let line = karuta(&args).refusal();
    assert!(line.contains("mcts:time=1ms goes by the clock") && line.contains("--allow-time"), "{line}");
    karuta(&[&args[..], &["--allow-time", "--deals", "2"]].concat()).fine();
}

#[test]
fn a_test_looks_at_the_chunks_that_are_there() {
    let folder = Folder::new();
    let all = folder.file("all.db");
    let plan = ["tournament", "onitama5", "priority", "random", "--deals", "60"];
    let test = ["--sprt", "elo0=0,elo1=100"];
    let first = play(&plan, &folder, "1/2");
    let said = karuta(&[&["merge", &first, "--out", &all], &test[..]].concat()).fine();
    assert!(said.contains("SPRT after 1 deals: undecided"), "{said}");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("29 before the last are missing, the first is deal 1"), "{said}");
    let second = play(&plan, &folder, "2/2");
    let said = karuta(&[&["merge", &second, "--out", &all], &test[..]].concat()).fine();
    let whole = karuta(&[&plan[..], &test[..]].concat()).fine();
    assert_eq!(said.lines().last(), whole.lines().last());
    let refusal = karuta(&[&plan[..], &test[..], &["--chunk", "1/2", "--out", &all]].concat()).refusal();
    assert!(refusal.contains("--chunk"), "{refusal}");
}

#[test]
fn a_plan_is_commands_that_can_be_run() {
    let text =
        karuta(&["plan", "match", "onitama5", "mcts:iters=20", "random", "--deals", "10", "--chunks", "3"]);
    assert!(text.err.contains("karuta merge chunk-1-of-3.db"), "{}", text.err);
    let text = text.fine();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.lines().all(|line| line.ends_with(" CPU-minutes")), "{text}");

    let plan = karuta(&[&["plan"], MATCH, &["--chunks=3", "--json"]].concat()).fine();
    let plan = json(&plan);
    let words = |value: &Value| -> Vec<String> {
        let words = value.as_array().expect("words");
        words.iter().skip(1).map(|word| word.as_str().expect("a word").to_string()).collect()
    };
    let folder = Folder::new();
    for chunk in plan["chunks"].as_array().expect("chunks") {
        assert!(chunk["cpu_minutes"].as_f64().is_some_and(|minutes| minutes > 0.0), "{chunk}");
        run_in(&folder, &words(&chunk["command"]));
    }
    run_in(&folder, &words(&plan["merge"]));
    let whole = folder.file("whole.db");
    karuta(&[MATCH, &["--out", &whole]].concat()).fine();
    assert_eq!(games(&folder.file("all.db")), games(&whole));

    let lab = karuta(&["plan", "lab", "onitama/table-5-2", "--size", "full", "--chunks", "200"]).fine();
    let first = lab.lines().next().expect("a line");
    assert!(
        first.starts_with("karuta lab run onitama/table-5-2 --size full --threads 1 --chunk 1/65"),
        "{first}"
    );
    assert_eq!(lab.lines().count(), 65, "a deal is never divided");
}

fn run_in(folder: &Folder, words: &[String]) {
    let mut command = crate::child::command(words);
    command.current_dir(folder.file(""));
    crate::child::Running::start(command, "").ended().fine();
}
