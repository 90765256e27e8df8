//! Tests of `softmax`.

use super::*;
use crate::play::policies::BalancedRandom;
use crate::rules::Rules;

/// Plays rounds of a team that goes by `policy` against balanced random play.
fn play(mut policy: Softmax, rules: Rules, rounds: u64) {
    let mut rng = Rng::new(4);
    let (mut buf, mut legal) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let mut state = Tichu::new(rules, round / 2);
        let team = (round % 2) as usize;
        while let Some(seat) = state.turn() {
            let mv = if seat % 2 == team {
                policy.pick(&state, &mut buf, &mut rng)
            } else {
                BalancedRandom.pick(&state, &mut buf, &mut rng)
            };
            legal.clear();
            state.moves(&mut legal);
            assert!(legal.contains(&mv), "{mv} in {state:?}");
            state.apply(mv);
        }
    }
}

#[test]
fn policies_make_legal_moves() {
    for rules in [Rules::OFFICIAL, Rules::PESTALOZZI, Rules::PESTALOZZI_CODE] {
        for factors in [light(), learned()] {
            play(Softmax::new(factors), rules, 200);
        }
        play(Softmax::greedy(learned()), rules, 200);
    }
}

#[test]
fn informed_playouts_end_as_rounds_do() {
    let mut playout = Informed::new(Softmax::new(learned()));
    let mut rng = Rng::new(9);
    for seed in 0..300 {
        let mut state = Tichu::new(Rules { target: 500, ..Rules::OFFICIAL }, seed);
        playout.run(&mut state, u32::MAX, &mut rng);
        assert_eq!(state.turn(), None);
        let rounds = u32::from(state.round);
        assert_eq!(state.tally.first.iter().map(|&first| u32::from(first)).sum::<u32>(), rounds);
        assert_eq!(state.scores.iter().sum::<i32>() % 100, 0);
    }
}
