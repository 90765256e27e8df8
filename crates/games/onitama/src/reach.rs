//! Squares that pieces reach by each card, as tables made at compile time for one board size. Knows cards and
//! squares, not positions.

use crate::cards::{COUNT, FACES};

/// Squares of the larger board; tables of the smaller one leave the rest unused.
pub const SQUARES: usize = 49;

/// The most offsets a card has.
pub const HOPS: usize = 4;

/// Stands in the target table where a step would leave the board.
pub const OFF: u8 = u8::MAX;

/// The tables of one board size.
pub struct Tables {
    /// Squares a card reaches from a square, by card, seat and square. The squares from which a card
    /// reaches a square are those the *other* seat reaches from it, since seats see the board rotated.
    pub reach: [[[u64; SQUARES]; 2]; COUNT],
    /// The square each single step leads to, by card, seat, square and step; [`OFF`] if none.
    pub target: [[[[u8; HOPS]; SQUARES]; 2]; COUNT],
    /// Each step as a rotation of a whole bitboard and a mask of the squares it may land on.
    pub hops: [[[Hop; HOPS]; 2]; COUNT],
    /// The number of steps of a card.
    pub steps: [u8; COUNT],
}

/// A step made by every piece at once: rotate, then mask. Unused steps have an empty mask.
#[derive(Clone, Copy)]
pub struct Hop {
    /// Bits to rotate left.
    pub turn: u32,
    /// The squares a piece may land on.
    pub mask: u64,
}

impl Hop {
    /// The squares where `pieces` land.
    #[inline(always)]
    pub fn land(self, pieces: u64) -> u64 {
        pieces.rotate_left(self.turn) & self.mask
    }
}

/// The tables of an `n` by `n` board.
pub const fn tables(n: usize) -> Tables {
    let mut out = Tables {
        reach: [[[0; SQUARES]; 2]; COUNT],
        target: [[[[OFF; HOPS]; SQUARES]; 2]; COUNT],
        hops: [[[Hop { turn: 0, mask: 0 }; HOPS]; 2]; COUNT],
        steps: [0; COUNT],
    };
    let mut card = 0;
    while card < COUNT {
        let offsets = FACES[card].offsets;
        out.steps[card] = offsets.len() as u8;
        let mut seat = 0;
        while seat < 2 {
            let sign = if seat == 0 { 1 } else { -1 };
            let mut step = 0;
            while step < offsets.len() {
                let dx = sign * offsets[step].0 as i32;
                let dy = sign * offsets[step].1 as i32;
                out.hops[card][seat][step].turn = (dy * n as i32 + dx).rem_euclid(64) as u32;
                let mut square = 0;
                while square < n * n {
                    let x = (square % n) as i32 + dx;
                    let y = (square / n) as i32 + dy;
                    if x >= 0 && x < n as i32 && y >= 0 && y < n as i32 {
                        let to = y as usize * n + x as usize;
                        out.target[card][seat][square][step] = to as u8;
                        out.reach[card][seat][square] |= 1 << to;
                        out.hops[card][seat][step].mask |= 1 << to;
                    }
                    square += 1;
                }
                step += 1;
            }
            seat += 1;
        }
        card += 1;
    }
    out
}

#[cfg(test)]
mod tests;
