//! `Table`: one task for each table in use. It owns the game, decides who is asked next, keeps every move in
//! the store before anybody is told, and sends each seat the frames made from what that seat sees.
//!
//! Time tells nothing: in a game with hidden cards every answer of an agent comes a whole number of moments after
//! it was asked, a forced pass as late as a search, and pauses for answers out of turn are the same for everybody.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use karuta_agents::table::Thought;
use karuta_engine::budget::Deadline;
use karuta_engine::{Seat, Stop};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::frame::{Invitation, SPEEDS, Scene};
use crate::game::{Beginning, Play, Question};
use crate::games::{self, GameCard};
use crate::house::House;
use crate::moments::due;
use crate::skin::Pause;
use crate::store::{SeatRow, Sitter, StoreError, TableRow};
use crate::token;

/// Messages to a table.
pub enum Order {
    /// Somebody connects: with the token of a seat, or to watch.
    Join { conn: u64, token: Option<String>, out: mpsc::Sender<String> },
    /// Somebody is gone.
    Leave { conn: u64 },
    /// Somebody says something.
    Said { conn: u64, wish: Wish },
    /// An agent has chosen, and the moment has come to say so.
    Chosen { epoch: u64, mv: String },
    /// An agent has decided about an answer out of turn.
    Replied { epoch: u64, seat: Seat, mv: String },
    /// The pause is over.
    PauseOver { epoch: u64 },
    /// What could not be kept may be tried again.
    Again { epoch: u64 },
    /// The adviser has an opinion.
    Advised { epoch: u64, seat: Seat, thought: Box<Thought> },
    /// A look whether anybody is still there.
    Look { since: u64 },
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
    out: mpsc::Sender<String>,
}

/// A table in use.
pub struct Table {
    house: Arc<House>,
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

impl Table {
    /// Opens a table from its row and moves.
    pub fn open(
        house: Arc<House>,
        row: TableRow,
        moves: &[String],
        inbox: mpsc::Sender<Order>,
    ) -> Result<Table, String> {
        let card = games::find(&row.game).ok_or_else(|| format!("no game {:?}", row.game))?;
        let mut play = (card.open)(&row.spec, Beginning::Position(&row.start))?;
        for mv in moves {
            play.make(mv).map_err(|error| error.to_string())?;
        }
        Ok(Table {
            house,
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
            trouble: None,
            left: 0,
        })
    }

