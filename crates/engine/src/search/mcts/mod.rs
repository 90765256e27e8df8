//! Monte Carlo tree search, one for open and hidden games: UCT is ISMCTS with a single world.
//!
//! Every axis (worlds, selection, playout, judgement, final choice, budget) is a value in
//! [`Config`] or a boxed part; nothing here is specific to a combination of them.

mod backup;
mod descend;
mod finish;
pub mod select;
pub mod tree;

pub use finish::{Final, RootStats};
pub use select::{Schedule, Select};

use std::sync::Arc;

use crate::agent::{Agent, Choice, Decision, Verdict};
use crate::budget::{Budget, Meter};
use crate::evaluation::Oracle;
use crate::game::{Game, Scores, Seat};
use crate::playout::{Found, Leaves, Trace};
use crate::rng::Rng;
use crate::worlds::Determinizer;

use tree::{Keeps, NodeId, Proof, ROOT, Tree};

/// Rewrites a trace before AMAF counts it, and says how often a move may count.
pub type Rewrite<M> = fn(&mut Trace<M>);

/// Everything about a search that is a number or a switch.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// How long a decision may take.
    pub budget: Budget,
    /// The selection rule.
    pub select: Select,
    /// What an untried child is worth; infinite to try every child once first.
    pub urgency: f64,
    /// A child valued above this is taken without looking at the others; infinite for never.
    pub early: f64,
    /// Which move is played in the end.
    pub choice: Final,
    /// How much the minimax value of what was judged below a node weighs against its mean, 0 to 1
    /// (implicit minimax backups, Lanctot and others 2014). Open two-seat games only.
    pub minimax: f64,
    /// Whether proven wins and losses are backed up (MCTS-Solver). Open two-seat games only.
    pub solver: bool,
    /// Whether the tree of the last decision is kept as far as it still applies.
    pub reuse: bool,
}

/// The exchangeable parts of a search.
pub struct Parts<G: Game> {
    /// What leaves are worth.
    pub leaves: Leaves<G>,
    /// Where worlds come from; not asked in open games.
    pub worlds: Box<dyn Determinizer<G>>,
    /// The order in which untried children come up: more first. `None` keeps the order of the game.
    pub order: Option<fn(&G, G::Move) -> i32>,
    /// A move that wins at once, where there is one; the solver proves such leaves without a playout.
    pub winning: Option<fn(&G) -> Option<G::Move>>,
    /// Exact knowledge of some leaves.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    /// How AMAF reads a playout; `None` for the moves as they were made, each counted once.
    pub amaf: Option<Rewrite<G::Move>>,
}

/// The search. One instance per seat.
pub struct Mcts<G: Game> {
    config: Config,
    parts: Parts<G>,
    tree: Tree<G::Move>,
    /// The history at the last decision, to find its tree again.
    last: Option<Vec<(Seat, G::Move)>>,
    path: Vec<(NodeId, Seat)>,
    moves: Vec<G::Move>,
    candidates: Vec<NodeId>,
    trace: Trace<G::Move>,
    /// The part of a trace that AMAF reads in its own way.
    tail: Trace<G::Move>,
    marks: backup::Marks<G::Move>,
}

impl<G: Game> Mcts<G> {
    /// A search from parts. Proofs need an open game of two seats.
    pub fn new(config: Config, parts: Parts<G>) -> Self {
        let is_open = G::SEATS == 2 && !G::HIDDEN;
        assert!(is_open || !(config.solver || config.minimax > 0.0), "proofs need an open game of two seats");
        let keeps =
            Keeps { availability: G::HIDDEN, amaf: config.select.uses_amaf(), minimax: config.minimax > 0.0 };
        Mcts {
            config,
            parts,
            tree: Tree::new(keeps),
            last: None,
            path: Vec::new(),
            moves: Vec::new(),
            candidates: Vec::new(),
            trace: Trace::new(),
            tail: Trace::new(),
            marks: backup::Marks::default(),
        }
    }

