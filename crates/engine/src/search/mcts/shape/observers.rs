//! A tree for every seat (multiple-observer ISMCTS after Cowling, Powley and Whitehouse): a seat chooses in
//! its own tree, and the trees of the others grow by what they see of it.

use super::children::{meet, take};
use super::{Hidden, Shape};
use crate::agent::Decision;
use crate::game::{Game, MAX_SEATS, Scores, Seat};
use crate::rng::Rng;
use crate::search::mcts::finish::{self, RootMove};
use crate::search::mcts::tree::{Keeps, NodeId, ROOT, Tree};
use crate::search::mcts::{Config, Workspace};

/// The trees of all seats, and the way through each.
pub struct Observers<G: Game> {
    trees: Vec<Tree<G::Move>>,
    paths: Vec<Vec<(NodeId, Seat)>>,
    candidates: Vec<NodeId>,
}

impl<G: Game> Observers<G> {
    /// Trees that together may take so many bytes.
    pub fn new(_: Hidden<G>, bytes: usize) -> Self {
        let keeps = Keeps { availability: true, ..Keeps::default() };
        Observers {
            trees: (0..G::SEATS).map(|_| Tree::new(keeps, bytes / G::SEATS)).collect(),
            paths: vec![Vec::new(); G::SEATS],
            candidates: Vec::new(),
        }
    }

    /// The child that a seat chooses in its tree, and whether it was never tried.
    fn step(
        &mut self,
        work: &mut Workspace<G>,
        seat: Seat,
        node: NodeId,
        state: &G,
        rng: &mut Rng,
    ) -> Option<(NodeId, bool)> {
        let tree = &mut self.trees[seat];
        work.list_moves(state);
        meet(tree, node, &work.moves, &mut self.candidates);
        let child = take(tree, &work.config, node, &self.candidates, rng)?;
        Some((child, tree.node(child).visits == 0))
    }

    /// The node of seat `by` after what it sees of a move.
    fn follow(&mut self, by: Seat, node: NodeId, seen: G::Move) -> Option<NodeId> {
        let tree = &mut self.trees[by];
        if tree.child_by(node, seen).is_none() && tree.make_room(tree.children(node).len() + 1) {
            tree.expand(node, &[seen]);
        }
        tree.child_by(node, seen)
    }
}

impl<G: Game> Shape<G> for Observers<G> {
    fn plant(&mut self, work: &mut Workspace<G>, decision: &Decision<'_, G>, state: &G, _: &mut Rng) {
        work.list_moves(state);
        for tree in &mut self.trees {
            tree.reset(work.moves[0]);
        }
        // The seat that searches knows its moves before it tries any.
        let own = &mut self.trees[decision.seat];
        meet(own, ROOT, &work.moves, &mut self.candidates);
    }

    /// Walks down all trees at once, to a move that was never made before in the tree of its seat, or to
    /// the end of the game.
    fn descend(&mut self, work: &mut Workspace<G>, state: &mut G, rng: &mut Rng) {
        let mut nodes = [ROOT; MAX_SEATS];
        self.paths.iter_mut().for_each(Vec::clear);
        while let Some(seat) = state.turn() {
            if work.leaves.is_beyond(state) {
                break;
            }
            let Some((child, is_new)) = self.step(work, seat, nodes[seat], state, rng) else { break };
            let mv = self.trees[seat].node(child).mv;
            for (by, node) in nodes.iter_mut().enumerate().take(G::SEATS) {
                let Some(seen) = state.observe(mv, by) else { continue };
                let follower = if by == seat { Some(child) } else { self.follow(by, *node, seen) };
                // A tree that may not grow any more stays where it is.
                if let Some(follower) = follower {
                    *node = follower;
                    self.paths[by].push((follower, seat));
                }
            }
            work.make(state, seat, mv);
            if is_new && work.config.playouts {
                break;
            }
        }
    }

    fn back_up(&mut self, _: &mut Workspace<G>, scores: &Scores) {
        for (tree, path) in self.trees.iter_mut().zip(&self.paths) {
            tree.back_up(path, scores);
        }
    }

    fn root_moves(&self, config: &Config, seat: Seat) -> Vec<RootMove<G::Move>> {
        let tree = &self.trees[seat];
        let moves: Vec<_> = tree.children(ROOT).map(|node| (tree.node(node).mv, node)).collect();
        finish::root_moves(tree, config, &moves, |node| tree.node(node).mean())
    }

    fn nodes(&self) -> usize {
        self.trees.iter().map(Tree::len).sum()
    }

    fn is_full(&self) -> bool {
        self.trees.iter().any(Tree::is_full)
    }
}
