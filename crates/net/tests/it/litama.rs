//! The websocket protocol of the Onitama community: our two ends against each other, and each against an end
//! that is written here by hand, friendly and hostile.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::sync_channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use karuta_engine::{Game as _, Rng, Stop};
use karuta_net::litama::agents::AvailableAgent;
use karuta_net::litama::client::{LitamaError, Outcome, Visit, play};
use karuta_net::litama::lobby::{Ended, Lobby};
use karuta_net::litama::messages::{Colour, GameState, Reply, State};
use karuta_net::litama::server::{Server, Setup};
use karuta_onitama::Onitama;
use karuta_playable::playable::{Playable as _, Purpose};
use karuta_playable::spec::{Args, Spec};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// A server that runs until so many matches are finished.
fn serving(matches: u64, agent: Option<&str>) -> (SocketAddr, JoinHandle<Vec<Ended>>) {
    let address = "127.0.0.1:0".parse().expect("an address");
    let agent = agent.map(|spec| AvailableAgent::new(spec).expect("an agent"));
    let setup = Setup { address, agent, matches: Some(matches), ..Setup::new(3) };
    let server = Server::bind(setup).expect("a free port");
    let address = server.address();
    let run = thread::spawn(move || {
        let mut all = Vec::new();
        server.run(&Stop::never(), &mut |ended| all.push(ended.clone()));
        all
    });
    (address, run)
}

/// One of our clients; `created` is called with a match it begins.
fn visit(
    url: String,
    match_id: Option<String>,
    agent: &str,
    created: &mut dyn FnMut(&str),
) -> Result<Outcome, LitamaError> {
    let agent = AvailableAgent::new(agent).expect("an agent");
    let patience = Some(Duration::from_secs(120));
    let visit = Visit { url, match_id, name: String::from("guest"), patience };
    play(&visit, (agent.make)().as_mut(), &Stop::never(), &mut Rng::new(5), created)
}

/// A client written by hand.
struct Hand(WebSocket<TcpStream>);

impl Hand {
    fn new(to: SocketAddr) -> Hand {
        let stream = TcpStream::connect(to).expect("a server");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a socket");
        Hand(tungstenite::client(format!("ws://{to}/"), stream).expect("a handshake").0)
    }

    fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).expect("it listens");
    }

    fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().expect("an answer") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    fn ask(&mut self, text: &str) -> Value {
        self.say(text);
        self.hear()
    }

    fn error(&mut self, text: &str) -> String {
        let answer = self.ask(text);
        assert_eq!(answer["messageType"], "error", "{text}: {answer}");
        answer["error"].as_str().expect("a text").to_string()
    }

    /// The claim that the server has closed the connection.
    fn is_sent_away(&mut self) -> bool {
        loop {
            match self.0.read() {
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    return false;
                }
                Ok(Message::Close(_)) | Err(_) => return true,
                Ok(_) => {}
            }
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_string()
}

fn game(position: &str) -> Onitama<5> {
    let spec = Spec::parse("onitama5").expect("a spec");
    let args = Args::new(&spec, Onitama::<5>::PARAMS).expect("arguments");
    let options = Onitama::<5>::options(&args, Purpose::Analysis).expect("options");
    Onitama::parse_position(&options, position).expect("a position")
}

/// A game by hand against an agent at the server; every state is compared with the rules.
#[test]
fn a_client_written_by_hand_plays_the_agent_of_a_server() {
    let (to, run) = serving(1, Some("random"));
    let mut hand = Hand::new(to);
    let created = hand.ask("create by hand");
    assert_eq!((&created["messageType"], &created["index"]), (&json!("create"), &json!(0)));
    let (id, token) = (text(&created["matchId"]), text(&created["token"]));
    assert_eq!((id.len(), token.len()), (24, 64));
    assert_eq!(hand.ask(&format!("spectate {id}")), json!({"messageType": "spectate", "matchId": id}));
    let mut rng = Rng::new(1);
    let (last, end) = loop {
        let state = hand.hear();
        if state["messageType"] == "move" || state["gameState"] == "waiting for player" {
            continue;
        }
        assert_eq!(state["messageType"], "state", "{state}");
        let colour = |word: &str| usize::from(state["indices"][word] != json!(0));
        let mine = if colour("blue") == 0 { "blue" } else { "red" };
        assert_eq!(state["usernames"][mine], "by hand");
        let cards = |of: &Value| {
            let names: Vec<String> =
                [&of["blue"][0], &of["blue"][1], &of["red"][0], &of["red"][1], &of["side"]]
                    .map(text)
                    .to_vec();
            names.join(",")
        };
        let turn = usize::from(state["currentTurn"] == "red");
        let moves = state["moves"].as_array().expect("moves");
        let first = if moves.len().is_multiple_of(2) { turn } else { 1 - turn };
        let mut now = game(&format!("1121100000000000000033433 {} {first}", cards(&state["startingCards"])));
        for mv in moves {
            now.apply(now.parse_move(&text(mv).replace(':', " ")).expect("a legal move"));
        }
        let position = now.position();
        let told = format!("{} {} {turn}", text(&state["board"]), cards(&state["cards"]));
        assert!(position.starts_with(&told), "{told} is not {position}");
        if state["gameState"] == "ended" {
            break (state, now);
        }
        if state["currentTurn"] == mine {
            let mv = now.move_text(now.random_move(&mut Vec::new(), &mut rng));
            hand.say(&format!("move {id} {token} {mv}"));
        }
    };
    let winner = end.winner().expect("a winner");
    assert_eq!(last["winner"], ["blue", "red"][winner]);
    let all = run.join().expect("no panic");
    assert_eq!((all[0].winner, &all[0].match_id), (Some(winner), &id));
}

