//! The child to descend into: the selection rules of the tree. Knows statistics, not positions.

use super::tree::{Node, NodeId, Tree};
use crate::bandit::{Arm, Bandit, Prepared};
use crate::rng::Rng;

/// The count that a rule compares the visits of a child with in hidden games, where not every world allows every
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentCount {
    /// The number of times the child was available (Cowling, Powley and Whitehouse), so that a move that few worlds
    /// allow is not taken for a neglected one.
    Available,
    /// The visits of its parent, as in open games.
    Parent,
}

/// The one of several equal children that is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    First,
    /// Any, at random.
    Random,
}

/// A selection rule: everything that does not depend on the shape of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The bandit.
    pub bandit: Bandit,
    /// The count it compares visits with, in hidden games.
    pub counts: ParentCount,
    /// The rule for choosing among equals.
    pub ties: Ties,
    /// The worst and the best reward, which some bandits must know and the explanation shows as 0 and 1.
    pub range: (f64, f64),
}

impl Rule {
    /// The rule of a bandit: availability where moves are not always there, the first of equals, payoffs from 0
    /// to 1.
    pub fn new(bandit: Bandit) -> Rule {
        Rule { bandit, counts: ParentCount::Available, ties: Ties::First, range: (0.0, 1.0) }
    }

    /// The same rule without its exploration term.
    pub fn greedy(self) -> Rule {
        Rule { bandit: self.bandit.greedy(), ..self }
    }

    /// The child to descend into, among all children of a node of an open game.
    #[inline]
    pub fn pick<M: Copy + PartialEq>(&self, tree: &Tree<M>, id: NodeId, rng: &mut Rng) -> NodeId {
        let rule = self.bandit.prepare(tree.node(id).visits);
        let children = tree.child_nodes(id);
        let at = if !self.bandit.is_bound() {
            let arms = self.arms(tree, tree.children(id));
            rule.best(arms, rng)
        } else if self.ties == Ties::First {
            first_best(children, rule)
        } else {
            best_of(children.iter().map(|node| bound(rule, node)), self.ties, rng)
        };
        tree.children(id).start + at as NodeId
    }

    /// The place among `candidates`, the children of `parent` whose moves this world allows, of the one to
    /// descend into.
    #[inline]
    pub fn pick_available<M: Copy + PartialEq>(
        &self,
        tree: &Tree<M>,
        parent: NodeId,
        candidates: &[NodeId],
        rng: &mut Rng,
    ) -> usize {
        let all = tree.node(parent).visits;
        if !self.bandit.is_bound() {
            let arms = self.arms(tree, candidates.iter().copied());
            return self.bandit.prepare(all).best(arms, rng);
        }
        let value = |&child: &NodeId| {
            let node = tree.node(child);
            match node.visits {
                0 => f64::INFINITY,
                n => self.bound(node.mean(), n, self.compared(tree.available(child), all)),
            }
        };
        best_of(candidates.iter().map(value), self.ties, rng)
    }

    /// Children as a bandit sees them. Priors are shared out among those that are there.
    fn arms<M: Copy + PartialEq>(
        &self,
        tree: &Tree<M>,
        children: impl Iterator<Item = NodeId> + Clone,
    ) -> impl Iterator<Item = Arm> {
        let all: f64 = children.clone().map(|child| tree.prior(child)).sum();
        let (worst, best) = self.range;
        children.map(move |child| {
            let node = tree.node(child);
            let mean = if node.visits == 0 { 0.5 } else { (node.mean() - worst) / (best - worst) };
            Arm { mean, visits: node.visits, prior: tree.prior(child) / all }
        })
    }

    /// The count that visits are compared with.
    #[inline]
    pub fn compared(&self, available: u32, parent: u32) -> u32 {
        match self.counts {
            ParentCount::Available => available,
            ParentCount::Parent => parent,
        }
    }

    /// The bound of something tried `visits` times.
    #[inline]
    pub fn bound(&self, mean: f64, visits: u32, compared: u32) -> f64 {
        self.bandit.prepare(compared).bound(mean, visits)
    }
}

/// The bound of a child; every child is tried once before any is tried twice.
#[inline]
fn bound<M>(rule: Prepared, node: &Node<M>) -> f64 {
    match node.visits {
        0 => f64::INFINITY,
        n => rule.bound(node.mean(), n),
    }
}

/// The first child that was never tried, or else the first with the highest bound. This is most of what a search
/// with short playouts does, so it looks at nothing it need not.
#[inline]
fn first_best<M>(children: &[Node<M>], rule: Prepared) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (at, node) in children.iter().enumerate() {
        if node.visits == 0 {
            return at;
        }
        let value = rule.bound(node.mean(), node.visits);
        if value > best.1 {
            best = (at, value);
        }
    }
    best.0
}

/// The place of the largest of some values; of equal ones as `ties` says.
#[inline]
pub(super) fn best_of(values: impl Iterator<Item = f64>, ties: Ties, rng: &mut Rng) -> usize {
    best_until(values, |_| false, ties, rng)
}

/// The same, but for the first that is larger than all before it and `enough`.
#[inline]
pub(super) fn best_until(
    values: impl Iterator<Item = f64>,
    enough: impl Fn(f64) -> bool,
    ties: Ties,
    rng: &mut Rng,
) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    let mut equals = 1;
    for (at, value) in values.enumerate() {
        if value > best.1 {
            best = (at, value);
            equals = 1;
            if enough(value) {
                break;
            }
        } else if ties == Ties::Random && value == best.1 {
            equals += 1;
            if rng.below(equals) == 0 {
                best.0 = at;
            }
        }
    }
    best.0
}
