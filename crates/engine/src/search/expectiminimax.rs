//! `Expectiminimax`: every line of a fixed length, draws listed and averaged, with playouts at the
//! leaves. Hassan (2025) calls this search MCTS, though nothing in it is selected.
//!
//! A tree is built on one world: moves and draws below the root are those of the position it is given.
//! In a hidden game such a search is honest only on sampled worlds ([`super::over_worlds`]), and it
//! cheats when it is shown the true one. Nothing here knows how a game draws; see [`Chances`].

use super::flat::Tie;
use crate::agent::{Admits, Agent, Basis, Choice, Decision, Effort, Ranked, wilson};
use crate::chances::Chances;
use crate::game::{Game, Seat};
use crate::playout::Leaves;
use crate::rng::Rng;
use crate::stop::Stop;
use crate::worlds::Determinizer;

/// Everything about the search that is a number or a switch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Layers of the tree below the root, draws being layers too; at least 1. A tree of one layer stops
    /// before the draw and is flat Monte Carlo; a deeper one never stops between a move and its draw,
    /// so it may be a layer deeper than asked.
    pub depth: u32,
    /// Playouts for every leaf.
    pub each: u64,
    /// The rule for choosing among equals.
    pub tie: Tie,
}

/// The exchangeable parts of the search.
pub struct Components<G: Game> {
    /// The game's list of draws.
    pub chances: Chances<G>,
    /// The values of leaves.
    pub leaves: Leaves<G>,
    /// The way the hidden part of a leaf is drawn before each playout.
    pub worlds: Box<dyn Determinizer<G>>,
    /// The view that the seat is given at a leaf: its view, or more if leaves keep the cards of the tree.
    pub look: fn(&G, Seat) -> G::View,
    /// The moves the agent allows itself in the tree, where not all. There must always be one.
    pub admits: Option<Admits<G>>,
}

/// The search.
pub struct Expectiminimax<G: Game> {
    config: Config,
    parts: Components<G>,
    /// The seat whose payoff is maximised.
    seat: Seat,
    /// The moves up to the current node, as the seat sees them.
    history: Vec<(Seat, G::Move)>,
    /// The moves from the root to the current node with the positions they were made in, where playouts are
    /// shown them; empty otherwise.
    line: Vec<(G, Seat, G::Move)>,
    nodes: u64,
    stop: Stop,
    /// Moves and outcomes of all nodes on the path, and what a leaf stands for: kept so that nodes need
    /// not allocate.
    moves: Vec<G::Move>,
    outcomes: Vec<(G, f64)>,
}

/// Nodes between two looks at the clock, for deadlines; playouts look before each.
const STOP_EVERY: u64 = 256;

/// The kinds of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Leaf,
    Chance,
    Decision(Seat),
}

/// The shape of trees, which depends on nothing but draws and depth.
#[derive(Clone, Copy)]
struct Shape<G: Game> {
    chances: Chances<G>,
    /// True if the tree has one layer.
    is_flat: bool,
}

impl<G: Game> Shape<G> {
    fn new(chances: Chances<G>, depth: u32) -> Self {
        Shape { chances, is_flat: depth <= 1 }
    }

    /// The node after a move. Its outcomes are appended if chance does.
    fn after_move(&self, state: &G, depth: i64, outcomes: &mut Vec<(G, f64)>) -> Node {
        let base = outcomes.len();
        if !self.is_flat {
            (self.chances.outcomes)(state, outcomes);
        }
        if outcomes.len() > base { Node::Chance } else { self.settled(state, depth) }
    }

    /// The node after a draw.
    fn settled(&self, state: &G, depth: i64) -> Node {
        match state.turn() {
            Some(seat) if depth >= 1 && !(self.chances.stops)(state) => Node::Decision(seat),
            Some(_) | None => Node::Leaf,
        }
    }
}