#[test]
fn two_of_our_clients_play_each_other() {
    let (to, run) = serving(2, None);
    for _ in 0..2 {
        let (sender, ids) = sync_channel(1);
        let first = thread::spawn(move || {
            visit(format!("ws://{to}"), None, "priority", &mut |id| sender.send(id.into()).expect("asked"))
        });
        let id: String = ids.recv().expect("a match");
        let second =
            visit(format!("ws://{to}/any/path"), Some(id.clone()), "random", &mut |_| {}).expect("a match");
        let first = first.join().expect("no panic").expect("a match");
        assert_eq!((&first.match_id, &second.match_id), (&id, &id));
        assert_eq!((first.winner, first.plies), (second.winner, second.plies));
        assert_eq!(first.seat.map(|seat| 1 - seat), second.seat);
        assert!(first.winner.is_some() && first.plies > 2);
    }
    assert_eq!(run.join().expect("no panic").len(), 2);
}

#[test]
fn what_cannot_be_done_is_refused_in_the_words_of_the_community() {
    let (to, run) = serving(1, None);
    let (mut one, mut two) = (Hand::new(to), Hand::new(to));
    for nonsense in ["", "create", "fly 1 2", "join", "move a b", "create\u{0}", "spectate 1 2"] {
        assert_eq!(one.error(nonsense), "Invalid command sent", "{nonsense:?}");
    }
    assert_eq!(one.error("state xyz"), "matchId was in an incorrect format");
    assert_eq!(one.error(&format!("state {}", "a".repeat(24))), "Match not found");
    let created = one.ask("create one");
    let (id, token) = (text(&created["matchId"]), text(&created["token"]));
    // Nothing of colours or cards is told before somebody joins.
    let waiting = one.ask(&format!("state {id}"));
    let keys: Vec<&String> = waiting.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["gameState", "matchId", "messageType", "usernames"], "{waiting}");
    assert_eq!(one.error(&format!("move {id} {token} boar a1a2")), "Cannot move when it is not your turn");
    let joined = two.ask(&format!("join {id} tw\u{1b}[2Jo"));
    let other = text(&joined["token"]);
    assert_eq!(one.error(&format!("join {id} three")), "Not allowed to join");
    let state = one.ask(&format!("state {id}"));
    let names = [text(&state["usernames"]["blue"]), text(&state["usernames"]["red"])];
    assert!(names.contains(&String::from("tw[2Jo")), "{names:?}");
    let turn = text(&state["currentTurn"]);
    let (mover, waits) = if state["indices"][&turn] == 0 { (&token, &other) } else { (&other, &token) };
    let card = text(&state["cards"][&turn][0]);
    assert_eq!(one.error(&format!("move {id} {} {card} a1a2", "0".repeat(64))), "Token is incorrect");
    assert_eq!(one.error(&format!("move {id} {waits} {card} a1a2")), "Cannot move when it is not your turn");
    for squares in ["a1a1", "z9z9", "pass", "a1", "\u{fe0f}\u{fe0f}"] {
        assert_eq!(one.error(&format!("move {id} {mover} {card} {squares}")), "Invalid move", "{squares}");
    }
    assert_eq!(one.error(&format!("move {id} {mover} dragonfly a1a2")), "Invalid move");
    finish(to, run);
}

/// Plays a match so that a server ends, which shows that it still serves.
fn finish(to: SocketAddr, run: JoinHandle<Vec<Ended>>) {
    let (sender, ids) = sync_channel(1);
    let url = format!("ws://{to}");
    let first = {
        let url = url.clone();
        thread::spawn(move || visit(url, None, "random", &mut |id| sender.send(id.into()).expect("asked")))
    };
    let id: String = ids.recv().expect("a match");
    visit(url, Some(id), "random", &mut |_| {}).expect("a match");
    first.join().expect("no panic").expect("a match");
    assert_eq!(run.join().expect("no panic").len(), 1);
}

