//! Nodes told apart by something else than the moves that lead to them, so that lines meet again: the tree
//! becomes a graph, with loops where the game has them. The game says what tells nodes apart.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use super::{Hidden, Shape};
use crate::agent::Decision;
use crate::game::{Game, Scores, Seat};
use crate::hasher::Multiply;
use crate::rng::Rng;
use crate::search::mcts::finish::{self, RootMove};
use crate::search::mcts::select::Rule;
use crate::search::mcts::tree::{Keeps, Node, NodeId, ROOT, Tree};
use crate::search::mcts::{Config, Workspace};

/// The key that tells nodes apart. A number goes along with every line, in which a game keeps what a position
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

/// A way to choose among the nodes that follow, in place of the selection rule's own.
pub trait Picks<M>: Send {
    /// The place of the node to go on to. Given are the nodes that `moves` lead to, one for each.
    fn pick(&self, rule: &Rule, tree: &Tree<M>, parent: NodeId, moves: &[M], candidates: &[NodeId]) -> usize;
}

/// The nodes by their keys. Nothing here is ever iterated, so no order of a hash map decides anything.
pub struct Graph<G: Game> {
    identity: Identity<G>,
    picks: Option<Box<dyn Picks<G::Move>>>,
    tree: Tree<G::Move>,
    known: HashMap<u64, NodeId, BuildHasherDefault<Multiply>>,
    edges: HashSet<(NodeId, G::Move), BuildHasherDefault<Multiply>>,
    /// The moves of the root with their nodes.
    roots: Vec<(G::Move, NodeId)>,
    /// The iteration in which each node was last available.
    offered: Vec<u32>,
    iteration: u32,
    /// The root of all lines, and the seat that searches.
    start: u64,
    seat: Seat,
    path: Vec<(NodeId, Seat)>,
    candidates: Vec<NodeId>,
    /// The numbers that go along, by candidate.
    numbers: Vec<u64>,
    /// The maps could not be enlarged.
    is_full: bool,
}

impl<G: Game> Graph<G> {
    /// A graph whose nodes are told apart by `identity`, which may take so many bytes.
    pub fn new(_: Hidden<G>, identity: Identity<G>, bytes: usize) -> Self {
        let keeps = Keeps { availability: true, ..Keeps::default() };
        // A node is a key of one map, and about as many moves of another lead to it.
        let node = size_of::<Node<G::Move>>() + size_of::<u32>();
        let keys = 2 * (size_of::<(u64, NodeId)>() + size_of::<(NodeId, G::Move)>()) + size_of::<u32>();
        Graph {
            identity,
            picks: None,
            tree: Tree::new(keeps, bytes / (node + keys) * node),
            known: HashMap::default(),
            edges: HashSet::default(),
            roots: Vec::new(),
            offered: Vec::new(),
            iteration: 0,
            start: 0,
            seat: 0,
            path: Vec::new(),
            candidates: Vec::new(),
            numbers: Vec::new(),
            is_full: false,
        }
    }

    /// The same, choosing by `picks` where there is one.
    pub fn picking(mut self, picks: Option<Box<dyn Picks<G::Move>>>) -> Self {
        self.picks = picks;
        self
    }

    /// Lists the nodes that the moves of a position lead to, making those that are new. False where there is no
    /// room for them.
    fn meet(&mut self, number: u64, state: &G, moves: &[G::Move]) -> bool {
        let has_room = self.tree.make_room(moves.len())
            && self.known.try_reserve(moves.len()).is_ok()
            && self.edges.try_reserve(moves.len()).is_ok();
        self.is_full |= !has_room;
        if !has_room {
            return false;
        }
        self.candidates.clear();
        self.numbers.clear();
        for &mv in moves {
            let mut after = *state;
            after.apply(mv);
            let (next, key) = (self.identity.step)(number, state, mv, &after, self.seat);
            let tree = &mut self.tree;
            self.candidates.push(*self.known.entry(key).or_insert_with(|| tree.add(mv)));
            self.numbers.push(next);
        }
        true
    }

    /// Counts once per iteration that a node was available.
    fn offer(&mut self, node: NodeId) {
        let at = node as usize;
        if self.offered.len() <= at {
            self.offered.resize(at + 1, 0);
        }
        if std::mem::replace(&mut self.offered[at], self.iteration) != self.iteration {
            self.tree.offer(node);
        }
    }
}

impl<G: Game> Shape<G> for Graph<G> {
    fn plant(&mut self, work: &mut Workspace<G>, decision: &Decision<'_, G>, state: &G, _: &mut Rng) {
        work.list_moves(state);
        self.tree.reset(work.moves[0]);
        let (start, key) = (self.identity.begin)(state, decision.seat);
        self.known.clear();
        self.edges.clear();
        self.offered.clear();
        self.iteration = 0;
        self.is_full = false;
        self.start = start;
        self.seat = decision.seat;
        self.known.insert(key, ROOT);
        self.meet(start, state, &work.moves);
        self.roots.clear();
        self.roots.extend(work.moves.iter().copied().zip(self.candidates.iter().copied()));
    }

    /// Walks down to a leaf: the first node reached by way of a node from which some move of this world had
    /// never been seen, or the end of the game.
    fn descend(&mut self, work: &mut Workspace<G>, state: &mut G, rng: &mut Rng) {
        self.iteration += 1;
        self.path.clear();
        let (mut node, mut number) = (ROOT, self.start);
        while let Some(seat) = state.turn() {
            work.list_moves(state);
            if work.leaves.is_beyond(state) || !self.meet(number, state, &work.moves) {
                break;
            }
            let mut is_new = false;
            for &mv in &work.moves {
                is_new |= self.edges.insert((node, mv));
            }
            let rule = &work.config.rule;
            let at = match &self.picks {
                Some(picks) => picks.pick(rule, &self.tree, node, &work.moves, &self.candidates),
                None => rule.pick_available(&self.tree, node, &self.candidates, rng),
            };
            for which in 0..self.candidates.len() {
                self.offer(self.candidates[which]);
            }
            let mv = work.moves[at];
            work.make(state, seat, mv);
            (node, number) = (self.candidates[at], self.numbers[at]);
            self.path.push((node, seat));
            if is_new && work.config.playouts {
                break;
            }
        }
    }

    /// A line may come through a node more than once; the node learns from it
    /// once.
    fn back_up(&mut self, _: &mut Workspace<G>, scores: &Scores) {
        self.path.sort_unstable();
        self.path.dedup_by_key(|&mut (node, _)| node);
        let comes_back = self.path.first().is_some_and(|&(node, _)| node == ROOT);
        self.tree.node_mut(ROOT).visits += u32::from(!comes_back);
        self.tree.book(&self.path, scores);
    }

    fn root_moves(&self, config: &Config, _: Seat) -> Vec<RootMove<G::Move>> {
        finish::root_moves(&self.tree, config, &self.roots, |node| self.tree.node(node).mean())
    }

    fn nodes(&self) -> usize {
        self.tree.len()
    }

    fn is_full(&self) -> bool {
        self.is_full || self.tree.is_full()
    }
}
