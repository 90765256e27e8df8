//! The value of a leaf of a search: a playout, the place where it stops, and the evaluation there.

use std::sync::Arc;

use super::{Found, Playout, Trace};
use crate::agent::Decision;
use crate::evaluation::ValueFn;
use crate::game::{Game, Scores, Seat};
use crate::objective::Objective;
use crate::rng::Rng;

/// The round of a position, in games of several.
pub type RoundNumber<G> = fn(&G) -> u32;

/// The way leaves of a search get their values.
pub struct Leaves<G: Game> {
    /// The playout from a leaf.
    pub playout: Box<dyn Playout<G>>,
    /// Plies after which a playout is cut and judged.
    pub cut: u32,
    /// The evaluation where playouts stop; without one, playouts cut short count as draws.
    pub value_fn: Option<Arc<dyn ValueFn<G>>>,
    /// The round function and the round the search began in, where searches end with the round.
    round: Option<(RoundNumber<G>, u32)>,
    /// The objective and the seat that searches; `None` for its own payoff.
    objective: Option<(Objective, Seat)>,
}

impl<G: Game> Leaves<G> {
    /// Leaves played on by `playout` until `cut` plies are made.
    pub fn new(playout: Box<dyn Playout<G>>, cut: u32, value_fn: Option<Arc<dyn ValueFn<G>>>) -> Self {
        Leaves { playout, cut, value_fn, round: None, objective: None }
    }

    /// The same, for searches that look no further than the end of the round. The playout must stop
    /// there by itself, and the value_fn know what the end of a round is worth.
    pub fn within(mut self, round: Option<RoundNumber<G>>) -> Self {
        self.round = round.map(|round| (round, 0));
        self
    }

    /// The same, for a search of a seat that is after something else than its own payoff; the others go on
    /// wanting theirs.
    pub fn with_objective(mut self, objective: Objective) -> Self {
        self.objective = (objective != Objective::Own).then_some((objective, 0));
        self
    }

    /// Told where a search begins: the decision, and a world that fits it.
    pub fn begin(&mut self, decision: &Decision<'_, G>, root: &G) {
        self.playout.begin(decision, root);
        if let Some((round, first)) = &mut self.round {
            *first = round(root);
        }
        if let Some((_, seat)) = &mut self.objective {
            *seat = decision.seat;
        }
    }

    /// True if the search need not look further than this position, because its round is over.
    #[inline]
    pub fn is_beyond(&self, state: &G) -> bool {
        self.round.is_some_and(|(round, first)| round(state) != first)
    }

    /// The value found for `state`. It is left where the playout stopped.
    #[inline]
    pub fn value(&mut self, state: &mut G, rng: &mut Rng) -> Scores {
        if !self.is_beyond(state) {
            self.playout.run(state, self.cut, rng);
        }
        self.judge(state)
    }

    /// Like [`Leaves::value`], appending the moves of the playout to `trace`.
    pub fn value_traced(&mut self, state: &mut G, trace: &mut Trace<G::Move>, rng: &mut Rng) -> Scores {
        if !self.is_beyond(state) {
            self.playout.run_traced(state, self.cut, trace, rng);
        }
        self.judge(state)
    }

    /// The value of a position where a playout stopped, or where the game is over.
    #[inline]
    pub fn judge(&self, state: &G) -> Scores {
        let scores = self.payoffs(state);
        match self.objective {
            None => scores,
            Some((objective, seat)) => objective.seen_by::<G>(seat, scores),
        }
    }

    #[inline]
    fn payoffs(&self, state: &G) -> Scores {
        match (&self.value_fn, self.playout.found()) {
            (_, Some(Found::Payoffs(scores))) => scores,
            (Some(value_fn), Some(found)) => {
                value_fn.of_found(found).unwrap_or_else(|| value_fn.payoffs(state))
            }
            (Some(value_fn), None) => value_fn.payoffs(state),
            (None, _) if state.turn().is_none() => state.payoff(),
            (None, _) => Scores::even(0.5),
        }
    }
}
