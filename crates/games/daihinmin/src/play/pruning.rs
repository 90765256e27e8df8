//! Moves that a search may leave out: most gifts of an exchange, and passing where one leads. Knows what
//! the seat to move holds, and nothing of the others.
//!
//! A daifugo has 78 gifts to choose from, nearly all of them hopeless: tries are better spent on few.

use crate::Daihinmin;
use crate::cards::{Cards, EIGHT};
use crate::moves::{Kind, Move};
use crate::play::softmax::gift;

/// Cards from which gifts are made up.
const CANDIDATES: u32 = 7;

/// The rank from which on cards are never given away: the ace.
const STRONG: u32 = 12;

/// Whether a move is a play where one leads, or anything where one follows.
fn is_play(state: &Daihinmin, mv: Move) -> bool {
    !mv.is_pass() || !state.field().is_empty()
}

/// Leads, answers and, in the exchange, what the rule gives.
pub(crate) fn by_rule(state: &Daihinmin, mv: Move) -> bool {
    match mv.kind() {
        Kind::Give => mv.cards() == gift(state.hand(usize::from(state.turn)), mv.len()),
        Kind::Pass | Kind::Single | Kind::Group | Kind::Sequence | Kind::GiveUnseen => is_play(state, mv),
    }
}

/// Leads, answers and, in the exchange, gifts of weak cards.
pub(crate) fn weak_gifts(state: &Daihinmin, mv: Move) -> bool {
    match mv.kind() {
        Kind::Give => weak(state.hand(usize::from(state.turn)), mv.len()).contains(mv.cards()),
        Kind::Pass | Kind::Single | Kind::Group | Kind::Sequence | Kind::GiveUnseen => is_play(state, mv),
    }
}

/// The weakest cards but for eights and the strong, and what the rule gives in any case.
fn weak(hand: Cards, size: u32) -> Cards {
    let useful = Cards::column(EIGHT) | Cards::NATURAL.without(Cards::NATURAL.below(4 * STRONG));
    let rest = hand.without(useful | Cards::JOKER);
    rest.weakest(rest.len().min(CANDIDATES)) | gift(hand, size)
}

#[cfg(test)]
mod tests;
