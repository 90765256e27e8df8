//! Frames to everybody at a table: what each is shown beside the game itself.

use karuta_engine::Seat;
use serde_json::json;

use super::{Conn, ServedTable};
use crate::frame::{Invitation, SPEEDS, Scene};
use crate::store::{ABANDONED, Occupant, SeatRow};
use crate::token;
use crate::words::{self, filled};

impl ServedTable {
    pub(super) fn tell(&self) {
        for conn in &self.conns {
            self.tell_conn(conn);
        }
    }

    pub(super) fn tell_seat(&self, seat: Seat) {
        for conn in self.conns.iter().filter(|conn| conn.seat == Some(seat)) {
            self.tell_conn(conn);
        }
    }

    fn tell_conn(&self, conn: &Conn) {
        let eyes = conn.seat.unwrap_or(0);
        let parts = words::with(conn.words, || self.play.parts(eyes, &self.scene(conn)));
        let frame = json!({ "v": self.play.noticed(eyes), "parts": parts });
        // A connection that cannot keep up gets the next frame, which is always whole.
        let _ = conn.out.try_send(frame.to_string());
    }

    fn scene(&self, conn: &Conn) -> Scene {
        let say = &conn.words.table;
        let seats = self.row.seats.iter().enumerate();
        let name = |(seat, row): (Seat, &SeatRow)| {
            if conn.seat == Some(seat) { conn.words.you.to_string() } else { row.name.clone() }
        };
        let names: Vec<String> = seats.clone().map(name).collect();
        let with = |occupant: Occupant| {
            let seats = self.row.seats.iter().enumerate();
            seats.filter(|(_, row)| row.occupant == occupant).map(|(seat, _)| seat).collect::<Vec<Seat>>()
        };
        let is_here = |seat: Seat| self.conns.iter().any(|other| other.seat == Some(seat));
        let ended = self.row.ended.as_deref().map(|why| {
            if why == ABANDONED {
                return say.abandoned.to_string();
            }
            let seat = why.strip_prefix("resign ").and_then(|seat| seat.parse::<usize>().ok()).unwrap_or(0);
            let name = names.get(seat).map_or("", String::as_str);
            filled(if conn.seat == Some(seat) { say.you_resigned } else { say.they_resigned }, &[name])
        });
        let invitations = conn.master.as_deref().map(|master| {
            let free = with(Occupant::Free);
            let others = (0..names.len()).filter(|&seat| conn.seat != Some(seat) && !free.is_empty());
            let link =
                |seat: Seat| format!("{}/t/{}#{}", conn.origin, self.row.id, token::derived(master, seat));
            let one = |seat: Seat| Invitation {
                seat,
                name: names[seat].clone(),
                link: free.contains(&seat).then(|| link(seat)),
            };
            others.map(one).collect()
        });
        Scene {
            is_played: conn.seat.is_some(),
            is_paused: self.pause.is_some(),
            hint: conn.seat.and_then(|seat| self.hints.get(&seat).cloned()),
            is_advised: conn.seat.is_some_and(|seat| self.advised.contains(&seat)),
            can_undo: self.can_undo(),
            ended,
            trouble: self.trouble.as_deref().map(|why| filled(say.not_saved, &[why])),
            open: with(Occupant::Free),
            away: with(Occupant::Person).into_iter().filter(|&seat| !is_here(seat)).collect(),
            speed: SPEEDS.into_iter().find(|speed| *speed == self.row.speed).unwrap_or(SPEEDS[1]),
            invitations: invitations.unwrap_or_default(),
            study: self.is_over().then(|| format!("/t/{}/study", self.row.id)),
            is_lesson: false,
            is_open: self.is_watched() && conn.seat.is_none(),
            thoughts: (0..names.len())
                .filter_map(|seat| Some((seat, self.thoughts.get(&seat)?.clone())))
                .collect(),
            names,
        }
    }
}
