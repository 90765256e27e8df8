//! Mate: a run of plays that empties the hand though everybody else does his best, whatever the others
//! hold. Knows the rules and which cards are out; does not know where they are.
//!
//! A play *holds* if none of the cards that are out can answer it, alone or together. All plays of a run
//! hold but the last, which need not: the hand is empty. Without a revolution it does not matter in which
//! order they come, so the hand only has to be cut into such plays, and the weakest card has to be in
//! one of them.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::Move;
use crate::view::View;
use crate::{Daihinmin, Phase, SEATS};

/// Everything a seat needs to know to look for a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatKnowledge {
    /// The hand.
    pub hand: Cards,
    /// The cards in other hands.
    pub out: Cards,
    /// The most cards one other seat holds.
    pub most: u32,
    /// The fewest cards another seat that is still in holds.
    pub fewest: u32,
    /// The table.
    pub field: Field,
    /// True if all others have passed, so that nobody answers in this round.
    pub alone: bool,
}

impl SeatKnowledge {
    /// Knowledge of the seat to move, while cards are played.
    #[inline]
    pub fn of(state: &Daihinmin) -> SeatKnowledge {
        debug_assert!(state.phase == Phase::Play, "cards are played");
        let me: Seat = usize::from(state.turn);
        let mut out = Cards::NONE;
        let (mut most, mut fewest) = (0, u32::MAX);
        for seat in 0..SEATS {
            if seat != me {
                let count = state.hands[seat].len();
                out |= state.hands[seat];
                most = most.max(count);
                // A seat that is out holds 0 cards; less 1 that wraps to the largest number, so it never counts as
                // the fewest.
                fewest = fewest.min(count.wrapping_sub(1));
            }
        }
        let fewest = fewest.wrapping_add(1);
        let alone = state.active & !state.passed & !(1 << me) == 0;
        SeatKnowledge { hand: state.hands[me], out, most, fewest, field: state.field, alone }
    }

    /// The same from what the seat to move sees.
    pub(crate) fn seen(view: &View) -> SeatKnowledge {
        let (state, me) = (view.open(), view.seat());
        let counts = || (0..SEATS).filter(|&seat| seat != me).map(|seat| view.count(seat));
        SeatKnowledge {
            hand: view.hand(),
            out: view.unseen(),
            most: counts().max().unwrap_or(0),
            fewest: counts().filter(|&count| count > 0).min().unwrap_or(0),
            field: state.field,
            alone: state.active & !state.passed & !(1 << me) == 0,
        }
    }

    /// True if nobody can answer a play, so that its player leads again.
    #[inline]
    pub fn holds(&self, mv: Move) -> bool {
        if self.alone {
            return true;
        }
        let mut field = self.field;
        field.lay(mv) || mv.len() > self.most || !field.is_answerable(self.out)
    }

    /// The same seat after a play that held: nothing lies on the table.
    #[inline]
    fn led(self, mv: Move) -> SeatKnowledge {
        let mut field = self.field;
        field.lay(mv);
        field.clear();
        SeatKnowledge { hand: self.hand.without(mv.cards()), field, alone: false, ..self }
    }
}

/// A search for mates with its memory.
#[derive(Default)]
pub struct Mates {
    moves: Vec<Move>,
    left: u32,
}

impl Mates {
    /// The first play of a run that certainly empties the hand; `None` if there is none, or if more than
    /// `nodes` positions had to be looked at.
    pub fn find(&mut self, known: &SeatKnowledge, nodes: u32) -> Option<Move> {
        self.left = nodes;
        self.moves.clear();
        known.field.canonical(known.hand, &mut self.moves);
        let to = self.moves.len();
        for at in 0..to {
            if self.moves[at].cards() == known.hand {
                return Some(self.moves[at]);
            }
        }
        for at in 0..to {
            let mv = self.moves[at];
            if known.holds(mv) && self.runs(&known.led(mv)) {
                return Some(mv);
            }
        }
        None
    }

    /// True if the leader has a mate.
    fn runs(&mut self, known: &SeatKnowledge) -> bool {
        let from = self.moves.len();
        known.field.canonical(known.hand, &mut self.moves);
        let revolts = self.moves[from..].iter().any(|mv| mv.revolts());
        let found = if revolts { self.in_some_order(known, from) } else { self.cuts(known, from, false) };
        self.moves.truncate(from);
        found
    }

    /// Tries every play, where a revolution may change which of the others hold.
    fn in_some_order(&mut self, known: &SeatKnowledge, from: usize) -> bool {
        if !self.spends_one() {
            return false;
        }
        let to = self.moves.len();
        (from..to).any(|at| self.moves[at].cards() == known.hand)
            || (from..to).any(|at| {
                let mv = self.moves[at];
                known.holds(mv) && self.runs(&known.led(mv))
            })
    }

    /// True if the hand can be cut into plays of those listed from `from` on that hold, and one that
    /// need not if there has been none.
    fn cuts(&mut self, known: &SeatKnowledge, from: usize, ended: bool) -> bool {
        if known.hand.is_empty() {
            return true;
        }
        if !self.spends_one() {
            return false;
        }
        let weakest = Cards::bit(known.hand.lowest());
        for at in from..self.moves.len() {
            let mv = self.moves[at];
            if !mv.cards().meets(weakest) || !known.hand.contains(mv.cards()) {
                continue;
            }
            let holds = known.holds(mv);
            if (holds || !ended) && self.cuts(&known.led(mv), from, ended || !holds) {
                return true;
            }
        }
        false
    }

    fn spends_one(&mut self) -> bool {
        let go = self.left > 0;
        self.left = self.left.saturating_sub(1);
        go
    }
}

#[cfg(test)]
mod tests;
