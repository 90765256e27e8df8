//! `ServedTable`: one task for each table in use. It owns the game, decides who is asked next, keeps every move in
//! the store before anybody is told, and sends each seat the frames made from what that seat sees.
//!
//! Time tells nothing: in a game with hidden cards every answer of an agent comes a whole number of moments after
//! it was asked, a forced pass as late as a search, and pauses for answers out of turn are the same for everybody.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use karuta_agents::table::Thought;
use karuta_engine::{Seat, Stop};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;

use crate::game::{Beginning, Play};
use crate::games::{self, GameCard};
use crate::judged::Judged;
use crate::server_state::ServerState;
use crate::store::{ABANDONED, Occupant, SeatRow, TableRow};
use crate::token;
use crate::words::Words;

mod frames;
mod turns;
mod wishes;

/// Messages to a table.
pub enum Order {
    /// Somebody connects: with the token of a seat, or to watch.
    Join(Newcomer),
    /// Somebody is gone.
    Leave { conn: u64 },
    /// Somebody says something.
    Said { conn: u64, wish: Wish },
    /// An agent has chosen, and the moment has come to say so.
    Chosen { epoch: u64, seat: Seat, thought: Box<Thought> },
    /// An agent has decided about an answer out of turn.
    Replied { epoch: u64, seat: Seat, mv: String },
    /// The pause is over.
    PauseOver { epoch: u64 },
    /// A change that could not be kept may be tried again.
    Again { epoch: u64 },
    /// The adviser has an opinion.
    Advised { epoch: u64, seat: Seat, thought: Box<Thought> },
    /// A look whether anybody is still there.
    Look { since: u64 },
}

/// Somebody who connects to a table.
pub struct Newcomer {
    /// The number of the connection.
    pub conn: u64,
    /// The token of a seat; nothing to watch.
    pub token: Option<String>,
    /// The address this person reaches the server by, for links.
    pub origin: String,
    /// The language of the page.
    pub words: &'static Words,
    /// Frames for this person.
    pub out: mpsc::Sender<String>,
}

/// A person's request.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Wish {
    /// To make a move; `v` is the number of moves the person had noticed.
    Move {
        /// The move.
        text: String,
        /// The moves noticed so far.
        v: usize,
    },
    /// The best agent's opinion.
    Hint,
    /// To take the last move back.
    Undo,
    /// To give up.
    Resign,
    /// Another game with the same people.
    Rematch,
    /// Agents to play faster or slower.
    Speed {
        /// One of the speeds.
        arg: String,
    },
    /// An agent to take a free seat.
    Fill {
        /// The seat.
        arg: String,
    },
    /// Another name.
    Name {
        /// The name.
        arg: String,
    },
}

struct Conn {
    id: u64,
    seat: Option<Seat>,
    /// The host's token, from which the tokens of free seats follow.
    master: Option<String>,
    origin: String,
    words: &'static Words,
    out: mpsc::Sender<String>,
}

/// A table in use.
pub struct ServedTable {
    server: Arc<ServerState>,
    card: &'static GameCard,
    row: TableRow,
    play: Box<dyn Play>,
    conns: Vec<Conn>,
    inbox: mpsc::Sender<Order>,
    /// Grows with every change, so that answers to questions of before are known as such.
    epoch: u64,
    /// The agent that is asked, and how it is stopped.
    asked: Option<Stop>,
    /// The pause that is on.
    pause: Option<PauseState>,
    /// The number of moves after which the pause has been made.
    paused_at: Option<usize>,
    hints: HashMap<Seat, Thought>,
    advised: Vec<Seat>,
    /// The last opinion of each agent, where agents play among themselves.
    thoughts: HashMap<Seat, Judged>,
    /// The reason why nothing can be kept now.
    trouble: Option<String>,
    /// Counts departures, so that an empty table can tell how long it has been empty.
    left: u64,
}

/// A pause for answers out of turn.
struct PauseState {
    answers: HashMap<Seat, String>,
    /// Ends the searches for answers, which must not delay what comes after the pause.
    stop: Stop,
}

/// The time a table without people stays in memory.
const KEPT: Duration = Duration::from_secs(300);

impl ServedTable {
    /// Opens a table from its row and moves.
    pub fn open(
        server: Arc<ServerState>,
        row: TableRow,
        moves: &[String],
        inbox: mpsc::Sender<Order>,
    ) -> Result<ServedTable, String> {
        let card = games::find(&row.game).ok_or_else(|| format!("no game {:?}", row.game))?;
        let mut play = (card.open)(&row.spec, Beginning::Position(&row.start))?;
        for mv in moves {
            play.make(mv).map_err(|error| error.to_string())?;
        }
        let mut row = row;
        // A game that its rules have ended was not left, however long ago that was.
        if row.ended.as_deref() == Some(ABANDONED) && play.turn().is_none() {
            row.ended = None;
        }
        Ok(ServedTable {
            server,
            card,
            row,
            play,
            conns: Vec::new(),
            inbox,
            epoch: 0,
            asked: None,
            pause: None,
            paused_at: None,
            hints: HashMap::new(),
            advised: Vec::new(),
            thoughts: HashMap::new(),
            trouble: None,
            left: 0,
        })
    }

