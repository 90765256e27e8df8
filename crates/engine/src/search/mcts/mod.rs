//! Monte Carlo tree search, one for open and hidden games: UCT is ISMCTS with a single world.
//!
//! Every axis (worlds, selection, playout, judgement, final choice, budget) is a value in
//! [`Config`] or a boxed part; nothing here is specific to a combination of them.

mod advice;
mod backup;
mod descend;
mod finish;
pub mod graph;
mod groups;
mod observers;
pub mod select;
pub mod tree;

pub use advice::Advice;
pub use finish::{Final, RootStats};
pub use graph::Identity;
pub use groups::{GroupOf, Grouping};
pub use select::{Counts, Schedule, Select, Ties};

use std::sync::Arc;

use crate::agent::{Agent, Choice, Decision, Effort, Verdict};
use crate::bandit::Bandit;
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
    /// What the rule compares a child's visits with, in hidden games.
    pub counts: Counts,
    /// Which of equal children is taken.
    pub ties: Ties,
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
    /// Whether leaves are played out; otherwise every iteration stays in the tree to the end of the game.
    pub playouts: bool,
    /// Whether moves are chosen in two steps.
    pub groups: Grouping,
    /// Whether every seat has a tree of its own, in which it is told only what it sees (multiple-observer
    /// ISMCTS); otherwise one tree knows the moves as they are made. Hidden games only.
    pub observers: bool,
    /// Whether a hidden game is searched though there is but one legal move. Its value is not needed to
    /// make it.
    pub lone: bool,
    /// The worst and the best reward, which the explanation shows as 0 and 1.
    pub range: (f64, f64),
}

impl Config {
    /// The plain search: UCB1, every child once first, the most visited move.
    pub fn new(budget: Budget) -> Config {
        Config {
            budget,
            select: Select::Bandit(Bandit::Ucb1 { c: 0.5 }),
            counts: Counts::Available,
            ties: Ties::First,
            urgency: f64::INFINITY,
            early: f64::INFINITY,
            choice: Final::Visits,
            minimax: 0.0,
            solver: false,
            reuse: false,
            playouts: true,
            groups: Grouping::None,
            observers: false,
            lone: true,
            range: (0.0, 1.0),
        }
    }
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
    /// Who is asked before the tree grows.
    pub advice: Option<Advice<G>>,
    /// What nodes are told apart by; `None` for the moves that lead to them. Hidden games only.
    pub identity: Option<Identity<G>>,
    /// The group of a move, for searches that choose in two steps.
    pub group: Option<GroupOf<G::Move>>,
    /// Moves that are played in the end whatever was found, if they are legal.
    pub finishing: Option<fn(&G, G::Move) -> bool>,
}

impl<G: Game> Parts<G> {
    /// A search that is told nothing about its game.
    pub fn new(leaves: Leaves<G>, worlds: Box<dyn Determinizer<G>>) -> Parts<G> {
        Parts {
            leaves,
            worlds,
            order: None,
            winning: None,
            oracle: None,
            amaf: None,
            advice: None,
            identity: None,
            group: None,
            finishing: None,
        }
    }
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
    /// What the advisor thinks of each child of the root, in the tree's order; empty without one.
    opinions: Vec<f64>,
    graph: graph::Graph<G::Move>,
    crowd: observers::Crowd<G::Move>,
    /// The groups of the moves listed last.
    groups: Vec<u8>,
}

