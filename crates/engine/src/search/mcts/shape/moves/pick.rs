//! The choice of a child in the plain tree: the selection rule with AMAF, proofs and advice. Knows statistics, not
//! positions.

use super::Moves;
use crate::bandit::Bandit;
use crate::game::Game;
use crate::rng::Rng;
use crate::search::mcts::Config;
use crate::search::mcts::rave::{AmafArm, AmafRule};
use crate::search::mcts::select::{best_of, best_until};
use crate::search::mcts::tree::{NodeId, Proof, ROOT};
use crate::search::priors::Priors;

impl<G: Game> Moves<G> {
    /// The child to descend into, among all children of a node. Children proven lost are left alone while
    /// there is another; a proven win is taken.
    #[inline]
    pub(super) fn pick(&self, config: &Config, node: NodeId, rng: &mut Rng) -> NodeId {
        if self.amaf.is_none() && self.proofs.is_none() {
            return config.rule.pick(&self.tree, node, rng);
        }
        self.pick_valued(config, node, rng)
    }

    fn pick_valued(&self, config: &Config, node: NodeId, rng: &mut Rng) -> NodeId {
        let first = self.tree.children(node).start;
        let children = self.tree.child_nodes(node);
        if let Some(won) = children.iter().position(|child| child.proof == Proof::Win) {
            return first + won as NodeId;
        }
        if !config.rule.bandit.is_bound() {
            return self.pick_open(config, node, rng);
        }
        let parent = self.tree.node(node).visits;
        let bandit = config.rule.bandit;
        if let Some(amaf) = &self.amaf {
            let value = |child: NodeId| self.amaf_value(&**amaf, bandit, child, parent, f64::INFINITY);
            let values = self.tree.children(node).map(value);
            return first
                + best_until(values, |value| amaf.is_enough(value), config.rule.ties, rng) as NodeId;
        }
        let rule = bandit.prepare(parent);
        let minimax = self.minimax();
        let values = (first..).zip(children).map(|(child, node)| match (node.proof, node.visits) {
            // Any move does in a lost position, so a lost child is still better than none.
            (Proof::Loss, _) => f64::MIN,
            (_, 0) => f64::INFINITY,
            (_, n) if minimax > 0.0 => {
                rule.bound((1.0 - minimax) * node.mean() + minimax * self.tree.minimax(child), n)
            }
            (_, n) => rule.bound(node.mean(), n),
        });
        first + best_of(values, config.rule.ties, rng) as NodeId
    }

    /// The child to descend into by a rule that ranks untried children too, those proven lost left out.
    fn pick_open(&self, config: &Config, node: NodeId, rng: &mut Rng) -> NodeId {
        let is_open = |&child: &NodeId| self.tree.node(child).proof != Proof::Loss;
        let open: Vec<NodeId> = self.tree.children(node).filter(is_open).collect();
        match open.is_empty() {
            true => self.tree.children(node).start,
            false => open[config.rule.pick_available(&self.tree, node, &open, rng)],
        }
    }

    /// The place among the candidates, in a hidden game.
    pub(super) fn pick_available(&self, config: &Config, node: NodeId, rng: &mut Rng) -> usize {
        let Some(amaf) = self.amaf.as_deref().filter(|_| config.rule.bandit.is_bound()) else {
            return config.rule.pick_available(&self.tree, node, &self.candidates, rng);
        };
        let all = self.tree.node(node).visits;
        let values = self.candidates.iter().map(|&child| {
            let compared = config.rule.compared(self.tree.available(child), all);
            self.amaf_value(amaf, config.rule.bandit, child, compared, f64::INFINITY)
        });
        best_until(values, |value| amaf.is_enough(value), config.rule.ties, rng)
    }

    fn amaf_value(
        &self,
        rule: &dyn AmafRule<G::Move>,
        bandit: Bandit,
        child: NodeId,
        parent: u32,
        untried: f64,
    ) -> f64 {
        let (node, amaf) = (self.tree.node(child), self.tree.amaf(child));
        if node.proof == Proof::Loss {
            return f64::MIN;
        }
        let arm = AmafArm {
            visits: node.visits,
            mean: node.mean(),
            amaf_visits: amaf.visits,
            amaf_mean: amaf.sum / f64::from(amaf.visits),
        };
        rule.value(arm, parent, bandit.prepare(parent), untried)
    }

    /// The value of a visited child of the root to the selection rule, without exploration.
    pub(super) fn value(&self, config: &Config, child: NodeId) -> f64 {
        let bandit = config.rule.bandit.greedy();
        match &self.amaf {
            Some(rule) => {
                let parent = self.tree.node(ROOT).visits;
                self.amaf_value(&**rule, bandit, child, parent, f64::NEG_INFINITY)
            }
            None if self.minimax() > 0.0 => {
                let minimax = self.minimax();
                (1.0 - minimax) * self.tree.node(child).mean() + minimax * self.tree.minimax(child)
            }
            None => self.tree.node(child).mean(),
        }
    }

    /// The child of the root to go on to, if there is advice that counts as visits: the advisor's opinions count
    /// as much as so many visits each. At the root every world allows the same moves, so opinions of them hold in
    /// all.
    #[inline]
    pub(super) fn advised_child(&self, config: &Config, node: NodeId) -> Option<NodeId> {
        match &self.advice {
            Some(advice) if node == ROOT && !matches!(self.priors, Priors::Advice) => {
                Some(self.pick_advised(config, advice.visits))
            }
            _ => None,
        }
    }

    fn pick_advised(&self, config: &Config, trust: f64) -> NodeId {
        let range = self.tree.children(ROOT);
        let rule = config.rule.bandit.prepare(self.tree.node(ROOT).visits);
        let mut best = (range.start, f64::NEG_INFINITY);
        for (child, &opinion) in range.zip(&self.opinions) {
            let node = self.tree.node(child);
            let value = match node.proof {
                Proof::Win => return child,
                Proof::Loss => f64::MIN,
                Proof::Open | Proof::Draw => {
                    let visits = f64::from(node.visits);
                    let own = if node.visits == 0 { 0.0 } else { self.value(config, child) };
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
