//! Nets: trained, killed and taken up again, shown and set to play.

use std::fs;
use std::path::Path;

use crate::child::{Folder, Running, command, karuta};
use crate::figures::json;

/// A training small enough for a test.
const TRAINING: &[&str] = &[
    "train",
    "hanamikoji",
    "--learner",
    "dmc:hidden=8,games=10",
    "--steps",
    "300",
    "--every",
    "50",
    "--deals",
    "2",
];

#[test]
fn a_training_that_is_killed_ends_as_if_it_had_not_been() {
    let folder = Folder::new();
    let (whole, part) = (folder.file("whole"), folder.file("part"));
    let text = karuta(&[TRAINING, &["--out", &whole]].concat()).fine();
    assert_eq!(text.lines().count(), 7, "six examinations and the end: {text}");
    let checkpoint = format!("{part}.checkpoint");
    let mut child = Running::start(command(&[TRAINING, &["--out", &part]].concat()), "");
    if child.until(|_| Path::new(&checkpoint).exists()) {
        child.kill();
    }
    karuta(&[TRAINING, &["--out", &part, "--resume", "--threads", "2", "--json"]].concat()).fine();
    for ending in ["", ".jsonl", ".svg", ".checkpoint"] {
        let read = |name: &str| fs::read(format!("{name}{ending}")).expect("a file");
        assert!(read(&whole) == read(&part), "{ending}");
    }
    let refusal = karuta(&[TRAINING, &["--out", &part]].concat()).refusal();
    assert!(refusal.contains("--resume"), "{refusal}");
}

#[test]
fn a_training_in_chunks_gives_the_same_net() {
    let folder = Folder::new();
    let (whole, part) = (folder.file("whole"), folder.file("part"));
    let training =
        |more: &[&str]| karuta(&[&TRAINING[..5], &["40", "--every", "20", "--deals", "2"], more].concat());
    training(&["--out", &whole]).fine();
    let refusal = training(&["--out", &part, "--chunks", "3"]).refusal();
    assert!(refusal.contains("part.games-0.chunk-1-of-3"), "a missing chunk is named: {refusal}");
    for round in 0..4 {
        // In any order, and one of them twice.
        for chunk in ["2/3", "1/3", "3/3", "2/3"] {
            training(&["--out", &part, "--chunk", chunk]).fine();
        }
        let file = |number: u64| format!("{part}.games-{}.chunk-{number}-of-3", 10 * round);
        let good = fs::read(file(1)).expect("a chunk");
        if round == 1 {
            fs::write(file(1), &good[..good.len() / 2]).expect("a file");
            let refusal = training(&["--out", &part, "--chunks", "3"]).refusal();
            assert!(refusal.contains("chunk-1-of-3: no safetensors file"), "{refusal}");
            fs::write(file(1), fs::read(file(2)).expect("a chunk")).expect("a file");
            let refusal = training(&["--out", &part, "--chunks", "3"]).refusal();
            assert!(refusal.contains("games that are due are missing"), "{refusal}");
            fs::write(file(1), fs::read(folder.file("stale")).expect("a chunk")).expect("a file");
            let refusal = training(&["--out", &part, "--chunks", "3"]).refusal();
            assert!(refusal.contains("chunk-1-of-3: it is of another training or round"), "{refusal}");
        }
        fs::write(folder.file("stale"), &good).expect("a file");
        fs::write(file(1), good).expect("a file");
        let said = json(&training(&["--out", &part, "--chunks", "3", "--json"]).fine());
        assert_eq!((&said["games"], &said["is_done"]), (&(10 * (round + 1)).into(), &(round == 3).into()));
        assert!(!Path::new(&file(1)).exists(), "chunks that were learned from are removed");
    }
    for ending in ["", ".jsonl", ".svg", ".checkpoint"] {
        let read = |name: &str| fs::read(format!("{name}{ending}")).expect("a file");
        assert!(read(&whole) == read(&part), "{ending}");
    }
    let said = json(&training(&["--out", &part, "--chunk", "1/3", "--json"]).fine());
    assert_eq!(said["is_done"], true);
    // More chunks than games: some are empty, and the net is the same.
    let many = folder.file("many");
    for number in (1..=12).cycle().take(4 * 12) {
        training(&["--out", &many, "--chunk", &format!("{number}/12")]).fine();
        if number == 12 {
            training(&["--out", &many, "--chunks", "12"]).fine();
        }
    }
    assert!(fs::read(&many).expect("a net") == fs::read(&whole).expect("a net"));
    let refusal =
        karuta(&["train", "tichu", "--learner", "dqn", "--out", &whole, "--chunk", "1/2"]).refusal();
    assert!(!refusal.is_empty());
}

