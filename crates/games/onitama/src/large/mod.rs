//! Onitama on boards of 5 to 13 squares a side, the side chosen when a game is set up: for the question how searches
//! compare as the board grows. Boards of more than 64 squares need other sets than [`Onitama`], whose 64-bit boards
//! are faster; tests hold the rules of both together. Knows nothing of text or of good play.
//!
//! [`Onitama`]: crate::Onitama

pub mod board;
pub mod parts;

use std::hash::{Hash, Hasher};

use karuta_engine::{Game, Rng, Scores, Seat};

use crate::cards::Card;
use crate::moves::Move;
use crate::state::End;
use board::{Board, Squares};

/// A position on a board of any side.
#[derive(Clone, Copy, Debug)]
pub struct LargeOnitama {
    board: &'static Board,
    /// All pieces of each seat, masters among them.
    pieces: [Squares; 2],
    /// The square of each seat's master; it is not among the pieces once captured.
    masters: [u8; 2],
    hands: [[Card; 2]; 2],
    side: Card,
    turn: u8,
    end: End,
    ply: u16,
    /// The ply at which the game is called a draw; 0 means never.
    cap: u16,
}

impl PartialEq for LargeOnitama {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for LargeOnitama {}

impl Hash for LargeOnitama {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl LargeOnitama {
    /// The opening position: masters on their temples, students beside them.
    pub fn opening(board: &'static Board, cards: [Card; 5], turn: Seat, cap: u16) -> Self {
        let side = board.side as u8;
        let rank = |first: u8| (first..first + side).fold(Squares::default(), Squares::with);
        LargeOnitama {
            board,
            pieces: [rank(0), rank(side * (side - 1))],
            masters: board.temples,
            hands: [[cards[0], cards[1]], [cards[2], cards[3]]],
            side: cards[4],
            turn: turn as u8,
            end: End::No,
            ply: 0,
            cap,
        }
    }

    /// Everything that tells positions apart.
    fn key(&self) -> impl Hash + Eq + use<> {
        (
            self.board.side,
            self.pieces,
            self.masters,
            self.hands,
            self.side,
            self.turn,
            self.end,
            self.ply,
            self.cap,
        )
    }

    /// The seat that has won, if one has.
    pub fn winner(&self) -> Option<Seat> {
        match self.end {
            End::Temple | End::Capture => Some(1 - usize::from(self.turn)),
            End::No | End::Cap => None,
        }
    }

    /// The standing of the game.
    pub fn end(&self) -> End {
        self.end
    }

    /// Pieces a seat has left.
    pub fn pieces_left(&self, seat: Seat) -> u32 {
        self.pieces[seat].count()
    }

    /// Calls `found` with every step of `seat` to one of `targets`, in each seat's own reading order.
    #[inline(always)]
    fn each_step(&self, seat: Seat, targets: Squares, mut found: impl FnMut(Move)) {
        let open = targets.but(self.pieces[seat]);
        let count = self.pieces[seat].count();
        for place in 0..count {
            let place = if seat == 0 { place } else { count - 1 - place };
            let Some(from) = self.pieces[seat].nth(place) else { return };
            for card in self.hands[seat] {
                let to = self.board.land(card, seat, Squares::of(from)).and(open);
                to.iter().for_each(|to| found(Move { card, from, to }));
            }
        }
    }

    /// A move of `seat`, were it to move, that ends the game at once.
    #[inline]
    fn winning_move(&self, seat: Seat) -> Option<Move> {
        let other = 1 - seat;
        let (master, temple) = (self.masters[other], self.board.temples[other]);
        for (to, movers) in [(master, self.pieces[seat]), (temple, Squares::of(self.masters[seat]))] {
            // A student on the other temple bars it to its own master.
            if self.pieces[seat].has(to) {
                continue;
            }
            for card in self.hands[seat] {
                // Seats see the board turned round, so the squares it comes from are those the other would reach.
                let from = self.board.land(card, other, Squares::of(to)).and(movers);
                if let Some(from) = from.iter().next() {
                    return Some(Move { card, from, to });
                }
            }
        }
        None
    }

    /// Squares that pieces of `seat` can step to, own pieces included.
    #[inline]
    fn attacks(&self, seat: Seat) -> Squares {
        let [first, second] = self.hands[seat];
        self.board.land(first, seat, self.pieces[seat]).or(self.board.land(second, seat, self.pieces[seat]))
    }

    /// The number of ways in which `seat` could move a piece, were it to move.
    fn mobility(&self, seat: Seat) -> u32 {
        let open = self.board.all.but(self.pieces[seat]);
        self.hands[seat].iter().map(|&card| self.board.count(card, seat, self.pieces[seat], open)).sum()
    }

    /// A uniform draw by rejection, as on the smaller boards; `None` after many tries.
    #[inline]
    fn draw(&self, rng: &mut Rng) -> Option<Move> {
        const TRIES: u32 = 48;
        let seat = usize::from(self.turn);
        let own = self.pieces[seat];
        let [first, second] = self.hands[seat];
        let split = first.face().offsets.len() as u32;
        let steps = split + second.face().offsets.len() as u32;
        let count = own.count();
        for _ in 0..TRIES {
            let (piece, step) = rng.below_two(count, steps);
            let from = own.nth(piece)?;
            let (card, step) = if step < split { (first, step) } else { (second, step - split) };
            if let Some(to) = self.board.target(card, seat, step, from).filter(|&to| !own.has(to)) {
                return Some(Move { card, from, to });
            }
        }
        None
    }
}

impl Game for LargeOnitama {
    type Move = Move;
    type View = Self;
    const SEATS: usize = 2;
    const HIDDEN: bool = false;

    #[inline]
    fn turn(&self) -> Option<Seat> {
        (self.end == End::No).then_some(usize::from(self.turn))
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.end != End::No {
            return;
        }
        let before = out.len();
        self.each_step(usize::from(self.turn), self.board.all, |mv| out.push(mv));
        if out.len() == before {
            out.extend(self.hands[usize::from(self.turn)].map(Move::pass));
        }
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        let seat = usize::from(self.turn);
        let other = 1 - seat;
        if !mv.is_pass() {
            self.pieces[seat] = self.pieces[seat].without(mv.from).with(mv.to);
            let takes_master = self.pieces[other].has(mv.to) && self.masters[other] == mv.to;
            self.pieces[other] = self.pieces[other].without(mv.to);
            if self.masters[seat] == mv.from {
                self.masters[seat] = mv.to;
                if mv.to == self.board.temples[other] {
                    self.end = End::Temple;
                }
            }
            // A master that takes the other on its temple has won both ways; it counts as a temple win.
            if takes_master && self.end == End::No {
                self.end = End::Capture;
            }
        }
        let slot = usize::from(self.hands[seat][1] == mv.card);
        self.hands[seat][slot] = self.side;
        self.side = mv.card;
        self.turn = other as u8;
        self.ply = self.ply.saturating_add(1);
        if self.ply == self.cap && self.end == End::No {
            self.end = End::Cap;
        }
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
        match (self.end, self.mobility(usize::from(self.turn))) {
            (End::No, 0) => 2,
            (End::No, n) => n as usize,
            (End::Temple | End::Capture | End::Cap, _) => 0,
        }
    }

    #[inline]
    fn random_move(&self, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if let Some(mv) = self.draw(rng) {
            return mv;
        }
        buf.clear();
        self.moves(buf);
        buf[rng.index(buf.len())]
    }
}

#[cfg(test)]
mod tests;
