//! Two mistakes that Hassan's program seems to have made when it judged moves with pre-sampled playouts.
//! Its text does not show them; with them most of its tables come out as printed, and without them they
//! do not. Knows playouts to the end of a round; what such a round is worth is looked up elsewhere.

use karuta_engine::playout::{Playout, Trace};
use karuta_engine::{Game, Rng, Seat};

use crate::cards::Cards;
use crate::moves::Move;
use crate::play::policies::ThesisRandom;
use crate::play::round_values::ToRoundEnd;
use crate::{Hanamikoji, Phase};

/// Random play to the end of the round that errs twice. If it starts from an offer that waits for its
/// answer, which is one of the searcher's own, the cards that the other seat leaves are scored for nobody.
/// And player 2 does not win in round 1: where it would have, the playout takes the game to go on, with
/// markers for which no table has a value. A round that is over before the playout begins is judged
/// rightly.
pub struct Mistaken {
    playout: ToRoundEnd<ThesisRandom>,
}

impl Default for Mistaken {
    fn default() -> Self {
        Mistaken { playout: ToRoundEnd::new(ThesisRandom) }
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
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn mistaken(state: &Hanamikoji, seed: u64) -> (Hanamikoji, Hanamikoji) {
        let (mut right, mut wrong) = (*state, *state);
        ToRoundEnd::new(ThesisRandom).run(&mut right, u32::MAX, &mut Rng::new(seed));
        Mistaken::default().run(&mut wrong, u32::MAX, &mut Rng::new(seed));
        (right, wrong)
    }

    #[test]
    fn wins_of_player_2_in_round_1_are_overlooked_and_no_others() {
        let mut overlooked = [0; 2];
        for seed in 0..300 {
            let state = Hanamikoji::new(Rules::THESIS, seed);
            let (right, wrong) = mistaken(&state, seed);
            assert_eq!(right.markers(), wrong.markers());
            let is_won = right.phase() == Phase::Over;
            let winner = usize::from(right.payoff()[1] > 0.5);
            overlooked[winner] += usize::from(is_won && wrong.phase() == Phase::Scored);
            assert!(!is_won || winner == 1 || wrong.phase() == Phase::Over);
        }
        assert!(overlooked[0] == 0 && overlooked[1] > 20, "{overlooked:?}");
    }

    #[test]
    fn a_round_that_is_over_is_judged_rightly() {
        for seed in 0..100 {
            let mut state = Hanamikoji::new(Rules::THESIS, seed);
            ToRoundEnd::new(ThesisRandom).run(&mut state, u32::MAX, &mut Rng::new(seed));
            let (right, wrong) = mistaken(&state, seed);
            assert_eq!((right.phase(), right.markers()), (wrong.phase(), wrong.markers()));
        }
    }

    #[test]
    fn what_is_left_of_a_pending_offer_is_scored_for_nobody() {
        let mut fewer = 0;
        for seed in 0..200 {
            let mut state = Hanamikoji::new(Rules::THESIS, seed);
            let mut legal = Vec::new();
            state.moves(&mut legal);
            // Moves come by action, competitions last.
            state.make(legal.pop().expect("a move"));
            assert_eq!(state.phase(), Phase::Answer);
            let (right, wrong) = mistaken(&state, seed);
            let held = |state: &Hanamikoji| state.markers().count(0);
            assert!(held(&wrong) <= held(&right), "{seed}");
            fewer += usize::from(held(&wrong) < held(&right));
        }
        assert!(fewer > 60, "{fewer}");
    }
}
