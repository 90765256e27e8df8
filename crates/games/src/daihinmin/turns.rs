//! What a move does: effects of plays, passes, the end of rounds and games.

use karuta_engine::Seat;

use super::moves::Move;
use super::{Daihinmin, Phase, SEATS};

/// So many passes in a row, counted over rounds, end a game.
pub const DEADLOCK: u8 = 20;

impl Daihinmin {
    /// Makes a move of the full set.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
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
        let top = self.field.top;
        let cuts = mv.cuts() || top.is_joker();
        // A joker alone has no suits, and takes the lock away.
        self.field.locked = !mv.is_joker() && (self.field.locked || mv.suits() == top.suits());
        self.field.reversed ^= mv.revolts();
        self.field.top = mv;
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
        self.field.top = Move::PASS;
        self.field.locked = false;
        self.passed = 0;
        let is_in = self.active >> self.last & 1 == 1;
        self.turn = if is_in { self.last } else { self.next_of(self.last, self.active) };
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
        self.order = self.finished;
        if self.game == self.rules.games {
            self.phase = Phase::Over;
            return;
        }
        self.game += 1;
        self.open_game(!self.rules.resets(self.game));
    }
}
