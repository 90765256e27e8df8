//! Tests of `beliefs`.

use super::*;
use crate::rules::Rules;
use karuta_engine::playout::Policy;
use karuta_engine::worlds::Determinizer;
use karuta_engine::{Game as _, Referee};

/// The probability of the true hand of the other seat among drawn worlds, where the net plays both seats, as the sum of
/// the cards that are placed right.
fn placed(
    rules: Rules,
    mut worlds: impl FnMut(&Decision<'_, Hanamikoji>, &mut Rng) -> Vec<Hanamikoji>,
) -> f64 {
    let (mut rng, mut policy) = (Rng::new(2), NetPolicy::new(Nets::shipped()));
    let (mut right, mut all, mut buf) = (0u32, 0u32, Vec::new());
    for seed in 0..60 {
        let mut referee = Referee::new(Hanamikoji::new(rules, seed));
        for _ in 0..9 {
            let state = *referee.state();
            if let Some(decision) = referee.decision() {
                let other = 1 - decision.seat;
                for world in worlds(&decision, &mut rng) {
                    for (one, two) in [
                        (world.hand(other), state.hand(other)),
                        (world.aside(other).secret(), state.aside(other).secret()),
                    ] {
                        right += (0..7).map(|suit| u32::from(one.of(suit).min(two.of(suit)))).sum::<u32>();
                        all += two.len();
                    }
                }
                let mv = policy.pick(&state, &mut buf, &mut rng);
                referee.play(mv);
            }
        }
    }
    f64::from(right) / f64::from(all)
}

#[test]
fn hidden_cards_are_found_more_often_than_by_chance() {
    for rules in [Rules::OFFICIAL, Rules::FAIR] {
        let even =
            placed(rules, |decision, rng| (0..20).map(|_| Hanamikoji::sample(decision.view, rng)).collect());
        let likely = placed(rules, |decision, rng| {
            let mut worlds = likely();
            worlds.begin(decision, rng);
            (0..20).map(|_| worlds.world(decision, rng)).collect()
        });
        assert!(likely > even + 0.05, "{likely} {even}");
    }
}

#[test]
fn drawn_worlds_fit_what_is_seen() {
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
            let mut worlds = likely();
            worlds.begin(&decision, &mut rng);
            for _ in 0..20 {
                let world = worlds.world(&decision, &mut rng);
                assert_eq!(world.view(seat), view);
                let weight = likelihood(&view, &world);
                assert!(weight > 0.0 && weight <= 1.0, "{weight} of {world:?}");
            }
        }
    }
}
