//! `karuta serve` as a process of its own: on a full disk and ended with `kill -9`, on a store that cannot be
//! written. The page itself is tested in its own crate.
#![cfg(target_os = "linux")]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket, client};

use crate::child::{Folder, Running, command, karuta, karuta_told};

/// Waits until the server says where it listens.
fn address(server: &mut Running) -> String {
    let find = |out: &str| Some(out.split_once("http://")?.1.split_once('/')?.0.to_string());
    assert!(server.until(|server| find(&server.out()).is_some()), "{}", server.err());
    find(&server.out()).expect("it was there")
}

fn serve(store: &str) -> Running {
    Running::start(command(&["serve", "--port", "0", "--haste", "40", "--store", store]), "")
}

/// A new table: its id and the host's token.
fn table(address: &str, form: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let length = form.len();
    write!(
        stream,
        "POST /new HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{form}"
    )
    .expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let place = answer.lines().find_map(|line| line.strip_prefix("location: /t/"));
    let (id, token) = place.unwrap_or_else(|| panic!("{answer}")).trim().split_once('#').expect("a token");
    (id.to_string(), token.to_string())
}

/// The body of a page or file.
fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    answer.split_once("\r\n\r\n").expect("a body").1.to_string()
}

/// Somebody at a table.
struct Player {
    socket: WebSocket<TcpStream>,
    frame: Value,
}

impl Player {
    fn join(address: &str, (id, token): &(String, String)) -> Player {
        let mut request = format!("ws://{address}/t/{id}/ws").into_client_request().expect("a request");
        request.headers_mut().insert("origin", format!("http://{address}").parse().expect("a header"));
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        let (socket, _) = client(request, stream).expect("a socket");
        let mut player = Player { socket, frame: Value::Null };
        player.say(json!({ "token": token }));
        player.hear();
        player
    }

    fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).expect("the server is there");
    }

    /// Waits for the next frame.
    fn hear(&mut self) {
        loop {
            if let Message::Text(text) = self.socket.read().expect("the server is there") {
                let told: Value = serde_json::from_str(&text).expect("JSON");
                if told.get("parts").is_some() {
                    self.frame = told;
                    return;
                }
            }
        }
    }

    fn part(&self, name: &str) -> &str {
        self.frame["parts"][name].as_str().unwrap_or_default()
    }

    fn moves(&self) -> Vec<String> {
        let first = |rest: &str| rest.split('"').next().map(String::from);
        self.part("act").split("data-m=\"").skip(1).filter_map(first).collect()
    }

    /// Moves that have a button of their own.
    fn now(&self) -> Vec<String> {
        let first = |rest: &str| rest.split('"').next().map(String::from);
        self.part("act").split("data-move=\"").skip(1).filter_map(first).collect()
    }

    fn noticed(&self) -> u64 {
        self.frame["v"].as_u64().expect("a number")
    }

    fn is_over(&self) -> bool {
        self.part("act").contains("data-do=\"rematch\"")
    }

    /// Asks for the first move once it is this player's turn; a game that is over has none.
    fn ask(&mut self) -> u64 {
        while self.moves().is_empty() && !self.is_over() {
            self.hear();
        }
        if self.is_over() {
            return self.noticed();
        }
        let (before, mv) = (self.noticed(), self.moves()[0].clone());
        self.say(json!({ "do": "move", "text": mv, "v": before }));
        before
    }

    /// Makes the first move and waits until it is made.
    fn play(&mut self) -> u64 {
        let before = self.ask();
        while self.noticed() <= before && !self.is_over() {
            self.hear();
        }
        self.noticed()
    }
}

#[test]
fn a_full_disk_loses_nothing_and_the_game_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let store = folder.file("games.db");
    // The signal that goes with a full file would end the process before it can say anything.
    let mut shell = Command::new("sh");
    shell.arg("-c").arg("trap '' XFSZ; exec \"$0\" \"$@\"").arg(env!("CARGO_BIN_EXE_karuta"));
    shell.args(["serve", "--port", "0", "--haste", "40", "--store", &store]);
    let mut server = Running::start(shell, "");
    let place = address(&mut server);
    let seat = table(&place, "game=onitama&level=1");
    let mut player = Player::join(&place, &seat);
    player.play();
    while player.moves().is_empty() {
        player.hear();
    }
    let room = |bytes: &str| {
        let pid = server.id().to_string();
        let done = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}")]).status();
        assert!(done.expect("there is prlimit").success());
    };
    room("4096:unlimited");
    let before = player.ask();
    while !player.part("status").contains("Nothing can be saved now") {
        player.hear();
    }
    assert_eq!(player.noticed(), before, "what could not be kept did not happen");
    room("unlimited:unlimited");
    player.play();
    let noticed = player.noticed();
    server.kill();
    let mut server = serve(&store);
    let place = address(&mut server);
    assert!(Player::join(&place, &seat).noticed() >= noticed);
    server.kill();
}