    /// Serves the table until nobody has been there for a while.
    pub async fn run(mut self, mut orders: mpsc::Receiver<Order>) {
        while let Some(order) = orders.recv().await {
            match order {
                Order::Join(newcomer) => self.join(newcomer),
                Order::Leave { conn } => self.leave(conn),
                Order::Said { conn, wish } => self.said(conn, wish),
                Order::Chosen { epoch, seat, thought } if epoch == self.epoch => {
                    self.asked = None;
                    if self.is_watched() {
                        self.thoughts.insert(seat, Judged::of(&thought));
                    }
                    self.commit(&thought.mv);
                }
                Order::Replied { epoch, seat, mv } if epoch == self.epoch => {
                    if let Some(pause) = &mut self.pause {
                        pause.answers.entry(seat).or_insert(mv);
                    }
                }
                Order::PauseOver { epoch } if epoch == self.epoch => self.end_pause(),
                Order::Again { epoch } if epoch == self.epoch => self.try_again(),
                Order::Advised { epoch, seat, thought } => {
                    self.advised.retain(|&other| other != seat);
                    if epoch == self.epoch {
                        self.hints.insert(seat, *thought);
                    }
                    self.tell_seat(seat);
                }
                Order::Look { since } if since == self.left && self.conns.is_empty() => break,
                Order::Chosen { .. } | Order::Replied { .. } | Order::PauseOver { .. } => {}
                Order::Again { .. } | Order::Look { .. } => {}
            }
        }
        self.stop();
        self.server.forget(&self.row.id, &self.inbox);
    }

    fn is_over(&self) -> bool {
        self.row.ended.is_some() || self.play.turn().is_none()
    }

    fn people(&self) -> usize {
        self.row
            .seats
            .iter()
            .filter(|seat| seat.occupant == Occupant::Person || seat.occupant == Occupant::Free)
            .count()
    }

    /// The claim that only agents play here, so that whoever looks may see everything.
    fn is_watched(&self) -> bool {
        self.people() == 0
    }

    fn join(&mut self, newcomer: Newcomer) {
        let Newcomer { conn, token, origin, words, out } = newcomer;
        let hash = token.as_deref().map(token::hash);
        let seat =
            hash.and_then(|hash| self.row.seats.iter().position(|seat| seat.hash.as_deref() == Some(&hash)));
        // Onlookers would see a hand that is somebody's secret.
        let is_secret = self.card.is_hidden && self.people() > 0 && !self.is_over();
        let refusal = match (seat, &token) {
            (None, Some(_)) => Some(words.table.no_such_seat),
            (None, None) if is_secret => Some(words.table.no_onlookers),
            _ => None,
        };
        if let Some(refusal) = refusal {
            let _ = out.try_send(json!({ "bad": refusal }).to_string());
            return;
        }
        let is_host = seat.is_some() && seat == self.row.host;
        if let Some(seat) = seat
            && self.row.seats[seat].occupant == Occupant::Free
        {
            let row = SeatRow { occupant: Occupant::Person, ..self.row.seats[seat].clone() };
            if self.keep(|server, id| server.store.set_seat(id, seat, &row)) {
                self.row.seats[seat] = row;
            }
        }
        let master = token.filter(|_| is_host);
        self.conns.push(Conn { id: conn, seat, master, origin, words, out });
        self.go_on();
    }

    fn leave(&mut self, conn: u64) {
        let before = self.conns.len();
        self.conns.retain(|other| other.id != conn);
        if self.conns.len() == before {
            return;
        }
        self.left += 1;
        if !self.conns.is_empty() {
            self.tell();
            return;
        }
        // Nobody waits for an answer; the next one to come asks anew.
        self.stop();
        let (inbox, since) = (self.inbox.clone(), self.left);
        tokio::spawn(async move {
            tokio::time::sleep(KEPT).await;
            let _ = inbox.send(Order::Look { since }).await;
        });
    }

    /// Ends everything that is under way.
    fn stop(&mut self) {
        self.epoch += 1;
        if let Some(stop) = self.asked.take() {
            stop.raise();
        }
        if let Some(pause) = self.pause.take() {
            pause.stop.raise();
        }
    }
}

/// A text of somebody's at most 200 characters long.
fn shortened(text: &str) -> String {
    if text.chars().count() <= 200 {
        text.to_string()
    } else {
        text.chars().take(197).chain("...".chars()).collect()
    }
}

#[cfg(test)]
mod tests;
