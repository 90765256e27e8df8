//! The websocket protocol of the Onitama community, each end a process of its own.

use crate::child::{Running, command, karuta};
use crate::figures::json;

/// A server on a free port, and its address.
fn serving(args: &[&str]) -> (Running, String) {
    let mut server = Running::start(command(&[&["litama", "serve", "--port", "0"], args].concat()), "");
    assert!(server.until(|server| server.err().contains("listening on ws://")), "it ended by itself");
    let said = server.err();
    let (_, rest) = said.split_once("listening on ").expect("it says where");
    (server, rest.lines().next().expect("an address").to_string())
}

#[test]
fn a_client_creates_a_match_and_the_agent_of_the_server_joins() {
    let (server, url) = serving(&["--agent", "random", "--matches", "2", "--json"]);
    let engine = format!("exec:cmd=({} engine --agent priority)", env!("CARGO_BIN_EXE_karuta"));
    for agent in ["priority", &engine] {
        let found =
            json(&karuta(&["litama", "join", &url, "--agent", agent, "--name", "guest", "--json"]).fine());
        assert_eq!((&found["opponent"], &found["interrupted"]), (&"karuta".into(), &false.into()), "{found}");
        assert!(["blue", "red"].contains(&found["winner"].as_str().expect("a colour")), "{found}");
    }
    let ended = server.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(ended.out.lines().filter(|line| line.contains("guest")).count(), 2, "{}", ended.out);
}

#[test]
fn two_clients_meet_at_a_server() {
    let (server, url) = serving(&["--matches", "1", "--seed", "4"]);
    let mut first = Running::start(command(&["litama", "join", &url, "--agent", "random"]), "");
    assert!(first.until(|first| first.err().contains("somebody has to join it")));
    let said = first.err();
    let id = said.split_once("match ").expect("an id").1.split(':').next().expect("an id").to_string();
    let second = karuta(&["litama", "join", &url, "--match", &id, "--agent", "priority"]).fine();
    let first = first.ended().fine();
    assert!(first.contains("won") != second.contains("won"), "{first}{second}");
    assert!(server.ended().fine().contains(&id));
}

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    for (args, word) in [
        (&["serve", "--port", "70000"][..], "65535"),
        (&["serve", "--bind", "nowhere"], "address"),
        (&["serve", "--agent", "nobody"], "nobody"),
        (&["join", "http://127.0.0.1:1"], "ws://HOST:PORT"),
        (&["join", "ws://127.0.0.1:1"], "no server answers"),
        (&["join", "--name", "two words"], "one word"),
        (&["join", "--match", ""], "no match"),
        (&["join", "--agent", "mcts:iters=none"], "iters"),
    ] {
        let line = karuta(&[&["litama"], args].concat()).refusal();
        assert!(line.contains(word), "{args:?}: {line}");
    }
    let (server, url) = serving(&[]);
    let line = karuta(&["litama", "join", &url, "--match", "nonsense"]).refusal();
    assert!(line.contains("incorrect format"), "{line}");
    let ended = server.interrupt_until_ended();
    assert_eq!(ended.code, Some(130), "{}", ended.err);
}