#[test]
fn a_store_that_cannot_be_used_is_refused_in_one_line() {
    let folder = Folder::new();
    let text = folder.file("notes.txt");
    std::fs::write(&text, "not a database, and long enough to be looked at as one\n".repeat(20))
        .expect("a file");
    for (store, why) in [
        ("/proc/games.db", "unable to open"),
        ("/dev/full", "disk is full"),
        (text.as_str(), "not a database"),
    ] {
        let line = karuta(&["serve", "--port", "0", "--store", store]).refusal();
        assert!(line.contains(store) && line.contains(why), "{line}");
    }
    assert!(std::fs::read_to_string(&text).expect("a file").starts_with("not a database"));
}

/// A store without the right to write is refused in one line, and nothing in it changes.
#[test]
fn a_store_that_may_only_be_read_is_refused_in_one_line() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let store = folder.file("games.db");
    let mut server = serve(&store);
    let place = address(&mut server);
    let seat = table(&place, "game=onitama&level=1");
    Player::join(&place, &seat).play();
    server.interrupt();
    server.ended();
    let before = std::fs::read(&store).expect("a file");
    let set = |mode: u32| {
        std::fs::set_permissions(&store, std::fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    set(0o444);
    // The rights of a file do not hold for root, unless it gives up its own.
    let rights =
        ["--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"];
    let is_root = std::fs::OpenOptions::new().append(true).open(&store).is_ok();
    let mut refused = if is_root { Command::new("setpriv") } else { command::<&str>(&[]) };
    if is_root {
        refused.args(rights).arg(env!("CARGO_BIN_EXE_karuta"));
    }
    refused.args(["serve", "--port", "0", "--store", &store]);
    let line = Running::start(refused, "").ended().refusal();
    assert!(line.contains(&store) && line.contains("readonly"), "{line}");
    assert!(std::fs::read(&store).expect("a file") == before, "nothing was written");
    set(0o644);
    // With the right to write the game is there again.
    let mut server = serve(&store);
    let place = address(&mut server);
    assert!(Player::join(&place, &seat).noticed() > 0);
    server.kill();
}

/// The file that the page gives away goes on in the terminal, with the same moves.
#[test]
fn a_game_of_the_page_is_loaded_by_play() {
    let folder = Folder::new();
    let mut server = serve(&folder.file("games.db"));
    let place = address(&mut server);
    for game in ["onitama", "hanamikoji", "tichu", "daihinmin"] {
        let seat = table(&place, &format!("game={game}&level=1&seat=0"));
        let mut player = Player::join(&place, &seat);
        while player.noticed() < 6 && !player.is_over() {
            let moves = [player.moves(), player.now()].concat();
            if let (Some(mv), false) = (moves.first(), player.part("status").contains("pause")) {
                let v = player.noticed();
                player.say(json!({ "do": "move", "text": mv, "v": v }));
            }
            player.hear();
        }
        player.say(json!({ "do": "resign" }));
        while !player.is_over() {
            player.hear();
        }
        let file = folder.file(&format!("{game}.json"));
        let saved = get(&place, &format!("/t/{}/file?seat=0", seat.0));
        std::fs::write(&file, &saved).expect("a file");
        let saved: Value = serde_json::from_str(&saved).expect("JSON");
        let moves = saved["moves"].as_array().expect("moves").len();
        assert!(moves >= 6, "{saved}");
        let told = karuta_told(&["play", "--load", &file], "log\nquit\n").fine();
        assert!(told.contains("  1  ") && told.contains("  2  "), "{game}: {told}");
    }
    server.kill();
}

/// Containers and services end a program by a signal of their own, and wait for it.
#[test]
fn a_server_ends_when_the_system_asks_it_to() {
    let folder = Folder::new();
    let store = folder.file("games.db");
    let mut server = serve(&store);
    let place = address(&mut server);
    let seat = table(&place, "game=onitama&level=1");
    let mut player = Player::join(&place, &seat);
    player.play();
    let pid = server.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("there is kill").success());
    assert_eq!(server.ended().code, Some(0));
    let mut server = serve(&store);
    let place = address(&mut server);
    assert!(Player::join(&place, &seat).noticed() >= 1);
    server.kill();
}
