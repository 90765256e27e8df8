//! The way down: from the root to a leaf, the tree growing on the way. Knows the tree and one world, not
//! what leaves are worth.

use super::Mcts;
use super::select::Descent;
use super::tree::{NodeId, Proof, ROOT};
use crate::game::Game;

impl<G: Game> Mcts<G> {
    /// Walks down to a leaf: a node never visited before, or the end of the game.
    pub(super) fn descend(&mut self, state: &mut G) -> NodeId {
        let descent = Descent {
            select: self.config.select,
            urgency: self.config.urgency,
            early: self.config.early,
            minimax: self.config.minimax,
        };
        let wants_trace = self.wants_trace();
        let mut node = ROOT;
        while let Some(seat) = state.turn() {
            let unvisited = node != ROOT && self.tree.node(node).visits == 0;
            let proven = self.config.solver && node != ROOT && self.tree.node(node).proof != Proof::Open;
            if unvisited || proven || self.parts.leaves.is_beyond(state) {
                break;
            }
            if G::HIDDEN {
                self.meet(node, state);
            } else if !self.tree.node(node).is_expanded() {
                self.expand(node, state);
            }
            // A tree that may not grow any more plays out from where it ends.
            if self.tree.children(node).is_empty() || (G::HIDDEN && self.candidates.is_empty()) {
                break;
            }
            let child = if G::HIDDEN {
                let child = descent.pick_available(&self.tree, &self.candidates);
                for &candidate in &self.candidates {
                    self.tree.offer(candidate);
                }
                child
            } else {
                descent.pick(&self.tree, node)
            };
            let mv = self.tree.node(child).mv;
            if wants_trace {
                self.trace.push((seat, mv));
            }
            state.apply(mv);
            self.path.push((child, seat));
            node = child;
        }
        node
    }

    pub(super) fn wants_trace(&self) -> bool {
        self.config.select.uses_amaf() || self.parts.leaves.playout.learns()
    }

    pub(super) fn expand(&mut self, node: NodeId, state: &G) {
        self.list_moves(state);
        self.grow(node);
    }

    /// The moves of a position, in the order they are to be tried.
    fn list_moves(&mut self, state: &G) {
        self.moves.clear();
        state.moves(&mut self.moves);
        if let Some(order) = self.parts.order {
            // Asking twice for the same move is cheaper than a vector of answers for every node.
            self.moves.sort_by_key(|&mv| std::cmp::Reverse(order(state, mv)));
        }
    }

    /// Gives a node children for the moves listed last.
    fn grow(&mut self, node: NodeId) {
        if self.tree.has_room(self.moves.len()) {
            self.tree.expand(node, &self.moves);
        }
    }

    /// Makes sure the moves of this world have children, and lists those children.
    fn meet(&mut self, node: NodeId, state: &G) {
        self.candidates.clear();
        self.list_moves(state);
        if !self.tree.find_children(node, &self.moves, &mut self.candidates) {
            self.grow(node);
            self.candidates.clear();
            for &mv in &self.moves {
                // A tree that may not grow any more has not got them all.
                self.candidates.extend(self.tree.child_by(node, mv));
            }
        }
    }
}
