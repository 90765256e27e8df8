//! Nim with one heap: an open game whose length and turns a test can choose.

use crate::game::{Game, Scores, Seat};
use crate::rng::Rng;

/// Take one to three of a heap; the seat that takes the last has won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heap {
    left: u8,
    seat: u8,
    is_three_again: bool,
}

impl Heap {
    /// A heap of `left`, seat 0 to move; `is_three_again` lets a seat that takes three move again.
    pub fn new(left: u8, is_three_again: bool) -> Heap {
        Heap { left, seat: 0, is_three_again }
    }

    /// The same heap with `seat` to move.
    pub fn with_turn(self, seat: u8) -> Heap {
        Heap { seat, ..self }
    }

    /// The size of the heap.
    pub fn left(&self) -> u8 {
        self.left
    }

    /// A number that tells positions apart.
    pub fn key(&self) -> u64 {
        u64::from(self.left) << 1 | u64::from(self.seat)
    }
}

impl Game for Heap {
    type Move = u8;
    type View = Heap;
    const SEATS: usize = 2;
    const HIDDEN: bool = false;

    fn turn(&self) -> Option<Seat> {
        (self.left > 0).then_some(usize::from(self.seat))
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(1..=self.left.min(3));
    }

    fn apply(&mut self, mv: u8) {
        self.left -= mv;
        // The seat that took the last stays, so that the payoff knows it.
        if self.left > 0 && !(self.is_three_again && mv == 3) {
            self.seat ^= 1;
        }
    }

    fn payoff(&self) -> Scores {
        Scores::two(1.0 - f64::from(self.seat))
    }

    fn view(&self, _: Seat) -> Heap {
        *self
    }

    fn sample(view: &Heap, _: &mut Rng) -> Heap {
        *view
    }
}