#[test]
fn games_of_another_training_are_refused_by_name() {
    let folder = Folder::new();
    let (own, other) = (folder.file("own"), folder.file("other"));
    const LEARNER: &str = "dmc:hidden=8,games=10";
    let train = |game: &str, learner: &str, seed: &str, out: &str, more: &[&str]| {
        let words = ["train", game, "--learner", learner, "--seed", seed, "--steps", "40", "--deals", "2"];
        karuta(&[&words[..], &["--out", out], more].concat())
    };
    let file = |out: &str, games: u64, number: u64| format!("{out}.games-{games}.chunk-{number}-of-2");
    let chunks = |game: &str, learner: &str, seed: &str, out: &str| {
        for chunk in ["1/2", "2/2"] {
            train(game, learner, seed, out, &["--chunk", chunk]).fine();
        }
    };
    chunks("hanamikoji", LEARNER, "1", &own);
    let good = fs::read(file(&own, 0, 2)).expect("a chunk");
    let learn = || train("hanamikoji", LEARNER, "1", &own, &["--chunks", "2"]);
    let refused = |content: &[u8], words: &str| {
        fs::write(file(&own, 0, 2), content).expect("the folder is writable");
        let line = learn().refusal();
        assert!(line.contains("own.games-0.chunk-2-of-2") && line.contains(words), "{words:?}: {line}");
        assert!(!Path::new(&own).exists(), "something was learned: {line}");
    };
    for (game, learner, seed, words) in [
        ("hanamikoji:rules=official", LEARNER, "1", "its game is"),
        ("hanamikoji", "dmc:hidden=9,games=10", "1", "its learner is"),
        ("hanamikoji", LEARNER, "2", "its seed is 2"),
    ] {
        chunks(game, learner, seed, &other);
        refused(&fs::read(file(&other, 0, 2)).expect("a chunk"), words);
    }
    // A round later, and a net that has learned something else.
    let find = |content: &[u8], text: &str| {
        let place = content.windows(text.len()).position(|window| window == text.as_bytes());
        place.expect("it is in the file")
    };
    let replaced = |from: &str, to: &str| {
        let (mut content, at) = (good.clone(), find(&good, from));
        content[at..at + from.len()].copy_from_slice(to.as_bytes());
        content
    };
    refused(&replaced("\\\"games\\\":0", "\\\"games\\\":9"), "its games is 9");
    let net = find(&good, "\\\"net\\\":\\\"");
    let mut content = good.clone();
    content[net + 11] = if content[net + 11] == b'0' { b'1' } else { b'0' };
    refused(&content, "its net is");
    refused(&good[..good.len() - 100], "no safetensors file");
    refused(b"", "no safetensors file");
    // Another build whose net thinks otherwise of the first move of the first game.
    let size =
        usize::try_from(u64::from_le_bytes(good[..8].try_into().expect("eight bytes"))).expect("a size");
    let header = json(std::str::from_utf8(&good[8..8 + size]).expect("a text"));
    let judged = header["judged"]["data_offsets"][0].as_u64().expect("an offset") as usize;
    let mut content = good.clone();
    content[8 + size + judged] ^= 1;
    refused(&content, "a program that plays otherwise");
    fs::remove_file(file(&own, 0, 2)).expect("it is ours");
    let line = learn().refusal();
    assert!(line.contains("own.games-0.chunk-2-of-2"), "a missing chunk is named: {line}");
    fs::write(file(&own, 0, 2), &good).expect("the folder is writable");
    learn().fine();
}

#[test]
fn a_net_is_shown_and_plays() {
    let folder = Folder::new();
    let (net, config, inputs) = (folder.file("net"), folder.file("config"), folder.file("inputs"));
    fs::write(&config, "dmc  # deep Monte Carlo\nhidden=8\n\ngames=10\n").expect("a file");
    let args = [
        "train",
        "hanamikoji",
        "--config",
        &config,
        "--steps",
        "10",
        "--deals",
        "1",
        "--out",
        &net,
        "--json",
    ];
    let found = json(&karuta(&args).fine());
    assert_eq!((&found["games"], &found["learner"]), (&10.into(), &"dmc:hidden=8,games=10".into()));
    let shown = json(&karuta(&["net", &net, "--json"]).fine());
    assert_eq!((&shown["steps"], &shown["game"]), (&10.into(), &"hanamikoji".into()));
    fs::write(&inputs, "[[0, 1.0], [7, 0.5]]\n[]\n").expect("a file");
    assert_eq!(karuta(&["net", &net, "--inputs", &inputs]).fine().lines().count(), 2);
    fs::write(&inputs, "[[60000, 1.0]]\n").expect("a file");
    let refusal = karuta(&["net", &net, "--inputs", &inputs]).refusal();
    assert!(refusal.contains("line 1 has input 60000"), "{refusal}");
    let spec = format!("dmc:net={net}");
    let played = json(&karuta(&["match", "hanamikoji", &spec, "random", "--deals", "3", "--json"]).fine());
    assert_eq!(played["games"], 6);
}
