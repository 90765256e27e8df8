//! Tests of `beliefs`.

use super::*;
use crate::rules::Rules;
use karuta_engine::worlds::Determinizer;
use karuta_engine::{Game as _, Referee};

#[test]
fn every_world_has_a_likelihood_and_fits_the_view() {
    let mut rng = Rng::new(4);
    for rules in [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL] {
        for seed in 0..30 {
            let mut state = Hanamikoji::new(rules, seed);
            for _ in 0..rng.index(12) {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                state.apply(mv);
            }
            let Some(seat) = state.turn() else { continue };
            let view = state.view(seat);
            let mut referee = Referee::new(state);
            let decision = referee.decision().expect("a game that is on");
            let mut belief = likely();
            belief.begin(&decision, &mut rng);
            for _ in 0..20 {
                let world = belief.world(&decision, &mut rng);
                assert_eq!(world.view(seat), view);
                let weight = likelihood(&view, &world);
                assert!(weight.is_finite() && weight > 0.0, "{weight} of {world:?}");
            }
        }
    }
}

/// Whatever the seat does, it does something: the likelihoods of all its choices add up to one.
#[test]
fn choices_share_one_probability() {
    for (seed, style) in (0..40).flat_map(|seed| [(seed, Style::Hassan), (seed, Style::Official)]) {
        let rules = if style == Style::Hassan { Rules::FAIR } else { Rules::OFFICIAL };
        let scene = Scene::new(&Hanamikoji::new(rules, seed), 1);
        for action in [Action::Gift, Action::Compete] {
            let mut sum = 0.0;
            each_choice(scene.hand, action.size(), &mut |offer| {
                sum += libm::exp(scene.offered(action, offer, style));
            });
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
        for (count, sign) in [(1, 1.0), (2, -1.0)] {
            let mut sum = 0.0;
            each_choice(scene.hand, count, &mut |cards| sum += libm::exp(scene.hid(cards, sign)));
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
        let offer: Cards = [0, 3, 6].into_iter().collect();
        let mut sum = 0.0;
        each_choice(offer, 1, &mut |taken| {
            sum += libm::exp(scene.answered(Action::Gift, offer, taken, style));
        });
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
}
