//! The papers' experiments: every one is run at its smallest, and runs are resumed, divided, merged, reported
//! and refused.

use std::fs;
use std::path::Path;

use karuta_playable::ink::columns;
use serde_json::Value;

use crate::child::{Folder, karuta};
use crate::figures::json;

/// An experiment that takes no time.
const SMALL: &str = r#"
title = "Chance against chance"
shows = "Table 0"
note = "For tests."
game = "hanamikoji:rules=thesis-compat"
seed = 1
sampled = 1000

[size.smoke]
deals = 1
[size.quick]
deals = 40
[size.full]
deals = 4000

[[column]]
name = "W1"
measure = "wins"
of = 0
seat = 0
unit = "percent"

[[column]]
name = "length"
measure = "rounds"
where = ["won"]

[[row]]
name = "random"
agents = ["thesis-random", "thesis-random"]
paper = [50.0, 1.92]

[[row]]
name = "passive"
agents = ["random", "thesis-random"]
paper = [0.0, "-"]

[[claim]]
text = "Chance is fair."
holds = ["W1[random] ~ 50 within 20"]

[[plot]]
title = "Win rate"
kind = "bars"
columns = ["W1"]
"#;

/// Results of an experiment, without what depends on the clock.
fn found(path: &str) -> Value {
    let mut found = json(&fs::read_to_string(path).expect("findings"));
    let fields = found.as_object_mut().expect("an object");
    fields.remove("seconds");
    fields.remove("cpu_seconds");
    fields.remove("date");
    found
}

fn small(folder: &Folder) -> String {
    let path = folder.file("small.toml");
    fs::write(&path, SMALL).expect("the folder is writable");
    path
}

#[test]
fn every_experiment_runs() {
    let folder = Folder::new();
    let out = folder.file("results");
    karuta(&["lab", "run", "all", "--size", "smoke", "--threads", "2", "--out", &out]).fine();
    let listed = json(&karuta(&["lab", "list", "--json"]).fine());
    let listed = listed["experiments"].as_array().expect("a list").clone();
    assert!(listed.len() > 40, "{}", listed.len());
    let report = json(&karuta(&["lab", "report", "all", "--format", "json", "--from", &out]).fine());
    let experiments = report["experiments"].as_array().expect("a list");
    assert_eq!(experiments.len(), listed.len());
    for experiment in experiments {
        let id = experiment["id"].as_str().expect("a name");
        assert_eq!(experiment["size"], "smoke", "{id}");
        let cells = experiment["cells"].as_array().expect("cells");
        let measured = cells.iter().filter(|cell| cell["ours"].is_number()).count();
        // A single deal has hardly a tie-break, but something is measured in every table.
        assert!(measured > 0, "{id}: nothing of {} cells", cells.len());
    }
    let page = karuta(&["lab", "report", "all", "--format", "html", "--from", &out]).fine();
    assert!(page.starts_with("<!doctype html>") && page.matches("<svg").count() > 20);
    assert_eq!(page.matches("<section").count(), listed.len());
    assert!(!page.contains("NaN") && !page.contains("http://www.w3.org/2000/svg\" class"));
    let text = karuta(&["lab", "report", "all", "--format", "md", "--from", &out]).fine();
    assert_eq!(text.matches("\n### ").count(), listed.len());
    let text = karuta(&["lab", "report", "all", "--from", &out]).fine();
    let version = concat!("karuta ", env!("CARGO_PKG_VERSION"));
    let sizes = text.replace('\n', " ").matches(version).count();
    let widest = text.lines().map(columns).max();
    assert!(widest <= Some(100), "{widest:?}");
    assert_eq!(sizes, listed.len());
}

