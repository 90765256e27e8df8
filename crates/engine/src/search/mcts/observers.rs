//! A tree for every seat (multiple-observer ISMCTS after Cowling, Powley and Whitehouse): a seat chooses in
//! its own tree, and the trees of the others grow by what they see of it.

use super::Mcts;
use super::select::Descent;
use super::tree::{Keeps, NodeId, ROOT, Tree};
use crate::game::{Game, MAX_SEATS, Scores, Seat};
use crate::rng::Rng;

/// The trees of all seats, and the way through each.
pub(super) struct Crowd<M> {
    trees: Vec<Tree<M>>,
    paths: Vec<Vec<(NodeId, Seat)>>,
}

impl<M: Copy + PartialEq> Crowd<M> {
    /// Trees for so many seats.
    pub fn new(seats: usize, keeps: Keeps) -> Self {
        Crowd { trees: (0..seats).map(|_| Tree::new(keeps)).collect(), paths: vec![Vec::new(); seats] }
    }

    /// Starts all trees anew; the root of `own` fills their slots.
    pub fn plant(&mut self, own: &Tree<M>) {
        for tree in &mut self.trees {
            tree.reset(own.node(ROOT).mv);
        }
    }
}

impl<G: Game> Mcts<G> {
    /// Walks down all trees at once, to a move that was never made before in the tree of its seat, or to
    /// the end of the game.
    pub(super) fn descend_together(&mut self, state: &mut G, rng: &mut Rng) {
        let descent = Descent::of(&self.config);
        let wants_trace = self.wants_trace();
        let mut nodes = [ROOT; MAX_SEATS];
        self.crowd.paths.iter_mut().for_each(Vec::clear);
        while let Some(seat) = state.turn() {
            if self.parts.leaves.is_beyond(state) {
                break;
            }
            std::mem::swap(&mut self.tree, &mut self.crowd.trees[seat]);
            self.meet(nodes[seat], state);
            let taken = self.take(descent, nodes[seat], rng).map(|child| {
                let node = self.tree.node(child);
                (child, node.mv, node.visits == 0)
            });
            std::mem::swap(&mut self.tree, &mut self.crowd.trees[seat]);
            let Some((child, mv, is_new)) = taken else { break };
            for (by, node) in nodes.iter_mut().enumerate().take(G::SEATS) {
                let Some(seen) = state.observe(mv, by) else { continue };
                let follower = if by == seat { Some(child) } else { self.follow(by, *node, seen) };
                // A tree that may not grow any more stays where it is.
                if let Some(follower) = follower {
                    *node = follower;
                    self.crowd.paths[by].push((follower, seat));
                }
            }
            if wants_trace {
                self.note(state, seat, mv);
            }
            state.apply(mv);
            if is_new && self.config.playouts {
                break;
            }
        }
    }

    /// The node of seat `by` after what it sees of a move.
    fn follow(&mut self, by: Seat, node: NodeId, seen: G::Move) -> Option<NodeId> {
        let tree = &mut self.crowd.trees[by];
        if tree.child_by(node, seen).is_none() && tree.has_room(tree.children(node).len() + 1) {
            tree.expand(node, &[seen]);
        }
        tree.child_by(node, seen)
    }

    /// Books the result of an iteration in every tree.
    pub(super) fn back_up_together(&mut self, scores: &Scores) {
        for (tree, path) in self.crowd.trees.iter_mut().zip(&self.crowd.paths) {
            tree.node_mut(ROOT).visits += 1;
            for &(node, mover) in path {
                let node = tree.node_mut(node);
                node.visits += 1;
                node.sum += scores[mover];
            }
        }
        if self.parts.leaves.playout.learns() {
            self.parts.leaves.playout.learn(&self.trace, scores);
        }
    }

    /// Swaps in the tree of the seat that asked, which is what the search has learned; or out again.
    pub(super) fn swap_own_tree(&mut self, seat: Seat) {
        std::mem::swap(&mut self.tree, &mut self.crowd.trees[seat]);
    }
}
