//! Retrograde analysis: from the positions won at once back to everything that can be forced. Knows
//! the numbering of positions and who can win at once, not what the table is for.

use std::ops::ControlFlow;

use super::index::Index;
use crate::reach::HOPS;

/// The entry of positions in which nobody can force anything.
pub(crate) const DRAW: u16 = 0;

/// The entry of numbers that name no position.
pub(crate) const ABSENT: u16 = u16::MAX;

/// While a position is undecided its entry is this plus the moves not yet known to lose. Two pieces,
/// two cards and [`HOPS`] steps keep that below [`ABSENT`].
const UNDECIDED: u16 = ABSENT - 1 - 4 * HOPS as u16;

/// Progress of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Every win and loss within so many plies has been found.
    pub plies: u32,
    /// Positions known to be won or lost.
    pub decided: u64,
    /// All positions; those undecided in the end are draws.
    pub positions: u64,
}

/// The entries of all numbers: [`DRAW`], [`ABSENT`], or the plies to the end of the game. Who wins needs
/// no bit of its own, because the seat to move makes the odd plies and the winner makes the last.
///
/// Two bytes an entry: one is enough for nearly all sets of cards, but not for all, and the second costs
/// no time. `None` if `progress` breaks off.
pub(crate) fn solve<const N: usize>(
    index: &Index<N>,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Option<Vec<u16>> {
    const { assert!(Index::<N>::LEN <= u32::MAX as usize, "the lists below keep numbers in 32 bits") };
    let mut entries = vec![ABSENT; Index::<N>::LEN];
    let (mut wins, mut losses) = (Vec::new(), Vec::new());
    let mut positions = 0;
    for (number, entry) in entries.iter_mut().enumerate() {
        let Some(state) = index.position(number) else { continue };
        positions += 1;
        if state.can_win(0) {
            *entry = 1;
            wins.push(number as u32);
        } else {
            // A stuck seat has two cards to give.
            let moves = state.mobility(0);
            *entry = UNDECIDED + if moves == 0 { 2 } else { moves as u16 };
        }
    }

    // Wins in n plies are complete before losses in n + 1 are looked for, and those before wins in
    // n + 2, so the first distance found is the shortest win and the longest loss. Captures need no
    // order of their own: the smaller endings are decided along with the larger.
    let mut plies = 1;
    let mut decided = 0;
    while !wins.is_empty() {
        decided += wins.len() as u64;
        if progress(Progress { plies: u32::from(plies), decided, positions }).is_break() {
            return None;
        }
        assert!(plies + 2 < UNDECIDED, "an ending of {plies} plies outgrows the entries");
        for number in wins.drain(..) {
            index.each_predecessor(number as usize, |before| {
                let entry = &mut entries[before];
                if !is_undecided(*entry) {
                    return;
                }
                *entry -= 1;
                if *entry == UNDECIDED {
                    *entry = plies + 1;
                    losses.push(before as u32);
                }
            });
        }
        decided += losses.len() as u64;
        for number in losses.drain(..) {
            index.each_predecessor(number as usize, |before| {
                let entry = &mut entries[before];
                if is_undecided(*entry) {
                    *entry = plies + 2;
                    wins.push(before as u32);
                }
            });
        }
        plies += 2;
    }

    for entry in entries.iter_mut().filter(|entry| is_undecided(**entry)) {
        *entry = DRAW;
    }
    Some(entries)
}

/// True if the entry belongs to a position with moves left that may not lose.
#[inline(always)]
fn is_undecided(entry: u16) -> bool {
    UNDECIDED < entry && entry < ABSENT
}

#[cfg(test)]
mod tests;
