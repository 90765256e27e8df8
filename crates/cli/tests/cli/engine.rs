//! Engines: karuta as one, karuta with others, and others that are wrong in every way there is.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use karuta_agents::any::Start;
use karuta_arena::registry;
use karuta_playable::playable::Purpose;
use serde_json::Value;

use crate::child::{Folder, Running, command, karuta, karuta_told};

const KARUTA: &str = env!("CARGO_BIN_EXE_karuta");

/// The moves and payoffs of a match, without what agents are called and what it took.
fn played(game: &str, agents: &[&str]) -> Vec<Value> {
    let folder = Folder::new();
    let file = folder.file("match.db");
    let args = [&["match", game], agents, &["--deals", "1", "--seed", "5", "--out", &file]].concat();
    karuta(&args).fine();
    let games = karuta(&["export", &file]).fine();
    let strip = |line: &str| {
        let mut game: Value = serde_json::from_str(line).expect("export writes JSON");
        for key in ["contestants", "effort"] {
            game.as_object_mut().expect("an object").remove(key);
        }
        game
    };
    games.lines().map(strip).collect()
}

/// The agents that the games name themselves: levels, best ones and nets, with budgets that are counted.
#[test]
fn a_match_through_the_protocol_is_the_match_inside() {
    for (game, others, agents) in [
        ("onitama5", 1, &["alphabeta:nodes=300", "mcts:iters=30", "onitama-mcts:iters=40", "heuristic"][..]),
        ("onitama7", 1, &["alphabeta:nodes=100", "thesis-mcts:iters=30"]),
        ("hanamikoji", 1, &["hanamikoji-best:iters=30", "mcts:iters=50"]),
        ("hanamikoji:rules=official", 1, &["hanamikoji-best:iters=30", "mcts:iters=10"]),
        (
            "daihinmin:games=2",
            4,
            &["daihinmin-best:iters=20", "snowl:iters=20", "naive-mc:iters=20", "default", "eager"],
        ),
        ("tichu", 1, &["tichu-best:iters=20", "balanced-random", "simple"]),
        ("tichu:rules=report", 1, &["tichu-best:iters=10", "report-mcts:iters=10"]),
    ] {
        for agent in agents {
            let outside = format!("exec:cmd=({KARUTA} engine --agent {agent}),rng=shared");
            let against = |agent| [vec![agent], vec!["random"; others]].concat();
            assert_eq!(played(game, &against(agent)), played(game, &against(&outside)), "{game} {agent}");
        }
    }
}

/// An engine in the shell's own words that is wrong in the way its first argument says.
const WRONG: &str = r#"
while read -r line; do
  case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"wrong","games":["*"]}' ;;
    *'"type":"game"'*) echo '{"type":"ready"}' ;;
    *'"type":"go"'*)
      id=${line#*\"id\":}; id=${id%%,*}
      mv=${line#*\"legal\":\[\[\"}; mv=${mv%%\"*}
      case $1 in
        crash) exit 1 ;;
        stall) sleep 600 ;;
        late) echo "{\"type\":\"move\",\"id\":$((id - 1)),\"move\":\"$mv\"}" ;;
        illegal) echo "{\"type\":\"move\",\"id\":$id,\"move\":\"castle\"}" ;;
        garbled) echo "I play $mv" ;;
        flood) head -c 3000000 /dev/zero | tr '\0' 'x' ;;
        chatter) while :; do echo "{\"type\":\"info\",\"id\":$id}"; done ;;
        mute) exec >&-; sleep 600 ;;
        *) echo "{\"type\":\"move\",\"id\":$id,\"move\":\"$mv\"}" ;;
      esac ;;
    *'"type":"quit"'*) case $1 in stays) sleep 600 ;; *) exit 0 ;; esac ;;
  esac
done
case $1 in stays) sleep 600 ;; esac
"#;

/// True if a process runs whose command line holds this word.
fn runs(word: &str) -> bool {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).into_owned()).any(|line| line.contains(word))
}

fn gone(word: &str) -> bool {
    let until = Instant::now() + Duration::from_secs(20);
    while runs(word) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    !runs(word)
}

