//! A client of the page without a browser: plain HTTP and the socket of a table.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;

use futures_util::{SinkExt as _, StreamExt as _};
use karuta_web::{Server, ServerConfig};
use serde_json::{Value, json};
use tokio::net::TcpStream as AsyncStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server of this test's own, which ends with its task.
pub async fn start(store: Option<PathBuf>) -> (SocketAddr, tokio::task::JoinHandle<()>) {
    serve(ServerConfig { store, searches: 2, haste: 20, ..ServerConfig::default() }).await
}

/// A server set up in another way.
pub async fn serve(config: ServerConfig) -> (SocketAddr, tokio::task::JoinHandle<()>) {
    let server = Server::bind(&config).await.expect("a server");
    let address = server.address;
    let task = tokio::spawn(async move {
        let _ = server.serve(std::future::pending()).await;
    });
    (address, task)
}

/// A request as it goes over the wire, and the answer.
pub fn request(address: SocketAddr, head: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let length = body.len();
    write!(stream, "{head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
        .expect("a request");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

/// Fetches a page.
pub fn get(address: SocketAddr, path: &str) -> String {
    request(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}"), "")
}

/// Sends a form.
pub fn post(address: SocketAddr, path: &str, form: &str) -> String {
    let kind = "Content-Type: application/x-www-form-urlencoded";
    request(
        address,
        &format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n{kind}"),
        form,
    )
}

/// A new table: its id and the host's token.
pub fn table(address: SocketAddr, form: &str) -> (String, Option<String>) {
    let answer = post(address, "/new", form);
    let place = answer
        .lines()
        .find_map(|line| line.strip_prefix("location: /t/"))
        .unwrap_or_else(|| panic!("{answer}"));
    match place.trim().split_once('#') {
        Some((id, token)) => (id.to_string(), Some(token.to_string())),
        None => (place.trim().to_string(), None),
    }
}

/// Somebody at a table.
pub struct Player {
    socket: WebSocketStream<MaybeTlsStream<AsyncStream>>,
    /// The last frame.
    pub frame: Value,
    /// The last note.
    pub note: String,
}

impl Player {
    /// Opens the socket and says who one is.
    pub async fn join(address: SocketAddr, id: &str, token: Option<&str>) -> Player {
        let mut player = Player::connect(address, id).await.expect("a socket");
        player.send(&json!({ "token": token }).to_string()).await;
        player
    }

    /// Opens the socket and says nothing.
    pub async fn connect(address: SocketAddr, id: &str) -> Result<Player, Box<Error>> {
        let mut request = format!("ws://{address}/t/{id}/ws").into_client_request().expect("a request");
        let origin = format!("http://{address}").parse().expect("a header");
        request.headers_mut().insert("origin", origin);
        let (socket, _) = connect_async(request).await.map_err(Box::new)?;
        Ok(Player { socket, frame: Value::Null, note: String::new() })
    }

    /// Sends a text as it is.
    pub async fn send(&mut self, text: &str) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// Makes a move.
    pub async fn play(&mut self, text: &str) {
        let v = self.frame["v"].clone();
        self.send(&json!({ "do": "move", "text": text, "v": v }).to_string()).await;
    }

    /// The next message; `None` when the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).expect("JSON");
                    if value.get("parts").is_some() {
                        self.frame = value.clone();
                    }
                    if let Some(note) = value["note"].as_str() {
                        self.note = note.to_string();
                    }
                    return Some(value);
                }
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// A fragment of the last frame.
    pub fn part(&self, name: &str) -> &str {
        self.frame["parts"][name].as_str().unwrap_or_default()
    }

    /// The moves this player may make.
    pub fn moves(&self) -> Vec<String> {
        let texts = |mark: &str| {
            let act = self.part("act");
            act.split(mark)
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
                .map(String::from)
                .collect::<Vec<_>>()
        };
        [texts("data-m=\""), texts("data-move=\"")].concat()
    }

    /// The claim that the game is over.
    pub fn is_over(&self) -> bool {
        self.part("act").contains("data-do=\"rematch\"") || self.part("title").ends_with("over")
    }
}
