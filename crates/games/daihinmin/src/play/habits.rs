//! Habits of the other seats, a model of each opponent: whether a seat has played the games of a match that are over
//! like the sample client or like the policy `remainder`. Knows what a seat has observed; nothing of the game being
//! played.
//!
//! Once a game is over, everybody knows who held what: the cards that a seat played, and for the last one those that
//! nobody played. So every choice of that game can be compared with what either policy would have done.

use karuta_engine::{Decision, Seat};

use crate::cards::Cards;
use crate::moves::{Kind, Move};
use crate::play::policies::SampleClient;
use crate::play::remainder::{self, Remainder};
use crate::rules::Rules;
use crate::{Daihinmin, Phase, SEATS};

/// The chance that a client does something else than the policy it is thought to follow.
const DOUBT: f32 = 0.02;

/// The logarithm of the odds from which a seat is taken for a sample client: twenty to one.
const SURE: f32 = 3.0;

/// Habits of all seats, as far as they are known.
pub struct Habits {
    /// The history that has been read.
    read: Vec<(Seat, Move)>,
    /// The first move of the game that is not over yet.
    from: usize,
    /// The logarithm of the odds that a seat is a sample client.
    odds: [f32; SEATS],
    policy: Remainder,
    buf: Vec<Move>,
}

impl Default for Habits {
    /// Nothing is known yet.
    fn default() -> Habits {
        let policy = Remainder::new(remainder::shipped());
        Habits { read: Vec::new(), from: 0, odds: [0.0; SEATS], policy, buf: Vec::with_capacity(64) }
    }
}

impl Habits {
    /// The other seats of a decision that play like the sample client, one bit each, by all that was observed until then.
    pub fn clients_beside(&mut self, decision: &Decision<'_, Daihinmin>) -> u8 {
        self.learn(decision.history);
        self.sample_clients() & !(1 << decision.seat)
    }

    /// Learns from the history of a match. Only what is new is looked at, but the result is that of the whole.
    fn learn(&mut self, history: &[(Seat, Move)]) {
        if !history.starts_with(&self.read) {
            self.read.clear();
            self.from = 0;
            self.odds = [0.0; SEATS];
        }
        self.read.extend_from_slice(&history[self.read.len()..]);
        while let Some(end) = end_of_game(&history[self.from..]) {
            self.judge(&history[self.from..self.from + end]);
            self.from += end;
        }
    }

    /// The seats that play like the sample client, one bit each.
    fn sample_clients(&self) -> u8 {
        (0..SEATS).filter(|&seat| self.odds[seat] > SURE).map(|seat| 1 << seat).sum()
    }

    /// Compares the choices of a game that is over with those of both policies.
    fn judge(&mut self, game: &[(Seat, Move)]) {
        let plays = game.iter().position(|(_, mv)| !is_gift(*mv)).map_or(&[][..], |first| &game[first..]);
        let Some(mut state) = first_position(plays) else { return };
        for (at, &(seat, mv)) in plays.iter().enumerate() {
            state.turn = seat as u8;
            if state.phase != Phase::Play || !state.allows(mv) {
                return;
            }
            self.compare(&state, seat, mv);
            if at + 1 < plays.len() {
                state.make(mv);
            }
        }
    }

    fn compare(&mut self, state: &Daihinmin, seat: Seat, mv: Move) {
        let Ok((odds, sum)) = self.policy.odds(state, &mut self.buf) else { return };
        let by_policy = self.buf.iter().position(|&other| other == mv).map_or(0.0, |at| odds[at] / sum);
        let by_sample = if SampleClient.would_play(state, mv) { 1.0 - DOUBT } else { DOUBT };
        self.odds[seat] += libm::logf(by_sample) - libm::logf(by_policy.max(DOUBT));
    }
}

fn is_gift(mv: Move) -> bool {
    matches!(mv.kind(), Kind::Give | Kind::GiveUnseen)
}

/// The number of moves of the first game, if another one follows: that begins with gifts, or with a card that was played
/// before.
fn end_of_game(history: &[(Seat, Move)]) -> Option<usize> {
    let mut played = Cards::NONE;
    for (at, &(_, mv)) in history.iter().enumerate() {
        let is_gift = is_gift(mv);
        if (is_gift && !played.is_empty()) || (!is_gift && played.meets(mv.cards())) {
            return Some(at);
        }
        if !is_gift {
            played |= mv.cards();
        }
    }
    None
}

/// The position before the first play of a game that is over; `None` if the hands do not come out even.
fn first_position(plays: &[(Seat, Move)]) -> Option<Daihinmin> {
    let &(first, _) = plays.first()?;
    let mut state = Daihinmin::blank(Rules { games: 1, ..Rules::OFFICIAL }, 0);
    for &(seat, mv) in plays {
        state.hands[seat] |= mv.cards();
    }
    let left = Cards::ALL.without(state.hands.into_iter().collect());
    let last = (0..SEATS).min_by_key(|&seat| state.hands[seat].len())?;
    state.hands[last] |= left;
    (state.turn, state.last, state.first) = (first as u8, first as u8, first as u8);
    state.hands.iter().all(|hand| matches!(hand.len(), 10 | 11)).then_some(state)
}

#[cfg(test)]
mod tests;