#[test]
fn a_run_goes_on_where_it_was_left() {
    let folder = Folder::new();
    let (item, whole, part) = (small(&folder), folder.file("whole"), folder.file("part"));
    karuta(&["lab", "run", &item, "--out", &whole]).fine();
    karuta(&["lab", "run", &item, "--size", "7", "--threads", "1", "--out", &part]).fine();
    let text = karuta(&["lab", "run", &item, "--size", "quick", "--threads", "2", "--out", &part]).fine();
    assert!(text.contains("paper") && text.contains("agrees") && text.contains("Chance is fair."), "{text}");
    let (whole, part) = (format!("{whole}/own/small.json"), format!("{part}/own/small.json"));
    assert_eq!(found(&whole), found(&part));
    assert_eq!(found(&whole)["deals"], 40);
    let build = found(&whole)["build"].as_str().map(str::to_string);
    assert!(build.is_some_and(|build| build.starts_with(env!("CARGO_PKG_VERSION"))));
    // Less than what is there would overwrite more.
    let folder = Path::new(&part).parent().and_then(Path::parent).expect("a folder");
    let shrunk = karuta(&["lab", "run", &item, "--size", "5", "--out", &folder.to_string_lossy()]).refusal();
    assert!(shrunk.contains("larger run (quick, 40 deals)") && shrunk.contains("--force"), "{shrunk}");
    karuta(&["lab", "run", &item, "--size", "5", "--force", "--out", &folder.to_string_lossy()]).fine();
    assert_eq!(found(&part)["deals"], 5);
}

#[test]
fn a_record_of_other_agents_is_replaced_only_if_that_is_asked_for() {
    let folder = Folder::new();
    let (item, out) = (small(&folder), folder.file("results"));
    let run = ["lab", "run", &item, "--size", "4", "--out", &out];
    karuta(&run).fine();
    let first = found(&format!("{out}/own/small.json"));
    fs::write(&item, SMALL.replace("\"thesis-random\"", "\"simple:each=2\""))
        .expect("the folder is writable");
    let refused = karuta(&run).refusal();
    assert!(refused.contains("another plan") && refused.contains("--force"), "{refused}");
    assert_eq!(found(&format!("{out}/own/small.json")), first);
    // A record that was left without its result.
    fs::remove_file(format!("{out}/own/small.json")).expect("it is there");
    let refused = karuta(&run).refusal();
    assert!(refused.contains("another plan") && refused.contains("--force plays anew"), "{refused}");
    karuta(&[&run[..], &["--force"]].concat()).fine();
    assert_ne!(found(&format!("{out}/own/small.json"))["plans"], first["plans"]);
}

#[test]
fn reports_for_programs_have_all_that_a_check_needs() {
    let folder = Folder::new();
    let (item, out, again) = (small(&folder), folder.file("results"), folder.file("again"));
    karuta(&["lab", "run", &item, "--size", "6", "--threads", "1", "--out", &out]).fine();
    karuta(&["lab", "run", &item, "--size", "6", "--threads", "2", "--out", &again]).fine();
    let report = json(&karuta(&["lab", "report", &item, "--format", "json", "--from", &out]).fine());
    let found = &report["experiments"][0];
    assert_eq!((found["seed"].as_u64(), found["deals"].as_u64()), (Some(1), Some(6)));
    assert_eq!(found["plans"].as_array().expect("plans").len(), 2);
    assert!(found["date"].as_str().is_some_and(|date| date.len() == 10), "{found}");
    assert_eq!(found["cells"][0]["paper_sample"], 1000.0);
    assert_eq!(found["cells"][0]["printed"], "50.0");
    // The same games have the same checksum, however they were run.
    let other = json(&karuta(&["lab", "report", &item, "--format", "json", "--from", &again]).fine());
    assert!(found["games"].as_str().is_some_and(|games| games.len() == 16), "{found}");
    assert_eq!(found["games"], other["experiments"][0]["games"]);
    let third = folder.file("third");
    let said = karuta(&["lab", "again", &item, "--from", &out, "--out", &third]).fine();
    assert!(said.contains("own/small: the same (quick, 6 deals)"), "{said}");
    let path = format!("{out}/own/small.json");
    let held = fs::read_to_string(&path).expect("results");
    let games = found["games"].as_str().expect("a checksum");
    fs::write(&path, held.replace(games, "0123456789abcdef")).expect("the folder is writable");
    let differs = karuta(&["lab", "again", &item, "--from", &out, "--out", &third]);
    assert_eq!(differs.code, Some(2), "{differs:?}");
    assert!(differs.err.contains("could not be made again"), "{differs:?}");
    let csv = karuta(&["lab", "report", &item, "--format", "csv", "--from", &out]).fine();
    let lines: Vec<&str> = csv.trim().lines().collect();
    assert_eq!(lines.len(), 5, "a heading, two rows of two columns: {csv}");
    let fields = lines[0].split(',').count();
    assert!(lines.iter().all(|line| line.split(',').count() == fields), "{csv}");
}

