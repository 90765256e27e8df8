//! Tests of `chance_nodes`.

use super::*;
use crate::play::policies::HassanRandom;
use crate::rules::Rules;
use karuta_engine::playout::{ByPolicy, Playout};
use karuta_engine::search::expectiminimax::count;
use karuta_engine::{Game, Rng};

fn rule(name: &str) -> Chances<Hanamikoji> {
    RULES.iter().find(|rule| rule.name == name).expect("a rule").part
}

/// The mean number of nodes of the first decision of a round, and its standard error.
fn mean_size(rules: Rules, name: &str, depth: u32, deals: u64) -> (f64, f64) {
    let sizes: Vec<f64> =
        (0..deals).map(|seed| count(&Hanamikoji::new(rules, seed), rule(name), depth) as f64).collect();
    let mean = sizes.iter().sum::<f64>() / deals as f64;
    let variance = sizes.iter().map(|size| (size - mean).powi(2)).sum::<f64>() / (deals - 1) as f64;
    (mean, (variance / deals as f64).sqrt())
}

/// The thesis' Table 10 has 52.9, 227.5 and 14138.4 nodes in round 1 and 51.6, 232.5 and 13439.6 in
/// round 3, with errors of 1.4, 7 and 750; an independent program has 53.3, 226.6 and 14080.
#[test]
fn trees_are_as_large_as_in_the_thesis() {
    for (name, depth, deals, program, thesis) in [
        ("A", 1, 3_000, 53.3, (52.25, 1.4)),
        ("A", 2, 3_000, 226.6, (230.0, 7.0)),
        ("A", 3, 400, 14_080.0, (13_789.0, 750.0)),
    ] {
        let (mean, error) = mean_size(Rules::HASSAN, name, depth, deals);
        assert!((mean - program).abs() < 3.5 * error, "{name} {depth}: {mean} +- {error}, not {program}");
        let (due, slack) = thesis;
        assert!((mean - due).abs() < 2.0 * slack, "{name} {depth}: {mean}, not {due}");
    }
}

#[test]
fn rule_a_never_stops_between_a_move_and_its_draw() {
    for seed in 0..40 {
        let state = Hanamikoji::new(Rules::HASSAN, seed);
        assert_eq!(count(&state, rule("A"), 3), count(&state, rule("A"), 4));
    }
}

/// With a shuffled deck the mean size is a sum over all hands: 51.80 nodes at one layer and 277.19 at
/// two. Dealing so is therefore not what the thesis did.
#[test]
fn trees_of_a_shuffled_deck_have_the_size_worked_out_by_hand() {
    for (depth, due) in [(1, 51.796), (2, 277.188)] {
        let (mean, error) = mean_size(Rules::FAIR, "A", depth, 5_000);
        assert!((mean - due).abs() < 3.5 * error, "{mean} +- {error}, not {due}");
    }
}

/// Whatever a tree lists, and wherever it is left, its positions can be played on: nobody lacks a card
/// for an action, and every card is scored once (which `score` asserts).
#[test]
fn positions_of_trees_can_be_played_on() {
    let mut rng = Rng::new(1);
    let mut playout = ByPolicy::<Hanamikoji, HassanRandom>::new(HassanRandom);
    let all = [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL];
    for (rules, named) in all.into_iter().flat_map(|rules| RULES.iter().map(move |rule| (rules, rule))) {
        for seed in 0..60 {
            let mut state = Hanamikoji::at_round(rules, 1 + (seed % 2) as u16, Default::default(), seed);
            while state.turn().is_some() {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                (named.part.make)(&mut state, mv);
                let mut outcomes = Vec::new();
                (named.part.outcomes)(&state, &mut outcomes);
                let total: f64 = outcomes.iter().map(|(_, weight)| weight).sum();
                assert!(outcomes.is_empty() || (total - 1.0).abs() < 1e-12);
                if !outcomes.is_empty() {
                    state = outcomes[rng.index(outcomes.len())].0;
                }
                for seat in 0..2 {
                    // A seat's view of such a position is enough to draw another that fits.
                    let world = Hanamikoji::sample(&state.view(seat), &mut rng);
                    assert_eq!(world.view(seat), state.view(seat));
                    let mut leaf = world;
                    go_on(&mut leaf);
                    playout.run(&mut leaf, u32::MAX, &mut rng);
                    assert!(leaf.outcome().is_some());
                }
            }
        }
    }
}

/// Listing a draw and drawing it come to the same.
#[test]
fn going_on_is_what_a_move_does() {
    let mut rng = Rng::new(2);
    for rules in [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL] {
        for seed in 0..30 {
            let mut state = Hanamikoji::new(rules, seed);
            while state.turn().is_some() {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                let mut parted = state;
                make(&mut parted, mv);
                go_on(&mut parted);
                state.apply(mv);
                assert_eq!(parted, state);
            }
        }
    }
}

/// A finished round tells nothing before it is scored.
#[test]
fn the_end_of_a_round_keeps_what_is_hidden() {
    let mut rng = Rng::new(3);
    let mut state = Hanamikoji::new(Rules::FAIR, 9);
    while state.phase != Phase::Scored {
        let mv = state.random_move(&mut Vec::new(), &mut rng);
        make(&mut state, mv);
        if state.phase == Phase::Draw {
            go_on(&mut state);
        }
    }
    assert_eq!(state.markers, Default::default());
    let markers: std::collections::HashSet<_> = (0..50)
        .map(|_| {
            let mut world = Hanamikoji::sample(&state.view(0), &mut rng);
            go_on(&mut world);
            world.markers
        })
        .collect();
    assert!(markers.len() > 1, "{markers:?}");
}
