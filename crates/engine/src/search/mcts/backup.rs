//! Values on their way up a path, and proofs in open games of two seats. Knows the tree and the result of an
//! iteration.

use super::tree::{NodeId, Proof, ROOT, Tree};
use crate::game::{Scores, Seat};

impl<M: Copy + PartialEq> Tree<M> {
    /// Counts a result at the root and at the nodes of a path.
    #[inline]
    pub(super) fn back_up(&mut self, path: &[(NodeId, Seat)], scores: &Scores) {
        self.node_mut(ROOT).visits += 1;
        self.book(path, scores);
    }

    /// Counts a result at the nodes of a path, for the seats that moved into them.
    #[inline]
    pub(super) fn book(&mut self, path: &[(NodeId, Seat)], scores: &Scores) {
        for &(node, mover) in path {
            let node = self.node_mut(node);
            node.visits += 1;
            node.sum += scores[mover];
        }
    }

    /// The leaf is worth what it was judged; above it, whoever moves takes the best of what was tried.
    pub(super) fn back_up_minimax(&mut self, path: &[(NodeId, Seat)], scores: &Scores) {
        let Some(&(leaf, mover)) = path.last() else {
            return;
        };
        self.set_minimax(leaf, scores[mover]);
        for depth in (0..path.len() - 1).rev() {
            let (node, mover) = path[depth];
            let mut best = 0.0f64;
            let mut all_tried = true;
            for child in self.children(node) {
                all_tried &= self.node(child).visits > 0;
                best = best.max(self.minimax(child));
            }
            // Before the best answer has been tried, the best of those that have been says too little:
            // the node's own judgement stands.
            if !all_tried {
                continue;
            }
            // A seat that moves twice running keeps the sign.
            let same = path[depth + 1].1 == mover;
            self.set_minimax(node, if same { best } else { 1.0 - best });
        }
    }

    /// A node is lost for whoever moved into it as soon as one answer wins, and won once every
    /// answer loses (Winands, Bjornsson and Saito's MCTS-Solver, with draws).
    pub(super) fn back_up_proofs(&mut self, path: &[(NodeId, Seat)]) {
        for depth in (0..path.len()).rev() {
            if self.node(path[depth].0).proof == Proof::Open {
                return;
            }
            self.prove_parent(if depth == 0 { ROOT } else { path[depth - 1].0 });
        }
    }

    /// Proves of a node what its children prove about it.
    fn prove_parent(&mut self, parent: NodeId) {
        let mut worst = Proof::Win;
        for child in self.child_nodes(parent) {
            match child.proof {
                Proof::Win => {
                    worst = Proof::Loss;
                    break;
                }
                Proof::Open => worst = Proof::Open,
                Proof::Draw if worst == Proof::Win => worst = Proof::Draw,
                Proof::Draw | Proof::Loss => {}
            }
        }
        self.node_mut(parent).proof = worst;
    }
}
