//! Tests of `softmax`.

use super::*;
use crate::play::policies::BalancedRandom;
use crate::rules::Rules;

/// The mean difference of points of a team that plays by `policy` against balanced random play.
fn lead(mut policy: Softmax, rules: Rules, rounds: u64) -> f64 {
    let mut rng = Rng::new(4);
    let (mut buf, mut legal) = (Vec::new(), Vec::new());
    let mut sum = 0.0;
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
        sum += f64::from(state.scores[team] - state.scores[1 - team]);
    }
    sum / rounds as f64
}

#[test]
fn policies_beat_chance() {
    for rules in [Rules::OFFICIAL, Rules::REPORT, Rules::REPORT_CODE] {
        for factors in [light(), learned()] {
            let lead = lead(Softmax::new(factors), rules, 1_000);
            assert!(lead > 60.0, "{lead}");
        }
        let lead = lead(Softmax::greedy(learned()), rules, 1_000);
        assert!(lead > 100.0, "{lead}");
    }
}

#[test]
fn informed_playouts_end_as_rounds_do() {
    let mut playout = Informed::new(learned());
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
