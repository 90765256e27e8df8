//! Shapes of the tree: what nodes stand for and how a line goes through them. A search has one, behind a box that
//! is crossed once per iteration.

mod children;
pub mod graph;
mod kept;
pub mod layers;
pub mod moves;
pub mod observers;

pub use graph::{Graph, Identity};
pub use layers::{GroupOf, Layers};
pub use moves::{Advice, Moves, Proofs};
pub use observers::Observers;

use std::marker::PhantomData;

use super::finish::RootMove;
use super::{Config, Workspace};
use crate::agent::{Decision, Effort};
use crate::game::{Game, Scores, Seat};
use crate::rng::Rng;

/// A tree of some shape.
pub trait Shape<G: Game>: Send {
    /// Sets up the root for a decision, of which `state` is a world.
    fn plant(&mut self, work: &mut Workspace<G>, decision: &Decision<'_, G>, state: &G, rng: &mut Rng);

    /// Asks the advisor of the search, and returns the effort that it took.
    fn consult(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Effort {
        let _ = (decision, rng);
        Effort::NONE
    }

    /// Walks down to a leaf in the world `state`, making moves in it.
    fn descend(&mut self, work: &mut Workspace<G>, state: &mut G, rng: &mut Rng);

    /// The result of the leaf that was reached: played out, unless the shape knows better.
    fn judge(&mut self, work: &mut Workspace<G>, mut state: G, rng: &mut Rng) -> Scores {
        work.value(&mut state, rng)
    }

    /// Counts the result of an iteration at the nodes it went through.
    fn back_up(&mut self, work: &mut Workspace<G>, scores: &Scores);

    /// One iteration in one world. It alone is called through the box: the steps are compiled into it.
    fn iterate(&mut self, work: &mut Workspace<G>, mut state: G, rng: &mut Rng) {
        work.trace.clear();
        self.descend(work, &mut state, rng);
        let scores = self.judge(work, state, rng);
        self.back_up(work, &scores);
        work.learn(&scores);
    }

    /// The claim that nothing is left to learn about the root.
    fn is_proven(&self) -> bool {
        false
    }

    /// The moves of the root with what is known about each, in the order of the tree. The seat is the one that
    /// searches.
    fn root_moves(&self, config: &Config, seat: Seat) -> Vec<RootMove<G::Move>>;

    /// The number of nodes.
    fn nodes(&self) -> usize;

    /// The claim that the tree was refused a node.
    fn is_full(&self) -> bool;

    /// Told when a decision is made, if the tree may be of use for the next.
    fn keep(&mut self, history: &[(Seat, G::Move)]) {
        let _ = history;
    }
}

/// The fact that a game hides something: shapes that make no sense in open games ask for it.
pub struct Hidden<G>(PhantomData<fn() -> G>);

impl<G: Game> Hidden<G> {
    /// The fact, where it is one.
    pub fn witness() -> Option<Hidden<G>> {
        G::HIDDEN.then_some(Hidden(PhantomData))
    }
}

impl<G> Clone for Hidden<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Hidden<G> {}
