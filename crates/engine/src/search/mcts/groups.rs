//! Moves chosen in two steps, first a group and then one of its moves. Knows the numbers of groups, not
//! what they mean.

use super::Mcts;
use super::select::Descent;
use super::tree::{NodeId, ROOT, Tree};
use crate::game::{Game, Seat};
use crate::rng::Rng;

/// The group of a move.
pub type GroupOf<M> = fn(M) -> u8;

/// Whether and how moves are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Not at all.
    None,
    /// Groups are nodes of their own between a position and its moves (Childs, Brodeur and Kocsis).
    Layer,
    /// As the program of Pestalozzi's report does it: no nodes, but at every selection each group is given
    /// the summed visits of its moves and the largest of their *total* payoffs, which makes little of
    /// large groups.
    Coded,
}

/// Where the report's program starts to look for the largest total.
const FLOOR: f64 = -200.0;

impl Descent {
    /// Which of `candidates` to descend into, by the best of their `groups` as the report's program has it.
    /// Ties go to the first.
    pub(super) fn pick_grouped<M: Copy + PartialEq>(
        &self,
        tree: &Tree<M>,
        parent: NodeId,
        candidates: &[NodeId],
        groups: &[u8],
    ) -> usize {
        let all = tree.node(parent).visits;
        let mut best = (groups[0], f64::NEG_INFINITY);
        for (at, &group) in groups.iter().enumerate() {
            if groups[..at].contains(&group) {
                continue;
            }
            let (mut visits, mut available, mut total) = (0, 0, FLOOR);
            for (&child, _) in candidates.iter().zip(groups).filter(|&(_, &other)| other == group) {
                let node = tree.node(child);
                visits += node.visits;
                available = available.max(tree.available(child));
                total = if node.sum > total { node.sum } else { total };
            }
            let value = match visits {
                0 => self.urgency,
                n => self.bound(total / f64::from(n), n, self.compared(available, all)),
            };
            if value > best.1 {
                best = (group, value);
            }
        }
        let mut chosen = (0, f64::NEG_INFINITY);
        for (at, &child) in candidates.iter().enumerate().filter(|&(at, _)| groups[at] == best.0) {
            let node = tree.node(child);
            let value = match node.visits {
                0 => self.urgency,
                n => self.bound(node.mean(), n, self.compared(tree.available(child), all)),
            };
            if value > chosen.1 {
                chosen = (at, value);
            }
        }
        chosen.0
    }
}

impl<G: Game> Mcts<G> {
    /// Chooses a group, then one of its moves. The group's node joins the path.
    pub(super) fn step_by_layer(
        &mut self,
        descent: Descent,
        node: NodeId,
        seat: Seat,
        state: &G,
        rng: &mut Rng,
    ) -> Option<NodeId> {
        let group = self.parts.group?;
        self.meet_groups(node, state);
        let layer = self.take(descent, node, rng)?;
        let chosen = group(self.tree.node(layer).mv);
        self.path.push((layer, seat));
        self.moves.retain(|&mv| group(mv) == chosen);
        self.meet_listed(layer);
        self.take(descent, layer, rng)
    }

    /// Makes sure the root has all groups and these have all moves, so that every legal move is explained.
    pub(super) fn plant_layer(&mut self, state: &G) {
        let Some(group) = self.parts.group else { return };
        self.meet_groups(ROOT, state);
        for layer in self.tree.children(ROOT) {
            let number = group(self.tree.node(layer).mv);
            self.list_moves(state);
            self.moves.retain(|&mv| group(mv) == number);
            self.meet_listed(layer);
        }
    }

    /// Makes sure the moves of this world have groups, and lists these.
    pub(super) fn meet_groups(&mut self, node: NodeId, state: &G) {
        let Some(group) = self.parts.group else { return };
        self.list_moves(state);
        self.groups.clear();
        for at in 0..self.moves.len() {
            let mv = self.moves[at];
            if self.groups.contains(&group(mv)) {
                continue;
            }
            self.groups.push(group(mv));
            if self.tree.child_by_group(node, group(mv)).is_none()
                && self.tree.has_room(self.tree.children(node).len() + 1)
            {
                self.tree.add_group(node, group(mv), mv);
            }
        }
        self.candidates.clear();
        let tree = &self.tree;
        self.candidates.extend(self.groups.iter().filter_map(|&group| tree.child_by_group(node, group)));
    }
}