#[test]
fn faults_are_counted_and_no_process_is_left() {
    let folder = Folder::new();
    let file = folder.file("wrong.sh");
    fs::write(&file, WRONG).expect("a script");
    for (way, counted) in [
        ("crash", Some("6 crash")),
        ("stall", Some("6 timeout")),
        ("late", Some("6 timeout")),
        ("illegal", Some("6 illegal")),
        ("garbled", Some("6 garbled")),
        ("flood", Some("6 garbled")),
        ("chatter", Some("6 ")),
        // The shell that starts an engine keeps its output open, so the command line says exec.
        ("mute", Some("6 crash")),
        ("stays", None),
        ("well", None),
    ] {
        let engine = format!("exec:cmd=(exec sh {file} {way}),hard=300ms");
        let ended = karuta(&["match", "onitama5", &engine, "random", "--deals", "1", "--threads", "1"]);
        let expected = if counted.is_some() { 3 } else { 0 };
        assert_eq!(ended.code, Some(expected), "{way}: {}{}", ended.out, ended.err);
        match counted {
            Some(counted) => assert!(ended.err.contains(counted), "{way}: {}", ended.err),
            None => assert!(!ended.err.contains("faults"), "{way}: {}", ended.err),
        }
        assert!(ended.out.contains("1 deal, 2 games"), "{way}: {}", ended.out);
        assert!(gone(&format!("{file} {way}")), "{way} is left behind");
    }
    counts_stand_beside_the_score(&folder, &format!("exec:cmd=(sh {file} illegal)"));
    let forgiven = format!("exec:cmd=(sh {file} illegal),forgive=on,faults=resign");
    let ended = karuta(&["match", "onitama5", &forgiven, "random", "--deals", "1"]);
    assert!(ended.code == Some(0) && ended.err.contains("2 illegal (forgiven)"), "{}", ended.err);
    let strict = format!("exec:cmd=(sh {file} illegal),faults=stop");
    let ended = karuta(&["match", "onitama5", &strict, "random", "--deals", "5", "--threads", "1"]);
    assert!(ended.code != Some(0) && ended.err.contains("1 illegal"), "{}{}", ended.out, ended.err);
}

/// Three illegal moves in each of two games, in the table, in JSON and in the record.
fn counts_stand_beside_the_score(folder: &Folder, engine: &str) {
    let record = folder.file("faults.db");
    let args = ["match", "onitama5", engine, "random", "--deals", "1", "--out", &record];
    let table = karuta(&args).out;
    let column = |line: &str, word: &str| line.split("  ").map(str::trim).any(|cell| cell == word);
    let mut lines = table.lines().filter(|line| line.contains("score") || line.starts_with("exec:"));
    assert!(lines.next().is_some_and(|head| column(head, "faults")), "{table}");
    assert!(lines.next().is_some_and(|line| column(line, "6")), "{table}");
    // The record knows them, so a run that plays nothing more shows them and is not wrong itself.
    let again = karuta(&[&args[..], &["--json"]].concat()).fine();
    let again: Value = serde_json::from_str(&again).expect("JSON");
    let faults = serde_json::json!({"illegal": 6, "timeout": 0, "crash": 0, "garbled": 0});
    assert_eq!(again["contestants"][0]["faults"], faults);
    assert_eq!(again["contestants"][1]["faults"]["illegal"], 0);
    let csv = karuta(&["export", &record, "--format", "csv"]).fine();
    let at = csv.lines().next().and_then(|head| head.split(',').position(|name| name == "faults"));
    assert!(at.is_some(), "{csv}");
}

