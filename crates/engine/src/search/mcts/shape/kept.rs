//! Trees kept from one decision to the next, as far as they still apply. Knows trees and histories, not games.

use crate::game::Seat;
use crate::search::mcts::tree::{NodeId, ROOT, Tree};

/// The memory of the last decision, for trees that are kept as far as they still apply.
pub(super) struct Kept<M> {
    reuse: bool,
    /// The history at the last decision.
    last: Option<Vec<(Seat, M)>>,
    /// The legal moves of this decision, where a kept root may know others.
    legal: Vec<M>,
}

impl<M: Copy + PartialEq> Kept<M> {
    pub fn new(reuse: bool) -> Self {
        Kept { reuse, last: None, legal: Vec::new() }
    }

    /// Makes the root: the subtree that the moves since the last decision lead to, or a new one.
    pub fn plant(
        &mut self,
        tree: &mut Tree<M>,
        history: &[(Seat, M)],
        any: M,
        child: impl Fn(&Tree<M>, NodeId, M) -> Option<NodeId>,
    ) {
        let node = self.last.take().and_then(|last| {
            let since = history.strip_prefix(last.as_slice())?;
            since.iter().try_fold(ROOT, |node, &(_, mv)| child(tree, node, mv))
        });
        let kept = node.filter(|&node| node != ROOT && tree.node(node).is_expanded());
        match kept.and_then(|node| tree.subtree(node)) {
            Some(below) => *tree = below,
            None => tree.reset(any),
        }
    }

    /// Remembers what is legal, for a tree that may know other moves.
    pub fn note_legal(&mut self, legal: &[M]) {
        if self.reuse {
            self.legal.clear();
            self.legal.extend_from_slice(legal);
        }
    }

    /// Leaves only legal moves, where these were noted.
    pub fn retain_legal<T>(&self, moves: &mut Vec<(M, T)>) {
        if !self.legal.is_empty() {
            moves.retain(|(mv, _)| self.legal.contains(mv));
        }
    }

    pub fn keep(&mut self, history: &[(Seat, M)]) {
        if self.reuse {
            self.last = Some(history.to_vec());
        }
    }
}
