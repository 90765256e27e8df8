//! The value of a position before it is over: scores for searches that stop early, and exact
//! knowledge of endings. The games say which evaluations there are.

use crate::agent::MoveVerdict;
use crate::game::{Game, Scores, Seat};
use crate::playout::Found;

/// Points from the view of one seat; more is better, and the sign says who stands better.
pub type Evaluate<G> = fn(&G, Seat) -> i32;

/// Judges moves by their looks, all those of a node at once: a call per move would cost more than the
/// judgement.
pub type Urgency<G> = fn(&G, &[<G as Game>::Move], &mut [i32]);

/// The way an evaluation becomes a payoff when a playout is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judge {
    /// Whoever stands better has won; equal is a draw.
    Sign,
    /// A logistic curve: `scale` points ahead are worth about 73 %.
    Logistic {
        /// Points per unit of the curve.
        scale: f64,
    },
}

impl Judge {
    /// The payoffs of a two-seat game from the points of seat 0.
    #[inline]
    pub fn payoff(self, points: i32) -> Scores {
        Scores::two(match self {
            Judge::Sign => match points.signum() {
                1 => 1.0,
                0 => 0.5,
                _ => 0.0,
            },
            Judge::Logistic { scale } => 1.0 / (1.0 + libm::exp(-f64::from(points) / scale)),
        })
    }
}

/// The expected payoffs of a position, by which playouts are valued where they stop.
pub trait ValueFn<G: Game>: Send + Sync {
    /// The expected payoffs, or those of a game that is over.
    fn payoffs(&self, state: &G) -> Scores;

    /// The payoffs that what a searching playout found amounts to; `None` if that says nothing here.
    fn of_found(&self, found: Found) -> Option<Scores> {
        let _ = found;
        None
    }
}

/// An evaluation of a two-seat game, read as payoffs.
#[derive(Clone, Copy, Debug)]
pub struct Judged<G: Game> {
    /// Points of a position.
    pub evaluate: Evaluate<G>,
    /// The payoff they stand for.
    pub judge: Judge,
}

impl<G: Game> ValueFn<G> for Judged<G> {
    fn payoffs(&self, state: &G) -> Scores {
        if state.turn().is_none() {
            return state.payoff();
        }
        self.judge.payoff((self.evaluate)(state, 0))
    }

    fn of_found(&self, found: Found) -> Option<Scores> {
        Some(match found {
            Found::Won(seat) => Scores::two(1.0 - seat as f64),
            Found::Points(points) => self.judge.payoff(points),
            Found::Payoffs(scores) => scores,
        })
    }
}

/// Exact knowledge of some positions of an open two-seat game.
pub trait Oracle<G: Game>: Send + Sync {
    /// The true value of `state` for the seat to move, where it is known: a win or loss with its
    /// distance in plies, or a draw.
    fn probe(&self, state: &G) -> Option<MoveVerdict>;
}

/// The knowledge of an open two-seat game for a depth-first search.
pub struct Knowledge<G: Game> {
    /// Points of a position for a seat.
    pub evaluate: Evaluate<G>,
    /// So many points ahead are worth about 73 %: the scale of [`Judge::Logistic`].
    pub scale: f64,
    /// A number that tells positions apart; equal positions with the same seat to move share it.
    pub key: fn(&G) -> u64,
    /// Writes how promising each of some moves looks before it is searched; more is tried earlier. Wins
    /// and captures are positive, everything else is 0 or less.
    pub urgency: Urgency<G>,
    /// Appends the moves that must not be left hanging at the horizon (wins and captures).
    pub noisy: fn(&G, &mut Vec<G::Move>),
    /// A move that wins at once, if there is one. Finding it must be cheap.
    pub winning: fn(&G) -> Option<G::Move>,
}

// Derived impls would ask that the game be `Clone` and `Copy` as a type parameter of the struct, which
// it is, but also bound every use; function pointers copy whatever the game.
impl<G: Game> Clone for Knowledge<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Knowledge<G> {}
