//! Tests of `state`.

use super::*;
use karuta_engine::conform;

#[test]
fn every_set_of_rules_keeps_the_laws() {
    let single = Rules::OFFICIAL;
    let short = Rules { games: 4, reset: 3, reseat: 2, ..single };
    let plain = Rules { games: 3, reset: 0, reseat: 0, exchange: false };
    for (index, rules) in (0..).zip([single, short, plain]) {
        conform::check(|rng| Daihinmin::new(rules, rng.bits()), 30, index);
    }
    conform::check(|rng| Daihinmin::titled(single, [4, 2, 0, 1, 3], rng.bits()), 60, 9);
}

#[test]
fn random_moves_are_even() {
    let mut rng = Rng::new(5);
    let mut buf = Vec::new();
    let mut kinds = [0; 4];
    for seed in 0..12 {
        let mut state = Daihinmin::titled(Rules::OFFICIAL, [1, 0, 2, 4, 3], seed);
        while state.turn().is_some() {
            if rng.below(8) == 0 {
                kinds[(state.field().top.kind() as usize).min(3)] += 1;
                conform::check_uniform(&state, 20_000, seed);
            }
            let mv = state.random_move(&mut buf, &mut rng);
            state.apply(mv);
        }
    }
    assert!(kinds[..3].iter().all(|&n| n > 0), "{kinds:?}");
}