    /// Serves the table until nobody has been there for a while.
    pub async fn run(mut self, mut orders: mpsc::Receiver<Order>) {
        while let Some(order) = orders.recv().await {
            match order {
                Order::Join { conn, token, out } => self.join(conn, token, out),
                Order::Leave { conn } => self.leave(conn),
                Order::Said { conn, wish } => self.said(conn, wish),
                Order::Chosen { epoch, mv } if epoch == self.epoch => {
                    self.asked = None;
                    self.commit(&mv);
                }
                Order::Replied { epoch, seat, mv } if epoch == self.epoch => {
                    if let Some(pause) = &mut self.pause {
                        pause.answers.entry(seat).or_insert(mv);
                    }
                }
                Order::PauseOver { epoch } if epoch == self.epoch => self.end_pause(),
                Order::Again { epoch } if epoch == self.epoch => self.go_on(),
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
        self.house.forget(&self.row.id, &self.inbox);
    }

    fn is_over(&self) -> bool {
        self.row.ended.is_some() || self.play.turn().is_none()
    }

    fn people(&self) -> usize {
        self.row
            .seats
            .iter()
            .filter(|seat| seat.sitter == Sitter::Person || seat.sitter == Sitter::Free)
            .count()
    }

    // Joining and leaving.

    fn join(&mut self, conn: u64, token: Option<String>, out: mpsc::Sender<String>) {
        let hash = token.as_deref().map(token::hash);
        let seat =
            hash.and_then(|hash| self.row.seats.iter().position(|seat| seat.hash.as_deref() == Some(&hash)));
        if token.is_some() && seat.is_none() {
            let _ = out.try_send(json!({ "bad": "This link opens no seat at this table." }).to_string());
            return;
        }
        // Onlookers would see a hand that is somebody's secret.
        if seat.is_none() && self.card.is_hidden && self.people() > 0 && !self.is_over() {
            let _ = out.try_send(
                json!({ "bad": "People play here with hidden cards, so nobody can watch." }).to_string(),
            );
            return;
        }
        let is_host = seat.is_some() && seat == self.row.host;
        if let Some(seat) = seat
            && self.row.seats[seat].sitter == Sitter::Free
        {
            let row = SeatRow { sitter: Sitter::Person, ..self.row.seats[seat].clone() };
            if self.keep(|house, id| house.store.set_seat(id, seat, &row)) {
                self.row.seats[seat] = row;
            }
        }
        self.conns.push(Conn { id: conn, seat, master: token.filter(|_| is_host), out });
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

    // Requests of people.

    fn said(&mut self, conn: u64, wish: Wish) {
        let Some(at) = self.conns.iter().position(|other| other.id == conn) else { return };
        let Some(seat) = self.conns[at].seat else {
            if let Wish::Speed { arg } = wish {
                self.set_speed(&arg);
            }
            return;
        };
        let done = match wish {
            Wish::Move { text, v } => self.person_moves(seat, &text, v),
            Wish::Hint => self.advise(seat),
            Wish::Undo => self.undo(seat),
            Wish::Resign => self.resign(seat),
            Wish::Rematch => self.rematch(at),
            Wish::Speed { arg } => {
                self.set_speed(&arg);
                Ok(())
            }
            Wish::Fill { arg } => self.fill(seat, &arg),
            Wish::Name { arg } => self.rename(seat, &arg),
        };
        if let Err(why) = done {
            self.say(at, &why);
        }
    }

    /// A short note to one person.
    fn say(&self, at: usize, note: &str) {
        if let Some(conn) = self.conns.get(at) {
            let _ = conn.out.try_send(json!({ "note": note }).to_string());
        }
    }

    fn person_moves(&mut self, seat: Seat, text: &str, v: usize) -> Result<(), String> {
        if self.is_over() {
            return Err("The game is over.".into());
        }
        if self.pause.is_some() {
            let answers = self.play.answers(seat);
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            let found = answers.into_iter().find(|answer| plain(answer) == plain(text));
            let Some(answer) = found else {
                return Err("There is a pause for bombs. Moves can be made when it is over.".into());
            };
            if let Some(pause) = &mut self.pause {
                pause.answers.insert(seat, answer);
            }
            return Err("Your bomb is thrown when the pause is over.".into());
        }
        if self.play.turn() != Some(seat) {
            return Err("It is not your turn.".into());
        }
        if v != self.play.noticed(seat) {
            return Err("The table has moved on. Look again.".into());
        }
        let text = self.play.check(text).map_err(|error| shortened(&error.to_string()))?;
        self.commit(&text);
        Ok(())
    }

    fn advise(&mut self, seat: Seat) -> Result<(), String> {
        if self.play.turn() != Some(seat) || self.pause.is_some() || self.is_over() {
            return Err("Hints are for when it is your turn.".into());
        }
        if self.advised.contains(&seat) {
            return Ok(());
        }
        let question = self.question(seat, 5, true)?;
        self.advised.push(seat);
        self.tell_seat(seat);
        let (inbox, epoch, house) = (self.inbox.clone(), self.epoch, Arc::clone(&self.house));
        tokio::spawn(async move {
            let stop = Stop::new().before(Deadline::after(Duration::from_secs(3)));
            if let Some(thought) = house.think(question, stop).await {
                let _ = inbox.send(Order::Advised { epoch, seat, thought: Box::new(thought) }).await;
            }
        });
        Ok(())
    }

    fn question(&self, seat: Seat, level: u8, explain: bool) -> Result<Question, String> {
        let made = self.play.question(seat, self.card.agent(level), explain, self.row.seed);
        made.map_err(|error| error.to_string())
    }

    fn undo(&mut self, seat: Seat) -> Result<(), String> {
        if !self.can_undo() {
            return Err("Moves are not taken back where people play together.".into());
        }
        let history = self.play.history();
        let own = history.iter().rposition(|(mover, text)| *mover == seat && !text.starts_with("hold"));
        let Some(keep) = own else { return Err("There is nothing of yours to take back.".into()) };
        if !self.keep(|house, id| house.store.truncate(id, keep)) {
            return Err("That could not be saved, so nothing was taken back.".into());
        }
        self.stop();
        self.play.truncate(keep);
        self.hints.clear();
        self.paused_at = Some(keep);
        self.go_on();
        Ok(())
    }

    fn can_undo(&self) -> bool {
        self.people() == 1 && self.row.ended.is_none()
    }

    fn resign(&mut self, seat: Seat) -> Result<(), String> {
        if self.is_over() {
            return Err("The game is over.".into());
        }
        let others = self
            .row
            .seats
            .iter()
            .enumerate()
            .any(|(other, row)| other != seat && row.sitter == Sitter::Person);
        if others && self.card.seats > 2 {
            // The others play on; an agent takes the seat.
            let row = SeatRow { sitter: Sitter::Agent(3), hash: None, name: self.card.agent_name(seat, 3) };
            if self.keep(|house, id| house.store.set_seat(id, seat, &row)) {
                self.row.seats[seat] = row;
                for conn in self.conns.iter().filter(|conn| conn.seat == Some(seat)) {
                    let _ = conn.out.try_send(json!({ "go": "/" }).to_string());
                }
                self.conns.retain(|conn| conn.seat != Some(seat));
                self.stop();
                self.go_on();
            }
            return Ok(());
        }
        let why = format!("resign {seat}");
        if self.keep(|house, id| house.store.end(id, &why)) {
            self.row.ended = Some(why);
            self.stop();
            self.tell();
        }
        Ok(())
    }

    fn rematch(&mut self, at: usize) -> Result<(), String> {
        if !self.is_over() {
            return Err("This game is not over.".into());
        }
        let conn = &self.conns[at];
        let Some(old) = conn.seat else { return Ok(()) };
        let seats = self.card.seats;
        // Everybody moves on by one seat, so that another one starts.
        let moved = |seat: Seat| (seat + 1) % seats;
        let mut sitters = vec![Sitter::Agent(3); seats];
        for (seat, row) in self.row.seats.iter().enumerate() {
            sitters[moved(seat)] = match row.sitter {
                Sitter::Person | Sitter::Free => Sitter::Free,
                agent => agent,
            };
        }
        let host = moved(old);
        let variant = self.row.spec.clone();
        let made = self.house.make(self.card, &variant, &sitters, Some(host), None, &self.row.speed);
        let (id, master) = made.map_err(|error| error.to_string())?;
        for conn in &self.conns {
            let Some(seat) = conn.seat.map(moved) else { continue };
            let token = if seat == host { master.clone() } else { token::derived(&master, seat) };
            let _ = conn.out.try_send(json!({ "go": format!("/t/{id}#{token}") }).to_string());
        }
        Ok(())
    }

    fn set_speed(&mut self, speed: &str) {
        let Some(speed) = SPEEDS.into_iter().find(|known| *known == speed) else { return };
        if self.keep(|house, id| house.store.set_speed(id, speed)) {
            self.row.speed = speed.to_string();
        }
        self.tell();
    }

    fn fill(&mut self, seat: Seat, which: &str) -> Result<(), String> {
        let free = which
            .parse::<usize>()
            .ok()
            .filter(|&free| self.row.seats.get(free).is_some_and(|row| row.sitter == Sitter::Free));
        let Some(free) = free.filter(|_| self.row.host == Some(seat)) else {
            return Err("That seat is not free.".into());
        };
        let row = SeatRow { sitter: Sitter::Agent(3), hash: None, name: self.card.agent_name(free, 3) };
        if self.keep(|house, id| house.store.set_seat(id, free, &row)) {
            self.row.seats[free] = row;
        }
        self.go_on();
        Ok(())
    }

    fn rename(&mut self, seat: Seat, name: &str) -> Result<(), String> {
        let name: String = name.chars().filter(|c| !c.is_control()).take(20).collect();
        let name = name.trim();
        if name.is_empty() || name == "You" {
            return Err("A name has 1 to 20 characters.".into());
        }
        let row = SeatRow { name: name.to_string(), ..self.row.seats[seat].clone() };
        if self.keep(|house, id| house.store.set_seat(id, seat, &row)) {
            self.row.seats[seat] = row;
        }
        self.tell();
        Ok(())
    }

    // The game goes on.

    /// Writes to the store; what cannot be kept does not happen, and everybody is told why.
    fn keep(&mut self, write: impl FnOnce(&House, &str) -> Result<(), StoreError>) -> bool {
        match write(&self.house, &self.row.id) {
            Ok(()) => {
                self.trouble = None;
                true
            }
            Err(error) => {
                self.trouble = Some(format!("Nothing can be saved now ({error}). The game waits."));
                self.tell();
                false
            }
        }
    }

    /// Keeps a move of the seat to move, makes it, and goes on.
    fn commit(&mut self, text: &str) {
        if self.make(text) {
            self.go_on();
        } else {
            self.retry();
        }
    }

    /// Keeps and makes a move; nobody is told yet.
    fn make(&mut self, text: &str) -> bool {
        let ply = self.play.history().len();
        let checked = match self.play.check(text) {
            Ok(checked) => checked,
            Err(error) => {
                self.trouble = Some(shortened(&error.to_string()));
                return false;
            }
        };
        if !self.keep(|house, id| house.store.add_move(id, ply, &checked)) {
            return false;
        }
        self.epoch += 1;
        self.hints.clear();
        self.play.make(&checked).is_ok()
    }

    /// Tries again in a while, since what could not be kept did not happen.
    fn retry(&mut self) {
        self.stop();
        let (inbox, epoch) = (self.inbox.clone(), self.epoch);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(2)).await;
            let _ = inbox.send(Order::Again { epoch }).await;
        });
    }

