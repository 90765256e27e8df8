//! Tables and chairs of the competition's wire, each a process of its own.

use std::net::TcpListener;

use crate::child::{Folder, Running, command, karuta};
use crate::figures::json;

/// A server on a free port, and that port.
fn serving(args: &[&str]) -> (Running, String) {
    let mut server = Running::start(command(&[&["uecda", "serve", "--port", "0"], args].concat()), "");
    assert!(server.until(|server| server.err().contains(" to come")), "it ended by itself");
    let said = server.err();
    let (_, rest) = said.split_once("listening on 127.0.0.1:").expect("it says where");
    let port = rest.split(';').next().expect("a port").to_string();
    (server, port)
}

#[test]
fn five_processes_play_a_match() {
    let folder = Folder::new();
    let log = folder.file("match.log");
    let (server, port) =
        serving(&["--games", "10", "--seat", "default", "--seat", "random", "--json", "--record", &log]);
    let join = |args: &[&str]| {
        let args = [&["uecda", "join", "--port", &port, "--json"], args].concat();
        Running::start(command(&args), "")
    };
    let guests = [
        join(&["--agent", "default", "--name", "one"]),
        join(&["--agent", "random", "--protocol", "20140"]),
        join(&["--agent", "flat:iters=20"]),
    ];
    let visits: Vec<_> = guests.into_iter().map(|guest| json(&guest.ended().fine())).collect();
    let result = json(&server.ended().fine());
    assert_eq!(result["games"], 10);
    let players = result["players"].as_array().expect("players");
    let points = |value: &serde_json::Value| value["points"].as_u64().expect("points");
    assert_eq!(players.iter().map(points).sum::<u64>(), 150);
    for visit in &visits {
        let same = players.iter().find(|player| player["player"] == visit["player"]).expect("it played");
        if visit["lots"] == 0 {
            assert_eq!(same["places"], visit["places"]);
        }
        assert_eq!((&same["refused"], &visit["refused"]), (&0.into(), &0.into()));
    }
    let text = std::fs::read_to_string(&log).expect("a log");
    assert_eq!(text.lines().filter(|line| line.contains("%result%")).count(), 10);
    assert!(text.starts_with("%-----%palyer_name% default random "), "{text}");
}

#[test]
fn agents_alone_play_the_same_match_every_time() {
    let args = ["uecda", "serve", "--port", "0", "--games", "20", "--seed", "3"];
    let seats = ["--seat", "default"].repeat(5);
    let args = [&args[..], &seats].concat();
    let first = karuta(&args).fine();
    assert_eq!(first, karuta(&args).fine());
    assert!(first.starts_with("20 games\n"), "{first}");
    assert_eq!(first.lines().filter(|line| line.contains("default")).count(), 5, "{first}");
}

#[test]
fn a_configuration_file_is_heeded() {
    let folder = Folder::new();
    let path = folder.file("server.cfg");
    std::fs::write(&path, "GAME_NUMBER 4\nPORT_NUMBER 0\n").expect("a file");
    let refused = karuta(&["uecda", "serve", "--config", &path]).refusal();
    assert!(refused.contains("line 2: PORT_NUMBER"), "{refused}");
    std::fs::write(&path, "GAME_NUMBER 4\nRULE_SEKIGAE NO\n").expect("a file");
    let seats = ["--seat", "random"].repeat(5);
    let args = [&["uecda", "serve", "--port", "0", "--json", "--config", &path], &seats[..]].concat();
    assert_eq!(json(&karuta(&args).fine())["games"], 4);
}

#[test]
fn what_cannot_be_had_is_refused_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("it is bound").port().to_string();
    let free = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("it is bound").port().to_string()
    };
    let folder = Folder::new();
    let file = folder.file("old.log");
    std::fs::write(&file, "old").expect("a file");
    let six = [&["uecda", "serve", "--port", "0"], &["--seat", "random"].repeat(6)[..]].concat();
    for (args, says) in [
        (&["uecda", "serve", "--port", &port][..], "cannot be listened on"),
        (&["uecda", "serve", "--port", "70000"], "expected a whole number from 0 to 65535"),
        (&["uecda", "serve", "--bind", "nowhere"], "expected an address such as 127.0.0.1"),
        (&["uecda", "serve", "--games", "0"], "expected a whole number from 1 to 14999"),
        (&["uecda", "serve", "--timeout", "-1"], "expected a number of seconds"),
        (&["uecda", "serve", "--seat", "defualt"], "no agent \"defualt\""),
        (&["uecda", "serve", "--seat", "flat:peek=on"], "leave out peek=on"),
        (&["uecda", "serve", "--config", "/no/such/file"], "cannot read /no/such/file"),
        (&["uecda", "serve", "--port", "0", "--record", &file], "cannot begin the record"),
        (&six, "6 agents were given, but 5 play"),
        (&["uecda", "join", "--port", &free], "no server answers at 127.0.0.1"),
        (&["uecda", "join", "--host", "no such host"], "there is no host \"no such host\""),
        (&["uecda", "join", "--protocol", "20060"], "expected 20070 or 20140"),
        (&["uecda", "join", "--agent", "mcts:iters=0"], "iters=0"),
    ] {
        let line = karuta(args).refusal();
        assert!(line.contains(says), "{args:?}: {line}");
    }
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "old", "nothing is overwritten");
}

#[test]
fn a_server_that_vanishes_is_told_in_one_line() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("it is bound").port().to_string();
    let guest = Running::start(command(&["uecda", "join", "--port", &port]), "");
    drop(listener.accept().expect("somebody comes"));
    let line = guest.ended().refusal();
    assert!(line.contains("left before the first game was over"), "{line}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_both_sides_cleanly() {
    let (server, port) = serving(&["--games", "10000", "--seat", "random"]);
    let mut guest = Running::start(command(&["uecda", "join", "--port", &port]), "");
    // Both wait: the server for more clients, the client for the first game.
    let mut server = server;
    assert!(server.until(|server| server.err().contains("is player 1")), "it ended by itself");
    assert!(guest.until(|guest| guest.id() > 0));
    guest.interrupt();
    let ended = guest.ended();
    assert_eq!(ended.code, Some(130), "{}{}", ended.out, ended.err);
    server.interrupt();
    let ended = server.ended();
    assert_eq!(ended.code, Some(130), "{}{}", ended.out, ended.err);

    // Agents among themselves hear it too, and what is finished is told.
    let seats = ["--seat", "default"].repeat(5);
    let folder = Folder::new();
    let log = folder.file("match.log");
    let args =
        [&["uecda", "serve", "--port", "0", "--games", "14999", "--json", "--record", &log], &seats[..]]
            .concat();
    let mut server = Running::start(command(&args), "");
    let begun = |_: &Running| std::fs::metadata(&log).is_ok_and(|file| file.len() > 10_000);
    assert!(server.until(begun), "it ended by itself");
    server.interrupt();
    let ended = server.ended();
    assert_eq!(ended.code, Some(130), "{}{}", ended.out, ended.err);
    let games = json(&ended.out)["games"].as_u64().expect("games") as usize;
    let text = std::fs::read_to_string(&log).expect("a log");
    assert_eq!(text.lines().filter(|line| line.contains("%points%")).count(), games);
}
