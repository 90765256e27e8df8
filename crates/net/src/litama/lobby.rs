//! Matches and their watchers. Knows the rules of the game but no sockets: each watcher has a queue.

use std::collections::HashMap;
use std::sync::mpsc::{SyncSender, TrySendError};

use karuta_engine::{Game as _, Rng, Seat};
use karuta_onitama::Onitama;
use karuta_playable::playable::Playable as _;

use super::messages::{CardNames, Colour, Command, GameState, Reply, Sides, State};
use super::{LONGEST, options};

/// Matches that are kept, finished ones included.
const MOST_MATCHES: usize = 1_000;

/// Letters of a name that are kept.
const LONGEST_NAME: usize = 32;

/// Watchers of one match.
const MOST_WATCHERS: usize = 64;

/// A queue of messages to one connection.
pub type Outbox = SyncSender<String>;

/// An event for the log of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Somebody waits for an opponent in this match.
    Created(String),
    /// A match is over.
    Ended(Ended),
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The match.
    pub match_id: String,
    /// The names of blue and red.
    pub names: [String; 2],
    /// The seat that won, 0 for blue; `None` if the game became too long.
    pub winner: Option<Seat>,
    /// Plies.
    pub plies: usize,
}

/// All matches of a server.
pub struct Lobby {
    matches: HashMap<String, Match>,
    /// The ids, oldest first.
    order: Vec<String>,
    rng: Rng,
}

struct Match {
    /// By index: the creator, then who joined.
    names: Vec<String>,
    tokens: Vec<String>,
    creator: Seat,
    /// The first position and the current one, once two play.
    game: Option<(Onitama<5>, Onitama<5>)>,
    moves: Vec<String>,
    watchers: Vec<Outbox>,
}

/// A random text of `bytes` bytes in hexadecimal that nobody can guess.
fn secret(bytes: usize) -> String {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).expect("the system has randomness");
    random.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Lobby {
    /// A lobby whose colours and deals follow from a seed.
    pub fn new(seed: u64) -> Lobby {
        Lobby { matches: HashMap::new(), order: Vec::new(), rng: Rng::new(seed) }
    }

    /// Obeys a command. The sender gets its answer first, then all watchers get the change.
    pub fn obey(&mut self, text: &str, sender: &Outbox) -> Option<Event> {
        let refused = |match_id: &str, error: &str| Reply::Error {
            match_id: match_id.to_string(),
            error: error.to_string(),
            command: text.split_whitespace().next().unwrap_or_default().chars().take(20).collect(),
        };
        let Some(command) = Command::read(text) else {
            tell(sender, &refused("", "Invalid command sent"));
            return None;
        };
        let id = match command {
            Command::Create(name) => return self.create(name, sender),
            Command::Join(id, _) | Command::Spectate(id) | Command::State(id) | Command::Move(id, ..) => id,
        };
        if id.len() != 24 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            tell(sender, &refused("", "matchId was in an incorrect format"));
            return None;
        }
        let Some(found) = self.matches.get_mut(id) else {
            tell(sender, &refused(id, "Match not found"));
            return None;
        };
        let done = match command {
            Command::Create(_) => return None,
            Command::Join(_, name) => found.join(id, name, &mut self.rng),
            Command::Spectate(_) => found.watch(id, sender),
            Command::State(_) => Ok(Reply::State(Box::new(found.state(id)))),
            Command::Move(_, token, card, squares) => found.make_move(id, token, card, squares),
        };
        match done {
            Err(why) => {
                tell(sender, &refused(id, why));
            }
            Ok(reply) => {
                tell(sender, &reply);
                if matches!(reply, Reply::Join { .. } | Reply::Move { .. }) {
                    found.tell_watchers(id);
                } else if matches!(reply, Reply::Spectate { .. }) {
                    tell(sender, &Reply::State(Box::new(found.state(id))));
                }
                if matches!(reply, Reply::Move { .. }) {
                    return found.ended(id).map(Event::Ended);
                }
            }
        }
        None
    }

    fn create(&mut self, name: &str, sender: &Outbox) -> Option<Event> {
        if self.order.len() >= MOST_MATCHES {
            // The oldest match that is over makes room, or else the oldest that nobody joined.
            let is_over = |id: &&String| self.matches[*id].is_over();
            let is_waiting = |id: &&String| self.matches[*id].game.is_none();
            let found = self.order.iter().find(is_over).or_else(|| self.order.iter().find(is_waiting));
            let Some(old) = found.cloned() else {
                let error = String::from("Too many matches");
                tell(sender, &Reply::Error { match_id: String::new(), error, command: "create".into() });
                return None;
            };
            self.order.retain(|id| *id != old);
            self.matches.remove(&old);
        }
        let (id, token) = (secret(12), secret(32));
        let new = Match {
            names: vec![clean(name)],
            tokens: vec![token.clone()],
            creator: self.rng.index(2),
            game: None,
            moves: Vec::new(),
            watchers: Vec::new(),
        };
        self.matches.insert(id.clone(), new);
        self.order.push(id.clone());
        tell(sender, &Reply::Create { match_id: id.clone(), token, index: 0 });
        Some(Event::Created(id))
    }
}

