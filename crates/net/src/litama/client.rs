//! The client: one of our agents in one match at somebody's server, by what the server tells. Every state is
//! replayed from the first deal, so a server that plays by other rules is found out.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

use karuta_engine::{Agent, Referee, Rng, Seat, Stop};
use karuta_onitama::Onitama;
use karuta_playable::playable::Playable as _;
use tungstenite::handshake::HandshakeError;
use tungstenite::{Error, Message, WebSocket};

use super::messages::{Colour, GameState, Reply, State};
use super::server::{config, is_waiting};
use super::{position, shortened};

/// The time for connecting and for the handshake.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time one call may wait before the stop is looked at again.
const SLICE: Duration = Duration::from_millis(20);

/// The squares at the start.
const OPENING: &str = "1121100000000000000033433";

/// A server to play at, and the name to play under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The server, `ws://host:port`.
    pub url: String,
    /// The match to join; a new one is created without.
    pub match_id: Option<String>,
    /// The name to give.
    pub name: String,
    /// The time it waits for the other player; `None` for ever.
    pub patience: Option<Duration>,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The match.
    pub match_id: String,
    /// Our seat, 0 for blue; `None` if nobody came.
    pub seat: Option<Seat>,
    /// The name of the other player.
    pub opponent: String,
    /// The seat that won.
    pub winner: Option<Seat>,
    /// Plies.
    pub plies: usize,
    /// True if it was ended from here before its end.
    pub interrupted: bool,
}

/// The reason why a match could not be played to its end.
#[derive(Debug)]
pub enum LitamaError {
    /// The address is none.
    Address(String),
    /// Nobody answers there.
    Connect(String, io::Error),
    /// The server does not speak websocket.
    Handshake(String, String),
    /// The connection broke.
    Lost(String),
    /// The server refuses.
    Refused(String),
    /// The server says what cannot be.
    Invalid(String),
    /// Nothing came in time.
    Silent(Duration),
}

impl fmt::Display for LitamaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LitamaError::Address(url) => write!(f, "{url:?} is no server: expected ws://HOST:PORT"),
            LitamaError::Connect(url, error) => {
                write!(f, "no server answers at {url} ({error}); start one or name another")
            }
            LitamaError::Handshake(url, error) => write!(f, "{url} does not speak websocket: {error}"),
            LitamaError::Lost(error) => write!(f, "the server left in the middle of the match: {error}"),
            LitamaError::Refused(error) => write!(f, "the server refuses: {error}"),
            LitamaError::Invalid(what) => write!(f, "the server makes no sense: {what}"),
            LitamaError::Silent(limit) => write!(f, "nothing came within {} s", limit.as_secs()),
        }
    }
}

impl std::error::Error for LitamaError {}

/// Plays a match. `created` is called with the id of a match that somebody else has to join.
pub fn play(
    visit: &Visit,
    agent: &mut dyn Agent<Onitama<5>>,
    stop: &Stop,
    rng: &mut Rng,
    created: &mut dyn FnMut(&str),
) -> Result<Outcome, LitamaError> {
    let mut line = Line { socket: connect(&visit.url)?, stop, patience: visit.patience };
    let command = match &visit.match_id {
        Some(id) => format!("join {id} {}", visit.name),
        None => format!("create {}", visit.name),
    };
    line.say(&command)?;
    let mut outcome = Outcome {
        match_id: visit.match_id.clone().unwrap_or_default(),
        seat: None,
        opponent: String::new(),
        winner: None,
        plies: 0,
        interrupted: false,
    };
    let (token, index) = loop {
        match line.hear()? {
            None => return Ok(Outcome { interrupted: true, ..outcome }),
            Some(Reply::Create { match_id, token, index }) => {
                created(&match_id);
                outcome.match_id = match_id;
                break (token, index);
            }
            Some(Reply::Join { token, index, .. }) => break (token, index),
            Some(Reply::Error { error, .. }) => return Err(LitamaError::Refused(shortened(&error))),
            Some(Reply::State(_) | Reply::Spectate { .. } | Reply::Move { .. }) => {}
        }
    };
    line.say(&format!("spectate {}", outcome.match_id))?;
    let mut answered = None;
    loop {
        let state = match line.hear()? {
            None => return Ok(Outcome { interrupted: true, ..outcome }),
            Some(Reply::State(state)) if state.match_id.is_empty() || state.match_id == outcome.match_id => {
                state
            }
            Some(Reply::Error { error, .. }) => return Err(LitamaError::Refused(shortened(&error))),
            Some(_) => continue,
        };
        if state.game_state == GameState::Waiting {
            continue;
        }
        let mut told = Told::read(&state, index)?;
        let seat = told.seat;
        outcome.seat = Some(seat);
        outcome.opponent = shortened(state.usernames.of(1 - seat));
        outcome.plies = told.plies;
        if state.game_state == GameState::Ended {
            outcome.winner = state.winner.and_then(Colour::seat);
            return Ok(outcome);
        }
        // A state may be told twice; a question is answered once.
        let Some(decision) = told.referee.decision().filter(|decision| decision.seat == seat) else {
            continue;
        };
        if answered == Some(told.plies) {
            continue;
        }
        answered = Some(told.plies);
        let mv = agent.choose(&decision.until(stop), rng).mv;
        if stop.is_raised() {
            return Ok(Outcome { interrupted: true, ..outcome });
        }
        let text = told.referee.state().move_text(mv);
        let words = match text.strip_prefix("pass ") {
            Some(card) => format!("{card} pass"),
            None => text,
        };
        line.say(&format!("move {} {token} {words}", outcome.match_id))?;
    }
}