/// An engine that writes down all it is told and answers with the first legal move.
const SCRIBE: &str = r#"
while read -r line; do
  printf '%s\n' "$line" >> "$1"
  case $line in
    *'"type":"hello"'*) echo "{\"type\":\"hello\",\"protocol\":1,\"name\":\"scribe\",\"games\":[\"*\"],\"windows\":$2}" ;;
    *'"type":"game"'*) echo '{"type":"ready"}' ;;
    *'"type":"go"'*)
      id=${line#*\"id\":}; id=${id%%,*}
      mv=${line#*\"legal\":\[\[\"}; mv=${mv%%\"*}
      echo "{\"type\":\"move\",\"id\":$id,\"move\":\"$mv\"}" ;;
    *'"type":"quit"'*) exit 0 ;;
  esac
done
"#;

#[test]
fn windows_are_asked_of_those_who_want_them_and_the_end_is_told() {
    let folder = Folder::new();
    let script = folder.file("scribe.sh");
    fs::write(&script, SCRIBE).expect("a script");
    let told = |windows: bool| {
        let log = folder.file(&format!("{windows}.log"));
        let engine = format!("exec:cmd=(exec sh {script} {log} {windows})");
        // In some of these deals the engine holds a bomb while others play.
        karuta(&["match", "tichu", &engine, "random", "--deals", "4", "--seed", "1", "--threads", "1"])
            .fine();
        fs::read_to_string(&log).expect("a log")
    };
    let (asked, unasked) = (told(true), told(false));
    assert!(asked.contains("[\"hold\","), "no window opened in these deals");
    assert!(!unasked.contains("[\"hold\","));
    for log in [asked, unasked] {
        let ends: Vec<&str> = log.lines().filter(|line| line.contains("\"over\"")).collect();
        assert_eq!(ends.len(), 16, "two seats in each of two games of four deals");
        assert!(ends.iter().all(|line| line.contains("\"payoffs\":[")), "{ends:?}");
    }
}

/// Lines of a kind that a scribe was told, read.
fn lines_told(log: &str, kind: &str) -> Vec<Value> {
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|line| line["type"] == kind).collect()
}

/// The truth comes after the last game of a deal, for the same deal is played again at other seats, and not at all in a
/// tournament, whose pairings share their deals. Until then a deal is a number that everybody knows.
#[test]
fn the_truth_of_a_deal_is_told_when_nobody_plays_it_any_more() {
    let folder = Folder::new();
    let script = folder.file("scribe.sh");
    fs::write(&script, SCRIBE).expect("a script");
    let told = |command: &str, name: &str| {
        let log = folder.file(name);
        let engine = format!("exec:cmd=(exec sh {script} {log} true)");
        karuta(&[command, "hanamikoji", &engine, "random", "--deals", "3", "--seed", "4", "--threads", "1"])
            .fine();
        fs::read_to_string(&log).expect("a log")
    };
    let log = told("match", "match.log");
    let deals: Vec<Value> = lines_told(&log, "game").iter().map(|game| game["deal"].clone()).collect();
    assert_eq!(deals, [0, 0, 1, 1, 2, 2].map(Value::from));
    let ends = lines_told(&log, "over");
    for (number, end) in ends.iter().enumerate() {
        assert_eq!(end["reveal"].is_object(), number % 2 == 1, "{end}");
        assert!(end["payoffs"].is_array(), "{end}");
    }
    // The games of a deal begin alike, and the revealed game is the one that was played, to its end.
    let reveal = &ends[1]["reveal"];
    let replayed = karuta_told(&["replay", "hanamikoji", "-", "--json"], reveal.to_string()).fine();
    let replayed: Value = serde_json::from_str(&replayed).expect("JSON");
    assert_eq!(replayed["payoffs"], ends[1]["payoffs"]);
    // Nothing before the end holds the true position.
    let start = reveal["start"].as_str().expect("a position");
    assert_eq!(log.matches(start).count(), 1);
    let log = told("tournament", "tournament.log");
    assert!(lines_told(&log, "over").iter().all(|end| end["reveal"].is_null()));
}

/// The last move of a game may be taken back: the truth comes when the table is gone.
#[test]
fn a_table_tells_the_truth_once_nothing_can_be_taken_back() {
    let folder = Folder::new();
    let script = folder.file("scribe.sh");
    fs::write(&script, SCRIBE).expect("a script");
    let ends_of = |name: &str, takes_back: bool| {
        let log = folder.file(name);
        let game = registry::open("hanamikoji", Purpose::Match).expect("a game");
        let mut table = game.table(&Start::Seed(1)).expect("a deal");
        let engine = format!("exec:cmd=(exec sh {script} {log} true)");
        let agent = table.add_agent(&engine, false).expect("an engine");
        while let Some(thought) = table.ask(agent) {
            table.play(&thought.mv).expect("a legal move");
        }
        assert!(table.payoffs().is_some() && (!takes_back || table.undo()));
        // Engines leave, all written, with the table that asked them.
        drop(table);
        lines_told(&fs::read_to_string(&log).expect("a log"), "over")
    };
    let told: Vec<bool> =
        ends_of("over.log", false).iter().map(|end| end["reveal"]["moves"].is_array()).collect();
    assert_eq!(told, [true]);
    assert_eq!(ends_of("open.log", true), [serde_json::json!({"type": "over"})]);
}

