//! What a leaf of a search is worth: a playout, where it stops, and who judges it there.

use std::sync::Arc;

use super::{Found, Playout, Trace};
use crate::agent::Decision;
use crate::aim::Aim;
use crate::evaluation::Outlook;
use crate::game::{Game, Scores, Seat};
use crate::rng::Rng;

/// The round of a position, in games of several.
pub type Round<G> = fn(&G) -> u32;

/// How the leaves of a search get their values.
pub struct Leaves<G: Game> {
    /// How they are played on.
    pub playout: Box<dyn Playout<G>>,
    /// Plies after which a playout is cut and judged.
    pub cut: u32,
    /// Who judges where playouts stop; those cut short count as draws where there is nobody.
    pub outlook: Option<Arc<dyn Outlook<G>>>,
    /// Where searches end with the round: rounds told apart, and the one the search began in.
    round: Option<(Round<G>, u32)>,
    /// What the seat that searches is after, and which seat that is; `None` for its own payoff.
    aim: Option<(Aim, Seat)>,
}

impl<G: Game> Leaves<G> {
    /// Leaves played on by `playout` until `cut` plies are made.
    pub fn new(playout: Box<dyn Playout<G>>, cut: u32, outlook: Option<Arc<dyn Outlook<G>>>) -> Self {
        Leaves { playout, cut, outlook, round: None, aim: None }
    }

    /// The same, for searches that look no further than the end of the round. The playout must stop
    /// there by itself, and the outlook know what the end of a round is worth.
    pub fn within(mut self, round: Option<Round<G>>) -> Self {
        self.round = round.map(|round| (round, 0));
        self
    }

    /// The same, for a search of a seat that is after something else than its own payoff; the others go on
    /// wanting theirs.
    pub fn aimed(mut self, aim: Aim) -> Self {
        self.aim = (aim != Aim::Own).then_some((aim, 0));
        self
    }

    /// Told where a search begins: the decision, and a world that fits it.
    pub fn begin(&mut self, decision: &Decision<'_, G>, root: &G) {
        self.playout.begin(decision, root);
        if let Some((round, first)) = &mut self.round {
            *first = round(root);
        }
        if let Some((_, seat)) = &mut self.aim {
            *seat = decision.seat;
        }
    }

    /// Whether the search need not look further than this position, because its round is over.
    #[inline]
    pub fn is_beyond(&self, state: &G) -> bool {
        self.round.is_some_and(|(round, first)| round(state) != first)
    }

    /// What `state` is found to be worth. It is left where the playout stopped.
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

    /// What a position is worth where a playout stopped, or where the game is over.
    #[inline]
    pub fn judge(&self, state: &G) -> Scores {
        let scores = self.payoffs(state);
        match self.aim {
            None => scores,
            Some((aim, seat)) => aim.seen_by::<G>(seat, scores),
        }
    }

    #[inline]
    fn payoffs(&self, state: &G) -> Scores {
        match (&self.outlook, self.playout.found()) {
            (_, Some(Found::Payoffs(scores))) => scores,
            (Some(outlook), Some(found)) => outlook.of_found(found).unwrap_or_else(|| outlook.payoffs(state)),
            (Some(outlook), None) => outlook.payoffs(state),
            (None, _) if state.turn().is_none() => state.payoff(),
            (None, _) => Scores::even(0.5),
        }
    }
}
