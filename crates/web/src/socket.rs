//! The socket of a table: the first message says who one is, later ones what one wants. Messages are small
//! JSON objects; what cannot be read is answered by a note and changes nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;

use crate::server::Trouble;
use crate::server_state::{ServerError, ServerState};
use crate::table::{Newcomer, Order, Wish};
use crate::token;
use crate::words;

/// The longest message anybody may send.
pub const LONGEST: usize = 4096;

/// Messages beyond this many in ten seconds end the connection.
const MOST: u32 = 100;

/// The time after which a silent connection is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    token: Option<String>,
}

/// Opens the socket of a table.
pub async fn connect(
    State(server): State<Arc<ServerState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Trouble> {
    if !token::is_well_formed(&id) {
        return Err(ServerError::Unknown.into());
    }
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    // The guard has let in own origins only, and whoever is invited reaches the server by the same one.
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()).unwrap_or_default();
    let (origin, words) = (origin.to_string(), words::now());
    Ok(upgrade
        .on_upgrade(move |socket| words::speak(words, serve(server, id, origin, socket)))
        .into_response())
}

async fn serve(server: Arc<ServerState>, id: String, origin: String, mut socket: WebSocket) {
    let Ok(Some(Ok(Message::Text(first)))) = tokio::time::timeout(PING, socket.recv()).await else { return };
    let Ok(Hello { token }) = serde_json::from_str(&first) else {
        let _ = socket.send(note(words::now().trouble.first_message)).await;
        return;
    };
    let inbox = match server.table(&id) {
        Ok(inbox) => inbox,
        Err(error) => {
            let _ = socket.send(Message::text(json!({ "bad": error.to_string() }).to_string())).await;
            return;
        }
    };
    let conn = server.connection();
    let (out, mut frames) = mpsc::channel(64);
    let newcomer = Newcomer { conn, token, origin, words: words::now(), out };
    if inbox.send(Order::Join(newcomer)).await.is_err() {
        return;
    }
    let mut ping = tokio::time::interval(PING);
    let (mut said, mut is_alive) = (0, true);
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let Some(frame) = frame else { break };
                if socket.send(Message::text(frame)).await.is_err() { break }
            }
            message = socket.recv() => {
                is_alive = true;
                said += 1;
                if said > MOST { break }
                match message {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str::<Wish>(&text) {
                        Ok(wish) => { let _ = inbox.send(Order::Said { conn, wish }).await; }
                        Err(_) => if socket.send(note(words::now().trouble.senseless)).await.is_err() { break },
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => break,
                }
            }
            _ = ping.tick() => {
                if !is_alive || socket.send(Message::Ping(Vec::new().into())).await.is_err() { break }
                (is_alive, said) = (false, 0);
            }
        }
    }
    let _ = inbox.send(Order::Leave { conn }).await;
}

fn note(text: &str) -> Message {
    Message::text(json!({ "note": text }).to_string())
}
