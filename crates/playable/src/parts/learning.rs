//! Parts for learners: encoders of nets, and policies with weights. Knows no learner.

use karuta_engine::{Game, MAX_SEATS, Rng, Seat};

use crate::encoding::Encoder;
use crate::error::InputError;
use crate::spec::Named;

/// The parts of a game for learners.
pub struct Learning<G: Game> {
    /// Ways to tell a net of views and moves.
    pub encoders: Vec<Named<Encoder<G>>>,
    /// A policy of weighted features that can learn by playing against itself.
    pub policy: Option<Learnable<G>>,
}

impl<G: Game> Default for Learning<G> {
    fn default() -> Self {
        Learning { encoders: Vec::new(), policy: None }
    }
}

/// A softmax policy over features that are there or not, and what is needed to learn its weights.
#[derive(Clone, Copy)]
pub struct Learnable<G: Game> {
    /// The weights learning begins with.
    pub start: &'static str,
    /// Reads weights.
    pub read: fn(&str) -> Result<Vec<f32>, InputError>,
    /// Writes weights.
    pub write: fn(&[f32]) -> String,
    /// A deal to learn from, by the rules of another deal.
    pub deal: fn(&G, &mut Rng) -> G,
    /// The number of situations a seat may begin in.
    pub situations: usize,
    /// The situation a seat begins in: results are compared with others of the same.
    pub situation: fn(&G, Seat) -> usize,
    /// Lists the moves the policy chooses from; a move that goes without saying is returned instead.
    pub weigh: fn(&G, &mut Weighing<G::Move>) -> Option<G::Move>,
}

/// The answers of a game to a net that learns it.
pub struct Lesson<G: Game> {
    /// The number of inputs.
    pub inputs: usize,
    /// A deal to learn from.
    pub deal: fn(&mut Rng) -> G,
    /// Lists the moves the policy chooses from; a move that goes without saying is returned instead.
    pub weigh: fn(&G, &mut Weighing<G::Move>) -> Option<G::Move>,
    /// The move that is made where the policy chose this one.
    pub made: fn(&G, G::Move) -> G::Move,
    /// The worth of the end of a game to each seat, about 1 apart.
    pub points: fn(&G) -> [f32; MAX_SEATS],
}

/// Moves with their features.
pub struct Weighing<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// The features of all moves, one after the other.
    pub features: Vec<u16>,
    /// The end of the features of each outcome of a move; most moves have one.
    pub ends: Vec<usize>,
    /// The number of outcomes of each move, where another seat chooses among several; empty if each has one.
    pub outcomes: Vec<usize>,
    /// Features that all moves share, which only nets can use.
    pub shared: Vec<u16>,
}

impl<M> Default for Weighing<M> {
    fn default() -> Self {
        Weighing {
            moves: Vec::new(),
            features: Vec::new(),
            ends: Vec::new(),
            outcomes: Vec::new(),
            shared: Vec::new(),
        }
    }
}
