//! Tests of `mistakes`.

use super::*;
use crate::rules::Rules;

fn mistaken(state: &Hanamikoji, seed: u64) -> (Hanamikoji, Hanamikoji) {
    let (mut right, mut wrong) = (*state, *state);
    ToRoundEnd::new(HassanRandom).run(&mut right, u32::MAX, &mut Rng::new(seed));
    Mistaken::default().run(&mut wrong, u32::MAX, &mut Rng::new(seed));
    (right, wrong)
}

#[test]
fn wins_of_player_2_in_round_1_are_overlooked_and_no_others() {
    let mut overlooked = [0; 2];
    for seed in 0..300 {
        let state = Hanamikoji::new(Rules::HASSAN, seed);
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
        let mut state = Hanamikoji::new(Rules::HASSAN, seed);
        ToRoundEnd::new(HassanRandom).run(&mut state, u32::MAX, &mut Rng::new(seed));
        let (right, wrong) = mistaken(&state, seed);
        assert_eq!((right.phase(), right.markers()), (wrong.phase(), wrong.markers()));
    }
}

#[test]
fn what_is_left_of_a_pending_offer_is_scored_for_nobody() {
    let mut fewer = 0;
    for seed in 0..200 {
        let mut state = Hanamikoji::new(Rules::HASSAN, seed);
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
