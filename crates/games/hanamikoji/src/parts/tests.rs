//! Tests of `parts`.

use super::*;
use crate::rules::Rules;
use karuta_engine::Game;

#[test]
fn measures_follow_the_game() {
    let mut rng = Rng::new(1);
    for rules in [Rules::HASSAN, Rules::OFFICIAL] {
        let mut sums = vec![0.0; Hanamikoji::MEASURES.len()];
        let mut wins = 0.0;
        for seed in 0..2_000 {
            let mut state = Hanamikoji::new(rules, seed);
            while state.turn().is_some() {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                state.apply(mv);
            }
            let values = state.measure(0);
            assert_eq!(values.len(), Hanamikoji::MEASURES.len());
            wins += f64::from(u8::from(state.payoff()[0] == 1.0));
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += value.unwrap_or(0.0);
            }
        }
        // Every win falls in one round or the tie-breaker, and has one reason.
        assert_eq!(sums[..5].iter().sum::<f64>(), wins);
        assert_eq!(sums[7..10].iter().sum::<f64>() + sums[4], wins);
    }
}