#[test]
fn engines_play_wherever_agents_do() {
    let engine = format!("exec:cmd=({KARUTA} engine --agent mcts:iters=20)");
    let found = karuta(&["analyze", "onitama5", "--agent", &engine, "--json"]).fine();
    assert!(found.contains("\"best\""), "{found}");
    let table = karuta(&["tournament", "onitama5", &engine, "random", "--deals", "1"]).fine();
    assert!(table.contains("exec:"), "{table}");
    karuta_told(&["play", "onitama5", "--against", &engine, "--seed", "1"], "hint\nquit\ny\n").fine();
    let engine = format!("exec:cmd=({KARUTA} engine --agent default)");
    let seats =
        ["--seat", &engine, "--seat", "default", "--seat", "random", "--seat", "random", "--seat", "random"];
    let args = [&["uecda", "serve", "--port", "0", "--games", "2", "--json"], &seats[..]].concat();
    let points: Value = serde_json::from_str(&karuta(&args).fine()).expect("JSON");
    assert!(points["players"].as_array().expect("players").iter().all(|player| player["refused"] == 0));
}

#[test]
fn engines_die_with_a_karuta_that_is_killed() {
    let folder = Folder::new();
    let file = folder.file("orphan.sh");
    fs::write(&file, WRONG).expect("a script");
    let engine = format!("exec:cmd=(sh {file} stall)");
    let mut child = Running::start(command(&["match", "onitama5", &engine, "random", "--deals", "1"]), "");
    assert!(child.until(|_| runs(&format!("{file} stall"))));
    child.kill();
    assert!(gone(&format!("{file} stall")), "an engine outlived karuta");
}

#[test]
fn what_is_no_engine_is_refused_in_one_line() {
    for (engine, word) in [
        ("exec", "needs a command line"),
        ("exec:cmd=(exit 1)", "hello"),
        ("exec:cmd=(echo nonsense)", "hello"),
        ("exec:cmd=(/nowhere/at/all)", "there is no program /nowhere/at/all"),
        ("exec:cmd=(FOO=1 /nowhere/at/all 2>&-)", "hello"),
        ("exec:cmd=(cat),faults=cry", "random"),
    ] {
        let line = karuta(&["match", "onitama5", engine, "random", "--deals", "1"]).refusal();
        // An engine that ends at once may be gone before it is greeted.
        assert!(line.contains(word) || line.contains("ended at once"), "{engine}: {line}");
    }
}

#[test]
fn files_of_others_start_no_program() {
    let folder = Folder::new();
    let (experiment, saved) = (folder.file("own.toml"), folder.file("saved.json"));
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/experiments.md"));
    let page = page.expect("the page of experiments");
    let example =
        page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    // However the word is written, it is the word once the file is read.
    for word in ["exec", "\\u0065xec"] {
        let own = example.replace("\"heuristic\"", &format!("\"{word}:cmd=(touch x)\""));
        assert_ne!(own, example);
        fs::write(&experiment, own).expect("a file");
        for task in ["run", "report"] {
            let line = karuta(&["lab", task, &experiment]).refusal();
            assert!(line.contains("--allow-exec"), "{line}");
        }
    }
    let game =
        r#"{"game":"onitama5","seat":0,"against":"exec:cmd=(touch x)","seed":1,"start":"","moves":[]}"#;
    fs::write(&saved, game).expect("a file");
    let line = karuta(&["play", "--load", &saved]).refusal();
    assert!(line.contains("starts none"), "{line}");
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|found| found.status.success())
}

