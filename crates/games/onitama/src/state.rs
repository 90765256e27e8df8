//! Positions of Onitama on a board of N by N squares, and the `Game` they make. Knows nothing of text or
//! of good play.
//!
//! Seat 0 sits at rank 1 and moves up. Squares are numbered a1, b1, .. row by row. A position is two
//! bitboards per seat and five cards, so it is copied instead of undone.

use karuta_engine::{Game, Rng, Scores, Seat};

use crate::cards::{Card, Stamp};
use crate::moves::Move;
use crate::reach::{Tables, tables};

/// A position of Onitama.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Onitama<const N: usize> {
    /// All pieces of each seat, masters among them.
    pub(crate) pieces: [u64; 2],
    /// The master of each seat; empty once captured.
    pub(crate) masters: [u64; 2],
    pub(crate) hands: [[Card; 2]; 2],
    pub(crate) side: Card,
    pub(crate) turn: u8,
    pub(crate) end: End,
    pub(crate) ply: u16,
    /// The ply at which the game is called a draw; 0 means never.
    pub(crate) cap: u16,
}

/// Result of a game, or that it goes on. The seat that moved last won, except at the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Still going.
    No,
    /// A master stands on the other temple: the Way of the Stream.
    Temple,
    /// A master was captured: the Way of the Stone.
    Capture,
    /// The agreed number of plies was reached: a draw.
    Cap,
}

/// The placement of pieces and cards from which a position is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// All pieces of each seat.
    pub pieces: [u64; 2],
    /// Each seat's master.
    pub masters: [u64; 2],
    /// Each seat's cards.
    pub hands: [[Card; 2]; 2],
    /// The card beside the board.
    pub side: Card,
    /// The seat to move.
    pub turn: Seat,
    /// The ply at which the game is a draw; 0 for never.
    pub cap: u16,
}

impl<const N: usize> Onitama<N> {
    pub(crate) const TABLES: &'static Tables = &tables(N);

    /// The temple of each seat: the middle of its home rank.
    pub const TEMPLES: [u64; 2] = [1 << (N / 2), 1 << (N * (N - 1) + N / 2)];

    /// Every square of the board.
    pub const BOARD: u64 = (1 << (N * N)) - 1;

    /// The squares on the rim.
    pub const EDGE: u64 = Self::BOARD & !Self::inside();

    /// The four corners.
    pub const CORNERS: u64 = 1 | 1 << (N - 1) | 1 << (N * (N - 1)) | 1 << (N * N - 1);

    const fn inside() -> u64 {
        let row = ((1 << (N - 2)) - 1) << 1;
        let (mut squares, mut y) = (0, 1);
        while y < N - 1 {
            squares |= row << (y * N);
            y += 1;
        }
        squares
    }

    /// The opening position: masters on their temples, students beside them.
    pub fn opening(cards: [Card; 5], turn: Seat, cap: u16) -> Self {
        let home = (1 << N) - 1;
        Self::from_setting(Setting {
            pieces: [home, home << (N * (N - 1))],
            masters: Self::TEMPLES,
            hands: [[cards[0], cards[1]], [cards[2], cards[3]]],
            side: cards[4],
            turn,
            cap,
        })
    }

    /// A position with this setting. A game is over if a master is missing or stands on the other
    /// temple; then the seat that is not to move has won.
    pub fn from_setting(s: Setting) -> Self {
        let mover = 1 - s.turn;
        let end = if s.masters[mover] == Self::TEMPLES[s.turn] {
            End::Temple
        } else if s.masters[s.turn] == 0 {
            End::Capture
        } else {
            End::No
        };
        Onitama {
            pieces: s.pieces,
            masters: s.masters,
            hands: s.hands,
            side: s.side,
            turn: s.turn as u8,
            end,
            ply: 0,
            cap: s.cap,
        }
    }

    /// The same position after so many plies, fewer than end the game.
    pub(crate) fn after_plies(mut self, ply: u16) -> Self {
        self.ply = ply;
        self
    }

    /// The setting of this position.
    pub fn setting(&self) -> Setting {
        Setting {
            pieces: self.pieces,
            masters: self.masters,
            hands: self.hands,
            side: self.side,
            turn: usize::from(self.turn),
            cap: self.cap,
        }
    }

    /// The result, or that the game goes on.
    pub fn end(&self) -> End {
        self.end
    }

    /// The seat that has won, if one has.
    pub fn winner(&self) -> Option<Seat> {
        match self.end {
            End::Temple | End::Capture => Some(1 - usize::from(self.turn)),
            End::No | End::Cap => None,
        }
    }

    /// Pieces a seat has left.
    pub fn pieces_left(&self, seat: Seat) -> u32 {
        self.pieces[seat].count_ones()
    }

    /// Plies made since the position was set up.
    pub fn plies(&self) -> u16 {
        self.ply
    }
}

/// The colour of the seat at rank 1. On the official board it follows the public servers, where Blue
/// sits there; on the thesis' board it is Red, as in the thesis.
pub const fn colour_of_first(n: usize) -> Stamp {
    if n == 5 { Stamp::Blue } else { Stamp::Red }
}

/// The seat a colour belongs to.
pub fn seat_of<const N: usize>(colour: Stamp) -> Seat {
    usize::from(colour != colour_of_first(N))
}

impl<const N: usize> Game for Onitama<N> {
    type Move = Move;
    type View = Self;
    const SEATS: usize = 2;
    const HIDDEN: bool = false;

    #[inline]
    fn turn(&self) -> Option<Seat> {
        (self.end == End::No).then_some(usize::from(self.turn))
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.list_moves(out);
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        self.make(mv);
    }

    fn payoff(&self) -> Scores {
        Scores::two(match self.winner() {
            Some(seat) => 1.0 - seat as f64,
            None => 0.5,
        })
    }

    fn view(&self, _: Seat) -> Self {
        *self
    }

    fn sample(view: &Self, _: &mut Rng) -> Self {
        *view
    }

    fn count_moves(&self, _: &mut Vec<Move>) -> usize {
        self.count_legal()
    }

    #[inline]
    fn random_move(&self, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if let Some(mv) = self.draw_legal(rng) {
            return mv;
        }
        buf.clear();
        self.moves(buf);
        buf[rng.index(buf.len())]
    }
}

#[cfg(test)]
mod tests;