    fn pace(&self) -> (Duration, Duration) {
        let (answer, pause) = match self.row.speed.as_str() {
            "slow" => (1200, 2500),
            "fast" => (0, 400),
            _ => (450, 1200),
        };
        (Duration::from_millis(answer) / self.house.haste, Duration::from_millis(pause) / self.house.haste)
    }

    /// The moment of an agent of a level at this table.
    fn moment(&self, level: u8) -> Duration {
        self.house.moments.of(self.card.class, level, self.house.haste).max(self.pace().0)
    }

    /// Tells everybody and asks whoever is next. A pause that is due begins before anybody is told, since the
    /// table must not be seen as it will be after it.
    fn go_on(&mut self) {
        let plies = self.play.history().len();
        let is_due = self.play.pause() != Pause::None && self.paused_at != Some(plies);
        let is_free = !self.is_over() && self.pause.is_none() && !self.conns.is_empty();
        if is_free && (is_due || self.play.let_pass().is_some()) {
            self.begin_pause();
        } else {
            self.tell();
            self.step();
        }
    }

    /// Asks whoever is next, if it is an agent.
    fn step(&mut self) {
        if self.is_over() || self.conns.is_empty() || self.asked.is_some() || self.pause.is_some() {
            return;
        }
        let Some(seat) = self.play.turn() else { return };
        let Sitter::Agent(level) = self.row.seats[seat].sitter else { return };
        let question = match self.question(seat, level, false) {
            Ok(question) => question,
            Err(error) => {
                self.trouble = Some(shortened(&error));
                self.tell();
                return;
            }
        };
        let stop = Stop::new();
        self.asked = Some(stop.clone());
        let (inbox, epoch, house) = (self.inbox.clone(), self.epoch, Arc::clone(&self.house));
        let (floor, game, is_hidden) = (self.pace().0, self.card.class, self.card.is_hidden);
        // The wait begins with the question, not with the search: the line may be long because of other hands.
        let asked = Instant::now();
        tokio::spawn(async move {
            let Ok(permit) = Arc::clone(&house.searches).acquire_owned().await else { return };
            let searched = tokio::task::spawn_blocking(move || {
                let begun = Instant::now();
                let thought = question(&stop, None);
                drop(permit);
                (thought, begun.elapsed())
            });
            let Ok((thought, took)) = searched.await else { return };
            let wait = if is_hidden {
                house.moments.took(game, level, took, house.haste);
                due(house.moments.of(game, level, house.haste).max(floor), asked.elapsed())
            } else {
                floor
            };
            tokio::time::sleep_until(asked + wait).await;
            let _ = inbox.send(Order::Chosen { epoch, mv: thought.mv }).await;
        });
    }