#[test]
fn results_of_agents_that_play_differently_are_marked() {
    let folder = Folder::new();
    let (item, out, again) = (small(&folder), folder.file("results"), folder.file("again"));
    karuta(&["lab", "run", &item, "--size", "2", "--out", &out]).fine();
    let path = format!("{out}/own/small.json");
    let held = fs::read_to_string(&path).expect("results");
    let signature = json(&held)["signature"].as_str().expect("a signature").to_string();
    let report = |format: &str| karuta(&["lab", "report", &item, "--format", format, "--from", &out]).fine();
    assert!(report("md").contains(&format!(", signature {signature})")), "{}", report("md"));
    assert!(!report("md").contains("tale"));
    assert_eq!(json(&report("json"))["experiments"][0]["freshness"], "current");
    // As a version of the program whose agents played differently would have left it.
    fs::write(&path, held.replace(&signature, "0123456789abcdef")).expect("the folder is writable");
    let stale = report("md");
    assert!(stale.contains("signature 0123456789abcdef (stale)") && stale.contains("**Stale: "), "{stale}");
    assert!(report("html").contains("Stale: ") && report("csv").trim().ends_with(",stale"));
    assert_eq!(json(&report("json"))["experiments"][0]["freshness"], "stale");
    // As versions before there were signatures wrote them.
    let line = format!("  \"signature\": \"{signature}\",\n");
    assert!(held.contains(&line), "{held}");
    fs::write(&path, held.replace(&line, "")).expect("the folder is writable");
    let unknown = report("md");
    assert!(unknown.contains("signature unknown") && !unknown.contains("Stale"), "{unknown}");
    // Games that come out the same are signed where that is asked for, and nothing else changes.
    karuta(&["lab", "again", &item, "--from", &out, "--out", &again]).fine();
    assert!(report("md").contains("signature unknown"));
    karuta(&["lab", "again", &item, "--from", &out, "--out", &again, "--sign"]).fine();
    assert_eq!(fs::read_to_string(&path).expect("results"), held);
}

#[test]
fn chunks_come_together() {
    let folder = Folder::new();
    let (item, whole, out) = (small(&folder), folder.file("whole"), folder.file("chunks"));
    karuta(&["lab", "run", &item, "--size", "10", "--out", &whole]).fine();
    let chunk = |chunk: &str, size: &str| {
        karuta(&["lab", "run", &item, "--size", size, "--out", &out, "--chunk", chunk])
    };
    let merge = || karuta(&["lab", "merge", &item, "--size", "10", "--out", &out]);
    assert!(merge().refusal().contains("chunks"));
    chunk("1/3", "10").fine();
    chunk("3/3", "10").fine();
    let missing = merge().refusal();
    assert!(missing.contains("chunk 2 of 3 is missing"), "{missing}");
    chunk("2/3", "5").fine();
    let unfinished = merge().refusal();
    assert!(unfinished.contains("unfinished") && unfinished.contains("deal 8"), "{unfinished}");
    let said = chunk("2/3", "10").fine();
    assert!(said.contains("karuta lab merge"), "{said}");
    merge().fine();
    assert_eq!(found(&format!("{whole}/own/small.json")), found(&format!("{out}/own/small.json")));
    let twice = merge().fine();
    assert_eq!(found(&format!("{whole}/own/small.json")), found(&format!("{out}/own/small.json")), "{twice}");
    for bad in ["0/3", "4/3", "2", "a/b", "1/0", "0-4"] {
        let refused = chunk(bad, "10").refusal();
        assert!(refused.contains("such as 2/5"), "{refused}");
    }
}

