//! Records: `--out`, what is refused, disks that fill up, and `export`.

use std::fs;
use std::process::Stdio;

use serde_json::Value;

use crate::child::{Folder, command, karuta};
use crate::figures::{json, json_without_times, text_without_times};

const PLAN: &[&str] = &["match", "onitama5", "mcts:iters=10", "random"];

fn run(more: &[&str]) -> String {
    karuta(&[PLAN, more].concat()).fine()
}

#[test]
fn a_record_changes_nothing_and_is_played_once() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    let plain = run(&["--deals", "8", "--json"]);
    let first = run(&["--deals", "8", "--json", "--out", &file]);
    assert_eq!(json_without_times(&first), json_without_times(&plain));
    let written = folder.contents();
    assert_eq!(written.len(), 1, "one plain file is left");

    // Now times agree as well: they are those of the record, for nothing is played again.
    assert_eq!(run(&["--deals", "8", "--json", "--out", &file]), first);
    let text = run(&["--deals", "8", "--out", &file]);
    assert_eq!(run(&["--deals", "8", "--out", &file, "--threads", "1"]), text);
    assert_eq!(text_without_times(&text), text_without_times(&run(&["--deals", "8"])));
}

#[test]
fn runs_of_any_length_share_a_record() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    for deals in ["3", "8", "5"] {
        let recorded = run(&["--deals", deals, "--json", "--out", &file]);
        let plain = run(&["--deals", deals, "--json"]);
        assert_eq!(json_without_times(&recorded), json_without_times(&plain), "{deals} deals");
    }
}

#[test]
fn two_runs_may_share_a_record() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    let args = [PLAN, &["--deals", "200", "--json", "--out", &file]].concat();
    let [first, second] = std::thread::scope(|scope| {
        let runs = [scope.spawn(|| karuta(&args).fine()), scope.spawn(|| karuta(&args).fine())];
        runs.map(|run| run.join().expect("both go well"))
    });
    let plain = json_without_times(&run(&["--deals", "200", "--json"]));
    assert_eq!(json_without_times(&first), plain);
    assert_eq!(json_without_times(&second), plain);
    assert_eq!(karuta(&["export", &file]).fine().lines().count(), 400, "no game counts twice");
}

#[test]
fn the_record_of_another_plan_is_refused_and_left_alone() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    run(&["--deals", "2", "--out", &file]);
    let before = folder.contents();
    for (other, differs) in [
        (vec!["match", "onitama5", "mcts:iters=10", "random", "--seed", "2"], "seed 2"),
        (vec!["match", "onitama5", "mcts:iters=11", "random"], "mcts:iters=11 against random"),
        (vec!["match", "onitama5", "random", "mcts:iters=10"], "random against mcts:iters=10"),
        (vec!["match", "onitama7", "mcts:iters=10", "random"], "onitama7: "),
        (vec!["match", "onitama5:cap=50", "mcts:iters=10", "random"], "onitama5:cap=50: "),
        (vec!["tournament", "onitama5", "priority", "random"], "priority against random"),
    ] {
        let args = [other, vec!["--deals", "2", "--out", &file]].concat();
        let line = karuta(&args).refusal();
        for words in ["match.db", "belongs to another plan", "mcts:iters=10 against random, seed 1", differs]
        {
            assert!(line.contains(words), "{words:?} is missing in {line}");
        }
        assert!(line.contains("name another file"), "{line}");
        assert!(folder.contents() == before, "refusing changed the folder");
    }
}

#[test]
fn files_that_are_no_records_are_refused_and_left_alone() {
    let folder = Folder::new();
    let record = folder.file("match.db");
    run(&["--deals", "40", "--out", &record]);
    let whole = fs::read(&record).expect("it was written");
    fs::remove_file(&record).expect("it is ours");
    let file = folder.file("other.db");
    let garbage: Vec<u8> = (0..20_000u32).map(|n| (n * n % 251) as u8).collect();
    let cases: Vec<(&str, &[u8])> = vec![
        ("is not a karuta record", b"notes\n"),
        ("is not a karuta record", &garbage),
        ("is not a karuta record", &whole[..50]),
        ("is damaged", &whole[..whole.len() / 2]),
        ("is damaged", &whole[..whole.len() - 1]),
    ];
    for (says, bytes) in cases {
        fs::write(&file, bytes).expect("the folder is writable");
        let before = folder.contents();
        let written = karuta(&[PLAN, &["--deals", "2", "--out", &file]].concat()).refusal();
        let read = karuta(&["export", &file]).refusal();
        for line in [written, read] {
            assert!(line.contains("other.db") && line.contains(says), "{says:?} is missing in {line}");
            assert!(line.contains("name another file"), "{line}");
        }
        assert!(folder.contents() == before, "refusing changed the folder");
    }
}

