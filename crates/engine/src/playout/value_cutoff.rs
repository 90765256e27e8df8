//! Playouts that stop at one of the searcher's next turns and are judged there by somebody who has learned what
//! positions lead to. Much shorter than a game, and far less is left to luck; the price is what the judge
//! gets wrong. Knows no nets.

use super::{Found, Playout, Trace};
use crate::agent::Decision;
use crate::game::{Game, Scores, Seat};
use crate::rng::Rng;

/// A judge of positions.
pub trait PositionValue<G: Game>: Send {
    /// The payoff that the seat to move may expect.
    fn value_of(&mut self, state: &G) -> f64;
}

/// Plays on by other playouts' moves until the seat that searches is to move, so many times.
pub struct ValueCutoff<G: Game> {
    steps: Box<dyn Playout<G>>,
    judge: Box<dyn PositionValue<G>>,
    /// At which of the searcher's turns it stops; 0 stops at once, whoever is to move.
    turns: u32,
    /// Seats that are so many places apart share a payoff.
    teams: usize,
    searcher: Seat,
    found: Option<Found>,
}

impl<G: Game> ValueCutoff<G> {
    /// Playouts of so many of the searcher's turns, in a game of so many sides.
    pub fn new(
        steps: Box<dyn Playout<G>>,
        judge: Box<dyn PositionValue<G>>,
        turns: u32,
        teams: usize,
    ) -> Self {
        ValueCutoff { steps, judge, turns, teams, searcher: 0, found: None }
    }

    fn play_on(
        &mut self,
        state: &mut G,
        limit: u32,
        mut step: impl FnMut(&mut dyn Playout<G>, &mut G) -> u32,
    ) -> u32 {
        let (mut plies, mut turns) = (0, 0);
        self.found = None;
        while let Some(seat) = state.turn() {
            turns += u32::from(seat == self.searcher);
            let is_due = seat == self.searcher && turns >= self.turns;
            if self.turns == 0 || is_due || plies >= limit {
                let payoff = self.judge.value_of(state);
                self.found = Some(Found::Payoffs(self.payoffs(seat, payoff)));
                break;
            }
            plies += step(&mut *self.steps, state);
        }
        plies
    }

    /// The payoffs of all seats, from that of one side: sides share half a point each.
    fn payoffs(&self, seat: Seat, payoff: f64) -> Scores {
        let sides = self.teams as f64;
        let mut scores = Scores::even((0.5 * sides - payoff) / (sides - 1.0).max(1.0));
        for partner in (seat % self.teams..G::SEATS).step_by(self.teams) {
            scores[partner] = payoff;
        }
        scores
    }
}

impl<G: Game> Playout<G> for ValueCutoff<G> {
    fn run(&mut self, state: &mut G, limit: u32, rng: &mut Rng) -> u32 {
        self.play_on(state, limit, |steps, state| steps.run(state, 1, rng))
    }

    fn run_traced(&mut self, state: &mut G, limit: u32, trace: &mut Trace<G::Move>, rng: &mut Rng) -> u32 {
        self.play_on(state, limit, |steps, state| steps.run_traced(state, 1, trace, rng))
    }

    fn begin(&mut self, decision: &Decision<'_, G>, root: &G) {
        self.searcher = decision.seat;
        self.steps.begin(decision, root);
    }

    fn found(&self) -> Option<Found> {
        self.found
    }
}

#[cfg(test)]
mod tests;