    /// Begins a pause in which everybody may answer out of turn. Whether anybody can is nobody's business.
    fn begin_pause(&mut self) {
        let stop = Stop::new();
        self.pause = Some(PauseState { answers: HashMap::new(), stop: stop.clone() });
        // Levels are known to everybody, so the length may depend on them.
        let levels = self.row.seats.iter().filter_map(|seat| match seat.sitter {
            Sitter::Agent(level) => Some(level),
            Sitter::Person | Sitter::Free => None,
        });
        let longest = levels.map(|level| self.moment(level)).max().unwrap_or_default();
        let length = self.pace().1.max(longest);
        let (inbox, epoch) = (self.inbox.clone(), self.epoch);
        tokio::spawn(async move {
            tokio::time::sleep(length).await;
            let _ = inbox.send(Order::PauseOver { epoch }).await;
        });
        for seat in 0..self.card.seats {
            let Sitter::Agent(level) = self.row.seats[seat].sitter else { continue };
            if self.play.answers(seat).is_empty() {
                continue;
            }
            let Ok(question) = self.question(seat, level, false) else { continue };
            let (inbox, epoch, house) = (self.inbox.clone(), self.epoch, Arc::clone(&self.house));
            let stop = stop.clone();
            tokio::spawn(async move {
                if let Some(thought) = house.think(question, stop).await {
                    let _ = inbox.send(Order::Replied { epoch, seat, mv: thought.mv }).await;
                }
            });
        }
        self.tell();
    }

