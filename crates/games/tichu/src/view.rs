//! The observation of a seat. The worlds that fit it are in `worlds`.
//!
//! A seat sees its own hand, everything that has been played and by whom, calls, wish, tricks and scores;
//! the three cards it gave away and the three it was given, and by whom. It does not see the other hands,
//! what the others gave each other, and the seed.
//!
//! A window for a bomb out of turn opens only for a seat that holds one. Nobody else is asked anything
//! while it is open, and nothing of it is left once the seat has kept its bomb, so no decision can profit
//! from knowing of it. The view of another seat *during* the window does say whose decision it is (whose
//! turn it is is known to all); its worlds are those in which that seat holds such a bomb.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::deal::{Chance, DEALT, FIRST};
use crate::rules::Rules;
use crate::{NOBODY, Phase, Tichu, UNKNOWN};

/// The observation of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub(crate) seat: Seat,
    /// The position without what is hidden.
    pub(crate) open: Tichu,
    /// True if only the seed is hidden.
    pub(crate) sees_all: bool,
}

impl View {
    /// The observation of `seat`. Once the game is over, everything.
    pub fn of(state: &Tichu, seat: Seat) -> View {
        let mut view = View::peek(state, seat);
        if state.phase == Phase::Over {
            return view;
        }
        view.sees_all = false;
        for other in (0..4).filter(|&other| other != seat) {
            view.open.hands[other] = Cards::NONE;
            for way in 1..=3 {
                let given = &mut view.open.given[other][way - 1];
                let is_own = state.phase != Phase::Give && (other + way) % 4 == seat;
                if *given != NOBODY && !is_own {
                    *given = UNKNOWN;
                }
            }
        }
        view
    }

    /// The view of a cheating agent in `seat`: all cards, but not the chances to come.
    pub fn peek(state: &Tichu, seat: Seat) -> View {
        // Cards that are still to be dealt are chances to come, too.
        let played = if state.phase == Phase::Grand { [Cards::NONE; 4] } else { state.played };
        View { seat, open: Tichu { chance: Chance::default(), played, ..*state }, sees_all: true }
    }

    /// The cards that this seat knows in each other hand: those it put there.
    pub(crate) fn known(&self) -> [Cards; 4] {
        let mut known = [Cards::NONE; 4];
        for way in 1..=3 {
            known[(self.seat + way) % 4] = self.open.known_to(self.seat, way);
        }
        known
    }

    /// The cards this seat cannot see.
    pub fn unseen(&self) -> Cards {
        let held = self.open.hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
        self.open.played.iter().fold(Cards::ALL - held, |left, &played| left - played)
    }

    /// The number of cards of a seat.
    pub fn hand_len(&self, seat: Seat) -> u32 {
        self.open.hand_len(seat)
    }

    /// The same without calls to come.
    pub(crate) fn forbid_calls(&mut self) {
        self.open.rules.calls = false;
    }

    /// The seat of this view.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position as far as it is seen: other hands are empty unless the view hides nothing.
    pub fn open(&self) -> &Tichu {
        &self.open
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.open.rules
    }

    /// True if only the seed is hidden.
    pub fn sees_all(&self) -> bool {
        self.sees_all
    }

    /// The cards this seat gave in this round, to the seats one, two and three places to its right.
    pub fn given(&self) -> [Option<u8>; 3] {
        self.open.given[self.seat].map(|card| (card < UNKNOWN).then_some(card))
    }

    /// The cards this seat was given, by the seats one, two and three places to its left.
    pub fn received(&self) -> [Option<u8>; 3] {
        [1, 2, 3].map(|way| {
            let card = self.open.given[(self.seat + 4 - way) % 4][way - 1];
            (self.open.phase != Phase::Give && card < UNKNOWN).then_some(card)
        })
    }
}

/// Knowledge of everybody, or of one seat alone, told without a view.
impl Tichu {
    /// The card that a seat knows in the hand so many places to its right, one to three: the one it put there.
    pub(crate) fn known_to(&self, seat: Seat, way: usize) -> Cards {
        let (card, taker) = (self.given[seat][way - 1], (seat + way) % 4);
        if card == NOBODY || matches!(self.phase, Phase::Grand | Phase::Give) {
            return Cards::NONE;
        }
        Cards::one(card) - self.played[taker]
    }

    /// The number of cards of a seat.
    pub(crate) fn hand_len(&self, seat: Seat) -> u32 {
        match self.phase {
            Phase::Grand => FIRST,
            _ => DEALT - self.played[seat].len(),
        }
    }
}

#[cfg(test)]
mod tests;
