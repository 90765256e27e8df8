//! Requests of people at a table: moves, hints, taking back, giving up, playing again, seats and names.

use std::sync::Arc;

use karuta_engine::{Seat, Stop};
use serde_json::json;

use super::{Order, ServedTable, Wish, shortened};
use crate::frame::SPEEDS;
use crate::game::Question;
use crate::store::{Occupant, SeatRow};
use crate::token;
use crate::words;

impl ServedTable {
    pub(super) fn said(&mut self, conn: u64, wish: Wish) {
        let Some(at) = self.conns.iter().position(|other| other.id == conn) else { return };
        let Some(seat) = self.conns[at].seat else {
            if let Wish::Speed { arg } = wish {
                self.set_speed(&arg);
            }
            return;
        };
        let done = words::with(self.conns[at].words, || match wish {
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
        });
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
        let say = &words::now().table;
        if self.is_over() {
            return Err(say.over.into());
        }
        if self.pause.is_some() {
            let answers = self.play.answers(seat);
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            let found = answers.into_iter().find(|answer| plain(answer) == plain(text));
            let Some(answer) = found else {
                return Err(say.wait_for_pause.into());
            };
            if let Some(pause) = &mut self.pause {
                pause.answers.insert(seat, answer);
            }
            return Err(say.bomb_kept.into());
        }
        if self.play.turn() != Some(seat) {
            return Err(say.not_your_turn.into());
        }
        if v != self.play.noticed(seat) {
            return Err(say.moved_on.into());
        }
        let text = self.play.check(text).map_err(|error| shortened(&error.to_string()))?;
        self.commit(&text);
        Ok(())
    }

    fn advise(&mut self, seat: Seat) -> Result<(), String> {
        let say = &words::now().table;
        if self.play.turn() != Some(seat) || self.pause.is_some() || self.is_over() {
            return Err(say.hint_on_turn.into());
        }
        if self.advised.contains(&seat) {
            return Ok(());
        }
        let question = self.question(seat, self.card.judge, true)?;
        self.advised.push(seat);
        self.tell_seat(seat);
        let (inbox, epoch, server) = (self.inbox.clone(), self.epoch, Arc::clone(&self.server));
        tokio::spawn(async move {
            if let Some(thought) = server.think(question, Stop::new()).await {
                let _ = inbox.send(Order::Advised { epoch, seat, thought: Box::new(thought) }).await;
            }
        });
        Ok(())
    }

    /// A question to the agent of this spec on behalf of a seat.
    pub(super) fn question(&self, seat: Seat, spec: &str, explain: bool) -> Result<Question, String> {
        let made = self.play.question(seat, spec, explain, self.row.seed);
        made.map_err(|error| error.to_string())
    }

    fn undo(&mut self, seat: Seat) -> Result<(), String> {
        let say = &words::now().table;
        if !self.can_undo() {
            return Err(say.no_undo.into());
        }
        let history = self.play.history();
        let own = history.iter().rposition(|(mover, text)| *mover == seat && !text.starts_with("hold"));
        let Some(keep) = own else { return Err(say.nothing_to_undo.into()) };
        if !self.keep(|server, id| server.store.truncate(id, keep)) {
            return Err(say.undo_not_saved.into());
        }
        self.stop();
        self.play.truncate(keep);
        self.hints.clear();
        self.paused_at = Some(keep);
        self.go_on();
        Ok(())
    }

    pub(super) fn can_undo(&self) -> bool {
        self.people() == 1 && self.row.ended.is_none()
    }

    fn resign(&mut self, seat: Seat) -> Result<(), String> {
        let say = &words::now().table;
        if self.is_over() {
            return Err(say.over.into());
        }
        let others = self
            .row
            .seats
            .iter()
            .enumerate()
            .any(|(other, row)| other != seat && row.occupant == Occupant::Person);
        if others && self.card.seats > 2 {
            // The others play on; an agent takes the seat.
            let row =
                SeatRow { occupant: Occupant::Agent(3), hash: None, name: self.card.agent_name(seat, 3) };
            if self.keep(|server, id| server.store.set_seat(id, seat, &row)) {
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
        if self.keep(|server, id| server.store.end(id, &why)) {
            self.row.ended = Some(why);
            self.stop();
            self.tell();
        }
        Ok(())
    }

    fn rematch(&mut self, at: usize) -> Result<(), String> {
        let say = &words::now().table;
        if !self.is_over() {
            return Err(say.not_over.into());
        }
        let conn = &self.conns[at];
        let Some(old) = conn.seat else { return Ok(()) };
        let seats = self.card.seats;
        // Everybody moves on by one seat, so that another one starts.
        let moved = |seat: Seat| (seat + 1) % seats;
        let mut occupants = vec![Occupant::Agent(3); seats];
        for (seat, row) in self.row.seats.iter().enumerate() {
            occupants[moved(seat)] = match row.occupant {
                Occupant::Person | Occupant::Free => Occupant::Free,
                agent => agent,
            };
        }
        let host = moved(old);
        let variant = self.row.spec.clone();
        let made = self.server.make(self.card, &variant, &occupants, Some(host), None, &self.row.speed);
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
        if self.keep(|server, id| server.store.set_speed(id, speed)) {
            self.row.speed = speed.to_string();
        }
        self.tell();
    }

    fn fill(&mut self, seat: Seat, which: &str) -> Result<(), String> {
        let say = &words::now().table;
        let free = which
            .parse::<usize>()
            .ok()
            .filter(|&free| self.row.seats.get(free).is_some_and(|row| row.occupant == Occupant::Free));
        let Some(free) = free.filter(|_| self.row.host == Some(seat)) else {
            return Err(say.seat_taken.into());
        };
        let row = SeatRow { occupant: Occupant::Agent(3), hash: None, name: self.card.agent_name(free, 3) };
        if self.keep(|server, id| server.store.set_seat(id, free, &row)) {
            self.row.seats[free] = row;
        }
        self.go_on();
        Ok(())
    }

    fn rename(&mut self, seat: Seat, name: &str) -> Result<(), String> {
        let say = &words::now().table;
        let name: String = name.chars().filter(|c| !c.is_control()).take(20).collect();
        let name = name.trim();
        if name.is_empty() || words::LANGUAGES.iter().any(|words| words.you == name) {
            return Err(say.bad_name.into());
        }
        let row = SeatRow { name: name.to_string(), ..self.row.seats[seat].clone() };
        if self.keep(|server, id| server.store.set_seat(id, seat, &row)) {
            self.row.seats[seat] = row;
        }
        self.tell();
        Ok(())
    }
}
