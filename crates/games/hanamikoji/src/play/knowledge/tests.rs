//! Tests of `knowledge`.

use super::*;
use crate::play::policies::HassanRandom;
use crate::rules::Rules;
use crate::text::position::parse_position;
use karuta_engine::evaluation::Judge;
use karuta_engine::playout::{ByPolicy, Playout, Policy};
use karuta_engine::{Game, Rng};
use std::collections::{BTreeMap, HashMap};

/// Positions of random games with the payoff of seat 0.
fn positions(rules: Rules, games: u64) -> Vec<(Hanamikoji, f64)> {
    let mut rng = Rng::new(1);
    let mut playout = ByPolicy::<Hanamikoji, HassanRandom>::new(HassanRandom);
    let mut found = Vec::new();
    for seed in 0..games {
        let mut state = Hanamikoji::new(rules, seed);
        while state.turn().is_some() {
            let mut end = state;
            playout.run(&mut end, u32::MAX, &mut rng);
            found.push((state, end.payoff()[0]));
            let mv = HassanRandom.pick(&state, &mut Vec::new(), &mut rng);
            state.apply(mv);
        }
    }
    found
}

#[test]
fn points_are_worth_what_the_scale_says() {
    let mut means: BTreeMap<i32, (f64, f64, f64)> = BTreeMap::new();
    for (state, payoff) in positions(Rules::HASSAN, 5_000) {
        let points = evaluate(&state, 0);
        assert_eq!(points, -evaluate(&state, 1));
        let (count, sum, due) = means.entry(points.div_euclid(50)).or_default();
        *count += 1.0;
        *sum += payoff;
        *due += Judge::Logistic { scale: SCALE }.payoff(points)[0];
    }
    let known: Vec<_> = means.values().filter(|(count, ..)| *count > 2_000.0).collect();
    assert!(known.len() >= 6);
    for (count, sum, due) in known {
        assert!((sum - due).abs() / count < 0.03, "{:.3} instead of {:.3}", sum / count, due / count);
    }
}

#[test]
fn keys_tell_positions_apart() {
    let mut seen: HashMap<u64, Hanamikoji> = HashMap::new();
    for rules in [Rules::HASSAN, Rules::OFFICIAL] {
        for (state, _) in positions(rules, 500) {
            assert_eq!(*seen.entry(key(&state)).or_insert(state), state);
        }
    }
    assert!(seen.len() > 10_000);
}

#[test]
fn actions_in_another_order_lead_to_the_same_key() {
    let at = |plays: &str| {
        let text = format!("hands=022333,445556 plays={plays},S4+T56 deck=16 removed=6 seed=7");
        key(&parse_position(Rules::FAIR, &text).expect("a position"))
    };
    assert_eq!(at("S0+T16"), at("T16+S0"));
    assert_ne!(at("S0+T16"), at("S1+T06"));
}

#[test]
fn the_next_round_is_judged_by_its_markers() {
    // Seat 0 holds one marker of two and the one of five.
    let markers = Markers::from_index(1 + 729);
    let state = Hanamikoji::at_round(Rules::HASSAN, 2, markers, 1);
    assert_eq!(
        horizon().probe(&state),
        Some(MoveVerdict::Score(-25 - 18 - 25 - 45)),
        "seat 1 begins round 2"
    );
    let mut next = state;
    next.apply(state.random_move(&mut Vec::new(), &mut Rng::new(1)));
    assert_eq!(horizon().probe(&next), None);
}
