//! Moves chosen in two steps, first a group and then one of its moves: groups are nodes of their own between a
//! position and its moves (Childs, Brodeur and Kocsis). Knows the numbers of groups, not what they mean.

use super::children::{meet, take};
use super::kept::Kept;
use super::{Hidden, Shape};
use crate::agent::Decision;
use crate::game::{Game, Scores, Seat};
use crate::rng::Rng;
use crate::search::mcts::finish::{self, RootMove};
use crate::search::mcts::tree::{Keeps, NodeId, ROOT, Tree};
use crate::search::mcts::{Config, Workspace};

/// The group of a move.
pub type GroupOf<M> = fn(M) -> u8;

/// A tree with a layer of groups above every layer of moves.
pub struct Layers<G: Game> {
    group: GroupOf<G::Move>,
    tree: Tree<G::Move>,
    kept: Kept<G::Move>,
    path: Vec<(NodeId, Seat)>,
    candidates: Vec<NodeId>,
    /// The groups of the moves listed last.
    groups: Vec<u8>,
}

impl<G: Game> Layers<G> {
    /// A tree of groups and moves, which may take so many bytes; `reuse` keeps it between decisions.
    pub fn new(_: Hidden<G>, group: GroupOf<G::Move>, reuse: bool, bytes: usize) -> Self {
        let keeps = Keeps { availability: true, ..Keeps::default() };
        Layers {
            group,
            tree: Tree::new(keeps, bytes),
            kept: Kept::new(reuse),
            path: Vec::new(),
            candidates: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// The node that a move leads to, if the tree has it.
    fn child_after(
        tree: &Tree<G::Move>,
        group: GroupOf<G::Move>,
        node: NodeId,
        mv: G::Move,
    ) -> Option<NodeId> {
        tree.child_by(tree.child_by_group(node, group(mv))?, mv)
    }

    /// Makes sure the moves listed have groups, and lists the nodes of these.
    fn meet_groups(&mut self, node: NodeId, moves: &[G::Move]) {
        self.groups.clear();
        for &mv in moves {
            let group = (self.group)(mv);
            if self.groups.contains(&group) {
                continue;
            }
            self.groups.push(group);
            let tree = &mut self.tree;
            if tree.child_by_group(node, group).is_none() && tree.make_room(tree.children(node).len() + 1) {
                tree.add_group(node, group, mv);
            }
        }
        self.candidates.clear();
        let tree = &self.tree;
        self.candidates.extend(self.groups.iter().filter_map(|&group| tree.child_by_group(node, group)));
    }

    /// Chooses a group, then one of its moves. The group's node joins the path.
    fn step(
        &mut self,
        work: &mut Workspace<G>,
        node: NodeId,
        seat: Seat,
        state: &G,
        rng: &mut Rng,
    ) -> Option<NodeId> {
        work.list_moves(state);
        self.meet_groups(node, &work.moves);
        let layer = take(&mut self.tree, &work.config, node, &self.candidates, rng)?;
        let chosen = (self.group)(self.tree.node(layer).mv);
        self.path.push((layer, seat));
        work.moves.retain(|&mv| (self.group)(mv) == chosen);
        meet(&mut self.tree, layer, &work.moves, &mut self.candidates);
        take(&mut self.tree, &work.config, layer, &self.candidates, rng)
    }
}

impl<G: Game> Shape<G> for Layers<G> {
    /// The root has all groups and these have all moves, so that every legal move is explained.
    fn plant(&mut self, work: &mut Workspace<G>, decision: &Decision<'_, G>, state: &G, _: &mut Rng) {
        work.list_moves(state);
        let group = self.group;
        self.kept.plant(&mut self.tree, decision.history, work.moves[0], |tree, node, mv| {
            Self::child_after(tree, group, node, mv)
        });
        self.kept.note_legal(&work.moves);
        self.meet_groups(ROOT, &work.moves);
        for layer in self.tree.children(ROOT) {
            let number = group(self.tree.node(layer).mv);
            work.list_moves(state);
            work.moves.retain(|&mv| group(mv) == number);
            meet(&mut self.tree, layer, &work.moves, &mut self.candidates);
        }
    }

    fn descend(&mut self, work: &mut Workspace<G>, state: &mut G, rng: &mut Rng) {
        self.path.clear();
        let mut node = ROOT;
        while let Some(seat) = state.turn() {
            let is_unvisited = work.config.playouts && node != ROOT && self.tree.node(node).visits == 0;
            if is_unvisited || work.leaves.is_beyond(state) {
                break;
            }
            let Some(child) = self.step(work, node, seat, state, rng) else { break };
            let mv = self.tree.node(child).mv;
            work.make(state, seat, mv);
            self.path.push((child, seat));
            node = child;
        }
    }

    fn back_up(&mut self, _: &mut Workspace<G>, scores: &Scores) {
        self.tree.back_up(&self.path, scores);
    }

    fn root_moves(&self, config: &Config, _: Seat) -> Vec<RootMove<G::Move>> {
        let tree = &self.tree;
        let nodes = tree.children(ROOT).flat_map(|group| tree.children(group));
        let mut moves: Vec<_> = nodes.map(|node| (tree.node(node).mv, node)).collect();
        self.kept.retain_legal(&mut moves);
        finish::root_moves(tree, config, &moves, |node| tree.node(node).mean())
    }

    fn nodes(&self) -> usize {
        self.tree.len()
    }

    fn is_full(&self) -> bool {
        self.tree.is_full()
    }

    fn keep(&mut self, history: &[(Seat, G::Move)]) {
        self.kept.keep(history);
    }
}
