//! `AlphaBeta`: depth-first search of open two-seat games, with all the usual help: iterative
//! deepening, principal variation search, a transposition table, killers, history, quiescence, and an
//! oracle for endings. Knows a game only through [`Knowledge`].
//!
//! With [`Limit::Depth`] the value of the root is exactly that of [`super::minimax::Minimax`]: every
//! saving is one that cannot change it. Cycles need no care, since depth runs out in any case and the
//! value of a position at a depth does not depend on how it was reached.

mod node;
mod order;
mod quiescence;
mod root;
mod selective;
mod table;
pub(super) mod value;

pub use quiescence::QUIESCENCE_PLIES;
pub use value::PROVEN;

use std::sync::Arc;

use crate::agent::{Agent, Choice, Decision, Effort, Note, Ranked};
use crate::budget::Budget;
use crate::evaluation::{Knowledge, Oracle};
use crate::game::{Game, Seat};
use crate::rng::Rng;
use crate::stop::Stop;
use node::Search;
use root::deepen;
use table::TranspositionTable;
use value::is_drawn;

/// The deepest a search goes, quiescence aside.
pub const MAX_DEPTH: u32 = 100;

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// At so many plies, 1 to [`MAX_DEPTH`]: the value is that of plain minimax.
    Depth(u32),
    /// A budget, whose iterations are nodes. One ply is always completed.
    Budget(Budget),
}

/// The configuration of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// The limit of the search.
    pub limit: Limit,
    /// True if noisy moves are played out at the horizon.
    pub quiescence: bool,
    /// True if unpromising moves may be searched less deeply, and deeper results stand in for shallow
    /// ones. The wins and losses reported are still proven, but need not be the shortest. A search by
    /// depth never does this.
    pub selective: bool,
    /// True if every root move gets its exact value, which costs much more than knowing it is not best.
    pub explain: bool,
    /// Memory of the transposition table, rounded down to a power of two.
    pub table_bytes: usize,
}

impl Config {
    /// The configuration that plays best under this limit.
    pub fn new(limit: Limit) -> Config {
        Config { limit, quiescence: true, selective: true, explain: false, table_bytes: 16 << 20 }
    }

    fn is_selective(&self) -> bool {
        match self.limit {
            Limit::Depth(_) => false,
            Limit::Budget(_) => self.selective,
        }
    }
}

/// An agent that plays by alpha-beta search.
pub struct AlphaBeta<G: Game> {
    config: Config,
    search: Search<G>,
    /// Plies of the first iteration.
    first: u32,
    /// The history of the last decision, to notice when another game has begun.
    history: Vec<(Seat, G::Move)>,
}

impl<G: Game> AlphaBeta<G> {
    /// Searches as `config` says, by what the game tells about itself.
    pub fn new(knowledge: Knowledge<G>, config: Config) -> Self {
        assert!(G::SEATS == 2, "alpha-beta is for two");
        Self::with_table(knowledge, config, TranspositionTable::new(config.table_bytes), 1)
    }

    /// Searches that share one table, each to be run on a thread of its own. What they find depends on how the machine
    /// runs them. Every other one begins a ply deeper, so that they do not all do the same at the same time.
    pub fn sharing(knowledge: Knowledge<G>, config: Config, count: usize) -> Vec<Self> {
        let tables = TranspositionTable::shared(config.table_bytes, count);
        let search = |(at, table)| Self::with_table(knowledge, config, table, 1 + at as u32 % 2);
        tables.into_iter().enumerate().map(search).collect()
    }

    fn with_table(
        knowledge: Knowledge<G>,
        config: Config,
        table: TranspositionTable<G::Move>,
        first: u32,
    ) -> Self {
        AlphaBeta { config, search: Search::new(knowledge, &config, table), first, history: Vec::new() }
    }

    /// Believes `oracle` wherever it knows something.
    pub fn with_oracle(mut self, oracle: Arc<dyn Oracle<G>>) -> Self {
        self.search.oracle = Some(oracle);
        self
    }

    /// Searches a position that is not over, with what is still in the table from earlier searches, until
    /// `stop` ends it; one ply is always completed.
    pub fn search(&mut self, state: &G, stop: &Stop) -> Choice<G::Move> {
        let seat = state.turn().expect("a position to search has a seat to move");
        let root = deepen(&mut self.search, state, seat, &self.config, self.first, stop);
        let oracle = self.search.oracle.as_deref();
        let mut found = root.found;
        // The best move heads the list already; bounds of the others come from different depths when
        // time ran out, so only they are sorted.
        found[1..].sort_by_key(|finding| -finding.value);
        let ranked: Vec<Ranked<G::Move>> = found
            .iter()
            .map(|finding| finding.ranked(is_drawn(state, finding.mv, oracle), self.search.knowledge.scale))
            .collect();
        let notes = vec![Note::Depth(root.depth)];
        Choice { line: root.line, notes, ..Choice::first_of(ranked, Effort::nodes(self.search.nodes)) }
    }

    /// The value of a position that is not over to the seat to move, searched as [`AlphaBeta::search`]
    /// does; beyond [`PROVEN`] it is certain.
    pub fn value(&mut self, state: &G, stop: &Stop) -> i32 {
        let seat = state.turn().expect("a position to search has a seat to move");
        deepen(&mut self.search, state, seat, &self.config, self.first, stop).found[0].value
    }

    /// Forgets earlier searches, so that the next depends on its position alone.
    pub fn forget(&mut self) {
        self.search.table.clear();
        self.search.order.clear();
        self.history.clear();
    }

    /// Keeps what was learnt from the earlier moves of the same game and forgets another's: a game must
    /// not depend on what the agent played before it. A history that does not go on from the last one
    /// belongs to another game, or to the same question asked again.
    pub fn remember(&mut self, history: &[(Seat, G::Move)]) {
        let goes_on = history.len() > self.history.len() && history.starts_with(&self.history);
        if !goes_on {
            self.forget();
        }
        self.history.clear();
        self.history.extend_from_slice(history);
    }
}

impl<G: Game> Agent<G> for AlphaBeta<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        self.remember(decision.history);
        self.search(&G::sample(decision.view, rng), decision.stop)
    }
}

#[cfg(test)]
mod tests;
