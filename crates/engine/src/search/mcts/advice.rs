//! Advice: an agent that is asked before the tree grows, whose opinions of the root's moves the search
//! starts from (informed priors, after Baier and Winands' hybrids of Monte Carlo and minimax, at the
//! root alone). Knows the root, not what the advisor is.

use super::Mcts;
use super::select::Descent;
use super::tree::{NodeId, Proof, ROOT, Tree};
use crate::agent::{Agent, Decision, Effort};
use crate::game::Game;
use crate::rng::Rng;

/// Who is asked, and what is made of the answer.
pub struct Advice<G: Game> {
    /// The one who is asked. Its own budget is part of what a decision costs.
    pub advisor: Box<dyn Agent<G>>,
    /// How many visits its opinion of a move counts for.
    pub trust: f64,
}

impl<G: Game> Mcts<G> {
    /// Asks the advisor, if there is one, and says what that took.
    pub(super) fn consult(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Effort {
        self.opinions.clear();
        let Some(advice) = &mut self.parts.advice else {
            return Effort::NONE;
        };
        let told = advice.advisor.choose(&decision.told_to(None), rng);
        for child in self.tree.children(ROOT) {
            self.opinions.push(told.opinion(self.tree.node(child).mv));
        }
        told.effort
    }

    /// The child of the root to go on to, if there is advice. At the root every world allows the same
    /// moves, so opinions of them hold in all.
    #[inline]
    pub(super) fn follow_advice(&self, descent: &Descent, node: NodeId) -> Option<NodeId> {
        match &self.parts.advice {
            Some(advice) if node == ROOT => {
                Some(descent.pick_advised(&self.tree, &self.opinions, advice.trust))
            }
            _ => None,
        }
    }
}

impl Descent {
    /// The child of the root to descend into when `opinions` of them, in their order, count as much as
    /// `trust` visits each.
    fn pick_advised<M: Copy + PartialEq>(&self, tree: &Tree<M>, opinions: &[f64], trust: f64) -> NodeId {
        let range = tree.children(ROOT);
        let greedy = Descent { select: self.select.greedy(), urgency: 0.0, ..*self };
        let rule = self.bandit().prepare(tree.node(ROOT).visits);
        let mut best = (range.start, f64::NEG_INFINITY);
        for (child, &opinion) in range.zip(opinions) {
            let node = tree.node(child);
            let value = match node.proof {
                Proof::Win => return child,
                Proof::Loss => f64::MIN,
                Proof::Open | Proof::Draw => {
                    let visits = f64::from(node.visits);
                    let own = greedy.value(tree, ROOT, child);
                    rule.bound((visits * own + trust * opinion) / (visits + trust), node.visits + 1)
                }
            };
            if value > best.1 {
                best = (child, value);
            }
        }
        best.0
    }
}
