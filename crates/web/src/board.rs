//! The analysis board's server side: positions as pages, and a socket that tells what a search thinks so far.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use axum::extract::{ConnectInfo, Query, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use karuta_engine::Stop;
use karuta_engine::budget::Deadline;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;

use crate::chances::ranking;
use crate::game::{Beginning, Play};
use crate::games::{self, GameCard};
use crate::judged::Judged;
use crate::pages;
use crate::server::{Trouble, too_many};
use crate::server_state::ServerState;
use crate::skins::setup::Fields;
use crate::socket::LONGEST;
use crate::token;
use crate::words::{self, filled};

/// The longest search of a board. The budget in iterations ends most earlier; nobody waits longer than this for a
/// search that others wait behind.
const LONGEST_SEARCH: Duration = Duration::from_secs(60);

/// A position asked for.
#[derive(Default, Deserialize)]
pub struct Asked {
    game: Option<String>,
    rules: Option<String>,
    position: Option<String>,
    /// The moves of a line that is followed from there.
    #[serde(default)]
    line: Vec<String>,
}

impl Asked {
    /// The position that a form says: as text, or by the controls of the game.
    fn of(fields: &Fields) -> Result<Asked, Trouble> {
        let given = |name: &str| Some(fields.one(name).to_string()).filter(|value| !value.is_empty());
        let mut asked = Asked {
            game: given("game"),
            rules: given("rules"),
            position: given("position"),
            line: fields.all("mv").map(String::from).collect(),
        };
        if given("set").is_some() {
            let card = card(&asked)?;
            let spec = card.variant(asked.rules.as_deref().unwrap_or_default()).spec;
            asked.position = Some((card.written)(fields, spec));
            asked.line.clear();
        }
        Ok(asked)
    }
}

fn card(asked: &Asked) -> Result<&'static GameCard, Trouble> {
    let game = asked.game.as_deref().unwrap_or("onitama");
    games::find(game).ok_or_else(|| {
        Trouble(StatusCode::BAD_REQUEST, filled(words::now().trouble.no_game, &[&format!("{game:?}")]))
    })
}

fn open(card: &'static GameCard, asked: &Asked) -> Result<Box<dyn Play>, String> {
    let spec = card.variant(asked.rules.as_deref().unwrap_or_default()).spec;
    let text = asked.position.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let seed = token::seed().unwrap_or(1);
    let mut play = (card.open)(spec, text.map_or(Beginning::Seed(seed), Beginning::Position))?;
    for mv in &asked.line {
        play.make(mv).map_err(|error| error.to_string())?;
    }
    Ok(play)
}

/// The address of the position after a line.
fn address<'a>(card: &GameCard, rules: &str, root: &str, line: impl Iterator<Item = &'a str>) -> String {
    let mut address =
        format!("/board?game={}&rules={}&position={}", card.class, encoded(rules), encoded(root));
    for mv in line {
        address.push_str(&format!("&mv={}", encoded(mv)));
    }
    address
}

/// The page of a position.
pub async fn page(Query(fields): Query<Vec<(String, String)>>) -> Result<Markup, Trouble> {
    let asked = Asked::of(&Fields(fields))?;
    let card = card(&asked)?;
    let variant = card.variant(asked.rules.as_deref().unwrap_or_default());
    let position = open(card, &asked).map(|play| {
        let names: Vec<String> = (card.seat_names)().iter().map(|name| (*name).to_string()).collect();
        let turn = play.turn();
        let last = play.history().len();
        let root = play.position_at(0);
        let after = |moves: usize| {
            address(card, variant.key, &root, asked.line.iter().take(moves).map(String::as_str))
        };
        pages::Position {
            text: play.position_at(last),
            line: (0..=last)
                .map(|moves| (moves.checked_sub(1).map(|at| asked.line[at].clone()), after(moves)))
                .collect(),
            root: root.clone(),
            mat: play.still(last, turn.unwrap_or(0), &names, false, None),
            turn: turn.map(|seat| names[seat].clone()),
            controls: play.controls(),
        }
    });
    Ok(pages::board(card, variant.key, position))
}

/// Opens the socket of a board.
pub async fn connect(
    State(server): State<Arc<ServerState>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Trouble> {
    if !server.allows(from.ip(), &headers) {
        return Err(too_many());
    }
    let words = words::now();
    Ok(upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| words::speak(words, serve(server, socket))))
}

/// Searches the position in the first message and tells the ranking until the search ends, is stopped by any
/// further message, or nobody listens.
async fn serve(server: Arc<ServerState>, mut socket: WebSocket) {
    let Some(Ok(Message::Text(first))) = socket.recv().await else { return };
    let Ok(asked) = serde_json::from_str::<Asked>(&first) else { return };
    let (Ok(card), stop) = (card(&asked), Stop::new()) else { return };
    let Some((play, seat)) = open(card, &asked).ok().and_then(|play| play.turn().map(|seat| (play, seat)))
    else {
        return;
    };
    let Ok(question) = play.question(seat, card.deep, true, 1) else { return };
    let (teller, mut told) = watch::channel(None);
    let searching = stop.before(Deadline::after(LONGEST_SEARCH));
    tokio::spawn(async move {
        let search = move || {
            let listener = teller.clone();
            let thought = question(
                &searching,
                Some(Box::new(move |thought| {
                    let _ = listener.send(Some((Judged::of(&thought), false)));
                })),
            );
            let _ = teller.send(Some((Judged::of(&thought), true)));
        };
        server.searchers.run(search).await
    });
    let (root, rules) = (play.position_at(0), asked.rules.as_deref().unwrap_or_default());
    loop {
        tokio::select! {
            changed = told.changed() => {
                if changed.is_err() { break }
                let Some((judged, is_done)) = told.borrow_and_update().clone() else { continue };
                let html = {
                    let line = |mv: &str| address(card, rules, &root, asked.line.iter().map(String::as_str).chain([mv]));
                    let name = |mv: &str| html! { a data-line=(mv) href=(line(mv)) { (play.listed(mv)) } };
                    ranking(&judged, None, &name).into_string()
                };
                if socket.send(Message::text(json!({ "ranking": html, "done": is_done }).to_string())).await.is_err() { break }
                if is_done { break }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Text(_))) => { stop.raise(); }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => break,
            }
        }
    }
    stop.raise();
}

/// A text as a part of an address.
pub fn encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(one).collect()
}