/// The number of nodes of the tree of this depth, the root among them. The root must not be over.
pub fn count<G: Game>(state: &G, chances: Chances<G>, depth: u32) -> u64 {
    let shape = Shape::new(chances, depth);
    1 + count_children(state, &shape, i64::from(depth), &mut Vec::new(), &mut Vec::new())
}

fn count_children<G: Game>(
    state: &G,
    shape: &Shape<G>,
    depth: i64,
    moves: &mut Vec<G::Move>,
    outcomes: &mut Vec<(G, f64)>,
) -> u64 {
    let (base, first) = (moves.len(), outcomes.len());
    state.moves(moves);
    let mut nodes = 0;
    for at in base..moves.len() {
        let mut next = *state;
        (shape.chances.make)(&mut next, moves[at]);
        nodes += 1;
        match shape.after_move(&next, depth - 1, outcomes) {
            Node::Leaf => {}
            Node::Decision(_) => nodes += count_children(&next, shape, depth - 1, moves, outcomes),
            Node::Chance => {
                for which in first..outcomes.len() {
                    let drawn = outcomes[which].0;
                    nodes += 1;
                    if shape.settled(&drawn, depth - 2) != Node::Leaf {
                        nodes += count_children(&drawn, shape, depth - 2, moves, outcomes);
                    }
                }
                outcomes.truncate(first);
            }
        }
    }
    moves.truncate(base);
    nodes
}

