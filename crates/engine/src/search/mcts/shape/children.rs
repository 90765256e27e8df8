//! Children of a node in hidden games, where every world has moves of its own: made, listed and chosen from.

use crate::rng::Rng;
use crate::search::mcts::Config;
use crate::search::mcts::tree::{NodeId, Tree};

/// Makes sure a node has a child for each of `moves`, and lists these children. A tree that may not grow any more
/// has not got them all.
pub(super) fn meet<M: Copy + PartialEq>(
    tree: &mut Tree<M>,
    node: NodeId,
    moves: &[M],
    candidates: &mut Vec<NodeId>,
) {
    candidates.clear();
    if !tree.find_children(node, moves, candidates) {
        if tree.make_room(tree.children(node).len() + moves.len()) {
            tree.expand(node, moves);
        }
        candidates.clear();
        candidates.extend(moves.iter().filter_map(|&mv| tree.child_by(node, mv)));
    }
}

/// Picks one of the candidates and counts that all of them were available; `None` where a tree that may not grow
/// any more has none.
#[inline]
pub(super) fn take<M: Copy + PartialEq>(
    tree: &mut Tree<M>,
    config: &Config,
    node: NodeId,
    candidates: &[NodeId],
    rng: &mut Rng,
) -> Option<NodeId> {
    if candidates.is_empty() {
        return None;
    }
    let at = config.rule.pick_available(tree, node, candidates, rng);
    for &candidate in candidates {
        tree.offer(candidate);
    }
    Some(candidates[at])
}
