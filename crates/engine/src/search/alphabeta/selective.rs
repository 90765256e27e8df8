//! Pruning of a search under a budget. These guesses are wrong now and then and pay for it with
//! depth, so a search by depth takes none of them. Wins and losses stay proven: a win found by a
//! shallower search is a win, an evaluation never counts as one, and a position with moves left out is
//! never called lost.

use super::value::PROVEN;

/// Depths and indices beyond this are reduced as this one is.
const TABLE: usize = 32;

/// By how many plies less a quiet move is searched, by depth and place in the order: the logarithms of both,
/// multiplied. If it then turns out better than expected it is searched in full.
pub(super) struct Reductions(Box<[[u8; TABLE]; TABLE]>);

impl Reductions {
    pub fn new() -> Self {
        const STEEPNESS: f64 = 1.6;
        let mut table = Box::new([[0; TABLE]; TABLE]);
        for (depth, row) in table.iter_mut().enumerate().skip(3) {
            for (index, less) in row.iter_mut().enumerate().skip(1) {
                let plies = libm::log(depth as f64) * libm::log(index as f64) / STEEPNESS;
                *less = plies.min(depth as f64 - 1.0) as u8;
            }
        }
        Reductions(table)
    }

    #[inline]
    pub fn of(&self, depth: u32, index: usize) -> u32 {
        u32::from(self.0[(depth as usize).min(TABLE - 1)][index.min(TABLE - 1)])
    }
}

/// Evaluations are compared with the window up to this depth.
pub(super) const TRUSTED_DEPTH: u32 = 6;

/// True if a position is worth so much more than `beta` that a search would hardly come out below: by one unit of
/// the logistic curve for every ply.
#[inline]
pub(super) fn is_surplus(value: i32, depth: u32, beta: i32, scale: i32) -> bool {
    // Against a proven loss everything is enough, and it is worth knowing whether there is a way out.
    beta >= -PROVEN && value >= beta + scale * depth as i32
}

/// The most that quiet moves are taken to reach in a position worth so much less than `alpha` that they would
/// hardly reach it; `None` where they might.
#[inline]
pub(super) fn ceiling(value: i32, depth: u32, alpha: i32, scale: i32) -> Option<i32> {
    let margin = match depth {
        1 => scale * 7 / 10,
        2 => scale * 17 / 10,
        3 => scale * 26 / 10,
        _ => return None,
    };
    (alpha.abs() < PROVEN && value + margin <= alpha).then_some(value + margin)
}
