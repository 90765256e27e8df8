//! The ending of two: exact play once only two seats hold cards. Each then knows the other's cards by
//! counting, so nothing is hidden but the lot that ends a game of passes, and that is worth half a win.
//! Knows the rules; does not know good play.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::Move;
use crate::{DEADLOCK, Daihinmin, Phase};

/// The value of an ending to the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// The other comes in first.
    Lost,
    /// Both pass until a lot decides.
    Lot,
    /// It comes in first.
    Won,
}

impl Ending {
    fn reversed(self) -> Ending {
        match self {
            Ending::Lost => Ending::Won,
            Ending::Lot => Ending::Lot,
            Ending::Won => Ending::Lost,
        }
    }
}

/// A position of two, seen by the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Duel {
    mine: Cards,
    theirs: Cards,
    field: Field,
    /// True if the other has passed in this round. The seat to move has not.
    they_passed: bool,
    /// True if the seat to move leads when the round ends, as things stand.
    i_lead: bool,
    /// Passes in a row.
    passes: u8,
}

/// Result of one move in a duel.
enum After {
    Over(Ending),
    /// The same seat goes on.
    Mine(Duel),
    /// The other goes on.
    Theirs(Duel),
}

impl Duel {
    /// The duel of a position in which two seats hold cards.
    fn of(state: &Daihinmin) -> Option<Duel> {
        if state.phase != Phase::Play || state.active.count_ones() != 2 {
            return None;
        }
        let me = state.turn;
        let other = (state.active & !(1 << me)).trailing_zeros() as Seat;
        Some(Duel {
            mine: state.hands[usize::from(me)],
            theirs: state.hands[other],
            field: state.field,
            they_passed: state.has_passed(other),
            i_lead: state.next_leader() == me,
            passes: state.passes,
        })
    }

    #[inline]
    fn swapped(self, they_passed: bool) -> Duel {
        Duel { mine: self.theirs, theirs: self.mine, i_lead: !self.i_lead, they_passed, ..self }
    }

    #[inline]
    fn after(mut self, mv: Move) -> After {
        if mv.is_pass() {
            self.passes += 1;
            if self.passes >= DEADLOCK {
                return After::Over(Ending::Lot);
            }
            if !self.they_passed {
                return After::Theirs(self.swapped(true));
            }
            self.field.clear();
            self.they_passed = false;
            return if self.i_lead { After::Mine(self) } else { After::Theirs(self.swapped(false)) };
        }
        self.mine = self.mine.without(mv.cards());
        if self.mine.is_empty() {
            return After::Over(Ending::Won);
        }
        self.passes = 0;
        self.i_lead = true;
        if self.field.lay(mv) {
            self.field.clear();
            self.they_passed = false;
            return After::Mine(self);
        }
        if self.they_passed { After::Mine(self) } else { After::Theirs(self.swapped(false)) }
    }

    /// Everything but the hands and the play on the table.
    #[inline]
    fn rest(&self) -> u16 {
        u16::from(self.passes)
            | u16::from(self.field.locked) << 8
            | u16::from(self.field.reversed) << 9
            | u16::from(self.they_passed) << 10
            | u16::from(self.i_lead) << 11
    }
}

/// A solved duel. The whole position is kept, so two can never be taken for each other.
#[derive(Clone, Copy)]
struct Entry {
    mine: Cards,
    theirs: Cards,
    top: Move,
    rest: u16,
    value: Ending,
}

const EMPTY: Entry =
    Entry { mine: Cards::NONE, theirs: Cards::NONE, top: Move::PASS, rest: 0, value: Ending::Lot };

/// A solver with its memory. What it has learned stays true, so it is never cleared.
pub struct Endings {
    table: Vec<Entry>,
    /// The moves of all open positions, one after the other.
    moves: Vec<Move>,
    left: u32,
}

impl Endings {
    /// A solver that remembers 2^`bits` positions.
    pub fn new(bits: u32) -> Endings {
        Endings { table: vec![EMPTY; 1 << bits], moves: Vec::with_capacity(256), left: 0 }
    }

    /// The value of a position to the seat to move; `None` unless two seats are left and `nodes`
    /// positions are enough to tell.
    pub fn value(&mut self, state: &Daihinmin, nodes: u32) -> Option<Ending> {
        let duel = Duel::of(state)?;
        self.left = nodes;
        self.moves.clear();
        self.solve(&duel)
    }

    /// A best move and what it is worth, under the same conditions.
    pub fn best(&mut self, state: &Daihinmin, nodes: u32) -> Option<(Move, Ending)> {
        let duel = Duel::of(state)?;
        self.left = nodes;
        self.moves.clear();
        let value = self.solve(&duel)?;
        self.moves.clear();
        duel.field.canonical(duel.mine, &mut self.moves);
        self.moves.push(Move::PASS);
        for at in 0..self.moves.len() {
            let mv = self.moves[at];
            if self.worth(&duel, mv)? == value {
                return Some((mv, value));
            }
        }
        None
    }

    #[inline]
    fn worth(&mut self, duel: &Duel, mv: Move) -> Option<Ending> {
        match duel.after(mv) {
            After::Over(value) => Some(value),
            After::Mine(next) => self.solve(&next),
            After::Theirs(next) => self.solve(&next).map(Ending::reversed),
        }
    }

    fn solve(&mut self, duel: &Duel) -> Option<Ending> {
        let slot = self.slot(duel);
        let entry = self.table[slot];
        let is_known = entry.mine == duel.mine
            && entry.theirs == duel.theirs
            && entry.top == duel.field.top
            && entry.rest == duel.rest();
        if is_known {
            return Some(entry.value);
        }
        self.left = self.left.checked_sub(1)?;
        let from = self.moves.len();
        duel.field.canonical(duel.mine, &mut self.moves);
        // Plays that end the round and large ones first: the sooner a win turns up the better.
        self.moves[from..].sort_unstable_by_key(|mv| (!mv.cuts(), 16 - mv.len()));
        self.moves.push(Move::PASS);
        let to = self.moves.len();
        let mut best = Ending::Lost;
        for at in from..to {
            let mv = self.moves[at];
            let value = self.worth(duel, mv);
            let Some(value) = value else {
                self.moves.truncate(from);
                return None;
            };
            best = best.max(value);
            if best == Ending::Won {
                break;
            }
        }
        self.moves.truncate(from);
        let (mine, theirs, top, rest) = (duel.mine, duel.theirs, duel.field.top, duel.rest());
        self.table[slot] = Entry { mine, theirs, top, rest, value: best };
        Some(best)
    }

    #[inline]
    fn slot(&self, duel: &Duel) -> usize {
        let mut hash = duel.mine.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ duel.theirs.0).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash = (hash ^ hash >> 29 ^ duel.field.top.bits()).wrapping_mul(0x94D0_49BB_1331_11EB);
        hash = (hash ^ hash >> 31 ^ u64::from(duel.rest())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> 32) as usize & (self.table.len() - 1)
    }
}

#[cfg(test)]
mod tests;