    /// Makes the answers that were given in the pause, in the order the rules ask for them.
    fn end_pause(&mut self) {
        let Some(pause) = self.pause.take() else { return };
        pause.stop.raise();
        let mut is_answered = false;
        while let (Some(pass), Some(seat), false) = (self.play.let_pass(), self.play.turn(), is_answered) {
            let allowed = self.play.answers(seat);
            let answer = pause.answers.get(&seat).filter(|answer| allowed.contains(answer)).cloned();
            is_answered = answer.is_some();
            if !self.make(&answer.unwrap_or(pass)) {
                return self.retry();
            }
        }
        // An answer has a pause of its own.
        if !is_answered {
            self.paused_at = Some(self.play.history().len());
        }
        self.go_on();
    }

    // Frames to everybody.

    fn tell(&self) {
        for conn in &self.conns {
            self.tell_conn(conn);
        }
    }

    fn tell_seat(&self, seat: Seat) {
        for conn in self.conns.iter().filter(|conn| conn.seat == Some(seat)) {
            self.tell_conn(conn);
        }
    }

    fn tell_conn(&self, conn: &Conn) {
        let eyes = conn.seat.unwrap_or(0);
        let parts = self.play.parts(eyes, &self.scene(conn));
        let frame = json!({ "v": self.play.noticed(eyes), "parts": parts });
        // A connection that cannot keep up gets the next frame, which is always whole.
        let _ = conn.out.try_send(frame.to_string());
    }

    fn scene(&self, conn: &Conn) -> Scene {
        let seats = self.row.seats.iter().enumerate();
        let name = |(seat, row): (Seat, &SeatRow)| {
            if conn.seat == Some(seat) { "You".to_string() } else { row.name.clone() }
        };
        let names: Vec<String> = seats.clone().map(name).collect();
        let with = |sitter: Sitter| {
            let seats = self.row.seats.iter().enumerate();
            seats.filter(|(_, row)| row.sitter == sitter).map(|(seat, _)| seat).collect::<Vec<Seat>>()
        };
        let is_here = |seat: Seat| self.conns.iter().any(|other| other.seat == Some(seat));
        let ended = self.row.ended.as_deref().map(|why| {
            let seat = why.strip_prefix("resign ").and_then(|seat| seat.parse::<usize>().ok()).unwrap_or(0);
            format!("{} resigned.", names.get(seat).map_or("Somebody", String::as_str))
        });
        let invitations = conn.master.as_deref().map(|master| {
            let free = with(Sitter::Free).into_iter();
            let link = |seat: Seat| {
                format!("{}/t/{}#{}", self.house.origin(), self.row.id, token::derived(master, seat))
            };
            free.map(|seat| Invitation { seat, name: names[seat].clone(), link: link(seat) }).collect()
        });
        Scene {
            is_played: conn.seat.is_some(),
            is_paused: self.pause.is_some(),
            hint: conn.seat.and_then(|seat| self.hints.get(&seat).cloned()),
            is_advised: conn.seat.is_some_and(|seat| self.advised.contains(&seat)),
            can_undo: self.can_undo(),
            ended,
            trouble: self.trouble.clone(),
            open: with(Sitter::Free),
            away: with(Sitter::Person).into_iter().filter(|&seat| !is_here(seat)).collect(),
            speed: SPEEDS.into_iter().find(|speed| *speed == self.row.speed).unwrap_or(SPEEDS[1]),
            invitations: invitations.unwrap_or_default(),
            study: self.is_over().then(|| format!("/t/{}/study", self.row.id)),
            names,
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
