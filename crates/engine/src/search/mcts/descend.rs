//! The way down: from the root to a leaf, the tree growing on the way. Knows the tree and one world, not
//! what leaves are worth.

use super::groups::Grouping;
use super::select::Descent;
use super::tree::{NodeId, Proof, ROOT};
use super::{Config, Mcts};
use crate::game::{Game, Seat};
use crate::rng::Rng;

impl Descent {
    /// How a search descends.
    pub(super) fn of(config: &Config) -> Descent {
        Descent {
            select: config.select,
            counts: config.counts,
            ties: config.ties,
            urgency: config.urgency,
            early: config.early,
            minimax: config.minimax,
        }
    }
}

impl<G: Game> Mcts<G> {
    /// Walks down to a leaf: a node never visited before, or the end of the game.
    pub(super) fn descend(&mut self, state: &mut G, rng: &mut Rng) -> NodeId {
        let descent = Descent::of(&self.config);
        let wants_trace = self.wants_trace();
        let mut node = ROOT;
        while let Some(seat) = state.turn() {
            let unvisited = self.config.playouts && node != ROOT && self.tree.node(node).visits == 0;
            let proven = self.config.solver && node != ROOT && self.tree.node(node).proof != Proof::Open;
            if unvisited || proven || self.parts.leaves.is_beyond(state) {
                break;
            }
            let Some(child) = self.step(descent, node, seat, state, rng) else {
                break;
            };
            let mv = self.tree.node(child).mv;
            if wants_trace {
                self.note(state, seat, mv);
            }
            state.apply(mv);
            self.path.push((child, seat));
            node = child;
        }
        node
    }

    /// The child the search goes on to; `None` from a tree that may not grow any more, which plays out
    /// from where it ends.
    #[inline]
    fn step(
        &mut self,
        descent: Descent,
        node: NodeId,
        seat: Seat,
        state: &G,
        rng: &mut Rng,
    ) -> Option<NodeId> {
        if !G::HIDDEN {
            if !self.tree.node(node).is_expanded() {
                self.expand(node, state);
            }
            if self.tree.children(node).is_empty() {
                return None;
            }
            return self.follow_advice(&descent, node).or_else(|| Some(descent.pick(&self.tree, node, rng)));
        }
        if self.config.groups == Grouping::Layer {
            return self.step_by_layer(descent, node, seat, state, rng);
        }
        self.meet(node, state);
        self.take(descent, node, rng)
    }

    /// Picks one of the candidates and counts that all of them were available.
    #[inline]
    pub(super) fn take(&mut self, descent: Descent, node: NodeId, rng: &mut Rng) -> Option<NodeId> {
        if self.candidates.is_empty() {
            return None;
        }
        let at = match (self.config.groups, self.parts.group) {
            (Grouping::Coded, Some(group)) => {
                self.groups.clear();
                self.groups.extend(self.candidates.iter().map(|&child| group(self.tree.node(child).mv)));
                descent.pick_grouped(&self.tree, node, &self.candidates, &self.groups)
            }
            _ => descent.pick_available(&self.tree, node, &self.candidates, rng),
        };
        for &candidate in &self.candidates {
            self.tree.offer(candidate);
        }
        Some(self.follow_advice(&descent, node).unwrap_or(self.candidates[at]))
    }

    /// Remembers a move of the tree for what learns from whole lines.
    pub(super) fn note(&mut self, state: &G, seat: Seat, mv: G::Move) {
        self.trace.push((seat, mv));
        self.parts.leaves.playout.watch(state, seat, mv);
    }

    /// The node that a move leads to, if the tree has it.
    pub(super) fn child_after(&self, node: NodeId, mv: G::Move) -> Option<NodeId> {
        match (self.config.groups, self.parts.group) {
            (Grouping::Layer, Some(group)) => {
                self.tree.child_by(self.tree.child_by_group(node, group(mv))?, mv)
            }
            _ => self.tree.child_by(node, mv),
        }
    }

    pub(super) fn wants_trace(&self) -> bool {
        self.config.select.uses_amaf() || self.parts.leaves.playout.learns()
    }

    pub(super) fn expand(&mut self, node: NodeId, state: &G) {
        self.list_moves(state);
        self.grow(node);
    }

    /// The moves of a position, in the order they are to be tried.
    pub(super) fn list_moves(&mut self, state: &G) {
        self.moves.clear();
        state.moves(&mut self.moves);
        if let Some(order) = self.parts.order {
            // Asking twice for the same move is cheaper than a vector of answers for every node.
            self.moves.sort_by_key(|&mv| std::cmp::Reverse(order(state, mv)));
        }
    }

    /// Gives a node children for the moves listed last.
    pub(super) fn grow(&mut self, node: NodeId) {
        if self.tree.has_room(self.moves.len()) {
            self.tree.expand(node, &self.moves);
        }
    }

    /// Makes sure the moves of this world have children, and lists those children.
    pub(super) fn meet(&mut self, node: NodeId, state: &G) {
        self.list_moves(state);
        self.meet_listed(node);
    }

    /// The same for the moves listed last.
    pub(super) fn meet_listed(&mut self, node: NodeId) {
        self.candidates.clear();
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
