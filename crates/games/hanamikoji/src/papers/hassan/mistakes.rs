//! Two mistakes that Hassan's program seems to have made when it judged moves with pre-sampled playouts.
//! Its text does not show them; with them most of its tables come out as printed, and without them they
//! do not. Knows playouts to the end of a round; what such a round is worth is looked up elsewhere.

use karuta_engine::playout::{Playout, Trace};
use karuta_engine::{Game, Rng, Seat};

use crate::cards::Cards;
use crate::moves::Move;
use crate::play::policies::HassanRandom;
use crate::play::round_values::ToRoundEnd;
use crate::{Hanamikoji, Phase};

/// Random play to the end of the round that errs twice. If it starts from an offer that waits for its
/// answer, which is one of the searcher's own, the cards that the other seat leaves are scored for nobody.
/// And player 2 does not win in round 1: where it would have, the playout takes the game to go on, with
/// markers for which no table has a value. A round that is over before the playout begins is judged
/// rightly.
pub struct Mistaken {
    playout: ToRoundEnd<HassanRandom>,
}

impl Default for Mistaken {
    fn default() -> Self {
        Mistaken { playout: ToRoundEnd::new(HassanRandom) }
    }
}

/// The seat whose victories are overlooked, and in which round.
const OVERLOOKED: (Seat, u16) = (1, 1);

impl Playout<Hanamikoji> for Mistaken {
    fn run(&mut self, state: &mut Hanamikoji, limit: u32, rng: &mut Rng) -> u32 {
        let start = *state;
        let plies = self.playout.run(state, limit, rng);
        if plies > 0 {
            judge(state, &start);
        }
        plies
    }

    fn run_traced(
        &mut self,
        state: &mut Hanamikoji,
        limit: u32,
        trace: &mut Trace<Move>,
        rng: &mut Rng,
    ) -> u32 {
        let start = *state;
        let plies = self.playout.run_traced(state, limit, trace, rng);
        if plies > 0 {
            judge(state, &start);
        }
        plies
    }
}

/// Scores the round of `state`, which a playout from `start` has ended, once more and wrongly.
fn judge(state: &mut Hanamikoji, start: &Hanamikoji) {
    if let Some((action, offer)) = start.pending() {
        let seat = start.actor();
        let unpicked: Cards = offer - state.offers[seat].taken_of(action);
        let mut scored = state.scored();
        scored[seat] -= unpicked;
        state.markers = start.markers;
        state.award(scored);
    }
    let (seat, round) = OVERLOOKED;
    if state.phase == Phase::Over && state.round == round && state.payoff()[seat] > 0.5 {
        state.phase = Phase::Scored;
    }
}

#[cfg(test)]
mod tests;
