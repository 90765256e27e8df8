//! `Census`: the end of a hidden game, or of its round, looked at in every world that is left. A move is
//! worth the mean over all worlds, each weighted by its probability, of best play to the end with open
//! cards. Nothing is drawn: the same view gives the same answer. Far from the end another agent is asked.
//!
//! In every world everybody sees all cards from the next decision on, which is a fiction: such an agent
//! never pays for information or bluffs, and fears answers that nobody could know to be right. Where no
//! decision follows its own, the fiction does no harm and the values are exact.

use std::sync::Arc;

use crate::agent::{Agent, Choice, Decision, Effort, Ranked};
use crate::evaluation::ValueFn;
use crate::game::{Game, Seat};
use crate::playout::RoundNumber;
use crate::rng::Rng;
use crate::stop::Stop;
use crate::worlds::Listing;

/// Positions between two looks at the stop.
const STOP_EVERY: u64 = 256;

/// The positions in which the search is used.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The most worlds that are looked at.
    pub limit: usize,
    /// The most decisions that may be left.
    pub plies: u32,
    /// The most positions that are looked at before the search gives up.
    pub nodes: u64,
}

/// The exchangeable parts of the search.
pub struct Components<G: Game> {
    /// The game's list of worlds, and the way they are played on.
    pub listing: Listing<G>,
    /// The likelihood of a world by the moves of the others, up to a factor; `None` takes them as listed.
    pub likelihood: Option<fn(&G::View, &G) -> f64>,
    /// The number of decisions left.
    pub left: fn(&G::View) -> u32,
    /// In games of several rounds: which one a position belongs to, and what their ends are worth.
    pub rounds: Option<(RoundNumber<G>, Arc<dyn ValueFn<G>>)>,
    /// The agent that decides where there are too many worlds, decisions or positions.
    pub fallback: Box<dyn Agent<G>>,
}

/// The agent, for games of two seats.
pub struct Census<G: Game> {
    config: Config,
    parts: Components<G>,
    worlds: Vec<(G, f64)>,
    search: Stacks<G>,
}

/// Memory of the search, kept from decision to decision.
struct Stacks<G: Game> {
    /// Moves and draws of all nodes on the way from the root, one behind the other.
    moves: Vec<G::Move>,
    draws: Vec<(G, f64)>,
    /// The move that was good enough last, by how many moves lie before it. What refutes one move mostly
    /// refutes the next, and in other worlds too; where it is tried first no value changes.
    killers: Vec<Option<G::Move>>,
    positions: u64,
}

impl<G: Game> Census<G> {
    /// A census under `config`.
    pub fn new(config: Config, parts: Components<G>) -> Self {
        assert!(G::SEATS == 2, "best play is worked out for two seats");
        let search = Stacks { moves: Vec::new(), draws: Vec::new(), killers: Vec::new(), positions: 0 };
        Census { config, parts, worlds: Vec::new(), search }
    }

    /// Lists the worlds of a decision with weights that sum to 1, if it is one for this search.
    fn take(&mut self, view: &G::View) -> bool {
        self.worlds.clear();
        let near = (self.parts.left)(view) <= self.config.plies;
        if !near || !(self.parts.listing.worlds)(view, self.config.limit, &mut self.worlds) {
            return false;
        }
        if let Some(likelihood) = self.parts.likelihood {
            // `max` also turns what is no number into 0.
            let likely = |(world, weight): &(G, f64)| weight * likelihood(view, world).max(0.0);
            let weights: Vec<f64> = self.worlds.iter().map(likely).collect();
            let total: f64 = weights.iter().sum();
            // A belief under which nothing is possible is no belief.
            if total.is_finite() && total > 0.0 {
                self.worlds.iter_mut().zip(weights).for_each(|(world, weight)| world.1 = weight / total);
            }
        }
        !self.worlds.is_empty()
    }
}

impl<G: Game> Agent<G> for Census<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let counted = if self.take(decision.view) { self.count(decision) } else { None };
        counted.unwrap_or_else(|| self.parts.fallback.choose(decision, rng))
    }
}

impl<G: Game> Census<G> {
    /// Values every move over the worlds, unless that takes too long. Where the decision is stopped, over the
    /// worlds that were looked at by then, if there is one.
    fn count(&mut self, decision: &Decision<'_, G>) -> Option<Choice<G::Move>> {
        let (legal, seat) = (decision.legal, decision.seat);
        let mut means = vec![0.0; legal.len()];
        let (mut looked_at, mut values) = (0.0, Vec::new());
        // Nothing is left from other decisions that might change an answer, were it only the count.
        self.search.positions = 0;
        self.search.killers.clear();
        let mut search = Search {
            seat,
            round: self.parts.rounds.as_ref().map(|(round, _)| round(&self.worlds[0].0)),
            depth: 0,
            nodes: self.config.nodes,
            stop: decision.stop,
            is_stopped: false,
            parts: &self.parts,
            stacks: &mut self.search,
        };
        let mut at = 0;
        while at < self.worlds.len() {
            let (world, first) = self.worlds[at];
            let others = self.worlds[at + 1..].iter();
            let like_it = others.take_while(|(next, _)| (self.parts.listing.alike)(&world, next));
            let (count, weight) =
                like_it.fold((1, first), |(count, sum), (_, weight)| (count + 1, sum + weight));
            // Worlds that a belief rules out need not be looked at.
            let moves = if weight > 0.0 { legal } else { &[] };
            values.clear();
            for &mv in moves {
                values.push(search.after(&world, mv, 0.0, 1.0));
                if search.is_stopped && looked_at > 0.0 {
                    means.iter_mut().for_each(|mean| *mean /= looked_at);
                    return Some(explained(legal, &means, at as u64, self.search.positions));
                }
                if search.is_spent() {
                    return None;
                }
            }
            means.iter_mut().zip(&values).for_each(|(mean, value)| *mean += weight * value);
            looked_at += weight;
            at += count;
        }
        Some(explained(legal, &means, self.worlds.len() as u64, self.search.positions))
    }
}

