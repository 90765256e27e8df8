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
    assert!(said.contains("SPRT after 1 deal: undecided"), "{said}");
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

    let none = folder.file("none");
    let lab = |chunks: &str| {
        let item = ["plan", "lab", "onitama/table-5-2", "--size", "full", "--out", &none, "--chunks", chunks];
        karuta(&item).fine()
    };
    let line =
        format!("karuta lab run onitama/table-5-2 --size full --out {none} --threads 1 --chunk 1/200  # ");
    assert!(lab("200").starts_with(&line), "{}", lab("200"));
    assert_eq!(lab("200").lines().count(), 200);
    assert_eq!(lab("1000").lines().count(), 325, "a deal of a pairing is never divided");
}

#[test]
fn a_plan_knows_what_is_finished() {
    let folder = Folder::new();
    let (out, other) = (folder.file("out.db"), folder.file("other.db"));
    let parts = folder.file("");
    let plan = |more: &[&str]| {
        let own = ["--chunks", "3", "--folder", &parts, "--out", &out, "--probe", "1"];
        karuta(&[&["plan"], MATCH, &own[..], more].concat())
    };
    let one = play(MATCH, &folder, "1/3");
    let two = play(MATCH, &folder, "2/3");
    let found = json(&plan(&["--json"]).fine());
    let column = |name: &str| -> Value {
        found["chunks"].as_array().expect("chunks").iter().map(|chunk| chunk[name].clone()).collect()
    };
    assert_eq!(column("deals"), Value::from(vec![4, 3, 3]));
    assert_eq!(column("missing"), Value::from(vec![0, 0, 3]));
    assert_eq!(column("file"), Value::from(vec![one.as_str(), &two, &folder.file("chunk-3-of-3.db")]));
    let text = plan(&[]).fine();
    assert_eq!(text.matches("# finished").count(), 2, "{text}");
    // Games that were joined need not be played again, though the chunk is gone.
    karuta(&["merge", &one, "--out", &out]).fine();
    fs::remove_file(&one).expect("it is ours");
    let whole = fs::read(&two).expect("a chunk");
    for cut in [whole.len() - 4096, 10] {
        fs::write(&two, &whole[..cut]).expect("it is ours");
        let found = json(&plan(&["--json"]).fine());
        let damaged: Vec<&Value> =
            found["chunks"].as_array().expect("chunks").iter().map(|chunk| &chunk["is_damaged"]).collect();
        assert_eq!(damaged, [false, true, false]);
        assert_eq!(found["chunks"][0]["missing"], 0);
        assert_eq!(found["chunks"][1]["missing"], 3);
        assert!(plan(&[]).fine().contains("damaged and must be removed first"));
    }
    // A chunk of another plan in the place of ours is refused by name before anything is played.
    karuta(&[MATCH, &["--seed", "2", "--chunk", "2/3", "--out", &other]].concat()).fine();
    fs::copy(&other, &two).expect("it is ours");
    let line = plan(&[]).refusal();
    assert!(line.contains("chunk-2-of-3.db belongs to another plan"), "{line}");
    for (words, says) in [
        (
            &["plan", "match", "onitama5", "mcts", "random", "--chunk", "1/2", "--out", "x"][..],
            "leave out --chunk",
        ),
        (&["plan", "match", "onitama5", "mcts", "random", "--chunks", "0"], "from 1 to 1000000"),
        (&["plan", "match", "onitama5", "mcts", "randum"], "did you mean random"),
        (&["plan", "lab", "onitama"], "divide one of them"),
        (&["plan", "lab", "onitama/table-5-2", "--folder", "x"], "--out DIR instead of --folder x"),
        (&["plan", "lab", "hanamikoji-prospects:games=1"], "a study, which has no chunks"),
        (
            &["plan", "tournament", "onitama5", "mcts", "random", "priority", "--sprt", "elo0=0,elo1=9"],
            "two agents",
        ),
    ] {
        let line = karuta(words).refusal();
        assert!(line.contains(says), "{words:?}: {line}");
    }
}

#[test]
fn a_test_is_planned_as_ranges_that_it_looks_at_in_order() {
    let folder = Folder::new();
    let (all, whole) = (folder.file("all.db"), folder.file("whole.db"));
    let test = ["tournament", "onitama5", "priority", "random", "--deals", "90", "--sprt", "elo0=0,elo1=100"];
    let plan = json(&karuta(&[&["plan"], &test[..], &["--chunks", "30", "--json"]].concat()).fine());
    let chunks = plan["chunks"].as_array().expect("chunks");
    let ranges: Vec<&str> = chunks.iter().map(|chunk| chunk["chunk"].as_str().expect("a text")).collect();
    assert_eq!((ranges[0], ranges[29]), ("0-2", "87-89"));
    let once = json(&karuta(&[&test[..], &["--json", "--out", &whole]].concat()).fine());
    let needed = once["sprt"]["deals"].as_u64().expect("a number");
    // As many chunks as the test needs are enough for it, whatever becomes of the others.
    for (number, chunk) in (0..).zip(chunks).take_while(|(number, _)| number * 3 < needed) {
        let words = chunk["command"].as_array().expect("words").iter().skip(1);
        let words: Vec<String> = words.map(|word| word.as_str().expect("a word").to_string()).collect();
        run_in(&folder, &words);
        let file = folder.file(&format!("chunk-{}-of-30.db", number + 1));
        let said = karuta(&["merge", &file, "--out", &all, "--sprt", "elo0=0,elo1=100", "--json"]).fine();
        let is_last = (number + 1) * 3 >= needed;
        assert_eq!(json(&said)["sprt"]["verdict"].is_string(), is_last, "{said}");
    }
    assert!(needed < 90, "the test ends early, or it shows nothing: {once}");
    let joined = karuta(&[&test[..], &["--json", "--out", &all]].concat()).fine();
    assert_eq!(json_without_times(joined.trim()), json_without_times(&once.to_string()));
    let held = games(&all).len();
    assert!(held < 180, "nothing further was played: {held}");
}

