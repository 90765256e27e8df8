//! The endings that can be written out: which positions belong to one, the worlds that both seats must reckon with in it,
//! and its tree. Knows the parts of a game that this takes; nothing of strategies.

use std::sync::Arc;

use super::joint::{self, Identity};
use super::tree::{Rules, Tree};
use crate::evaluation::ValueFn;
use crate::game::{Game, Seat};
use crate::playout::RoundNumber;
use crate::worlds::Listing;

/// The size of an ending at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most decisions that may be left.
    pub plies: u32,
    /// The most worlds, of both seats together.
    pub worlds: usize,
    /// The most positions of the tree.
    pub nodes: usize,
}

/// The endings of a game.
pub struct Endings<G: Game> {
    /// Their size at most.
    pub limits: Limits,
    /// The game's list of worlds, and the way they are played on.
    pub listing: Listing<G>,
    /// Numbers by which positions are told apart.
    pub identity: Identity<G>,
    /// The likelihood of a world by the moves of the other seat, up to a factor; `None` takes them as listed.
    pub likelihood: Option<fn(&G::View, &G) -> f64>,
    /// The number of decisions left.
    pub left: fn(&G::View) -> u32,
    /// In games of several rounds: which one a position belongs to, and what their ends are worth.
    pub rounds: Option<(RoundNumber<G>, Arc<dyn ValueFn<G>>)>,
}

/// An ending written out: its worlds with their weights, its tree, and a position of each information set.
pub(super) type Written<G> = (Vec<(G, f64)>, Tree, Vec<G>);

impl<G: Game> Endings<G> {
    /// The ending that begins with a decision; `None` if it is too large, or none yet.
    pub(super) fn tree(&self, view: &G::View, seat: Seat) -> Option<Written<G>> {
        if (self.left)(view) > self.limits.plies {
            return None;
        }
        let worlds = joint::worlds(self, view, seat)?;
        let round = self.rounds.as_ref().map(|(round, _)| round(&worlds[0].0));
        let payoff = |state: &G| self.payoff(state, round);
        let Identity { known, .. } = self.identity;
        let rules = Rules { chances: self.listing.chances, known, payoff: &payoff, most: self.limits.nodes };
        let (tree, met) = Tree::new(&worlds, &rules)?;
        Some((worlds, tree, met))
    }

    /// The payoff of seat 0 where the ending is over.
    fn payoff(&self, state: &G, round: Option<u32>) -> Option<f64> {
        let is_beyond = self.rounds.as_ref().is_some_and(|(number, _)| Some(number(state)) != round);
        if !is_beyond && state.turn().is_some() {
            return None;
        }
        let mut end = *state;
        (self.listing.chances.go_on)(&mut end);
        Some(match &self.rounds {
            Some((_, value_fn)) => value_fn.payoffs(&end)[0],
            None => end.payoff()[0],
        })
    }
}