#[test]
fn chunks_that_do_not_belong_to_an_experiment_are_refused_by_name() {
    let folder = Folder::new();
    let (item, out) = (small(&folder), folder.file("chunks"));
    let file = |name: &str| format!("{out}/own/small.quick.{name}.db");
    let chunk =
        |chunk: &str| karuta(&["lab", "run", &item, "--size", "10", "--out", &out, "--chunk", chunk]).fine();
    let merge = || {
        let refusal = karuta(&["lab", "merge", &item, "--size", "10", "--out", &out]).refusal();
        assert!(!Path::new(&format!("{out}/own/small.json")).exists(), "something was written: {refusal}");
        refusal
    };
    chunk("1/2");
    chunk("2/2");
    let good = fs::read(file("chunk-2-of-2")).expect("a chunk");
    for (table, change, words) in [
        ("plan", "spec = json_set(spec, '$.seed', 7)", "belongs to another plan"),
        ("plan", "spec = json_set(spec, '$.agents[0].behaviour', 'x')", "makes other moves"),
        ("plan", "spec = json_set(spec, '$.agents[0].spec', 'x')", "was x then"),
        ("plan", "spec = json_set(spec, '$.agents[0].files.net', 'x')", "no longer uses net"),
        (
            "plan",
            "spec = json_set(spec, '$.agents[0].files.\"tables.csv\"', 'x')",
            "no longer uses tables.csv",
        ),
    ] {
        let edited = rusqlite::Connection::open(file("chunk-2-of-2")).expect("it is SQLite");
        edited.execute(&format!("UPDATE {table} SET {change}"), []).expect("SQL");
        drop(edited);
        let line = merge();
        assert!(line.contains("chunk-2-of-2.db") && line.contains(words), "{words:?}: {line}");
        fs::write(file("chunk-2-of-2"), &good).expect("the folder is writable");
    }
    fs::write(file("chunk-2-of-2"), &good[..good.len() - 4096]).expect("the folder is writable");
    let line = merge();
    assert!(line.contains("chunk-2-of-2.db is damaged"), "{line}");
    fs::write(file("chunk-2-of-2"), &good).expect("the folder is writable");
    // The record of the whole, with another game for a deal that a chunk has, too.
    fs::copy(file("chunk-1-of-2"), format!("{out}/own/small.quick.db")).expect("the folder is writable");
    let edited = rusqlite::Connection::open(format!("{out}/own/small.quick.db")).expect("it is SQLite");
    edited
        .execute("UPDATE deal_group SET record = json_set(record, '$.games[0].start', 'x')", [])
        .expect("SQL");
    drop(edited);
    let line = merge();
    assert!(line.contains("has another group") && line.contains("small.quick"), "{line}");
    fs::remove_file(format!("{out}/own/small.quick.db")).expect("it is ours");
    chunk("1/3");
    let line = merge();
    assert!(line.contains("chunks of 2 and of 3"), "{line}");
    fs::remove_file(file("chunk-1-of-3")).expect("it is ours");
    fs::remove_file(file("chunk-1-of-2")).expect("it is ours");
    let line = merge();
    assert!(line.contains("chunk 1 of 2 is missing"), "{line}");
}

#[test]
fn experiments_by_the_clock_are_joined_only_on_demand() {
    let folder = Folder::new();
    let (item, out) = (small(&folder), folder.file("chunks"));
    let timed = SMALL.replace("[\"random\", \"thesis-random\"]", "[\"mcts:time=1ms\", \"thesis-random\"]");
    fs::write(&item, timed).expect("the folder is writable");
    for chunk in ["1/2", "2/2"] {
        karuta(&["lab", "run", &item, "--size", "1", "--out", &out, "--chunk", chunk]).fine();
    }
    let merge = ["lab", "merge", &item, "--size", "1", "--out", &out];
    let line = karuta(&merge).refusal();
    assert!(line.contains("mcts:time=1ms goes by the clock") && line.contains("--allow-time"), "{line}");
    karuta(&[&merge[..], &["--allow-time"]].concat()).fine();
}

