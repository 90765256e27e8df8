//! What an iteration leaves behind: visits and sums, proofs, AMAF. Knows the path and the result.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use super::Mcts;
use super::tree::{NodeId, Proof, ROOT};
use crate::game::{Game, Scores, Seat};
use crate::hasher::Multiply;

impl<G: Game> Mcts<G> {
    /// Books the result of an iteration along its path.
    pub(super) fn back_up(&mut self, scores: &Scores) {
        if self.parts.identity.is_some() {
            // A line may come through a node more than once; the node learns from it once.
            self.path.sort_unstable();
            self.path.dedup_by_key(|&mut (node, _)| node);
        }
        let comes_back = self.path.first().is_some_and(|&(node, _)| node == ROOT);
        self.tree.node_mut(ROOT).visits += u32::from(!comes_back);
        for &(node, mover) in &self.path {
            let node = self.tree.node_mut(node);
            node.visits += 1;
            node.sum += scores[mover];
        }
        if self.config.minimax > 0.0 {
            self.back_up_minimax(scores);
        }
        if self.config.solver {
            self.back_up_proofs();
        }
        if self.config.select.uses_amaf() {
            self.back_up_amaf(scores);
        }
        if self.parts.leaves.playout.learns() {
            self.parts.leaves.playout.learn(&self.trace, scores);
        }
    }

    /// The leaf is worth what it was judged; above it, whoever moves takes the best of what was tried.
    fn back_up_minimax(&mut self, scores: &Scores) {
        let Some(&(leaf, mover)) = self.path.last() else {
            return;
        };
        self.tree.set_minimax(leaf, scores[mover]);
        for depth in (0..self.path.len() - 1).rev() {
            let (node, mover) = self.path[depth];
            let mut best = 0.0f64;
            let mut all_tried = true;
            for child in self.tree.children(node) {
                all_tried &= self.tree.node(child).visits > 0;
                best = best.max(self.tree.minimax(child));
            }
            // Before the best answer has been tried, the best of those that have been says too little:
            // the node's own judgement stands.
            if !all_tried {
                continue;
            }
            // A seat that moves twice running keeps the sign.
            let same = self.path[depth + 1].1 == mover;
            self.tree.set_minimax(node, if same { best } else { 1.0 - best });
        }
    }

    /// A node is lost for whoever moved into it as soon as one answer wins, and won once every
    /// answer loses (Winands, Bjornsson and Saito's MCTS-Solver, with draws).
    fn back_up_proofs(&mut self) {
        for depth in (0..self.path.len()).rev() {
            if self.tree.node(self.path[depth].0).proof == Proof::Open {
                return;
            }
            self.prove_parent(if depth == 0 { ROOT } else { self.path[depth - 1].0 });
        }
    }

    /// What the children of a node prove about it.
    fn prove_parent(&mut self, parent: NodeId) {
        let mut worst = Proof::Win;
        for child in self.tree.child_nodes(parent) {
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
        self.tree.node_mut(parent).proof = worst;
    }

    /// All moves as first: a child's move that its seat made later in the iteration counts for the
    /// child as if it had been made here.
    fn back_up_amaf(&mut self, scores: &Scores) {
        let repeated = match self.parts.amaf {
            Some(rewrite) => {
                // The thesis' bookkeeping: the playout's moves are rewritten as its objects were, and
                // every occurrence counts.
                let tree_plies = self.path.len();
                self.tail.clear();
                self.tail.extend(self.trace.drain(tree_plies..));
                rewrite(&mut self.tail);
                self.trace.append(&mut self.tail);
                true
            }
            None => false,
        };
        self.marks.clear();
        // From the end of the line towards the root, so that at each node the marks are exactly the
        // moves made after it.
        for depth in (self.path.len()..self.trace.len()).rev() {
            self.marks.add(self.trace[depth], repeated);
        }
        for depth in (0..self.path.len()).rev() {
            if let Some(&(seat, _)) = self.trace.get(depth + 1) {
                self.credit_children(self.path[depth].0, seat, scores);
            }
            self.marks.add(self.trace[depth], repeated);
        }
        if let Some(&(seat, _)) = self.trace.first() {
            self.credit_children(ROOT, seat, scores);
        }
    }

    fn credit_children(&mut self, node: NodeId, seat: Seat, scores: &Scores) {
        for child in self.tree.children(node) {
            let times = self.marks.times((seat, self.tree.node(child).mv));
            if times > 0 {
                let amaf = self.tree.amaf_mut(child);
                amaf.visits += times;
                amaf.sum += f64::from(times) * scores[seat];
            }
        }
    }
}

/// How often each move was made, for one iteration at a time.
#[derive(Debug)]
pub(super) struct Marks<M> {
    // Looked up by key only, never iterated, so its order decides nothing.
    times: HashMap<(Seat, M), u32, BuildHasherDefault<Multiply>>,
}

impl<M> Default for Marks<M> {
    fn default() -> Self {
        Marks { times: HashMap::default() }
    }
}

impl<M: Copy + Eq + Hash> Marks<M> {
    fn clear(&mut self) {
        self.times.clear();
    }

    fn add(&mut self, made: (Seat, M), repeated: bool) {
        let times = self.times.entry(made).or_insert(0);
        *times = if repeated { *times + 1 } else { 1 };
    }

    fn times(&self, made: (Seat, M)) -> u32 {
        self.times.get(&made).copied().unwrap_or(0)
    }
}