#[test]
fn places_that_cannot_be_written_are_refused() {
    let folder = Folder::new();
    fs::write(folder.file("file"), "x").expect("the folder is writable");
    let places = [folder.file("missing/match.db"), folder.file("file/match.db"), folder.file(".")];
    for place in &places {
        let line = karuta(&[PLAN, &["--deals", "2", "--out", place]].concat()).refusal();
        assert!(line.contains(place.as_str()), "{line}");
    }
    #[cfg(target_os = "linux")]
    {
        let line = karuta(&[PLAN, &["--deals", "2", "--out", "/dev/full"]].concat()).refusal();
        assert!(line.contains("something other than a plain file; name another file"), "{line}");
    }
}

/// karuta in a shell that lets no file grow beyond so many blocks of 512 or 1024 bytes.
#[cfg(unix)]
fn cramped(blocks: u32, args: &[&str]) -> std::process::Command {
    let mut shell = std::process::Command::new("sh");
    // Without the trap the limit would end the program instead of failing the write.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_karuta")]).args(args);
    shell
}

#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_loses_nothing() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    run(&["--deals", "20", "--out", &file]);
    let args = [PLAN, &["--deals", "400", "--json", "--out", &file]].concat();
    let line = crate::child::Running::start(cramped(200, &args), "").ended().refusal();
    assert!(line.contains("match.db") && line.contains("what it holds is safe"), "{line}");
    assert!(line.contains("the same command continues it"), "{line}");
    let kept = karuta(&["export", &file]).fine().lines().count();
    assert!((40..800).contains(&kept), "{kept} games were kept");
    // With room again the same command goes on.
    let resumed = karuta(&args).fine();
    assert_eq!(json_without_times(&resumed), json_without_times(&run(&["--deals", "400", "--json"])));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    for args in [&["games"][..], &["agents", "--markdown"], &["perft", "onitama5", "--depth", "2"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = command(args).stdout(full).output().expect("karuta runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.lines().count() == 1 && said.contains("No space left"), "{args:?}: {said}");
    }
}

#[test]
fn records_are_exported_as_json_lines() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    let result = json(&run(&["--deals", "6", "--json", "--out", &file]));
    let lines = karuta(&["export", &file, "--format", "jsonl"]).fine();
    assert_eq!(karuta(&["export", &file]).fine(), lines, "it is the default");
    let games: Vec<Value> = lines.lines().map(json).collect();
    assert_eq!(games.len(), 12);
    let mut sum = 0.0;
    for (at, game) in games.iter().enumerate() {
        assert_eq!((&game["deal"], &game["rotation"]), (&(at / 2).into(), &(at % 2).into()));
        assert_eq!((&game["game"], &game["seed"]), (&"onitama5".into(), &1.into()));
        let moves = game["moves"].as_array().expect("a list");
        assert_eq!(game["plies"], moves.len());
        // Onitama alternates; the seat that moves first is part of the position.
        let seats = game["seats"].as_array().expect("a list");
        assert_eq!(seats.len(), moves.len());
        assert!(seats.windows(2).all(|pair| pair[0] != pair[1]), "{seats:?}");
        let spent: u64 = game["spent"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum();
        let iterations = |seat: usize| game["effort"][seat]["iterations"].as_u64().expect("a count");
        assert_eq!(spent, iterations(0) + iterations(1));
        assert!(spent > 0 && game["effort"][0]["nodes"] == 0);
        let contestants = game["contestants"].as_array().expect("a list");
        let seat = contestants.iter().position(|spec| spec == "mcts:iters=10").expect("it played");
        sum += game["payoffs"][seat].as_f64().expect("a payoff");
    }
    assert_eq!(Some(sum / 12.0), result["contestants"][0]["score"].as_f64());
    // Both games of a deal start from the same position.
    assert!(games.chunks(2).all(|pair| pair[0]["start"] == pair[1]["start"]));
    assert_ne!(games[0]["start"], games[2]["start"]);
}

/// The fields of a CSV line.
fn fields(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut is_quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                out.last_mut().expect("never empty").push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => out.push(String::new()),
            _ => out.last_mut().expect("never empty").push(c),
        }
    }
    assert!(!is_quoted, "a quote is open in {line}");
    out
}