/// A state of the server, replayed.
struct Told {
    referee: Referee<Onitama<5>>,
    seat: Seat,
    plies: usize,
}

impl Told {
    fn read(state: &State, index: usize) -> Result<Told, LitamaError> {
        let invalid = |what: &str| LitamaError::Invalid(what.to_string());
        let indices = state.indices.as_ref().ok_or_else(|| invalid("a match without indices"))?;
        let seat = [0, 1].into_iter().find(|&seat| *indices.of(seat) == index);
        let seat = seat.ok_or_else(|| invalid("a match in which we do not play"))?;
        let cards = state.starting_cards.as_ref().ok_or_else(|| invalid("a match without cards"))?;
        let moves = state.moves.as_deref().unwrap_or_default();
        let turn = state.current_turn.and_then(Colour::seat).ok_or_else(|| invalid("nobody's turn"))?;
        let first = if moves.len().is_multiple_of(2) { turn } else { 1 - turn };
        let start = position(&format!("{OPENING} {} {first}", cards.text()))
            .map_err(|error| LitamaError::Invalid(error.to_string()))?;
        let mut referee = Referee::new(start);
        for mv in moves {
            let text = match mv.split_once(':') {
                Some((card, "pass")) => format!("pass {card}"),
                Some((card, squares)) => format!("{card} {squares}"),
                None => mv.clone(),
            };
            let legal = referee.turn().and_then(|_| referee.state().parse_move(&text).ok());
            let mv = legal.ok_or_else(|| invalid(&format!("{:?} is no legal move", shortened(mv))))?;
            referee.play(mv);
        }
        let board = referee.state().position();
        if state.board.as_deref().is_some_and(|told| !board.starts_with(told)) {
            return Err(invalid("its board is not where the moves lead"));
        }
        Ok(Told { referee, seat, plies: moves.len() })
    }
}

struct Line<'a> {
    socket: WebSocket<TcpStream>,
    stop: &'a Stop,
    patience: Option<Duration>,
}

impl Line<'_> {
    fn say(&mut self, text: &str) -> Result<(), LitamaError> {
        self.socket.send(Message::text(text)).map_err(|error| LitamaError::Lost(error.to_string()))
    }

    /// The next message; `None` once the stop is raised.
    fn hear(&mut self) -> Result<Option<Reply>, LitamaError> {
        let until = self.patience.map(|patience| Instant::now() + patience);
        loop {
            if self.stop.is_raised() {
                let _ = self.socket.close(None);
                return Ok(None);
            }
            let text = match self.socket.read() {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(_)) => return Err(LitamaError::Lost(String::from("it says goodbye"))),
                Ok(_) => continue,
                Err(Error::Io(error)) if is_waiting(&error) => {
                    if until.is_some_and(|until| Instant::now() > until) {
                        return Err(LitamaError::Silent(self.patience.unwrap_or_default()));
                    }
                    continue;
                }
                Err(error) => return Err(LitamaError::Lost(error.to_string())),
            };
            let read = serde_json::from_str(&text).map(Some);
            return read.map_err(|error| LitamaError::Invalid(format!("{:?}: {error}", shortened(&text))));
        }
    }
}

fn connect(url: &str) -> Result<WebSocket<TcpStream>, LitamaError> {
    let none = || LitamaError::Address(shortened(url));
    let rest = url.strip_prefix("ws://").ok_or_else(none)?;
    let host = rest.split('/').next().filter(|host| !host.is_empty()).ok_or_else(none)?;
    let with_port = if host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok()) {
        host.to_string()
    } else {
        format!("{host}:80")
    };
    let failed = |error| LitamaError::Connect(shortened(url), error);
    let addresses: Vec<SocketAddr> = with_port.to_socket_addrs().map_err(failed)?.collect();
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in addresses {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return shake_hands(url, stream),
            Err(error) => last = error,
        }
    }
    Err(failed(last))
}

fn shake_hands(url: &str, stream: TcpStream) -> Result<WebSocket<TcpStream>, LitamaError> {
    let failed = |error| LitamaError::Connect(shortened(url), error);
    stream.set_nodelay(true).map_err(failed)?;
    stream.set_read_timeout(Some(SLICE)).map_err(failed)?;
    stream.set_write_timeout(Some(PATIENCE)).map_err(failed)?;
    let refused = |error: String| LitamaError::Handshake(shortened(url), shortened(&error));
    let until = Instant::now() + PATIENCE;
    let mut shaken = tungstenite::client::client_with_config(url, stream, Some(config()));
    loop {
        match shaken {
            Ok((socket, _)) => return Ok(socket),
            Err(HandshakeError::Interrupted(going)) if Instant::now() < until => shaken = going.handshake(),
            Err(HandshakeError::Interrupted(_)) => {
                return Err(refused(format!("no answer within {} s", PATIENCE.as_secs())));
            }
            Err(HandshakeError::Failure(error)) => return Err(refused(error.to_string())),
        }
    }
}
