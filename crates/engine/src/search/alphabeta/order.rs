//! Order of moves: a move that cut off elsewhere probably cuts off here, and is tried first. Bad guesses cost time
//! and never change a value.

use std::hash::{Hash, Hasher};

use crate::evaluation::Urgency;
use crate::game::{Game, Seat};

/// The order of moves before they are tried: how urgent the game says they are, which quiet ones
/// were good enough at the same ply, and how often each was good anywhere.
pub(super) struct Order<G: Game> {
    urgency: Urgency<G>,
    killers: Vec<[Option<G::Move>; 2]>,
    /// By seat and hash of the move. Moves that share a place share their luck.
    history: Box<[[i16; SLOTS]; 2]>,
}

/// Bits of a move's hash that are kept.
const SLOT_BITS: u32 = 12;
const SLOTS: usize = 1 << SLOT_BITS;

/// The history of a move stays within this.
const MOST: i32 = 1 << 14;

/// Urgent moves come before killers and these before all others.
const URGENT: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;

/// Scores from here on belong to moves that are urgent or have proved themselves at this ply.
pub(super) const SPECIAL: i32 = KILLER;

impl<G: Game> Order<G> {
    pub fn new(urgency: Urgency<G>, plies: usize) -> Self {
        Order { urgency, killers: vec![[None; 2]; plies], history: Box::new([[0; SLOTS]; 2]) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        *self.history = [[0; SLOTS]; 2];
    }

    /// Starts a decision: plies have shifted, and what was good before counts half.
    pub fn begin(&mut self) {
        self.killers.fill([None; 2]);
        for luck in self.history.as_flattened_mut() {
            *luck /= 2;
        }
    }

    /// The priority of each of `moves`: more is earlier.
    #[inline]
    pub fn score(&self, state: &G, seat: Seat, ply: u32, moves: &[G::Move], scores: &mut [i32]) {
        (self.urgency)(state, moves, scores);
        let [first, second] = self.killers[ply as usize];
        let history = &self.history[seat];
        for (&mv, score) in moves.iter().zip(scores) {
            *score = if *score > 0 {
                URGENT + (*score).min(URGENT)
            } else if first == Some(mv) {
                KILLER + 1
            } else if second == Some(mv) {
                KILLER
            } else {
                (*score).max(-KILLER) + i32::from(history[slot(mv)])
            };
        }
    }

    /// Learns that `mv` cut a node off at remaining `depth`. Urgent moves come first anyway and need no
    /// memory.
    pub fn learn(&mut self, state: &G, seat: Seat, ply: u32, depth: u32, mv: G::Move) {
        let mut urgent = [0];
        (self.urgency)(state, &[mv], &mut urgent);
        if urgent[0] > 0 {
            return;
        }
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.change(seat, depth, mv, 1);
    }

    /// Learns that the quiet move `mv` was tried at remaining `depth` before another cut the node off.
    pub fn blame(&mut self, seat: Seat, depth: u32, mv: G::Move) {
        self.change(seat, depth, mv, -1);
    }

    fn change(&mut self, seat: Seat, depth: u32, mv: G::Move, sign: i32) {
        let luck = &mut self.history[seat][slot(mv)];
        // The closer to the limit, the smaller the step, so the limit is never passed.
        let bonus = (depth * depth * 4).min(MOST as u32) as i32;
        *luck += (sign * bonus - i32::from(*luck) * bonus / MOST) as i16;
    }
}

/// The place of a move in the history.
#[inline]
fn slot<M: Hash>(mv: M) -> usize {
    let mut fold = Fold(0);
    mv.hash(&mut fold);
    fold.finish() as usize % SLOTS
}

/// Brings the move with the highest score to the front of both slices. Picking one at a time beats
/// sorting, because most nodes are cut off after a move or two.
#[inline]
pub(super) fn pick<M>(moves: &mut [M], scores: &mut [i32]) {
    let mut best = 0;
    for at in 1..scores.len() {
        if scores[at] > scores[best] {
            best = at;
        }
    }
    moves.swap(0, best);
    scores.swap(0, best);
}

/// A hash that costs a shift per field and one multiplication, the same on every machine.
struct Fold(u64);

impl Hasher for Fold {
    #[inline]
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOT_BITS)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u8(byte);
        }
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(9) ^ word;
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests;