    /// How many nodes the tree has.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Searches and hands out the statistics of the root, so that several searches can be added up
    /// before a move is chosen.
    pub fn search(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> RootStats<G::Move> {
        // Weighing worlds takes time as well, and it is part of what a decision may cost.
        let mut meter = self.config.budget.start();
        self.parts.worlds.begin(decision, rng);
        let first = self.world(decision, rng);
        self.parts.leaves.begin(&first);
        self.plant(decision, &first);
        while self.worth_going_on() && meter.more() {
            let world = if G::HIDDEN { self.world(decision, rng) } else { first };
            self.iterate(world, rng);
        }
        if self.config.reuse {
            self.last = Some(decision.history.to_vec());
        }
        self.root_stats(&first, &meter)
    }

    fn world(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> G {
        self.parts.worlds.world(decision, rng)
    }

    /// Sets up the root: the subtree of the last search that the moves since then lead to, or a new one.
    fn plant(&mut self, decision: &Decision<'_, G>, state: &G) {
        let kept = self.last.take().and_then(|last| {
            let since = decision.history.strip_prefix(last.as_slice())?;
            since.iter().try_fold(ROOT, |node, &(_, mv)| self.tree.child_by(node, mv))
        });
        match kept {
            Some(node) if node != ROOT && self.tree.node(node).is_expanded() => {
                self.tree = self.tree.subtree(node);
            }
            _ => {
                self.moves.clear();
                state.moves(&mut self.moves);
                self.tree.reset(self.moves[0]);
            }
        }
        if !self.tree.node(ROOT).is_expanded() {
            self.expand(ROOT, state);
        }
    }

    /// A proven root has nothing left to learn.
    fn worth_going_on(&self) -> bool {
        !self.config.solver || self.tree.node(ROOT).proof == Proof::Open
    }

    fn iterate(&mut self, mut state: G, rng: &mut Rng) {
        self.path.clear();
        self.trace.clear();
        let leaf = self.descend(&mut state);
        let scores = self.judge(leaf, state, rng);
        self.back_up(&scores);
    }

    /// The result of a leaf: known, or played out.
    fn judge(&mut self, leaf: NodeId, mut state: G, rng: &mut Rng) -> Scores {
        if let Some(scores) = self.known(leaf, &state) {
            return scores;
        }
        let scores = self.play_out(&mut state, rng);
        if self.config.solver
            && let Some(&(_, mover)) = self.path.last()
            && let Some(Found::Won(winner)) = self.parts.leaves.playout.found()
        {
            self.tree.node_mut(leaf).proof = if winner == mover { Proof::Win } else { Proof::Loss };
        }
        scores
    }

    /// The result of a leaf that needs no playout: the game is over, or the ending is known.
    fn known(&mut self, leaf: NodeId, state: &G) -> Option<Scores> {
        let Some(turn) = state.turn() else {
            let scores = self.parts.leaves.judge(state);
            if self.config.solver
                && let Some(&(_, mover)) = self.path.last()
            {
                self.tree.node_mut(leaf).proof = Proof::of_payoff(scores[mover]);
            }
            return Some(scores);
        };
        if self.config.solver && leaf != ROOT {
            let mover = self.path.last().map_or(turn, |&(_, mover)| mover);
            match self.tree.node(leaf).proof {
                Proof::Win => return Some(won_by(mover)),
                Proof::Loss => return Some(won_by(1 - mover)),
                Proof::Draw => return Some(Scores::even(0.5)),
                Proof::Open => {}
            }
        }
        let (proof, scores) = match self.verdict(state)? {
            Verdict::Win(_) => (Proof::Loss, won_by(turn)),
            Verdict::Loss(_) => (Proof::Win, won_by(1 - turn)),
            Verdict::Draw => (Proof::Draw, Scores::even(0.5)),
            Verdict::Score(_) => return None,
        };
        if self.config.solver && self.path.last().is_some_and(|&(_, mover)| mover != turn) {
            self.tree.node_mut(leaf).proof = proof;
        }
        Some(scores)
    }

    /// What is certain about an unfinished leaf, for the seat to move there.
    fn verdict(&self, state: &G) -> Option<Verdict> {
        if self.config.solver && self.parts.winning.is_some_and(|winning| winning(state).is_some()) {
            return Some(Verdict::Win(1));
        }
        self.parts.oracle.as_ref()?.probe(state)
    }

    fn play_out(&mut self, state: &mut G, rng: &mut Rng) -> Scores {
        if self.wants_trace() {
            self.parts.leaves.value_traced(state, &mut self.trace, rng)
        } else {
            self.parts.leaves.value(state, rng)
        }
    }
}

/// The payoffs when `seat` of two has won.
fn won_by(seat: Seat) -> Scores {
    Scores::two(if seat == 0 { 1.0 } else { 0.0 })
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let stats = self.search(decision, rng);
        stats.choice(&self.config)
    }
}

impl<G: Game> Mcts<G> {
    /// The numbers and switches of this search.
    pub fn config(&self) -> &Config {
        &self.config
    }

    fn root_stats(&self, state: &G, meter: &Meter) -> RootStats<G::Move> {
        let seat = state.turn().expect("a decision is asked of a seat to move");
        finish::root_stats(&self.tree, &self.config, seat, meter.spent())
    }
}

#[cfg(test)]
mod tests;
