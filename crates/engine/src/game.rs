//! `Game`: what a search may ask of a game. Knows nothing of text, agents or any particular game.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

use crate::rng::Rng;

/// A place at the table, counted from 0 in turn order.
pub type Seat = usize;

/// The most seats any game has (Daihinmin's five).
pub const MAX_SEATS: usize = 5;

/// A payoff for every seat: 0 is the worst result of the game, 1 the best.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Scores([f64; MAX_SEATS]);

impl Scores {
    /// The payoffs of a two-seat game in which the seats share one point.
    pub fn two(first: f64) -> Scores {
        let mut scores = Scores::default();
        scores.0[0] = first;
        scores.0[1] = 1.0 - first;
        scores
    }

    /// The same payoff for everybody.
    pub fn even(payoff: f64) -> Scores {
        Scores([payoff; MAX_SEATS])
    }
}

impl Index<Seat> for Scores {
    type Output = f64;
    fn index(&self, seat: Seat) -> &f64 {
        &self.0[seat]
    }
}

impl IndexMut<Seat> for Scores {
    fn index_mut(&mut self, seat: Seat) -> &mut f64 {
        &mut self.0[seat]
    }
}

/// A position of a game, in full: the truth, not what somebody sees.
///
/// Chance is inside the state: a deck order, or a small seed from which the next deal and draws
/// follow. `view` hides it and `sample` draws it anew, so `apply` needs no generator, and a deal
/// plus a list of moves replays any game.
///
/// States are `Copy`: they own no memory, so a playout cannot allocate.
///
/// ```
/// use karuta_engine::toys::{Pennies, Penny};
/// use karuta_engine::{Game, Rng};
/// let mut state = Pennies::START;
/// let mut legal = Vec::new();
/// state.moves(&mut legal);
/// assert!(state.turn() == Some(0) && legal.contains(&Penny::Heads));
/// // The coin is laid face down: seat 1 notices it, and does not see which side is up.
/// assert_eq!(state.observe(Penny::Heads, 1), Some(Penny::FaceDown));
/// state.apply(Penny::Heads);
/// let world = Pennies::sample(&state.view(1), &mut Rng::new(1));
/// assert_eq!(world.view(1), state.view(1), "a sampled world fits what the seat knows");
/// state.apply(Penny::Tails);
/// assert_eq!(state.turn(), None);
/// assert_eq!(state.payoff()[0], 1.0, "the guess was wrong");
/// ```
pub trait Game: Copy + Send + Sync + 'static {
    /// One move, as the seat to move makes it.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The observation of one seat: all it knows for certain. `Self` where nothing is hidden.
    type View: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The number of seats.
    const SEATS: usize;

    /// True if a view hides anything. Where it does not, one world is all there is.
    const HIDDEN: bool;

    /// The seat to move; `None` when the game is over.
    fn turn(&self) -> Option<Seat>;

    /// Appends every legal move, each once, in an order that depends on the position alone.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Makes a move that [`Game::moves`] offered.
    fn apply(&mut self, mv: Self::Move);

    /// The result for every seat once the game is over. Partners get the same.
    fn payoff(&self) -> Scores;

    /// The observation of `seat`.
    fn view(&self, seat: Seat) -> Self::View;

    /// A world drawn uniformly from those that fit the view.
    fn sample(view: &Self::View, rng: &mut Rng) -> Self;

    /// A move as seat `by` observes it being made, asked before it is made: a face-down card has no face, and
    /// `None` is a move that the seat does not notice at all. What it does not notice is no part of its
    /// history.
    fn observe(&self, mv: Self::Move, by: Seat) -> Option<Self::Move> {
        let _ = by;
        Some(mv)
    }

    /// The number of legal moves. `buf` is scratch space.
    fn count_moves(&self, buf: &mut Vec<Self::Move>) -> usize {
        buf.clear();
        self.moves(buf);
        buf.len()
    }

    /// A move drawn uniformly from the legal ones. `buf` is scratch space. Games override this with
    /// something faster; [`crate::conform`] checks that it stays uniform.
    fn random_move(&self, buf: &mut Vec<Self::Move>, rng: &mut Rng) -> Self::Move {
        buf.clear();
        self.moves(buf);
        buf[rng.index(buf.len())]
    }
}
