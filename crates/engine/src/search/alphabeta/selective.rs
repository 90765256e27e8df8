//! Pruning of a search under a budget. These guesses are wrong now and then and pay for it with
//! depth, so a search by depth takes none of them. Wins and losses stay proven: a win found by a
//! shallower search is a win, and an evaluation never counts as one.

use super::value::{PROVEN, points};
use crate::evaluation::Knowledge;
use crate::game::{Game, Seat};

/// By how many plies less a quiet move is searched that comes `index`th at this depth. If it then turns
/// out better than expected it is searched in full.
#[inline]
pub(super) fn reduction(depth: u32, index: usize) -> u32 {
    match index {
        0..2 => 0,
        2..5 => u32::from(depth >= 3),
        _ => u32::from(depth >= 3) + u32::from(depth >= 4),
    }
}

/// A seat so far ahead is taken to stay ahead for so many plies.
const TRUSTED_DEPTH: u32 = 6;

/// The evaluation where it is so far above `beta` that a search would hardly come out below: by one
/// unit of the logistic curve for every ply.
#[inline]
pub(super) fn surplus<G: Game>(
    knowledge: &Knowledge<G>,
    state: &G,
    seat: Seat,
    depth: u32,
    beta: i32,
) -> Option<i32> {
    // Against a proven loss everything is enough, and it is worth knowing whether there is a way out.
    if depth > TRUSTED_DEPTH || beta < -PROVEN {
        return None;
    }
    let value = points((knowledge.evaluate)(state, seat));
    (value >= beta + knowledge.scale as i32 * depth as i32).then_some(value)
}
