//! The course of a game: moves are kept and made, whoever is next is asked, pauses begin and end.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use karuta_engine::Stop;
use tokio::time::Instant;

use super::{Order, PauseState, ServedTable, shortened};
use crate::moments::due;
use crate::server_state::ServerState;
use crate::skin::Pause;
use crate::store::{Occupant, StoreError};

impl ServedTable {
    /// Writes to the store; what cannot be kept does not happen, and everybody is told why.
    pub(super) fn keep(&mut self, write: impl FnOnce(&ServerState, &str) -> Result<(), StoreError>) -> bool {
        match write(&self.server, &self.row.id) {
            Ok(()) => {
                self.trouble = None;
                true
            }
            Err(error) => {
                self.trouble = Some(error.to_string());
                self.tell();
                false
            }
        }
    }

    /// Keeps a move of the seat to move, makes it, and goes on.
    pub(super) fn commit(&mut self, text: &str) {
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
        if !self.keep(|server, id| server.store.add_move(id, ply, &checked)) {
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

    /// Goes on if something can be kept again, and says so by the line that everybody reads.
    pub(super) fn try_again(&mut self) {
        if self.trouble.is_none() || self.keep(|server, id| server.store.touch(id)) {
            self.go_on();
        } else {
            self.retry();
        }
    }

    fn pace(&self) -> (Duration, Duration) {
        let (answer, pause) = match self.row.speed.as_str() {
            "slow" => (1200, 2500),
            "fast" => (0, 400),
            _ => (450, 1200),
        };
        (Duration::from_millis(answer) / self.server.haste, Duration::from_millis(pause) / self.server.haste)
    }

    /// The moment of an agent of a level at this table.
    fn moment(&self, level: u8) -> Duration {
        self.server.moments.of(self.card.class, level, self.server.haste).max(self.pace().0)
    }

    /// Tells everybody and asks whoever is next. A pause that is due begins before anybody is told, since the
    /// table must not be seen as it will be after it.
    pub(super) fn go_on(&mut self) {
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
        let Occupant::Agent(level) = self.row.seats[seat].occupant else { return };
        let question = match self.question(seat, self.card.agent(level), self.is_watched()) {
            Ok(question) => question,
            Err(error) => {
                self.trouble = Some(shortened(&error));
                self.tell();
                return;
            }
        };
        let stop = Stop::new();
        self.asked = Some(stop.clone());
        let (inbox, epoch, server) = (self.inbox.clone(), self.epoch, Arc::clone(&self.server));
        let (floor, game, is_hidden) = (self.pace().0, self.card.class, self.card.is_hidden);
        // The wait begins with the question, not with the search: the line may be long because of other hands.
        let asked = Instant::now();
        tokio::spawn(async move {
            let search = move || {
                let begun = Instant::now();
                (question(&stop, None), begun.elapsed())
            };
            let Some((thought, took)) = server.searchers.run(search).await else { return };
            let wait = if is_hidden {
                server.moments.took(game, level, took, server.haste);
                due(server.moments.of(game, level, server.haste).max(floor), asked.elapsed())
            } else {
                floor
            };
            tokio::time::sleep_until(asked + wait).await;
            let _ = inbox.send(Order::Chosen { epoch, seat, thought: Box::new(thought) }).await;
        });
    }

    /// Begins a pause in which everybody may answer out of turn. Whether anybody can is nobody's business.
    fn begin_pause(&mut self) {
        let stop = Stop::new();
        self.pause = Some(PauseState { answers: HashMap::new(), stop: stop.clone() });
        // Levels are known to everybody, so the length may depend on them.
        let levels = self.row.seats.iter().filter_map(|seat| match seat.occupant {
            Occupant::Agent(level) => Some(level),
            Occupant::Person | Occupant::Free => None,
        });
        let longest = levels.map(|level| self.moment(level)).max().unwrap_or_default();
        // Whoever has just moved needs no time to answer that. Who sits where and who moved last is known to everybody.
        let last = self.play.history().last().map(|(seat, _)| *seat);
        let is_agent = |occupant: Occupant| matches!(occupant, Occupant::Agent(_));
        let mut seats = self.row.seats.iter().enumerate();
        let is_for_people = seats.any(|(seat, taken)| Some(seat) != last && !is_agent(taken.occupant));
        let length = if is_for_people { self.pace().1.max(longest) } else { longest };
        let (inbox, epoch) = (self.inbox.clone(), self.epoch);
        tokio::spawn(async move {
            tokio::time::sleep(length).await;
            let _ = inbox.send(Order::PauseOver { epoch }).await;
        });
        for seat in 0..self.card.seats {
            let Occupant::Agent(level) = self.row.seats[seat].occupant else { continue };
            if self.play.answers(seat).is_empty() {
                continue;
            }
            let Ok(question) = self.question(seat, self.card.agent(level), false) else { continue };
            let (inbox, epoch, server) = (self.inbox.clone(), self.epoch, Arc::clone(&self.server));
            let stop = stop.clone();
            tokio::spawn(async move {
                if let Some(thought) = server.think(question, stop).await {
                    let _ = inbox.send(Order::Replied { epoch, seat, mv: thought.mv }).await;
                }
            });
        }
        self.tell();
    }

    /// Makes the answers that were given in the pause, in the order the rules ask for them.
    pub(super) fn end_pause(&mut self) {
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
}
