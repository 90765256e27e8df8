//! The effect of a move: effects of plays, passes, the end of rounds and games.

use karuta_engine::Seat;

use crate::moves::Move;
use crate::{Daihinmin, Phase, SEATS};

/// So many passes in a row, counted over rounds, end a game.
pub const DEADLOCK: u8 = 20;

impl Daihinmin {
    /// Makes a move of the full set.
    #[inline]
    pub(crate) fn make(&mut self, mv: Move) {
        match self.phase {
            Phase::Play if mv.is_pass() => self.pass(),
            Phase::Play => self.play(mv),
            Phase::DaifugoGives | Phase::FugoGives => self.make_gift(mv),
            Phase::Over => debug_assert!(false, "the match is over"),
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let seat = usize::from(self.turn);
        debug_assert!(self.field.allows(self.hands[seat], mv), "{mv} on {:?}", self.field);
        let cards = mv.cards();
        self.hands[seat] = self.hands[seat].without(cards);
        self.played[seat] |= cards;
        self.passes = 0;
        self.last = self.turn;
        let cuts = self.field.lay(mv);
        if self.hands[seat].is_empty() {
            self.finish(seat);
            if self.done == SEATS as u8 - 1 {
                self.finish(self.active.trailing_zeros() as Seat);
                return self.end_game();
            }
        }
        if cuts { self.end_round() } else { self.next_turn() }
    }

    #[inline]
    fn pass(&mut self) {
        self.passed |= 1 << self.turn;
        self.passes += 1;
        if self.passes >= DEADLOCK {
            self.end_by_lot();
        } else {
            self.next_turn();
        }
    }

    #[inline]
    fn finish(&mut self, seat: Seat) {
        self.finished[usize::from(self.done)] = seat as u8;
        self.done += 1;
        self.active &= !(1 << seat);
    }

    /// The next seat that has cards and has not passed; the round is over if there is none.
    #[inline]
    fn next_turn(&mut self) {
        let able = self.active & !self.passed;
        if able == 0 {
            return self.end_round();
        }
        self.turn = self.next_of(self.turn, able);
    }

    /// The last to play leads, or the next after him who has cards.
    #[inline]
    fn end_round(&mut self) {
        self.field.clear();
        self.passed = 0;
        self.turn = self.next_leader();
    }

    /// The first seat of a set along the places after `seat`; the set must not be empty.
    #[inline]
    fn next_of(&self, seat: u8, set: u8) -> u8 {
        let mut next = self.after[usize::from(seat)];
        while set >> next & 1 == 0 {
            next = self.after[usize::from(next)];
        }
        next
    }

    /// Ends the game of two that is left, if it is known who comes in first; at random if it is not.
    pub(crate) fn conclude(&mut self, first: Option<Seat>) {
        debug_assert!(self.active.count_ones() == 2, "two are left");
        let Some(seat) = first else { return self.end_by_lot() };
        self.finish(seat);
        self.finish(self.active.trailing_zeros() as Seat);
        self.end_game();
    }

    /// The seat that leads when this round ends, as things stand.
    #[inline]
    pub(crate) fn next_leader(&self) -> u8 {
        let is_in = self.active >> self.last & 1 == 1;
        if is_in { self.last } else { self.next_of(self.last, self.active) }
    }

    /// Nobody wants to play: a lot gives out the places that are left.
    fn end_by_lot(&mut self) {
        let done = usize::from(self.done);
        let mut left = [0; SEATS];
        let mut count = 0;
        for seat in (0..SEATS).filter(|&seat| self.active >> seat & 1 == 1) {
            left[count] = seat as u8;
            count += 1;
        }
        self.chance.shuffle(&mut left[..count]);
        self.finished[done..].copy_from_slice(&left[..count]);
        self.done = SEATS as u8;
        self.active = 0;
        self.end_game();
    }

    fn end_game(&mut self) {
        for (place, &seat) in self.finished.iter().enumerate() {
            self.tally[usize::from(seat)][place] += 1;
        }
        if self.game == self.rules.games {
            self.phase = Phase::Over;
            return;
        }
        self.order = self.finished;
        self.game += 1;
        self.open_game(!self.rules.resets(self.game));
    }
}

#[cfg(test)]
mod tests;
