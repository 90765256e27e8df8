//! The legal moves of a position: listed, counted, drawn at random, and those that win at once.

use karuta_engine::{Rng, Seat};

use crate::cards::Card;
use crate::moves::Move;
use crate::reach::{HOPS, OFF};
use crate::state::{End, Onitama};

impl<const N: usize> Onitama<N> {
    /// Appends the legal moves of the seat to move: its steps, or the two exchanges if it is stuck.
    pub(crate) fn list_moves(&self, out: &mut Vec<Move>) {
        if self.end != End::No {
            return;
        }
        let (before, seat) = (out.len(), usize::from(self.turn));
        // The number of targets of a piece is hard to foretell. A place for every step that a card may have, the next one
        // written over it where there is none, takes half the time of a loop that ends after the last target. A move is
        // one number here, since each of its three bytes would be written by itself.
        const ROOM: usize = 64;
        let unpacked = |&[card, from, to, _]: &[u8; 4]| Move { card: Card(card), from, to };
        let mut found = [[0u8; 4]; ROOM];
        let (mut count, mut left, open) = (0, self.pieces[seat], !self.pieces[seat]);
        while left != 0 {
            let from = if seat == 0 { left.trailing_zeros() } else { 63 - left.leading_zeros() };
            left ^= 1 << from;
            for card in self.hands[seat] {
                let mut to = Self::reach(card, seat, from) & open;
                let packed = u32::from(card.0) | from << 8;
                for _ in 0..HOPS {
                    found[count % ROOM] = (packed | to.trailing_zeros() << 16).to_le_bytes();
                    count += usize::from(to != 0);
                    to &= to.wrapping_sub(1);
                }
            }
            if count > ROOM - 2 * HOPS {
                out.extend(found[..count].iter().map(unpacked));
                count = 0;
            }
        }
        out.extend(found[..count].iter().map(unpacked));
        if out.len() == before {
            out.extend(self.hands[seat].map(Move::pass));
        }
    }

    /// The number of legal moves, without listing them.
    pub(crate) fn count_legal(&self) -> usize {
        if self.end != End::No {
            return 0;
        }
        match self.mobility(usize::from(self.turn)) {
            0 => 2,
            n => n as usize,
        }
    }

    /// Squares `card` carries a piece of `seat` to, own pieces included.
    #[inline(always)]
    pub(crate) fn reach(card: Card, seat: Seat, square: u32) -> u64 {
        Self::TABLES.reach[usize::from(card.0)][seat][square as usize]
    }

    /// Squares from which either card of `seat` would carry a piece to `square`.
    #[inline(always)]
    pub(crate) fn reached_from(&self, seat: Seat, square: u32) -> u64 {
        let [first, second] = self.hands[seat];
        Self::reach(first, 1 - seat, square) | Self::reach(second, 1 - seat, square)
    }

    /// True if `seat`, if it were to move, could end the game at once.
    #[inline]
    pub(crate) fn can_win(&self, seat: Seat) -> bool {
        let other = 1 - seat;
        let master = self.masters[other].trailing_zeros();
        let temple = Self::TEMPLES[other].trailing_zeros();
        self.reached_from(seat, master) & self.pieces[seat] != 0
            // A student on the other temple bars it to its own master.
            || self.pieces[seat] & Self::TEMPLES[other] == 0
                && self.reached_from(seat, temple) & self.masters[seat] != 0
    }

    /// A move of `seat`, were it to move, that ends the game at once.
    #[inline]
    pub(crate) fn winning_move(&self, seat: Seat) -> Option<Move> {
        let other = 1 - seat;
        let master = self.masters[other].trailing_zeros();
        let temple = Self::TEMPLES[other].trailing_zeros();
        for (square, movers) in [(master, self.pieces[seat]), (temple, self.masters[seat])] {
            // A student on the other temple bars it to its own master.
            let barred = self.pieces[seat] >> square & 1 == 1;
            if barred || self.reached_from(seat, square) & movers == 0 {
                continue;
            }
            for card in self.hands[seat] {
                let from = Self::reach(card, other, square) & movers;
                if from != 0 {
                    return Some(Move { card, from: from.trailing_zeros() as u8, to: square as u8 });
                }
            }
        }
        None
    }

    /// Squares that pieces of `seat` can step to, own pieces included.
    #[inline]
    pub(crate) fn attacks(&self, seat: Seat) -> u64 {
        let own = self.pieces[seat];
        let mut squares = 0;
        for card in self.hands[seat] {
            for hop in &Self::TABLES.hops[usize::from(card.0)][seat] {
                squares |= hop.land(own);
            }
        }
        squares
    }

    /// Calls `found` with every legal move of `seat` that moves a piece to one of `targets`.
    /// Pieces come in each seat's own reading order, so rotated positions list rotated moves.
    #[inline(always)]
    pub(crate) fn each_move(&self, seat: Seat, targets: u64, mut found: impl FnMut(Move)) {
        let open = targets & !self.pieces[seat];
        let mut left = self.pieces[seat];
        while left != 0 {
            let from = if seat == 0 { left.trailing_zeros() } else { 63 - left.leading_zeros() };
            left ^= 1 << from;
            for card in self.hands[seat] {
                let mut to = Self::reach(card, seat, from) & open;
                while to != 0 {
                    found(Move { card, from: from as u8, to: to.trailing_zeros() as u8 });
                    to &= to - 1;
                }
            }
        }
    }

    /// The number of ways in which `seat` could move a piece, were it to move.
    #[inline]
    pub(crate) fn mobility(&self, seat: Seat) -> u32 {
        let own = self.pieces[seat];
        let mut count = 0;
        for card in self.hands[seat] {
            for hop in &Self::TABLES.hops[usize::from(card.0)][seat] {
                count += (hop.land(own) & !own).count_ones();
            }
        }
        count
    }

    /// A uniform draw by rejection: a random step of a random piece is legal more often than not, and
    /// trying a few is much cheaper than listing all. Only a position that refuses many tries is
    /// listed, which also finds the stuck ones; either way every legal move is equally likely.
    #[inline]
    pub(crate) fn draw_legal(&self, rng: &mut Rng) -> Option<Move> {
        const TRIES: u32 = 48;
        let seat = usize::from(self.turn);
        let own = self.pieces[seat];
        let count = own.count_ones();
        let [first, second] = self.hands[seat];
        let split = u32::from(Self::TABLES.steps[usize::from(first.0)]);
        let steps = split + u32::from(Self::TABLES.steps[usize::from(second.0)]);
        for _ in 0..TRIES {
            let (piece, step) = rng.below_two(count, steps);
            let mut left = own;
            for _ in 0..piece {
                left &= left - 1;
            }
            let from = left.trailing_zeros();
            let (card, step) = if step < split { (first, step) } else { (second, step - split) };
            let to = Self::TABLES.target[usize::from(card.0)][seat][from as usize][step as usize];
            if to != OFF && own >> to & 1 == 0 {
                return Some(Move { card, from: from as u8, to });
            }
        }
        None
    }
}
