//! Nodes told apart by something else than the moves that lead to them, so that lines meet again: the tree
//! becomes a graph, with loops if the game likes. What tells nodes apart is the game's business.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash};

use super::Mcts;
use super::groups::Grouping;
use super::select::Descent;
use super::tree::{NodeId, ROOT};
use crate::game::{Game, Seat};
use crate::hasher::Multiply;
use crate::rng::Rng;

/// What nodes are told apart by. A number goes along with every line, in which a game keeps what a position
/// does not tell, such as a hash of the moves since something began.
pub struct Identity<G: Game> {
    /// The number that a line begins with, and the key of the root.
    pub begin: fn(&G, Seat) -> (u64, u64),
    /// From the number before a move to the one after it, and the key of the node it leads to. Given are
    /// the positions before and after, and the seat that searches.
    pub step: fn(u64, &G, G::Move, &G, Seat) -> (u64, u64),
}

// Function pointers copy whatever the game; derived impls would bound every use.
impl<G: Game> Clone for Identity<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Identity<G> {}

/// The nodes by their keys. Nothing here is ever iterated, so no order of a hash map decides anything.
pub(super) struct Graph<M> {
    known: HashMap<u64, NodeId, BuildHasherDefault<Multiply>>,
    edges: HashSet<(NodeId, M), BuildHasherDefault<Multiply>>,
    /// The moves of the root with their nodes.
    pub roots: Vec<(M, NodeId)>,
    /// The iteration in which each node was last available.
    offered: Vec<u32>,
    iteration: u32,
    /// Where lines begin, and who searches.
    start: u64,
    seat: Seat,
    /// The numbers that go along, by candidate.
    numbers: Vec<u64>,
}

impl<M> Default for Graph<M> {
    fn default() -> Self {
        Graph {
            known: HashMap::default(),
            edges: HashSet::default(),
            roots: Vec::new(),
            offered: Vec::new(),
            iteration: 0,
            start: 0,
            seat: 0,
            numbers: Vec::new(),
        }
    }
}

impl<M: Copy + Eq + Hash> Graph<M> {
    /// Whether the node has not been counted as available in this iteration; from now on it has.
    fn is_first_offer(&mut self, node: NodeId) -> bool {
        let at = node as usize;
        if self.offered.len() <= at {
            self.offered.resize(at + 1, 0);
        }
        std::mem::replace(&mut self.offered[at], self.iteration) != self.iteration
    }
}

impl<G: Game> Mcts<G> {
    /// A graph of the root and what follows it.
    pub(super) fn plant_graph(&mut self, state: &G, seat: Seat) {
        let Some(identity) = self.parts.identity else { return };
        let (start, key) = (identity.begin)(state, seat);
        self.graph.known.clear();
        self.graph.edges.clear();
        self.graph.offered.clear();
        self.graph.iteration = 0;
        self.graph.start = start;
        self.graph.seat = seat;
        self.graph.known.insert(key, ROOT);
        self.list_moves(state);
        self.meet_in_graph(identity, start, state);
        self.graph.roots.clear();
        self.graph.roots.extend(self.moves.iter().copied().zip(self.candidates.iter().copied()));
    }

    /// Lists the nodes that the moves listed last lead to, making those that are new.
    fn meet_in_graph(&mut self, identity: Identity<G>, number: u64, state: &G) {
        self.candidates.clear();
        self.graph.numbers.clear();
        for &mv in &self.moves {
            let mut after = *state;
            after.apply(mv);
            let (next, key) = (identity.step)(number, state, mv, &after, self.graph.seat);
            let tree = &mut self.tree;
            self.candidates.push(*self.graph.known.entry(key).or_insert_with(|| tree.add(mv)));
            self.graph.numbers.push(next);
        }
    }

    /// Walks down to a leaf: the first node reached by way of a node from which some move of this world had
    /// never been seen, as the report's program has it, or the end of the game.
    pub(super) fn descend_graph(&mut self, identity: Identity<G>, state: &mut G, rng: &mut Rng) -> NodeId {
        let descent = Descent::of(&self.config);
        let wants_trace = self.wants_trace();
        self.graph.iteration += 1;
        let (mut node, mut number) = (ROOT, self.graph.start);
        while let Some(seat) = state.turn() {
            self.list_moves(state);
            if self.parts.leaves.is_beyond(state) || !self.tree.has_room(self.moves.len()) {
                break;
            }
            self.meet_in_graph(identity, number, state);
            let mut is_new = false;
            for &mv in &self.moves {
                is_new |= self.graph.edges.insert((node, mv));
            }
            let at = match (self.config.groups, self.parts.group) {
                (Grouping::Coded, Some(group)) => {
                    self.groups.clear();
                    self.groups.extend(self.moves.iter().map(|&mv| group(mv)));
                    descent.pick_grouped(&self.tree, node, &self.candidates, &self.groups)
                }
                _ => descent.pick_available(&self.tree, node, &self.candidates, rng),
            };
            for &candidate in &self.candidates {
                if self.graph.is_first_offer(candidate) {
                    self.tree.offer(candidate);
                }
            }
            let mv = self.moves[at];
            if wants_trace {
                self.note(state, seat, mv);
            }
            state.apply(mv);
            (node, number) = (self.candidates[at], self.graph.numbers[at]);
            self.path.push((node, seat));
            if is_new && self.config.playouts {
                break;
            }
        }
        node
    }
}