fn explained<M: Copy + PartialEq>(legal: &[M], means: &[f64], worlds: u64, positions: u64) -> Choice<M> {
    let rank = |(&mv, &mean): (&M, &f64)| {
        // Sums of weights may miss 1 by a rounding error.
        let mean = mean.clamp(0.0, 1.0);
        Ranked { visits: worlds, mean, interval: (mean, mean), ..Ranked::unknown(mv) }
    };
    let mut ranked: Vec<Ranked<M>> = legal.iter().zip(means).map(rank).collect();
    // A stable sort: of equal moves the first is played.
    ranked.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    Choice::first_of(ranked, Effort::nodes(positions))
}

/// Depth-first search of one world. Values are payoffs of `seat`.
struct Search<'a, G: Game> {
    seat: Seat,
    round: Option<u32>,
    /// Moves made since the root.
    depth: usize,
    nodes: u64,
    stop: &'a Stop,
    /// The stop was raised; values no longer mean anything.
    is_stopped: bool,
    parts: &'a Components<G>,
    stacks: &'a mut Stacks<G>,
}

impl<G: Game> Search<'_, G> {
    /// The value of a move, exact if it lies between `alpha` and `beta`.
    fn after(&mut self, state: &G, mv: G::Move, alpha: f64, beta: f64) -> f64 {
        let mut next = *state;
        (self.parts.listing.chances.make)(&mut next, mv);
        self.depth += 1;
        let from = self.stacks.draws.len();
        (self.parts.listing.chances.outcomes)(&next, &mut self.stacks.draws);
        let value = match self.stacks.draws.len() - from {
            0 => self.value(&next, alpha, beta),
            // The last card of a deck is no matter of chance, so what is known about values still holds.
            1 => self.value(&self.stacks.draws[from].0.clone(), alpha, beta),
            _ => (from..self.stacks.draws.len())
                .map(|at| {
                    let (drawn, weight) = self.stacks.draws[at];
                    weight * self.value(&drawn, 0.0, 1.0)
                })
                .sum(),
        };
        self.stacks.draws.truncate(from);
        self.depth -= 1;
        value
    }

    fn value(&mut self, state: &G, mut alpha: f64, mut beta: f64) -> f64 {
        self.stacks.positions += 1;
        if self.stacks.positions.is_multiple_of(STOP_EVERY) {
            self.is_stopped |= self.stop.is_due();
        }
        // All values are thrown away then.
        if self.is_spent() {
            return 0.5;
        }
        let Some(turn) = state.turn().filter(|_| !self.is_beyond(state)) else {
            return self.judge(state);
        };
        let from = self.stacks.moves.len();
        state.moves(&mut self.stacks.moves);
        self.promote_killer(from);
        let own = turn == self.seat;
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        for at in from..self.stacks.moves.len() {
            let value = self.after(state, self.stacks.moves[at], alpha, beta);
            if own {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                self.stacks.killers[self.depth] = Some(self.stacks.moves[at]);
                break;
            }
        }
        self.stacks.moves.truncate(from);
        best
    }

    /// Puts the move that was good enough last before the others.
    fn promote_killer(&mut self, from: usize) {
        let Stacks { moves, killers, .. } = &mut *self.stacks;
        if killers.len() <= self.depth {
            killers.resize(self.depth + 1, None);
        }
        let moves = &mut moves[from..];
        if let Some(at) = killers[self.depth].and_then(|killer| moves.iter().position(|&mv| mv == killer)) {
            moves.swap(0, at);
        }
    }

    /// True if more positions were looked at than allowed, or somebody has ended the search.
    fn is_spent(&self) -> bool {
        self.stacks.positions > self.nodes || self.is_stopped
    }

    fn is_beyond(&self, state: &G) -> bool {
        self.parts.rounds.as_ref().is_some_and(|(round, _)| Some(round(state)) != self.round)
    }

    fn judge(&self, state: &G) -> f64 {
        let mut end = *state;
        (self.parts.listing.chances.go_on)(&mut end);
        match &self.parts.rounds {
            Some((_, value_fn)) => value_fn.payoffs(&end)[self.seat],
            None => end.payoff()[self.seat],
        }
    }
}

#[cfg(test)]
mod tests;
