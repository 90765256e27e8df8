//! The effect of a move: the step, a capture, the exchange of cards, the end of the game.

use crate::moves::Move;
use crate::state::{End, Onitama};

impl<const N: usize> Onitama<N> {
    /// Plays a legal move.
    #[inline]
    pub(crate) fn make(&mut self, mv: Move) {
        let seat = usize::from(self.turn);
        let other = 1 - seat;
        if !mv.is_pass() {
            let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
            debug_assert!(self.pieces[seat] & from != 0 && self.pieces[seat] & to == 0, "{mv:?} in {self:?}");
            self.pieces[seat] ^= from | to;
            self.pieces[other] &= !to;
            if self.masters[seat] == from {
                self.masters[seat] = to;
                if to == Self::TEMPLES[other] {
                    self.end = End::Temple;
                }
            }
            if self.masters[other] == to {
                self.masters[other] = 0;
                // A master that takes the other on its temple has won both ways; Schulz's program books
                // it as a temple win, and so do we.
                if self.end == End::No {
                    self.end = End::Capture;
                }
            }
        }
        // The exchange happens on the last move too: nothing can see the difference.
        let slot = usize::from(self.hands[seat][1] == mv.card);
        debug_assert!(self.hands[seat][slot] == mv.card, "{mv:?} in {self:?}");
        self.hands[seat][slot] = self.side;
        self.side = mv.card;
        self.turn = other as u8;
        self.ply = self.ply.saturating_add(1);
        if self.ply == self.cap && self.end == End::No {
            self.end = End::Cap;
        }
    }
}