#[test]
fn what_is_foreign_is_refused() {
    let folder = Folder::new();
    let (item, out) = (small(&folder), folder.file("results"));
    let nowhere = karuta(&["lab", "report", &item, "--from", &out]).refusal();
    assert!(nowhere.contains("no folder of results") && nowhere.contains("--from"), "{nowhere}");
    karuta(&["lab", "run", &item, "--size", "3", "--out", &out]).fine();
    // The same name, another plan.
    fs::write(&item, SMALL.replace("seed = 1", "seed = 2")).expect("the folder is writable");
    let other = karuta(&["lab", "run", &item, "--size", "3", "--out", &out]).refusal();
    assert!(other.contains("belongs to another plan"), "{other}");
    fs::write(&item, SMALL).expect("the folder is writable");
    let findings = format!("{out}/own/small.json");
    let kept = fs::read_to_string(&findings).expect("findings");
    for (from, to, says) in [
        ("\"item\": \"own/small\"", "\"item\": \"own/other\"", "results of own/other"),
        ("\"version\": \"0.1.0\"", "\"version\": \"0.0.9\"", "version 0.0.9 wrote it"),
        ("\"cells\"", "\"sells\"", "no results"),
    ] {
        assert!(kept.contains(from), "{kept}");
        fs::write(&findings, kept.replace(from, to)).expect("the folder is writable");
        for refused in [
            karuta(&["lab", "run", &item, "--size", "3", "--out", &out]).refusal(),
            karuta(&["lab", "report", &item, "--from", &out]).refusal(),
        ] {
            assert!(refused.contains(says) && refused.contains("another folder"), "{refused}");
        }
    }
}

#[test]
fn the_seconds_of_a_paper_are_a_size_of_their_own() {
    let folder = Folder::new();
    let (item, out) = (small(&folder), folder.file("results"));
    let untimed = karuta(&["lab", "run", &item, "--time", "--out", &out]).refusal();
    assert!(untimed.contains("leave out --time"), "{untimed}");
    fs::write(&item, SMALL.replace("[size.full]", "[size.timed]\ndeals = 6\n[size.full]"))
        .expect("the folder is writable");
    for (asked, deals) in [(["--time", "--size", "3"].as_slice(), 3), (&["--time"], 6)] {
        let args = [&["lab", "run", &item, "--out", &out], asked].concat();
        karuta(&args).fine();
        let findings = found(&format!("{out}/own/small.json"));
        assert_eq!((findings["size"].as_str(), findings["deals"].as_u64()), (Some("timed"), Some(deals)));
    }
    let both = karuta(&["lab", "run", &item, "--time", "--size", "full", "--out", &out]).refusal();
    assert!(both.contains("a number of deals"), "{both}");
}

#[test]
fn bad_sheets_and_names_are_refused() {
    let folder = Folder::new();
    let item = small(&folder);
    let run =
        |item: &str| karuta(&["lab", "run", item, "--size", "1", "--out", &folder.file("results")]).refusal();
    for (from, to, says) in [
        ("seed = 1", "seed = \"x\"", "line 6, seed"),
        (
            "measure = \"wins\"",
            "measure = \"victories\"",
            "no measure or quantity of hanamikoji:rules=thesis-compat \"victories\"",
        ),
        (
            "\"random\", \"thesis-random\"]",
            "\"randum\", \"thesis-random\"]",
            "row \"passive\": no agent \"randum\"",
        ),
        ("thesis-compat\"", "chess\"", "rules=chess"),
        ("seed = 1", "seed = 1\nsead = 2", "line 7, sead"),
    ] {
        fs::write(&item, SMALL.replacen(from, to, 1)).expect("the folder is writable");
        let refused = run(&item);
        assert!(refused.contains("small") && refused.contains(says), "{refused}");
    }
    assert!(run("hanamikoji/tabel-1").contains("did you mean hanamikoji/table-1?"));
    assert!(run("hanamikoji-prospect").contains("did you mean hanamikoji-prospects?"));
    assert!(run("calibratio:games=1").contains("did you mean calibration?"));
    assert!(run("nonsense:games=1").contains("no study \"nonsense\"; there are: hanamikoji-prospects"));
    assert!(run("/no/such/sheet.toml").contains("cannot read /no/such/sheet.toml"));
    fs::write(&item, SMALL).expect("the folder is writable");
    let size = karuta(&["lab", "run", &item, "--size", "huge"]).refusal();
    assert!(size.contains("no size \"huge\"") && size.contains("smoke"), "{size}");
    let study = karuta(&["lab", "run", "hanamikoji-prospects:games=1"]).refusal();
    assert!(study.contains("--out FILE"), "{study}");
}
