//! Moves that a search may leave out: most gifts of an exchange, and passing where one leads. Knows what
//! the seat to move holds, and nothing of the others.
//!
//! A daifugo has 78 gifts to choose from, nearly all of them hopeless: tries are better spent on few.

use crate::Daihinmin;
use crate::moves::{Kind, Move};
use crate::play::softmax::gift;

/// The claim that a move is a play where one leads, or anything where one follows.
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

#[cfg(test)]
mod tests;