#[test]
fn bots_play_every_game_and_pass_the_check() {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    let folder = Folder::new();
    let path = |name: &str| bots.join(name).display().to_string();
    let mut all = Vec::new();
    for kind in ["random_bot", "flat_bot"] {
        for (program, ending) in [("python3", "py"), ("node", "js")] {
            if is_installed(program) {
                all.push(format!("{program} {}", path(&format!("{kind}.{ending}"))));
            }
        }
        let built = folder.file(kind);
        let compiled =
            Command::new("cc").args(["-O1", "-o", &built]).arg(path(&format!("{kind}.c"))).status();
        if compiled.is_ok_and(|status| status.success()) {
            all.push(built);
        }
        for ending in ["py", "js", "c"] {
            let text = fs::read_to_string(path(&format!("{kind}.{ending}"))).expect("a bot");
            assert!(text.lines().count() < 60, "{kind}.{ending}");
        }
    }
    for bot in all {
        let checked =
            karuta(&["engine", "--check", &bot, "--game", "onitama5", "--game", "hanamikoji"]).fine();
        assert!(!checked.contains("wrong") && checked.contains("hanamikoji: a game"), "{checked}");
        let engine = format!("exec:cmd=({bot}),iters=60");
        for (game, rest) in [("hanamikoji", 1), ("tichu", 1), ("daihinmin:games=1", 4)] {
            let agents = [vec![engine.as_str()], vec!["random"; rest]].concat();
            let args = [&["match", game][..], &agents, &["--deals", "1"]].concat();
            let ended = karuta(&args);
            assert_eq!((ended.code, ended.err.contains("fault")), (Some(0), false), "{bot}: {}", ended.err);
        }
    }
}

/// A program with a protocol of its own, like UCI, that plays the first move it thinks of.
const OTHER: &str = r#"
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "uci":
        print("id name other\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        cards, turn = rest.split()[1].split(","), int(rest.split()[2])
    elif word == "go":
        print(f"info string {rest}\nbestmove {cards[2 * turn]} a1a1", flush=True)
    elif word == "quit":
        break
"#;

#[test]
fn the_adapter_speaks_for_programs_like_uci() {
    if !is_installed("python3") {
        return;
    }
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/adapters/uci.py");
    let folder = Folder::new();
    let other = folder.file("other.py");
    fs::write(&other, OTHER).expect("a program");
    let engine = format!("exec:cmd=(python3 {} python3 {other}),nodes=10", adapter.display());
    // It always tries to stay where it is, which no card allows: each answer is understood, and illegal.
    let ended = karuta(&["match", "onitama5", &engine, "random", "--deals", "1", "--threads", "1"]);
    assert!(ended.code == Some(3) && ended.err.contains(": 6 illegal"), "{}", ended.err);
    assert!(gone(&other), "the program outlived its adapter");
}

#[test]
fn the_check_says_what_is_wrong() {
    let folder = Folder::new();
    let file = folder.file("wrong.sh");
    fs::write(&file, WRONG).expect("a script");
    let check = |way: &str| karuta(&["engine", "--check", &format!("sh {file} {way}"), "--game", "onitama5"]);
    let ended = check("illegal");
    assert!(ended.code == Some(2) && ended.out.contains("castle"), "{}{}", ended.out, ended.err);
    assert!(check("crash").out.contains("it ended"));
    assert!(check("stays").out.contains("did not leave"));
    let own = format!("{KARUTA} engine --agent flat:iters=30");
    let fine = karuta(&["engine", "--check", &own, "--game", "onitama5", "--game", "tichu"]).fine();
    assert!(fine.contains("tichu: a game"), "{fine}");
}

#[test]
fn an_engine_survives_what_it_is_told() {
    let lines = concat!(
        "nonsense\n{}\n[1]\n{\"type\":\"fly\"}\n\n{\"type\":\"hello\",\"protocol\":2}\n",
        "{\"type\":\"go\",\"id\":1,\"legal\":[],\"hard_ms\":1}\n",
        "{\"type\":\"game\",\"game\":\"chess\",\"seat\":0,\"seats\":2,\"teams\":2}\n",
        "{\"type\":\"game\",\"game\":\"onitama5\",\"seat\":7,\"seats\":2,\"teams\":2}\n",
        "{\"type\":\"game\",\"game\":\"onitama5\",\"seat\":0,\"seats\":2,\"teams\":2}\n",
        "{\"type\":\"seen\",\"moves\":[[9,\"x\",null]]}\n{\"type\":\"stop\",\"id\":3}\n{\"type\":\"over\"}\n",
        "{\"type\":\"game\",\"game\":\"onitama5\",\"seat\":0,\"seats\":2,\"teams\":2}\n",
        "{\"type\":\"go\",\"id\":2,\"position\":\"x\",\"legal\":[],\"hard_ms\":1}\n{\"type\":\"ping\"}\n",
    );
    let out = karuta_told(&["engine", "--agent", "random"], lines).fine();
    assert_eq!(out.matches("\"error\"").count(), 10, "{out}");
    assert_eq!((out.matches("\"ready\"").count(), out.matches("\"pong\"").count()), (2, 1), "{out}");
}
