//! `Minimax`: looks at every line of a fixed length. The slow reference that `alphabeta` must agree
//! with, so it takes no short cut of any kind: no pruning, no memory, no ordering.

use std::sync::Arc;

use super::alphabeta::value::{Finding, WIDEST, finished, is_drawn, of_verdict, points, win_in};
use super::alphabeta::{MAX_DEPTH, QUIESCENCE_PLIES};
use crate::agent::{Agent, Choice, Decision, Effort, Ranked};
use crate::evaluation::{Knowledge, Oracle};
use crate::game::{Game, Seat};
use crate::rng::Rng;
use crate::stop::Stop;

/// Nodes between two looks at the stop.
const STOP_EVERY: u64 = 256;

/// Fixed-depth search without pruning, for open games of two seats. Of the knowledge it uses the
/// evaluation and, at the horizon, what wins at once and what is noisy.
pub struct Minimax<G: Game> {
    knowledge: Knowledge<G>,
    /// The plies looked ahead, 1 to [`MAX_DEPTH`].
    depth: u32,
    quiescence: bool,
    oracle: Option<Arc<dyn Oracle<G>>>,
    nodes: u64,
    stop: Stop,
    /// The stop was raised; values no longer mean anything.
    is_stopped: bool,
}

impl<G: Game> Minimax<G> {
    /// Searches `depth` plies, and beyond them the noisy moves where `quiescence` is asked for.
    pub fn new(knowledge: Knowledge<G>, depth: u32, quiescence: bool) -> Self {
        assert!(G::SEATS == 2, "minimax is for two");
        Minimax {
            knowledge,
            depth: depth.clamp(1, MAX_DEPTH),
            quiescence,
            oracle: None,
            nodes: 0,
            stop: Stop::never(),
            is_stopped: false,
        }
    }

    /// Believes `oracle` wherever it knows something.
    pub fn with_oracle(mut self, oracle: Arc<dyn Oracle<G>>) -> Self {
        self.oracle = Some(oracle);
        self
    }

    /// Searches a position that is not over. Where `stop` ends the search, the moves that were searched by then
    /// are compared, or all of them one ply deep if there is none.
    pub fn search(&mut self, state: &G, stop: &Stop) -> Choice<G::Move> {
        let seat = state.turn().expect("a position to search has a seat to move");
        let mut moves = Vec::new();
        state.moves(&mut moves);
        self.nodes = 0;
        let mut line = Vec::new();
        let mut found = self.root(state, seat, &moves, self.depth, stop, &mut line);
        if found.is_empty() {
            found = self.root(state, seat, &moves, 1, &Stop::never(), &mut line);
        }
        let missed: Vec<G::Move> = moves.split_off(found.len());
        // A stable sort, so that the first of equals is the move whose line was kept.
        found.sort_by_key(|finding| -finding.value);
        let mut ranked: Vec<Ranked<G::Move>> = found
            .iter()
            .map(|finding| {
                finding.ranked(is_drawn(state, finding.mv, self.oracle.as_deref()), self.knowledge.scale)
            })
            .collect();
        ranked.extend(missed.into_iter().map(Ranked::unknown));
        Choice { line, ..Choice::first_of(ranked, Effort::nodes(self.nodes)) }
    }

    /// The values of `moves` at a depth, in their order, as far as `stop` lets it come; the line of the best.
    fn root(
        &mut self,
        state: &G,
        seat: Seat,
        moves: &[G::Move],
        depth: u32,
        stop: &Stop,
        line: &mut Vec<G::Move>,
    ) -> Vec<Finding<G::Move>> {
        self.stop = stop.clone();
        self.is_stopped = false;
        let (mut found, mut best, mut rest) = (Vec::new(), -WIDEST, Vec::new());
        for &mv in moves {
            let before = self.nodes;
            let value = self.child(state, seat, mv, depth - 1, 0, &mut rest);
            if self.is_stopped {
                break;
            }
            if value > best {
                best = value;
                line.clear();
                line.push(mv);
                line.append(&mut rest);
            }
            found.push(Finding { mv, value, exact: true, nodes: self.nodes - before });
        }
        found
    }

    /// Counts a node and asks, now and then, whether to go on.
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_EVERY) {
            self.is_stopped |= self.stop.is_due();
        }
    }

    /// The value of a move for `seat`, which makes it at `ply`.
    fn child(
        &mut self,
        state: &G,
        seat: Seat,
        mv: G::Move,
        depth: u32,
        ply: u32,
        line: &mut Vec<G::Move>,
    ) -> i32 {
        let mut next = *state;
        next.apply(mv);
        if next.turn() == Some(seat) {
            self.node(&next, seat, depth, ply + 1, line)
        } else {
            -self.node(&next, 1 - seat, depth, ply + 1, line)
        }
    }

    /// The value of a position for `seat`, which moves unless the game is over.
    fn node(&mut self, state: &G, seat: Seat, depth: u32, ply: u32, line: &mut Vec<G::Move>) -> i32 {
        line.clear();
        if depth == 0 {
            return self.horizon(state, seat, ply, QUIESCENCE_PLIES);
        }
        self.count_node();
        if self.is_stopped {
            return 0;
        }
        if let Some(value) = self.known(state, seat, ply) {
            return value;
        }
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let (mut best, mut rest) = (-WIDEST, Vec::new());
        for mv in moves {
            let value = self.child(state, seat, mv, depth - 1, ply, &mut rest);
            if value > best {
                best = value;
                line.clear();
                line.push(mv);
                line.append(&mut rest);
            }
        }
        best
    }

    /// The value where the search stops: a win at once, or else the evaluation, or else what noisy
    /// moves lead to if that is better.
    fn horizon(&mut self, state: &G, seat: Seat, ply: u32, plies: u32) -> i32 {
        self.count_node();
        if let Some(value) = self.known(state, seat, ply) {
            return value;
        }
        if (self.knowledge.winning)(state).is_some() {
            return win_in(ply + 1);
        }
        let mut best = points((self.knowledge.evaluate)(state, seat));
        if !self.quiescence || plies == 0 || self.is_stopped {
            return best;
        }
        let mut moves = Vec::new();
        (self.knowledge.noisy)(state, &mut moves);
        for mv in moves {
            let mut next = *state;
            next.apply(mv);
            let value = if next.turn() == Some(seat) {
                self.horizon(&next, seat, ply + 1, plies - 1)
            } else {
                -self.horizon(&next, 1 - seat, ply + 1, plies - 1)
            };
            best = best.max(value);
        }
        best
    }

    /// The value of a position that needs no search.
    fn known(&self, state: &G, seat: Seat, ply: u32) -> Option<i32> {
        if state.turn().is_none() {
            return Some(finished(state, seat, ply));
        }
        let verdict = self.oracle.as_ref()?.probe(state)?;
        Some(of_verdict(verdict, ply))
    }
}

impl<G: Game> Agent<G> for Minimax<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        self.search(&G::sample(decision.view, rng), decision.stop)
    }
}

#[cfg(test)]
mod tests;
