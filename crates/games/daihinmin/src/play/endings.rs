//! The ending of two: exact play once only two seats hold cards. Each then knows the other's cards by
//! counting, so nothing is hidden but the lot that ends a game of passes, and that is worth half a win.
//! Knows the rules; does not know good play.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::Move;
use crate::{DEADLOCK, Daihinmin, Phase};

/// What an ending is worth to the seat to move.
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
    /// Whether the other has passed in this round. The seat to move has not.
    they_passed: bool,
    /// Whether the seat to move leads when the round ends, as things stand.
    i_lead: bool,
    /// Passes in a row.
    passes: u8,
}

/// What a move makes of a duel.
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

    /// What a position is worth to the seat to move; `None` unless two seats are left and `nodes`
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
mod tests {
    use super::*;
    use crate::rules::Rules;
    use karuta_engine::{Game, Rng};
    use std::collections::HashMap;

    /// The value by the game's own moves, without ordering, cuts or shortcuts.
    fn brute(state: &Daihinmin, seen: &mut HashMap<Daihinmin, f64>) -> f64 {
        if let Some(&value) = seen.get(state) {
            return value;
        }
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let me = usize::from(state.turn);
        let place = usize::from(state.done);
        let mut best = 0.0;
        for mv in moves {
            let mut next = *state;
            let by_lot = mv.is_pass() && state.passes + 1 >= DEADLOCK;
            next.apply(mv);
            let value = if by_lot {
                0.5
            } else if next.phase == Phase::Over {
                f64::from(u8::from(usize::from(next.finished[place]) == me))
            } else if usize::from(next.turn) == me {
                brute(&next, seen)
            } else {
                1.0 - brute(&next, seen)
            };
            best = f64::max(best, value);
        }
        seen.insert(*state, best);
        best
    }

    /// An ending of two with few cards, in the middle of a round perhaps.
    pub(crate) fn ending(most: u32, rng: &mut Rng) -> Daihinmin {
        loop {
            let mut state = Daihinmin::new(Rules::OFFICIAL, rng.bits());
            while state.phase == Phase::Play {
                let cards: u32 = state.hands.iter().map(|hand| hand.len()).sum();
                if state.active.count_ones() == 2 && cards <= most && rng.below(3) > 0 {
                    return state;
                }
                let mv = state.random_move(&mut Vec::new(), rng);
                state.apply(mv);
            }
        }
    }

    #[test]
    fn endings_are_worth_what_every_line_says() {
        let mut rng = Rng::new(3);
        let mut endings = Endings::new(12);
        let mut found = [0; 3];
        for _ in 0..300 {
            let state = ending(9, &mut rng);
            let value = endings.value(&state, u32::MAX).expect("enough nodes");
            let truth = brute(&state, &mut HashMap::new());
            assert_eq!(value as u8 as f64 / 2.0, truth, "{state:?}");
            found[value as usize] += 1;
            let (mv, best) = endings.best(&state, u32::MAX).expect("enough nodes");
            assert_eq!(best, value);
            let mut next = state;
            next.apply(mv);
            if next.phase == Phase::Play {
                let same = next.turn == state.turn;
                let after = endings.value(&next, u32::MAX).expect("enough nodes");
                assert_eq!(if same { after } else { after.reversed() }, value, "{mv} in {state:?}");
            }
        }
        assert!(found[0] > 20 && found[2] > 20, "{found:?}");
    }

    #[test]
    fn too_little_effort_gives_no_answer() {
        let mut rng = Rng::new(4);
        let state = ending(14, &mut rng);
        assert_eq!(Endings::new(4).value(&state, 0), None);
        assert_eq!(Endings::new(4).value(&Daihinmin::new(Rules::OFFICIAL, 1), u32::MAX), None);
    }
}
