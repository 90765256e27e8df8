//! Monte Carlo tree search, one for open and hidden games: UCT is ISMCTS with a single world.
//!
//! Every axis (worlds, selection, playout, judgement, final choice, budget) is a value in [`Config`] or a boxed
//! part, and the tree itself is a [`Shape`]; nothing here is specific to a combination of them.

mod backup;
mod finish;
pub mod rave;
mod select;
pub mod shape;
mod tree;

pub use finish::{Final, RootMove, RootStats};
pub use select::{ParentCount, Rule, Ties};
pub use shape::{Advice, Graph, GroupOf, Hidden, Identity, Layers, Moves, Observers, Proofs, Shape};
pub use tree::{NodeId, Tree};

use crate::agent::{Agent, Choice, Decision, Effort, Note};
use crate::bandit::Bandit;
use crate::budget::{Budget, Meter};
use crate::game::{Game, Scores, Seat};
use crate::playout::{Leaves, Trace};
use crate::rng::Rng;
use crate::worlds::Determinizer;

/// Everything about a search that is a number or a switch.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The budget of a decision.
    pub budget: Budget,
    /// The selection rule.
    pub rule: Rule,
    /// The rule for the move that is played in the end.
    pub choice: Final,
    /// True if leaves are played out; otherwise every iteration stays in the tree to the end of the game.
    pub playouts: bool,
    /// True if a hidden game is searched though there is but one legal move. Its value is not needed to
    /// make it.
    pub lone: bool,
}

impl Config {
    /// The plain search: UCB1, every child once first, the most visited move.
    pub fn new(budget: Budget) -> Config {
        Config {
            budget,
            rule: Rule::new(Bandit::Ucb1 { c: 0.5 }),
            choice: Final::Visits,
            playouts: true,
            lone: true,
        }
    }
}

/// The memory that a tree may take where nobody says otherwise, one and a half gigabytes.
pub const MEMORY: usize = 3 << 29;

/// The exchangeable parts of a search.
pub struct Components<G: Game> {
    /// The values of leaves.
    pub leaves: Leaves<G>,
    /// The source of worlds; not asked in open games.
    pub worlds: Box<dyn Determinizer<G>>,
    /// The order in which untried children come up: more first. `None` keeps the order of the game.
    pub order: Option<fn(&G, G::Move) -> i32>,
    /// The tree.
    pub shape: Box<dyn Shape<G>>,
}

impl<G: Game> Components<G> {
    /// A plain tree that is told nothing about its game.
    pub fn new(leaves: Leaves<G>, worlds: Box<dyn Determinizer<G>>) -> Components<G> {
        Components { leaves, worlds, order: None, shape: Box::new(Moves::new(MEMORY)) }
    }
}

/// The memory that an iteration works in, and what every shape of the tree needs beside its nodes.
pub struct Workspace<G: Game> {
    /// The numbers and switches of the search.
    pub config: Config,
    /// The values of leaves.
    pub leaves: Leaves<G>,
    /// The moves listed last.
    pub moves: Vec<G::Move>,
    /// The moves of this iteration, where somebody reads them.
    pub trace: Trace<G::Move>,
    /// True if somebody does.
    pub traces: bool,
    order: Option<fn(&G, G::Move) -> i32>,
}

impl<G: Game> Workspace<G> {
    /// Lists the moves of a position, in the order they are to be tried.
    #[inline]
    pub fn list_moves(&mut self, state: &G) {
        self.moves.clear();
        state.moves(&mut self.moves);
        if let Some(order) = self.order {
            // Asking twice for the same move is cheaper than a vector of answers for every node.
            self.moves.sort_by_key(|&mv| std::cmp::Reverse(order(state, mv)));
        }
    }

    /// Makes a move of the tree.
    #[inline]
    pub fn make(&mut self, state: &mut G, seat: Seat, mv: G::Move) {
        if self.traces {
            self.trace.push((seat, mv));
            self.leaves.playout.watch(state, seat, mv);
        }
        state.apply(mv);
    }

    /// The value of a leaf, by a playout if the game goes on.
    #[inline]
    pub fn value(&mut self, state: &mut G, rng: &mut Rng) -> Scores {
        if state.turn().is_none() {
            return self.leaves.judge(state);
        }
        if self.traces {
            self.leaves.value_traced(state, &mut self.trace, rng)
        } else {
            self.leaves.value(state, rng)
        }
    }

    /// Tells playouts that learn how an iteration went.
    #[inline]
    pub fn learn(&mut self, scores: &Scores) {
        if self.traces && self.leaves.playout.learns() {
            self.leaves.playout.learn(&self.trace, scores);
        }
    }
}

/// The search. One instance per seat.
pub struct Mcts<G: Game> {
    work: Workspace<G>,
    worlds: Box<dyn Determinizer<G>>,
    shape: Box<dyn Shape<G>>,
}

impl<G: Game> Mcts<G> {
    /// A search from parts.
    pub fn new(config: Config, parts: Components<G>) -> Self {
        let traces = parts.leaves.playout.learns();
        let work = Workspace {
            config,
            leaves: parts.leaves,
            moves: Vec::new(),
            trace: Trace::new(),
            traces,
            order: parts.order,
        };
        Mcts { work, worlds: parts.worlds, shape: parts.shape }
    }

    /// The number of nodes of the tree.
    pub fn nodes(&self) -> usize {
        self.shape.nodes()
    }

    /// The numbers and switches of this search.
    pub fn config(&self) -> &Config {
        &self.work.config
    }

    /// Searches and hands out the statistics of the root, so that several searches can be added up
    /// before a move is chosen.
    pub fn search(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> RootStats<G::Move> {
        // Weighing worlds takes time as well, and it is part of what a decision may cost.
        let mut meter = self.work.config.budget.start(decision.stop).reporting(decision.reports());
        self.worlds.begin(decision, rng);
        let first = self.worlds.world(decision, rng);
        self.work.leaves.begin(decision, &first);
        self.shape.plant(&mut self.work, decision, &first, rng);
        let is_idle = G::HIDDEN && !self.work.config.lone && self.is_forced(&first);
        let heard = if is_idle { Effort::NONE } else { self.shape.consult(decision, rng) };
        while !is_idle && !self.shape.is_proven() && meter.more() {
            let world = if G::HIDDEN { self.worlds.world(decision, rng) } else { first };
            self.shape.iterate(&mut self.work, world, rng);
            if meter.is_report_due() {
                self.report(decision, &meter);
            }
        }
        self.shape.keep(decision.history);
        let mut stats = self.root_stats(decision, &meter);
        stats.effort += heard;
        stats
    }

    /// Reports progress.
    #[cold]
    fn report(&mut self, decision: &Decision<'_, G>, meter: &Meter) {
        let stats = self.root_stats(decision, meter);
        decision.report(&stats.choice(&self.work.config), meter.fraction());
    }

    /// True if the root leaves nothing to choose.
    fn is_forced(&mut self, state: &G) -> bool {
        state.count_moves(&mut self.work.moves) == 1
    }

    fn root_stats(&self, decision: &Decision<'_, G>, meter: &Meter) -> RootStats<G::Move> {
        RootStats {
            seat: decision.seat,
            effort: Effort::iterations(meter.spent()),
            notes: if self.shape.is_full() { vec![Note::TreeFull] } else { Vec::new() },
            moves: self.shape.root_moves(&self.work.config, decision.seat),
        }
    }
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let stats = self.search(decision, rng);
        stats.choice(&self.work.config)
    }
}

#[cfg(test)]
mod axes;
#[cfg(test)]
mod tests;
