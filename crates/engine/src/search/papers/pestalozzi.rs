//! The tree of Pestalozzi's program for Tichu: groups of moves that are no nodes. Knows
//! numbers of groups, not what they mean.

use crate::search::mcts::shape::GroupOf;
use crate::search::mcts::shape::graph::Picks;
use crate::search::mcts::{NodeId, Rule, Tree};

/// Groups without nodes of their own: at every selection each group is given the summed visits of its moves and
/// the largest of their *total* rewards, which makes little of large groups. Ties go to the first.
#[derive(Clone, Copy)]
pub struct GroupTotals<M> {
    /// The group of a move.
    pub group: GroupOf<M>,
}

/// The least total that a group is given: the program begins its search for the largest here, with the worst
/// score of a round.
const FLOOR: f64 = -200.0;

impl<M: Copy + PartialEq> Picks<M> for GroupTotals<M> {
    fn pick(&self, rule: &Rule, tree: &Tree<M>, parent: NodeId, moves: &[M], candidates: &[NodeId]) -> usize {
        let all = tree.node(parent).visits;
        let group = |at: usize| (self.group)(moves[at]);
        let mut best = (group(0), f64::NEG_INFINITY);
        for first in 0..moves.len() {
            if (0..first).any(|at| group(at) == group(first)) {
                continue;
            }
            let (mut visits, mut available, mut total) = (0, 0, FLOOR);
            for at in (0..moves.len()).filter(|&at| group(at) == group(first)) {
                let node = tree.node(candidates[at]);
                visits += node.visits;
                available = available.max(tree.available(candidates[at]));
                total = if node.sum > total { node.sum } else { total };
            }
            let value = match visits {
                0 => f64::INFINITY,
                n => rule.bound(total / f64::from(n), n, rule.compared(available, all)),
            };
            if value > best.1 {
                best = (group(first), value);
            }
        }
        let mut chosen = (0, f64::NEG_INFINITY);
        for (at, &child) in candidates.iter().enumerate().filter(|&(at, _)| group(at) == best.0) {
            let node = tree.node(child);
            let value = match node.visits {
                0 => f64::INFINITY,
                n => rule.bound(node.mean(), n, rule.compared(tree.available(child), all)),
            };
            if value > chosen.1 {
                chosen = (at, value);
            }
        }
        chosen.0
    }
}