impl<G: Game> Mcts<G> {
    /// A search from parts. Proofs need an open game of two seats.
    pub fn new(config: Config, parts: Parts<G>) -> Self {
        let is_open = G::SEATS == 2 && !G::HIDDEN;
        assert!(is_open || !(config.solver || config.minimax > 0.0), "proofs need an open game of two seats");
        let ways = [parts.identity.is_some(), config.groups == Grouping::Layer, config.observers];
        let ways = ways.into_iter().filter(|&way| way).count();
        assert!(ways == 0 || G::HIDDEN, "trees of open games have one shape");
        assert!(ways < 2 && !(ways == 1 && config.select.uses_amaf()), "one shape of the tree at a time");
        assert!(
            parts.advice.is_none() || (ways == 0 && parts.group.is_none()),
            "advice is for trees of moves"
        );
        assert!(config.groups == Grouping::None || parts.group.is_some(), "groups need a game that has them");
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
            opinions: Vec::new(),
            graph: graph::Graph::default(),
            crowd: observers::Crowd::new(if config.observers { G::SEATS } else { 0 }, keeps),
            groups: Vec::new(),
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
        let mut meter = self.config.budget.start(decision.stop).reporting(decision.reports());
        self.parts.worlds.begin(decision, rng);
        let first = self.world(decision, rng);
        self.parts.leaves.begin(decision, &first);
        self.plant(decision, &first);
        let is_idle = G::HIDDEN && !self.config.lone && self.is_forced(&first);
        let heard = if is_idle { Effort::NONE } else { self.consult(decision, rng) };
        while !is_idle && self.worth_going_on() && meter.more() {
            let world = if G::HIDDEN { self.world(decision, rng) } else { first };
            self.iterate(world, rng);
            if meter.is_report_due() {
                self.report(decision, &first, &meter);
            }
        }
        if self.config.reuse {
            self.last = Some(decision.history.to_vec());
        }
        // Without a search the trees of the seats know no move; the planted one does.
        if self.config.observers && !is_idle {
            self.swap_own_tree(decision.seat);
        }
        let mut stats = self.root_stats(&first, &meter);
        stats.effort += heard;
        stats
    }

    /// Tells whoever wants to know what is known so far.
    #[cold]
    fn report(&mut self, decision: &Decision<'_, G>, first: &G, meter: &Meter) {
        if self.config.observers {
            self.swap_own_tree(decision.seat);
        }
        let stats = self.root_stats(first, meter);
        if self.config.observers {
            self.swap_own_tree(decision.seat);
        }
        decision.report(&stats.choice(&self.config), meter.fraction());
    }

    fn world(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> G {
        self.parts.worlds.world(decision, rng)
    }

    /// Sets up the root: the subtree of the last search that the moves since then lead to, or a new one.
    fn plant(&mut self, decision: &Decision<'_, G>, state: &G) {
        let kept = self.last.take().and_then(|last| {
            let since = decision.history.strip_prefix(last.as_slice())?;
            since.iter().try_fold(ROOT, |node, &(_, mv)| self.child_after(node, mv))
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
        if self.parts.identity.is_some() {
            self.plant_graph(state, decision.seat);
        } else if self.config.groups == Grouping::Layer {
            self.plant_layer(state);
        } else if G::HIDDEN || !self.tree.node(ROOT).is_expanded() {
            // A kept node of a hidden game knows the moves of the worlds it was met in, not those there are.
            self.expand(ROOT, state);
        }
        if self.config.observers {
            self.crowd.plant(&self.tree);
        }
    }

    /// Whether the root leaves nothing to choose.
    fn is_forced(&mut self, state: &G) -> bool {
        state.count_moves(&mut self.moves) == 1
    }

    /// A proven root has nothing left to learn.
    fn worth_going_on(&self) -> bool {
        !self.config.solver || self.tree.node(ROOT).proof == Proof::Open
    }

    fn iterate(&mut self, mut state: G, rng: &mut Rng) {
        self.path.clear();
        self.trace.clear();
        if self.config.observers {
            self.descend_together(&mut state, rng);
            let scores = self.judge(ROOT, state, rng);
            self.back_up_together(&scores);
            return;
        }
        let leaf = match self.parts.identity {
            Some(identity) => self.descend_graph(identity, &mut state, rng),
            None => self.descend(&mut state, rng),
        };
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
        let mut moves = self.root_moves();
        if G::HIDDEN && self.config.reuse {
            let mut legal = Vec::new();
            state.moves(&mut legal);
            moves.retain(|(mv, _)| legal.contains(mv));
        }
        let mut stats =
            finish::root_stats(&self.tree, &self.config, &moves, seat, Effort::iterations(meter.spent()));
        if let Some(finishing) = self.parts.finishing {
            stats.moves.iter_mut().for_each(|root| root.finishes = finishing(state, root.mv));
        }
        stats
    }

    /// The moves of the root with their nodes, in the order of the tree.
    fn root_moves(&self) -> Vec<(G::Move, NodeId)> {
        let named = |node: NodeId| (self.tree.node(node).mv, node);
        if self.parts.identity.is_some() {
            self.graph.roots.clone()
        } else if self.config.groups == Grouping::Layer {
            self.tree.children(ROOT).flat_map(|group| self.tree.children(group)).map(named).collect()
        } else {
            self.tree.children(ROOT).map(named).collect()
        }
    }
}

#[cfg(test)]
mod axes;
#[cfg(test)]
mod tests;
