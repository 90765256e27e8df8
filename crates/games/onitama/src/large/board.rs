//! Sets of squares of boards that need more than 64 bits, and where cards carry pieces on them. Knows cards and
//! squares, not positions.

use crate::cards::{COUNT, Card, FACES};
use crate::reach::HOPS;

/// The sides of the boards there are.
pub const SIDES: [usize; 5] = [5, 7, 9, 11, 13];

/// The words of a set: 13 times 13 squares fit into three.
const WORDS: usize = 3;

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares([u64; WORDS]);

impl Squares {
    /// A set of one square.
    pub const fn of(square: u8) -> Squares {
        let mut words = [0; WORDS];
        words[square as usize / 64] = 1 << (square % 64);
        Squares(words)
    }

    /// True if the square is in it.
    #[inline(always)]
    pub const fn has(self, square: u8) -> bool {
        self.0[square as usize / 64] >> (square % 64) & 1 == 1
    }

    /// True if nothing is in it.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The number of squares.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// The set with this square.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: u8) -> Squares {
        let mut words = self.0;
        words[square as usize / 64] |= 1 << (square % 64);
        Squares(words)
    }

    /// The set without this square.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: u8) -> Squares {
        let mut words = self.0;
        words[square as usize / 64] &= !(1 << (square % 64));
        Squares(words)
    }

    /// The squares of both sets.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    /// The squares of either set.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// The squares of this set that are not in the other.
    #[inline(always)]
    #[must_use]
    pub fn but(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// Every square moved on by so many places, fewer than 64 to either side.
    #[inline(always)]
    fn moved(self, by: i32) -> Squares {
        let [a, b, c] = self.0;
        let n = by.unsigned_abs();
        // A shift by 64 is split in two, since it would be none.
        let (over, under) = (|x: u64| x >> 1 >> (63 - n), |x: u64| x << 1 << (63 - n));
        match by < 0 {
            false => Squares([a << n, b << n | over(a), c << n | over(b)]),
            true => Squares([a >> n | under(b), b >> n | under(c), c >> n]),
        }
    }

    /// The squares in their order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..WORDS).flat_map(move |at| {
            let mut word = self.0[at];
            std::iter::from_fn(move || {
                let square = (word != 0).then(|| at as u8 * 64 + word.trailing_zeros() as u8)?;
                word &= word - 1;
                Some(square)
            })
        })
    }

    /// The square at this place of the order.
    #[inline]
    pub fn nth(self, mut place: u32) -> Option<u8> {
        for (at, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if place < count {
                let mut word = word;
                for _ in 0..place {
                    word &= word - 1;
                }
                return Some(at as u8 * 64 + word.trailing_zeros() as u8);
            }
            place -= count;
        }
        None
    }
}

/// A board: where each step of a card leads.
#[derive(Debug)]
pub struct Board {
    /// Its side.
    pub side: usize,
    /// The temple of each seat: the middle of its home rank.
    pub temples: [u8; 2],
    /// Every square.
    pub all: Squares,
    /// Each step as a move of a whole set and the squares it may land on, by card, seat and step.
    hops: [[[Hop; HOPS]; 2]; COUNT],
}

#[derive(Clone, Copy, Debug)]
struct Hop {
    by: i32,
    mask: Squares,
}

impl Board {
    const fn new(side: usize) -> Board {
        let mut hops = [[[Hop { by: 0, mask: Squares([0; WORDS]) }; HOPS]; 2]; COUNT];
        let mut at = 0;
        while at < COUNT * 2 * HOPS {
            let (card, seat, step) = (at / HOPS / 2, at / HOPS % 2, at % HOPS);
            let offsets = FACES[card].offsets;
            if step < offsets.len() {
                let sign = if seat == 0 { 1 } else { -1 };
                let (dx, dy) = (sign * offsets[step].0 as i32, sign * offsets[step].1 as i32);
                let mut mask = Squares([0; WORDS]);
                let mut square = 0;
                while square < side * side {
                    let (x, y) = ((square % side) as i32 - dx, (square / side) as i32 - dy);
                    if x >= 0 && x < side as i32 && y >= 0 && y < side as i32 {
                        mask = mask.with(square as u8);
                    }
                    square += 1;
                }
                hops[card][seat][step] = Hop { by: dy * side as i32 + dx, mask };
            }
            at += 1;
        }
        let mut all = Squares([0; WORDS]);
        let mut square = 0;
        while square < side * side {
            all = all.with(square as u8);
            square += 1;
        }
        Board { side, temples: [(side / 2) as u8, (side * (side - 1) + side / 2) as u8], all, hops }
    }

    /// The board of this side; `None` if there is none.
    pub fn of(side: usize) -> Option<&'static Board> {
        static BOARDS: [Board; SIDES.len()] = {
            let [a, b, c, d, e] = SIDES;
            [Board::new(a), Board::new(b), Board::new(c), Board::new(d), Board::new(e)]
        };
        BOARDS.iter().find(|board| board.side == side)
    }

    /// The squares where `pieces` land by any step of a card.
    #[inline(always)]
    pub fn land(&self, card: Card, seat: usize, pieces: Squares) -> Squares {
        let hops = &self.hops[usize::from(card.0)][seat];
        hops.iter().fold(Squares::default(), |all, hop| all.or(pieces.moved(hop.by).and(hop.mask)))
    }

    /// The number of steps of `pieces` with a card that end on a square of `open`.
    #[inline(always)]
    pub fn count(&self, card: Card, seat: usize, pieces: Squares, open: Squares) -> u32 {
        let hops = &self.hops[usize::from(card.0)][seat];
        hops.iter().map(|hop| pieces.moved(hop.by).and(hop.mask).and(open).count()).sum()
    }

    /// The square to which one step of a card carries a piece; `None` where it would leave the board.
    #[inline(always)]
    pub fn target(&self, card: Card, seat: usize, step: u32, from: u8) -> Option<u8> {
        let hop = &self.hops[usize::from(card.0)][seat][step as usize];
        let to = u8::try_from(i32::from(from) + hop.by).ok()?;
        (usize::from(to) < self.side * self.side && hop.mask.has(to)).then_some(to)
    }
}