impl<G: Game> Expectiminimax<G> {
    /// A search from parts.
    pub fn new(config: Config, parts: Components<G>) -> Self {
        Expectiminimax {
            config,
            parts,
            seat: 0,
            history: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            stop: Stop::never(),
            moves: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// The moves of a decision, on the stack from where it was. A seat that binds itself leaves the
    /// others out.
    fn list_moves(&mut self, state: &G, mover: Seat) {
        let base = self.moves.len();
        state.moves(&mut self.moves);
        let Some(admits) = self.parts.admits.as_ref().filter(|_| mover == self.seat) else {
            return;
        };
        let mut kept = base;
        for at in base..self.moves.len() {
            if admits(state, self.moves[at]) {
                self.moves[kept] = self.moves[at];
                kept += 1;
            }
        }
        debug_assert!(kept > base, "a seat that binds itself still has a move");
        self.moves.truncate(kept);
    }

    /// The value of making a move at a node of this depth.
    fn after(&mut self, state: &G, mover: Seat, mv: G::Move, depth: i64, rng: &mut Rng) -> f64 {
        let shape = Shape::new(self.parts.chances, self.config.depth);
        let before = self.history.len();
        self.history.extend(state.observe(mv, self.seat).map(|seen| (mover, seen)));
        if self.parts.leaves.playout.learns() {
            self.line.push((*state, mover, mv));
        }
        let mut next = *state;
        (shape.chances.make)(&mut next, mv);
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_EVERY) {
            self.stop.is_due();
        }
        let first = self.outcomes.len();
        let value = match shape.after_move(&next, depth - 1, &mut self.outcomes) {
            Node::Leaf => self.leaf(&next, rng),
            Node::Decision(seat) => self.decide(&next, seat, depth - 1, rng),
            Node::Chance => {
                let (mut sum, mut weights) = (0.0, 0.0);
                for which in first..self.outcomes.len() {
                    let (drawn, weight) = self.outcomes[which];
                    self.nodes += 1;
                    weights += weight;
                    sum += weight
                        * match shape.settled(&drawn, depth - 2) {
                            Node::Decision(seat) => self.decide(&drawn, seat, depth - 2, rng),
                            Node::Leaf | Node::Chance => self.leaf(&drawn, rng),
                        };
                }
                self.outcomes.truncate(first);
                sum / weights
            }
        };
        self.history.truncate(before);
        self.line.pop();
        value
    }

    /// The value of a decision: the best for the seat of the search, or what the others leave it.
    fn decide(&mut self, state: &G, mover: Seat, depth: i64, rng: &mut Rng) -> f64 {
        // A value that was cut short is not used.
        if self.stop.is_raised() {
            return 0.5;
        }
        let base = self.moves.len();
        self.list_moves(state, mover);
        let mut best: Option<f64> = None;
        for at in base..self.moves.len() {
            let value = self.after(state, mover, self.moves[at], depth, rng);
            best = Some(match best {
                None => value,
                Some(best) if mover == self.seat => best.max(value),
                Some(best) => best.min(value),
            });
        }
        self.moves.truncate(base);
        best.expect("a seat to move has a move")
    }

    /// The mean payoff of a leaf.
    fn leaf(&mut self, state: &G, rng: &mut Rng) -> f64 {
        if !G::HIDDEN && state.turn().is_none() {
            return state.payoff()[self.seat];
        }
        if self.stop.is_raised() {
            return 0.5;
        }
        let view = (self.parts.look)(state, self.seat);
        let decision = Decision {
            seat: self.seat,
            view: &view,
            legal: &[],
            history: &self.history,
            stop: &self.stop,
            progress: None,
        };
        self.parts.worlds.begin(&decision, rng);
        let mut sum = 0.0;
        for _ in 0..self.config.each {
            if self.stop.is_due() {
                break;
            }
            let mut leaf = self.parts.worlds.world(&decision, rng);
            (self.parts.chances.go_on)(&mut leaf);
            for (state, mover, mv) in &self.line {
                self.parts.leaves.playout.watch(state, *mover, *mv);
            }
            sum += self.parts.leaves.value(&mut leaf, rng)[self.seat];
        }
        sum / self.config.each as f64
    }

    /// The choice among the values found. `legal` are all moves, also those the agent denies itself.
    fn choice(&self, found: &[(G::Move, f64, u64)], legal: &[G::Move], rng: &mut Rng) -> Choice<G::Move> {
        let best = found.iter().map(|&(_, value, _)| value).fold(f64::NEG_INFINITY, f64::max);
        let equals: Vec<usize> = (0..found.len()).filter(|&at| found[at].1 == best).collect();
        let chosen = self.config.tie.pick(&equals, rng);
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|&a, &b| (b == chosen).cmp(&(a == chosen)).then(found[b].1.total_cmp(&found[a].1)));
        let ranked = order.iter().map(|&at| {
            let (mv, mean, visits) = found[at];
            // Of a tree the interval says only how many playouts its smallest leaf had.
            Ranked { visits, mean, interval: wilson(mean, self.config.each as f64), ..Ranked::unknown(mv) }
        });
        let denied = legal.iter().filter(|mv| !found.iter().any(|(other, ..)| other == *mv));
        let ranked = ranked.chain(denied.map(|&mv| Ranked::unknown(mv)));
        Choice::first_of(ranked.collect(), Effort::nodes(self.nodes))
    }
}

impl<G: Game> Agent<G> for Expectiminimax<G> {
    /// Values every move; `visits` are the nodes below a move, and the effort is all nodes with the root.
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        self.parts.worlds.begin(decision, rng);
        let root = G::sample(decision.view, rng);
        self.parts.leaves.begin(decision, &root);
        self.stop = decision.stop.clone();
        self.seat = decision.seat;
        self.nodes = 1;
        self.history.clear();
        self.history.extend_from_slice(decision.history);
        self.moves.clear();
        self.list_moves(&root, decision.seat);
        let moves = self.moves.clone();
        // A move without alternative needs no thought.
        if let [only] = moves[..] {
            return Choice::unranked(only, decision.legal, Basis::Forced);
        }
        let mut found = Vec::new();
        for mv in moves {
            let before = self.nodes;
            let value = self.after(&root, decision.seat, mv, i64::from(self.config.depth), rng);
            let visits = self.nodes - before;
            if !self.stop.is_raised() {
                found.push((mv, value, visits));
                continue;
            }
            // A value that was cut short says nothing; but some move has to be made.
            if found.is_empty() {
                found.push((mv, 0.5, visits));
            }
            break;
        }
        self.choice(&found, decision.legal, rng)
    }
}

#[cfg(test)]
mod tests;
