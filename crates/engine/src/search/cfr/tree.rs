//! The tree of an ending over all hidden cards: every world, every move and every draw, written out. Positions in which
//! a seat knows the same share one information set. Knows games; how the tree is solved is not known here.

use std::collections::HashMap;

use crate::chances::Chances;
use crate::game::{Game, Seat};

/// A position of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Node {
    /// The end, by the payoff of seat 0.
    End(f64),
    /// Chance decides: children from `first` on, as likely as their weights say.
    Chance { first: u32, count: u32 },
    /// A seat decides: a child for each move of the information set.
    Decision { first: u32, set: u32 },
}

/// Everything a seat knows where it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InfoSet {
    /// The seat.
    pub seat: Seat,
    /// The index of its first move in vectors over all moves of all sets.
    pub first: u32,
    /// The number of its moves.
    pub count: u32,
}

/// The parts of a game that a tree is built from.
pub struct Rules<'a, G: Game> {
    /// Moves and draws, listed.
    pub chances: Chances<G>,
    /// A number for what a seat knows in a position: equal for positions that it cannot tell apart, and for no others.
    pub known: fn(&G, Seat) -> u64,
    /// The payoff of seat 0 where the ending is over; `None` where it goes on.
    pub payoff: &'a dyn Fn(&G) -> Option<f64>,
    /// The most positions.
    pub most: usize,
}

/// The tree. Its root is the first node: chance, which deals the worlds.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    /// The probability with which chance brings a node, given its parent; 1 below decisions.
    pub weights: Vec<f64>,
    pub sets: Vec<InfoSet>,
    /// The number of moves of all sets together.
    pub moves: usize,
}

/// A tree in the making.
struct Builder<'a, G: Game> {
    rules: &'a Rules<'a, G>,
    tree: Tree,
    // Looked up by key only, never iterated, so its order decides nothing.
    sets: HashMap<(Seat, u64), u32>,
    /// Moves and draws of all nodes on the way from the root, one behind the other.
    moves: Vec<G::Move>,
    draws: Vec<(G, f64)>,
    /// The first position of each information set that was met.
    met: Vec<G>,
}

impl Tree {
    /// The tree of these worlds with their weights, and a position of each information set; `None` if it is too large, or
    /// if a seat is said to know the same where it has other moves.
    pub fn new<G: Game>(worlds: &[(G, f64)], rules: &Rules<'_, G>) -> Option<(Tree, Vec<G>)> {
        let tree = Tree { nodes: Vec::new(), weights: Vec::new(), sets: Vec::new(), moves: 0 };
        let (moves, draws, met) = (Vec::new(), Vec::new(), Vec::new());
        let mut builder = Builder { rules, tree, sets: HashMap::new(), moves, draws, met };
        let total: f64 = worlds.iter().map(|(_, weight)| weight).sum();
        if worlds.is_empty() || !(total.is_finite() && total > 0.0) {
            return None;
        }
        builder.room(1)?;
        let first = builder.room(worlds.len())?;
        builder.tree.nodes[0] = Node::Chance { first, count: worlds.len() as u32 };
        for (at, (world, weight)) in (first..).zip(worlds) {
            builder.tree.weights[at as usize] = weight / total;
            builder.grow(at, world)?;
        }
        Some((builder.tree, builder.met))
    }

    /// The information set of the decisions right below the root in which a seat knows this, if there is one.
    pub fn root_set<G: Game>(&self, worlds: &[(G, f64)], is_it: impl Fn(&G) -> bool) -> Option<u32> {
        let at = worlds.iter().position(|(world, _)| is_it(world))?;
        match self.nodes[1 + at] {
            Node::Decision { set, .. } => Some(set),
            Node::End(_) | Node::Chance { .. } => None,
        }
    }
}

impl<G: Game> Builder<'_, G> {
    /// Places for more nodes, side by side.
    fn room(&mut self, count: usize) -> Option<u32> {
        let first = self.tree.nodes.len();
        if first + count > self.rules.most.min(u32::MAX as usize) {
            return None;
        }
        self.tree.nodes.resize(first + count, Node::End(0.0));
        self.tree.weights.resize(first + count, 1.0);
        Some(first as u32)
    }

    /// Grows the tree below a place.
    fn grow(&mut self, at: u32, state: &G) -> Option<()> {
        if let Some(payoff) = (self.rules.payoff)(state) {
            self.tree.nodes[at as usize] = Node::End(payoff);
            return Some(());
        }
        let seat = state.turn()?;
        let from = self.moves.len();
        state.moves(&mut self.moves);
        let count = self.moves.len() - from;
        let set = self.set(state, seat, count as u32)?;
        let first = self.room(count)?;
        self.tree.nodes[at as usize] = Node::Decision { first, set };
        for (child, mv) in (first..).zip(from..from + count) {
            let mut next = *state;
            (self.rules.chances.make)(&mut next, self.moves[mv]);
            self.draw(child, &next)?;
        }
        self.moves.truncate(from);
        Some(())
    }

    /// Grows the tree below a move, through the draw that may follow it.
    fn draw(&mut self, at: u32, state: &G) -> Option<()> {
        let from = self.draws.len();
        (self.rules.chances.outcomes)(state, &mut self.draws);
        let count = self.draws.len() - from;
        if count == 0 {
            return self.grow(at, state);
        }
        let first = self.room(count)?;
        self.tree.nodes[at as usize] = Node::Chance { first, count: count as u32 };
        for (child, draw) in (first..).zip(from..from + count) {
            let (drawn, weight) = self.draws[draw];
            self.tree.weights[child as usize] = weight;
            self.grow(child, &drawn)?;
        }
        self.draws.truncate(from);
        Some(())
    }

    fn set(&mut self, state: &G, seat: Seat, count: u32) -> Option<u32> {
        let next = self.tree.sets.len() as u32;
        let set = *self.sets.entry((seat, (self.rules.known)(state, seat))).or_insert(next);
        if set == next {
            self.met.push(*state);
            self.tree.sets.push(InfoSet { seat, first: self.tree.moves as u32, count });
            self.tree.moves += count as usize;
        }
        (self.tree.sets[set as usize].count == count).then_some(set)
    }
}
