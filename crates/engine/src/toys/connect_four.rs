//! Connect four on the usual board of seven columns and six rows, as bitboards. It is here because other
//! programs search it too: the speed of a tree search can be compared on it like for like. Knows the rules,
//! not how to play well.

use crate::game::{Game, Scores, Seat};
use crate::rng::Rng;

/// Columns of the board.
const WIDTH: u32 = 7;

/// Rows of the board. A column takes one bit more, which stays empty, so that lines do not run over from the
/// top of a column to the bottom of the next.
const HEIGHT: u32 = 6;
const COLUMN: u32 = HEIGHT + 1;

/// The lowest cell of every column.
const BOTTOM: u64 = {
    let (mut cells, mut column) = (0, 0);
    while column < WIDTH {
        cells |= 1 << (column * COLUMN);
        column += 1;
    }
    cells
};

/// The cells of the first column.
const FIRST: u64 = (1 << HEIGHT) - 1;

/// All cells.
const BOARD: u64 = BOTTOM * FIRST;

/// A position of connect four. Seat 0 begins; whoever has four in a row has won.
///
/// ```
/// use karuta_engine::Game;
/// use karuta_engine::toys::ConnectFour;
/// let mut state = ConnectFour::START;
/// for column in [3, 0, 3, 0, 3, 0, 3] {
///     state.apply(column);
/// }
/// assert_eq!((state.turn(), state.payoff()[0]), (None, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    /// The stones of both seats.
    taken: u64,
    /// The stones of the seat that does not move now. Its last stone is the only one that can have won.
    waiting: u64,
    /// The seat to move; of a game that is over, the one that would be.
    turn: u8,
    is_over: bool,
}

impl ConnectFour {
    /// The empty board.
    pub const START: ConnectFour = ConnectFour { taken: 0, waiting: 0, turn: 0, is_over: false };

    /// The cells that a stone would fall into.
    #[inline]
    fn landings(&self) -> u64 {
        (self.taken + BOTTOM) & BOARD
    }
}

/// The claim that four of these stones stand in a row.
#[inline]
fn has_four(stones: u64) -> bool {
    // A column, both diagonals and a row are so many bits apart.
    [1, COLUMN - 1, COLUMN + 1, COLUMN].iter().any(|&step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Game for ConnectFour {
    /// The column, 0 to 6.
    type Move = u8;
    type View = ConnectFour;
    const SEATS: usize = 2;
    const HIDDEN: bool = false;

    #[inline]
    fn turn(&self) -> Option<Seat> {
        (!self.is_over).then_some(usize::from(self.turn))
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u8>) {
        if self.is_over {
            return;
        }
        let mut landings = self.landings();
        while landings != 0 {
            out.push((landings.trailing_zeros() / COLUMN) as u8);
            landings &= landings - 1;
        }
    }

    #[inline]
    fn apply(&mut self, mv: u8) {
        let stones = (self.taken ^ self.waiting) | (self.landings() & (FIRST << (u32::from(mv) * COLUMN)));
        self.taken |= stones;
        self.waiting = stones;
        self.turn ^= 1;
        self.is_over = has_four(stones) || self.taken == BOARD;
    }

    fn payoff(&self) -> Scores {
        let winner = has_four(self.waiting).then_some(1 - self.turn);
        Scores::two(match winner {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        })
    }

    fn view(&self, _: Seat) -> ConnectFour {
        *self
    }

    fn sample(view: &ConnectFour, _: &mut Rng) -> ConnectFour {
        *view
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<u8>) -> usize {
        if self.is_over { 0 } else { self.landings().count_ones() as usize }
    }

    #[inline]
    fn random_move(&self, _: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        let mut landings = self.landings();
        for _ in 0..rng.index(landings.count_ones() as usize) {
            landings &= landings - 1;
        }
        (landings.trailing_zeros() / COLUMN) as u8
    }
}