/// A name as it is shown to others.
fn clean(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect()
}

/// Queues a message; who does not read theirs finds out by what is missing, and is dropped by the server.
fn tell(to: &Outbox, reply: &Reply) -> bool {
    !matches!(to.try_send(reply.text()), Err(TrySendError::Disconnected(_) | TrySendError::Full(_)))
}

impl Match {
    /// The seat of an index.
    fn seat(&self, index: usize) -> Seat {
        if index == 0 { self.creator } else { 1 - self.creator }
    }

    fn is_over(&self) -> bool {
        self.game.is_some_and(|(_, now)| now.turn().is_none()) || self.moves.len() >= LONGEST
    }

    fn join(&mut self, id: &str, name: &str, rng: &mut Rng) -> Result<Reply, &'static str> {
        if self.game.is_some() {
            return Err("Not allowed to join");
        }
        let (token, start) = (secret(32), Onitama::deal(&options(), rng));
        self.names.push(clean(name));
        self.tokens.push(token.clone());
        self.game = Some((start, start));
        Ok(Reply::Join { match_id: id.to_string(), token, index: 1 })
    }

    fn watch(&mut self, id: &str, sender: &Outbox) -> Result<Reply, &'static str> {
        if self.watchers.len() >= MOST_WATCHERS {
            return Err("Too many spectators");
        }
        self.watchers.push(sender.clone());
        Ok(Reply::Spectate { match_id: id.to_string() })
    }

    fn make_move(&mut self, id: &str, token: &str, card: &str, squares: &str) -> Result<Reply, &'static str> {
        let (_, now) = self.game.ok_or("Cannot move when it is not your turn")?;
        if self.is_over() {
            return Err("Game ended");
        }
        let index = self.tokens.iter().position(|own| own == token).ok_or("Token is incorrect")?;
        if now.turn() != Some(self.seat(index)) {
            return Err("Cannot move when it is not your turn");
        }
        let card = card.to_lowercase();
        let text = if squares == "pass" { format!("pass {card}") } else { format!("{card} {squares}") };
        let mv = now.parse_move(&text).map_err(|_| "Invalid move")?;
        let mut next = now;
        next.apply(mv);
        self.game = self.game.map(|(start, _)| (start, next));
        self.moves.push(format!("{card}:{squares}"));
        Ok(Reply::Move { match_id: id.to_string() })
    }

    fn ended(&self, id: &str) -> Option<Ended> {
        let (_, now) = self.game.filter(|_| self.is_over())?;
        Some(Ended {
            match_id: id.to_string(),
            names: [0, 1].map(|seat| self.name(seat)),
            winner: now.winner(),
            plies: self.moves.len(),
        })
    }

    /// The name of who plays a seat; the creator is named for both while alone, so that no colour is told early.
    fn name(&self, seat: Seat) -> String {
        let index = if self.seat(0) == seat { 0 } else { 1 };
        self.names.get(index).unwrap_or(&self.names[0]).clone()
    }

    fn state(&self, id: &str) -> State {
        let mut state = State {
            match_id: id.to_string(),
            game_state: GameState::Waiting,
            usernames: Sides { blue: self.names[0].clone(), red: self.names[0].clone() },
            indices: None,
            current_turn: None,
            cards: None,
            starting_cards: None,
            moves: None,
            board: None,
            winner: None,
        };
        let Some((start, now)) = self.game else { return state };
        state.game_state = if self.is_over() { GameState::Ended } else { GameState::Playing };
        state.usernames = Sides { blue: self.name(0), red: self.name(1) };
        let index = |seat| usize::from(self.seat(0) != seat);
        state.indices = Some(Sides { blue: index(0), red: index(1) });
        state.current_turn = Some(Colour::of(now.setting().turn));
        state.cards = Some(cards(&now));
        state.starting_cards = Some(cards(&start));
        state.moves = Some(self.moves.clone());
        state.board = now.position().split(' ').next().map(String::from);
        state.winner = Some(now.winner().map_or(Colour::None, Colour::of));
        state
    }

    /// Tells everybody who watches; whoever is gone or does not read is dropped.
    fn tell_watchers(&mut self, id: &str) {
        let state = Reply::State(Box::new(self.state(id)));
        self.watchers.retain(|watcher| tell(watcher, &state));
    }
}

fn cards(state: &Onitama<5>) -> CardNames {
    let setting = state.setting();
    let names =
        |hand: [karuta_onitama::cards::Card; 2]| hand.map(|card| card.face().name.to_string()).to_vec();
    CardNames {
        blue: names(setting.hands[0]),
        red: names(setting.hands[1]),
        side: setting.side.face().name.to_string(),
    }
}
