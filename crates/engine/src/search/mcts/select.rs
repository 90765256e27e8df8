//! Which child to descend into: the selection rules of the tree. Knows statistics, not positions.

use super::tree::{NodeId, Proof, Tree};
use crate::bandit::{Bandit, Prepared};
use crate::rng::Rng;

/// A selection rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Select {
    /// A bandit rule alone.
    Bandit(Bandit),
    /// A bandit rule blended with AMAF values.
    Rave {
        /// The bandit part.
        bandit: Bandit,
        /// How the blend changes with visits.
        schedule: Schedule,
    },
}

/// How much AMAF weighs against a node's own mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// Schulz's thesis: the weight falls in a straight line with the visits of the *parent* and is
    /// nought from `bias` on; it blends AMAF with the whole bound, exploration included.
    Linear {
        /// Parent visits at which AMAF stops counting.
        bias: f64,
    },
    /// Gelly and Silver's minimum-mean-square-error schedule: n' / (n + n' + 4 n n' b^2) with n own
    /// and n' AMAF visits, blended with the mean only.
    MinMse {
        /// Their b, the supposed bias of AMAF.
        bias: f64,
    },
}

impl Select {
    /// Whether the rule needs AMAF statistics.
    pub fn uses_amaf(&self) -> bool {
        matches!(self, Select::Rave { .. })
    }

    /// The same rule without its exploration term.
    pub fn greedy(self) -> Select {
        match self {
            Select::Bandit(bandit) => Select::Bandit(bandit.greedy()),
            Select::Rave { bandit, schedule } => Select::Rave { bandit: bandit.greedy(), schedule },
        }
    }
}

/// What a rule compares the visits of a child with in hidden games, where not every world allows every
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// How often the child was available (Cowling, Powley and Whitehouse), so that a move that few worlds
    /// allow is not taken for a neglected one.
    Available,
    /// The visits of its parent, as in open games.
    Parent,
}

/// Which of several equal children is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    First,
    /// Any, by lot.
    Lot,
}

/// How a search weighs the children of a node; everything the descent needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Descent {
    /// The rule.
    pub select: Select,
    /// What it compares visits with.
    pub counts: Counts,
    /// Which of equals it takes.
    pub ties: Ties,
    /// What an untried child is worth; infinite means all are tried before any is tried twice.
    pub urgency: f64,
    /// A child valued above this is taken at once without looking at the others.
    pub early: f64,
    /// How much minimax values weigh against means, 0 to 1.
    pub minimax: f64,
}

impl Descent {
    /// The child to descend into, among all children of `id`. Children proven lost are left alone while
    /// there is another; a proven win is taken.
    #[inline]
    pub fn pick<M: Copy + PartialEq>(&self, tree: &Tree<M>, id: NodeId, rng: &mut Rng) -> NodeId {
        let range = tree.children(id);
        let rule = self.bandit().prepare(tree.node(id).visits);
        let mut best = (range.start, f64::NEG_INFINITY);
        let mut equals = 1;
        for (child, node) in range.zip(tree.child_nodes(id)) {
            let value = match node.proof {
                Proof::Win => return child,
                // Any move does in a lost position, so a lost child is still better than none.
                Proof::Loss => f64::MIN,
                Proof::Open | Proof::Draw => self.worth(tree, id, child, rule),
            };
            if value > best.1 {
                best = (child, value);
                equals = 1;
                if value > self.early {
                    break;
                }
            } else if self.ties == Ties::Lot && value == best.1 {
                equals += 1;
                if rng.below(equals) == 0 {
                    best.0 = child;
                }
            }
        }
        best.0
    }

    /// What the rule thinks of one child.
    pub fn value<M: Copy + PartialEq>(&self, tree: &Tree<M>, id: NodeId, child: NodeId) -> f64 {
        self.worth(tree, id, child, self.bandit().prepare(tree.node(id).visits))
    }

    #[inline]
    pub(super) fn bandit(&self) -> Bandit {
        match self.select {
            Select::Bandit(bandit) | Select::Rave { bandit, .. } => bandit,
        }
    }

    #[inline(always)]
    fn worth<M: Copy + PartialEq>(&self, tree: &Tree<M>, id: NodeId, child: NodeId, rule: Prepared) -> f64 {
        match self.select {
            Select::Bandit(_) => {
                let node = tree.node(child);
                match node.visits {
                    0 => self.urgency,
                    n if self.minimax > 0.0 => {
                        let blend = (1.0 - self.minimax) * node.mean() + self.minimax * tree.minimax(child);
                        rule.bound(blend, n)
                    }
                    n => rule.bound(node.mean(), n),
                }
            }
            Select::Rave { schedule, .. } => self.blended(tree, child, tree.node(id).visits, rule, schedule),
        }
    }

    /// Which of `candidates`, the children of `parent` whose moves this world allows, to descend into: its
    /// place among them.
    #[inline]
    pub fn pick_available<M: Copy + PartialEq>(
        &self,
        tree: &Tree<M>,
        parent: NodeId,
        candidates: &[NodeId],
        rng: &mut Rng,
    ) -> usize {
        let all = tree.node(parent).visits;
        let mut best = (0, f64::NEG_INFINITY);
        let mut equals = 1;
        for (at, &child) in candidates.iter().enumerate() {
            let node = tree.node(child);
            let value = match node.visits {
                0 => self.urgency,
                n => self.bound(node.mean(), n, self.compared(tree.available(child), all)),
            };
            if value > best.1 {
                best = (at, value);
                equals = 1;
            } else if self.ties == Ties::Lot && value == best.1 {
                equals += 1;
                if rng.below(equals) == 0 {
                    best.0 = at;
                }
            }
        }
        best.0
    }

    /// What visits are compared with.
    #[inline]
    pub fn compared(&self, available: u32, parent: u32) -> u32 {
        match self.counts {
            Counts::Available => available,
            Counts::Parent => parent,
        }
    }

    /// The bound of something tried `visits` times.
    #[inline]
    pub fn bound(&self, mean: f64, visits: u32, compared: u32) -> f64 {
        self.bandit().prepare(compared).bound(mean, visits)
    }

    fn blended<M: Copy + PartialEq>(
        &self,
        tree: &Tree<M>,
        child: NodeId,
        parent: u32,
        rule: Prepared,
        schedule: Schedule,
    ) -> f64 {
        let node = tree.node(child);
        let amaf = tree.amaf(child);
        let (own, hearsay) = (f64::from(node.visits), f64::from(amaf.visits));
        match schedule {
            Schedule::Linear { bias } => {
                if node.visits == 0 {
                    return self.urgency;
                }
                let bound = rule.bound(node.mean(), node.visits);
                if amaf.visits == 0 {
                    return bound;
                }
                let weight = ((bias - f64::from(parent)) / bias).max(0.0);
                weight * (amaf.sum / hearsay) + (1.0 - weight) * bound
            }
            Schedule::MinMse { bias } => {
                if node.visits == 0 {
                    // AMAF is what ranks untried moves: that is its point. They explore as if tried once.
                    return if amaf.visits == 0 {
                        self.urgency
                    } else {
                        amaf.sum / hearsay + rule.bound(0.0, 1)
                    };
                }
                let weight = hearsay / (own + hearsay + 4.0 * own * hearsay * bias * bias);
                let explore = rule.bound(node.mean(), node.visits) - node.mean();
                let heard = if amaf.visits == 0 { 0.0 } else { amaf.sum / hearsay };
                weight * heard + (1.0 - weight) * node.mean() + explore
            }
        }
    }
}
