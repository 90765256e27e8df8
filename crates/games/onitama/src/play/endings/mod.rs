//! Exact values of every ending with at most a master and one student a side, for one set of five
//! cards. Knows who wins and how soon; searches reach it as an [`Oracle`].
//!
//! Endless play is a draw, as is everything neither seat can force. All positions are in the table
//! that the rules allow, whether or not a game can lead to them.

mod file;
mod index;
mod solve;

use std::fmt;
use std::ops::ControlFlow;

use karuta_engine::evaluation::Oracle;
use karuta_engine::{Game, MoveVerdict};
use karuta_playable::parts::SolvedCounts;

use crate::Onitama;
use crate::cards::Card;
pub use file::{EndgameError, VERSION};
use index::Index;
pub use solve::Progress;
use solve::{ABSENT, DRAW};

/// The values of all endings of five cards. Those of the board of 5 by 5 are solved in a second and
/// take 23 MB; those of 7 by 7 need half a minute and 350 MB, and 150 MB more while they are solved.
#[derive(Clone, PartialEq, Eq)]
pub struct EndgameTable<const N: usize> {
    index: Index<N>,
    /// By number: [`ABSENT`], [`DRAW`], or plies to the end, odd for wins of the seat to move.
    entries: Vec<u16>,
}

/// Contents of a table in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Everything.
    pub total: SolvedCounts,
    /// The same by material.
    pub classes: [Class; 4],
}

/// The endings with the same number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Pieces of the seat to move, masters among them, and of the other.
    pub pieces: [u32; 2],
    /// The counts of these.
    pub counts: SolvedCounts,
}

impl<const N: usize> EndgameTable<N> {
    /// Solves all endings of these cards, in any order. `progress` is called whenever everything within
    /// two more plies is known.
    pub fn solve(
        cards: [Card; 5],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<EndgameTable<N>, EndgameError> {
        let solved = Self::solve_unless(cards, &mut |known| {
            progress(known);
            ControlFlow::Continue(())
        })?;
        Ok(solved.expect("nothing breaks it off"))
    }

    /// The same for somebody who may not want it any more: `None` if `progress` breaks off.
    pub fn solve_unless(
        cards: [Card; 5],
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Option<EndgameTable<N>>, EndgameError> {
        let index = Index::for_cards(cards)?;
        let entries = solve::solve(&index, progress);
        Ok(entries.map(|entries| EndgameTable { index, entries }))
    }

    /// The five cards, in the order of their numbers.
    pub fn cards(&self) -> [Card; 5] {
        self.index.cards()
    }

    /// Every position with its value. Seat 0 is to move, and there is no cap.
    pub fn positions(&self) -> impl Iterator<Item = (Onitama<N>, MoveVerdict)> {
        self.numbered().map(|(state, entry)| (state, verdict(entry)))
    }

    /// A position whose win takes longest, if any is won.
    pub fn longest_win(&self) -> Option<Onitama<N>> {
        let wins = (0..).zip(&self.entries).filter(|&(_, &entry)| entry != ABSENT && is_win(entry));
        let (number, _) = wins.max_by_key(|&(_, entry)| entry)?;
        self.index.position(number)
    }

    /// Counts the positions.
    pub fn summary(&self) -> Summary {
        let class = |pieces| Class { pieces, counts: SolvedCounts::default() };
        let mut summary =
            Summary { total: SolvedCounts::default(), classes: [[1, 1], [1, 2], [2, 1], [2, 2]].map(class) };
        for (state, entry) in self.numbered() {
            let class = 2 * (state.pieces_left(0) - 1) + state.pieces_left(1) - 1;
            count(&mut summary.classes[class as usize].counts, entry);
            count(&mut summary.total, entry);
        }
        summary
    }

    /// Counts the positions by plies to the end, odd for wins of the seat to move; the first count is that of draws.
    pub fn lengths(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        for (_, entry) in self.numbered() {
            let plies = if entry == DRAW { 0 } else { usize::from(entry) };
            if counts.len() <= plies {
                counts.resize(plies + 1, 0);
            }
            counts[plies] += 1;
        }
        counts
    }

    fn numbered(&self) -> impl Iterator<Item = (Onitama<N>, u16)> {
        (0..).zip(&self.entries).filter_map(|(number, &entry)| Some((self.index.position(number)?, entry)))
    }
}

impl<const N: usize> Oracle<Onitama<N>> for EndgameTable<N> {
    /// `None` for other cards, more pieces, finished games, and games that the cap would end before the
    /// win is carried through.
    fn probe(&self, state: &Onitama<N>) -> Option<MoveVerdict> {
        state.turn()?;
        let entry = self.entries[self.index.locate(state)?];
        let is_in_time = state.cap == 0 || entry <= state.cap.saturating_sub(state.ply);
        is_in_time.then(|| verdict(entry))
    }
}

// A derived one would print every entry.
impl<const N: usize> fmt::Debug for EndgameTable<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.cards().map(|card| card.face().name);
        f.debug_struct("EndgameTable").field("cards", &names).finish_non_exhaustive()
    }
}

/// Counts a position with this entry.
fn count(counts: &mut SolvedCounts, entry: u16) {
    counts.positions += 1;
    if entry == DRAW {
        counts.draws += 1;
    } else if is_win(entry) {
        counts.wins += 1;
        counts.wins_at_once += u64::from(entry == 1);
        counts.longest_win = counts.longest_win.max(entry.into());
    } else {
        counts.losses += 1;
    }
}

/// True if the entry of a position says that the seat to move makes the last ply.
fn is_win(entry: u16) -> bool {
    entry % 2 == 1
}

/// The value of a position with this entry.
fn verdict(entry: u16) -> MoveVerdict {
    debug_assert!(entry != ABSENT, "only positions have a value");
    match u32::from(entry) {
        0 => MoveVerdict::Draw,
        plies if is_win(entry) => MoveVerdict::Win(plies),
        plies => MoveVerdict::Loss(plies),
    }
}

#[cfg(test)]
pub(crate) mod tests;