#[test]
fn records_are_exported_as_csv() {
    let folder = Folder::new();
    let file = folder.file("tournament.db");
    let agents = ["mcts:iters=5,playout=priority", "random", "priority"];
    karuta(&[&["tournament", "onitama5"], &agents[..], &["--deals", "3", "--out", &file]].concat()).fine();
    let text = karuta(&["export", &file, "--format", "csv"]).fine();
    let mut lines = text.lines().map(fields);
    let head = lines.next().expect("a head");
    let column = |name: &str| head.iter().position(|cell| cell == name).expect("the column is there");
    let rows: Vec<Vec<String>> = lines.collect();
    // Three pairings, three deals, two seatings, two seats.
    assert_eq!(rows.len(), 3 * 3 * 2 * 2);
    for row in &rows {
        assert_eq!(row.len(), head.len(), "{row:?}");
        assert!(agents.contains(&row[column("contestant")].as_str()), "{row:?}");
        assert!(row[column("payoff")].parse::<f64>().is_ok_and(|x| (0.0..=1.0).contains(&x)), "{row:?}");
        assert!(row[column("seconds")].parse::<f64>().is_ok(), "{row:?}");
        assert!(row[column("cpu_seconds")].parse::<f64>().is_ok_and(|spent| spent > 0.0), "{row:?}");
        assert!(row[column("plies")].parse::<u32>().is_ok_and(|plies| plies > 0), "{row:?}");
        assert!(row[column("start")].split(' ').count() >= 3, "{row:?}");
        assert!(row[column("capped")].parse::<f64>().is_ok(), "{row:?}");
        let [iterations, nodes] = ["iterations", "nodes"].map(|name| row[column(name)].as_str());
        assert_eq!(
            (iterations != "0", nodes),
            (row[column("contestant")].starts_with("mcts"), "0"),
            "{row:?}"
        );
    }
}

/// The same command with another net under the same name: what was played before is not mixed with it.
#[test]
fn agents_that_changed_are_not_mixed() {
    let folder = Folder::new();
    let (file, net) = (folder.file("match.db"), folder.file("net"));
    let train = |seed: &str, out: &str| {
        let learner = ["--learner", "dmc:hidden=4,games=2", "--steps", "2", "--deals", "1", "--seed", seed];
        karuta(&[&["train", "hanamikoji"], &learner[..], &["--out", out]].concat()).fine();
    };
    train("1", &net);
    let spec = format!("dmc:net={net}");
    let args = ["match", "hanamikoji", &spec, "random", "--deals", "2", "--out", &file];
    let first = karuta(&args).fine();
    assert_eq!(karuta(&args).fine(), first, "the same net goes on");
    train("2", &folder.file("other"));
    fs::copy(folder.file("other"), &net).expect("both are ours");
    let before = fs::read(&file).expect("it is there");
    let line = karuta(&args).refusal();
    for words in ["match.db", "would mix", "has other content now in", "name another file"] {
        assert!(line.contains(words), "{words:?} is missing in {line}");
    }
    assert_eq!(fs::read(&file).expect("it is there"), before);
}

/// Records whose JSON is valid and whose content is not.
#[test]
fn groups_that_make_no_sense_are_named() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    run(&["--deals", "3", "--out", &file]);
    let whole = fs::read(&file).expect("it was written");
    for (change, words) in [
        ("json_set(record, '$.games', json('[]'))", "it has 0 games instead of 2"),
        ("json_remove(record, '$.games[1].payoffs')", "missing field `payoffs`"),
        ("json_remove(record, '$.games[1].payoffs[0]')", "1 payoffs instead of 2"),
        ("json_set(record, '$.games[0].payoffs[0]', 1e308)", "payoff 1e308"),
        ("json_set(record, '$.games[0].seating[0]', 9)", "contestant 9"),
        ("json_remove(record, '$.games[0].effort[0]')", "1 efforts instead of 2"),
    ] {
        fs::write(&file, &whole).expect("it is ours");
        let edited = rusqlite::Connection::open(&file).expect("it is SQLite");
        edited
            .execute(&format!("UPDATE deal_group SET record = {change} WHERE number = 1"), [])
            .expect("SQL");
        drop(edited);
        let read = karuta(&["export", &file]).damage();
        let resumed = karuta(&[PLAN, &["--deals", "3", "--out", &file]].concat()).damage();
        for line in [read, resumed] {
            assert!(line.contains("group 1 makes no sense") && line.contains(words), "{words:?}: {line}");
        }
    }
    // The moves of a game that is otherwise in order.
    fs::write(&file, &whole).expect("it is ours");
    let edited = rusqlite::Connection::open(&file).expect("it is SQLite");
    let moves =
        "UPDATE deal_group SET record = json_set(record, '$.games[0].moves[0]', 'a9b9') WHERE number = 1";
    edited.execute(moves, []).expect("SQL");
    drop(edited);
    let line = karuta(&["export", &file]).damage();
    assert!(line.contains("group 1, game 1 does not follow the rules"), "{line}");
}

#[test]
fn whoever_closes_the_pipe_has_read_enough() {
    let folder = Folder::new();
    let file = folder.file("match.db");
    // More than a pipe holds, so that writing must fail.
    run(&["--deals", "150", "--out", &file]);
    for format in ["jsonl", "csv"] {
        let mut child = command(&["export", &file, "--format", format])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("karuta starts");
        drop(child.stdout.take());
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
        assert_eq!(ended.status.code(), Some(0));
    }
}