/// The job array of Slurm, played by a loop that sets what Slurm sets.
#[test]
fn a_job_array_gives_the_record_of_one_process() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/slurm/karuta.sbatch");
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_karuta")).parent().expect("a folder").to_path_buf();
    let path = std::env::join_paths(
        std::iter::once(bin).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.expect("folders without colons");
    for plan in [MATCH, TOURNAMENT] {
        let folder = Folder::new();
        let task = |number: &str, count: &str, words: &[&str]| {
            let mut command = std::process::Command::new("sh");
            command.arg(script).args(words).current_dir(folder.file("")).env("PATH", &path);
            command.env("SLURM_ARRAY_TASK_ID", number).env("SLURM_ARRAY_TASK_MAX", count);
            crate::child::Running::start(command, "").ended()
        };
        for number in ["2", "4", "1", "3", "4"] {
            task(number, "4", plan).fine();
        }
        let parts: Vec<String> =
            (1..=4).map(|number| folder.file(&format!("chunks/chunk-{number}-of-4.db"))).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let (all, whole) = (folder.file("all.db"), folder.file("whole.db"));
        let deals = plan.last().expect("a number");
        karuta(&[&["merge"], &parts[..], &["--out", &all, "--deals", deals]].concat()).fine();
        karuta(&[plan, &["--out", &whole]].concat()).fine();
        assert_eq!(games(&all), games(&whole));
        for (number, words) in [("0", plan), ("5", plan), ("1", &["games"]), ("1", &[])] {
            assert_eq!(task(number, "4", words).code, Some(2), "{number} {words:?}");
        }
    }
}

/// The text that follows a key of a job file, up to the end of its line.
fn value<'a>(job: &'a str, key: &str) -> &'a str {
    let at = job.find(key).unwrap_or_else(|| panic!("{key} is not in the job"));
    job[at + key.len()..].lines().next().unwrap_or_default().trim()
}

/// The indexed jobs of Kubernetes, played by a loop that sets what Kubernetes sets: the commands are those of the files,
/// with less to play and a folder in place of the volume.
#[test]
fn an_indexed_job_gives_the_record_of_one_process() {
    const LAB: &[&str] = &["lab", "run", "onitama/table-5-2", "--size", "smoke"];
    const FILES: [(&str, &str, &[&str]); 2] = [
        ("match.yaml", "match onitama5 mcts alphabeta --deals 1000", MATCH),
        ("lab.yaml", "lab run onitama/table-5-2 --size full", LAB),
    ];
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_karuta")).parent().expect("a folder").to_path_buf();
    let path = std::env::join_paths([bin, "/usr/bin".into(), "/bin".into()]).expect("folders without colons");
    for (name, full, less) in FILES {
        let file = format!("{}/../../deploy/k8s/{name}", env!("CARGO_MANIFEST_DIR"));
        let job = fs::read_to_string(&file).expect("a file");
        let (count, parallel) = (value(&job, "completions: "), value(&job, "parallelism: "));
        assert!(parallel.parse::<u32>().expect("a number") <= count.parse().expect("a number"), "{name}");
        let (shell, rest) = job.split_once("- >-").expect("a command");
        assert!(shell.contains(r#"command: ["/bin/sh", "-c"]"#), "{name}");
        let words: Vec<&str> =
            rest.lines().map(str::trim).take_while(|line| !line.starts_with("resources:")).collect();
        let folder = Folder::new();
        let line = words.join(" ");
        assert!(line.contains(full) && line.contains(&format!("$chunk/{count} ")), "{name}: {line}");
        let line = line.replace(full, &less.join(" ")).replace(&format!("/{count} "), "/3 ");
        let line = line.replace(&format!("-of-{count}"), "-of-3").replace("/chunks", &folder.file("chunks"));
        fs::create_dir(folder.file("chunks")).expect("the folder is writable");
        // A pod that is started again is the same command once more.
        for index in ["1", "0", "2", "1"] {
            let mut pod = std::process::Command::new("/bin/sh");
            pod.args(["-c", &line]).env("PATH", &path).env("JOB_COMPLETION_INDEX", index);
            crate::child::Running::start(pod, "").ended().fine();
        }
        let (all, whole) = if less == LAB {
            let (parts, whole) = (folder.file("chunks"), folder.file("whole"));
            karuta(&["lab", "merge", LAB[2], "--size", "smoke", "--out", &parts]).fine();
            karuta(&[LAB, &["--out", &whole]].concat()).fine();
            (format!("{parts}/{}.smoke.db", LAB[2]), format!("{whole}/{}.smoke.db", LAB[2]))
        } else {
            let parts = [1, 2, 3].map(|number| folder.file(&format!("chunks/chunk-{number}-of-3.db")));
            let [one, two, three] = &parts;
            let (all, whole) = (folder.file("all.db"), folder.file("whole.db"));
            karuta(&["merge", one, two, three, "--out", &all, "--deals", "10"]).fine();
            karuta(&[less, &["--out", &whole]].concat()).fine();
            (all, whole)
        };
        assert_eq!(games(&all), games(&whole), "{name}");
    }
}

fn run_in(folder: &Folder, words: &[String]) {
    let mut command = crate::child::command(words);
    command.current_dir(folder.file(""));
    crate::child::Running::start(command, "").ended().fine();
}