#[test]
fn hostile_clients_hold_nobody_up() {
    let (to, run) = serving(1, None);
    // Silence, half a handshake, another protocol, garbage.
    let silent: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(to).expect("a server")).collect();
    for garbage in
        [&b"GET / HTTP/1.1\r\nHost: x\r\n"[..], b"GET / HTTP/1.1\r\n\r\n", &[0xFF; 5_000], b"\n\n\n\n"]
    {
        let mut stream = TcpStream::connect(to).expect("a server");
        // A client that is sent away in the middle may not get everything out.
        let _ = stream.write_all(garbage);
    }
    // A message that is too long, and frames that are no text.
    let mut long = Hand::new(to);
    let _ = long.0.send(Message::text("create ".to_string() + &"x".repeat(1 << 20)));
    assert!(long.is_sent_away());
    let mut binary = Hand::new(to);
    binary.0.send(Message::binary(vec![0; 1_000])).expect("it listens");
    assert_eq!(binary.error("nonsense here"), "Invalid command sent");
    // More commands than anybody needs.
    let mut flood = Hand::new(to);
    for _ in 0..5_000 {
        if flood.0.send(Message::text("fly away")).is_err() {
            break;
        }
    }
    assert!(flood.is_sent_away());
    // A watcher who reads nothing.
    let mut deaf = Hand::new(to);
    let created = deaf.ask("create deaf");
    for _ in 0..100 {
        deaf.say(&format!("spectate {}", text(&created["matchId"])));
    }
    finish(to, run);
    drop(silent);
}

#[test]
fn a_lobby_keeps_no_more_than_it_can() {
    let mut lobby = Lobby::new(1);
    let (outbox, queued) = sync_channel(10);
    for _ in 0..3_000 {
        lobby.obey("create somebody", &outbox);
        assert!(queued.try_iter().all(|text| text.contains("\"create\"")));
    }
}

/// A server written by hand: shakes hands and answers every line with the next of `lines`.
fn false_server(lines: Vec<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let to = listener.local_addr().expect("an address");
    thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        let Ok(mut socket) = tungstenite::accept(stream) else { return };
        for line in lines {
            if socket.read().is_err() || socket.send(Message::text(line)).is_err() {
                return;
            }
        }
        let _ = socket.close(None);
        let _ = socket.read();
    });
    format!("ws://{to}")
}

/// A state in which it is the client's turn, changed by `change`.
fn told(change: impl Fn(&mut Value)) -> String {
    let mut state = json!({
        "messageType": "state", "matchId": "m", "gameState": "in progress",
        "usernames": {"blue": "x", "red": "y"}, "indices": {"blue": 1, "red": 0}, "currentTurn": "blue",
        "cards": {"blue": ["ox", "boar"], "red": ["horse", "elephant"], "side": "crab"},
        "startingCards": {"blue": ["ox", "boar"], "red": ["horse", "elephant"], "side": "crab"},
        "moves": [], "board": "1121100000000000000033433", "winner": "none",
    });
    change(&mut state);
    state.to_string()
}

#[test]
fn servers_that_make_no_sense_are_left_with_a_word() {
    let joined = json!({"messageType": "join", "matchId": "m", "token": "t", "index": 1}).to_string();
    let cases: Vec<(String, &str)> = vec![
        (String::from("hello"), "makes no sense"),
        (String::from("{}"), "makes no sense"),
        (
            json!({"messageType": "error", "error": "Go away\u{1b}[2J", "query": "x"}).to_string(),
            "Go away[2J",
        ),
        (told(|state| state["moves"] = json!(["ox:a1e5"])), "no legal move"),
        (told(|state| state["moves"] = json!(["\u{0}"])), "no legal move"),
        (told(|state| state["board"] = json!("1121100000000000000033430")), "board"),
        (told(|state| state["indices"] = json!({"blue": 7, "red": 8})), "do not play"),
        (told(|state| state["startingCards"]["side"] = json!("ox")), "makes no sense"),
        (told(|state| state["startingCards"]["blue"] = json!([])), "makes no sense"),
        (told(|state| state["currentTurn"] = json!("none")), "turn"),
        (told(|state| state["gameState"] = json!("broken")), "makes no sense"),
        (told(|_| {}), "left in the middle"),
    ];
    for (line, word) in cases {
        let url = false_server(vec![joined.clone(), line.clone()]);
        let error = visit(url, Some(String::from("m")), "random", &mut |_| {}).expect_err("no match");
        assert!(error.to_string().contains(word), "{line}: {error}");
        assert!(error.to_string().lines().count() == 1, "{error}");
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let to = listener.local_addr().expect("an address");
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        let _ = stream.read(&mut [0; 1_000]);
        let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\n\r\n");
    });
    let error = visit(format!("ws://{to}"), None, "random", &mut |_| {}).expect_err("no websocket");
    assert!(error.to_string().contains("does not speak websocket"), "{error}");
    for url in ["http://x", "ws://", "nonsense", "wss://x:1"] {
        let error = visit(url.to_string(), None, "random", &mut |_| {}).expect_err("no server");
        assert!(error.to_string().contains("ws://HOST:PORT"), "{error}");
    }
}

#[test]
fn states_read_back_as_they_are_written() {
    let text = told(|_| {});
    let Reply::State(state) = serde_json::from_str(&text).expect("a state") else { panic!("no state") };
    assert_eq!((state.game_state, state.current_turn), (GameState::Playing, Some(Colour::Blue)));
    let again: State = serde_json::from_str(&serde_json::to_string(&*state).expect("JSON")).expect("a state");
    assert_eq!(*state, again);
}
