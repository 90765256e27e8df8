//! `Agent`: how a decision is asked for and explained. Agents are asked, never notified.

use std::sync::Arc;

use crate::game::{Game, Seat};
use crate::rng::Rng;

/// What an agent is asked: whose turn it is, what that seat knows, and what it has seen so far.
#[derive(Debug)]
pub struct Decision<'a, G: Game> {
    /// The seat to move.
    pub seat: Seat,
    /// What that seat knows. Agents never receive the state itself, so they cannot cheat by accident.
    pub view: &'a G::View,
    /// The moves of this deal as this seat saw them, oldest first.
    pub history: &'a [(Seat, G::Move)],
}

/// Something that plays a game.
pub trait Agent<G: Game>: Send {
    /// Chooses a move and explains the choice.
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move>;
}

/// Whether an agent that binds itself may make a move. It always leaves itself one.
pub type Admits<G> = Arc<dyn Fn(&G, <G as Game>::Move) -> bool + Send + Sync>;

/// A chosen move and why.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Every legal move with what the agent thinks of it, best first.
    pub ranked: Vec<Ranked<M>>,
    /// The line of play the agent expects, starting with `mv`.
    pub line: Vec<M>,
    /// Playouts, or positions looked at by searches that build all of a tree or have no playouts.
    pub playouts: u64,
}

/// What an agent thinks of one legal move.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// How often the search tried it.
    pub visits: u64,
    /// The expected payoff of the seat to move, 0 to 1.
    pub mean: f64,
    /// The 95 % interval of `mean`; 0 to 1 where the agent knows nothing.
    pub interval: (f64, f64),
    /// What is certain about it, or its score where the search counts in points.
    pub verdict: Option<Verdict>,
}

/// A value that is more than an average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Wins in so many plies, whatever the others do.
    Win(u32),
    /// Loses in so many plies against the best answers.
    Loss(u32),
    /// Neither side can do better than a draw.
    Draw,
    /// The evaluation of the position it leads to, in the points of the game's evaluation.
    Score(i32),
}

impl<M: Copy + PartialEq> Choice<M> {
    /// The choice of an agent that has no opinion about the moves it did not take.
    pub fn blind(mv: M, legal: &[M]) -> Choice<M> {
        let mut ranked: Vec<Ranked<M>> = legal.iter().map(|&mv| Ranked::unknown(mv)).collect();
        // The chosen move heads the list; the others keep their order.
        if let Some(at) = legal.iter().position(|&other| other == mv) {
            ranked[..=at].rotate_right(1);
        }
        Choice { mv, ranked, line: vec![mv], playouts: 0 }
    }

    /// What the agent thinks of a move, as a value to reckon with; the middle of one it says nothing about.
    pub fn opinion(&self, mv: M) -> f64 {
        self.ranked.iter().find(|ranked| ranked.mv == mv).map_or(0.5, Ranked::middle)
    }
}

impl<M> Ranked<M> {
    /// A move nothing is known about.
    pub fn unknown(mv: M) -> Ranked<M> {
        Ranked { mv, visits: 0, mean: 0.5, interval: (0.0, 1.0), verdict: None }
    }

    /// The value to reckon with: `mean`, or the middle of what is possible where `mean` is no more than
    /// a bound, as it is for the moves a depth-first search found to be worse than its best.
    pub fn middle(&self) -> f64 {
        let (low, high) = self.interval;
        if low < high && (self.mean <= low || self.mean >= high) { (low + high) / 2.0 } else { self.mean }
    }
}

/// The 95 % interval of a mean of `n` payoffs after Wilson, which stays inside 0..1 and is never empty.
/// Visits of a tree are not independent draws: there it tells how much was looked at, not how sure to
/// be.
pub(crate) fn wilson(mean: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    let z2 = Z * Z / n;
    let centre = (mean + z2 / 2.0) / (1.0 + z2);
    let half = Z / (1.0 + z2) * (mean * (1.0 - mean) / n + z2 / (4.0 * n)).max(0.0).sqrt();
    ((centre - half).max(0.0).min(mean), (centre + half).min(1.0).max(mean))
}
