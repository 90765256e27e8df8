//! Moves that a search may leave out: most gifts of an exchange, and passing where one leads. Knows what
//! the seat to move holds, and nothing of the others.
//!
//! A daifugo has 78 gifts to choose from, nearly all of them hopeless: tries are better spent on few.

use crate::Daihinmin;
use crate::moves::{Kind, Move};
use crate::play::remainder::{Remainder, shipped};
use crate::play::softmax::gift;

/// Gifts that are worth a search.
const FEW: usize = 4;

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

/// Leads, answers and, in the exchange, the gift that the learned policy likes best.
pub(crate) fn by_policy(state: &Daihinmin, mv: Move) -> bool {
    is_among(state, mv, 1)
}

/// Leads, answers and, in the exchange, the few gifts that the learned policy likes best.
pub(crate) fn by_few(state: &Daihinmin, mv: Move) -> bool {
    is_among(state, mv, FEW)
}

/// The claim that a gift is one of the `count` likeliest; equals count in the order in which they are listed.
fn is_among(state: &Daihinmin, mv: Move, count: usize) -> bool {
    if mv.kind() != Kind::Give {
        return is_play(state, mv);
    }
    let (mut policy, mut gifts) = (Remainder::new(shipped()), Vec::new());
    let (odds, _) = policy.gift_odds(state.hand(usize::from(state.turn)), mv.len(), &mut gifts);
    let Some(at) = gifts.iter().position(|&gift| gift == mv) else { return false };
    let better = |&other: &usize| odds[other] > odds[at] || odds[other] == odds[at] && other < at;
    (0..odds.len()).filter(better).count() < count
}

#[cfg(test)]
mod tests;
