//! Tests of `rewards`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};

/// A round at its end: who was out, in order, and the points of both teams.
fn ended(out: [u8; 4], points: [i32; 2]) -> Tichu {
    let mut state = Tichu::new(Rules::PESTALOZZI, 1);
    state.out = out;
    state.scores = points;
    state
}

fn rewarded(name: &str, state: &Tichu) -> [f64; 4] {
    let reward = REWARDS.iter().find(|reward| reward.name == name).expect(name);
    let scores = (reward.of)(state);
    [0, 1, 2, 3].map(|seat| scores[seat])
}

#[test]
fn rewards_are_those_of_the_report() {
    let double = ended([1, 3, 255, 255], [0, 200]);
    let even = ended([2, 1, 0, 255], [70, 30]);
    for (name, of_double, of_even) in [
        ("ranking", [-1.0, 1.0, -1.0, 1.0], [0.5, 0.0, 0.5, 0.0]),
        ("absolute", [0.0, 200.0, 0.0, 200.0], [70.0, 30.0, 70.0, 30.0]),
        ("relative", [-200.0, 200.0, -200.0, 200.0], [40.0, -40.0, 40.0, -40.0]),
        ("absolute-normalised", [0.0, 1.0, 0.0, 1.0], [0.35, 0.15, 0.35, 0.15]),
        ("relative-normalised", [-1.0, 1.0, -1.0, 1.0], [0.2, -0.2, 0.2, -0.2]),
        ("absolute-inverted", [0.0, 1.0, 0.0, 1.0], [200.0 / 70.0, 200.0 / 30.0, 200.0 / 70.0, 200.0 / 30.0]),
        ("relative-inverted", [-1.0, 1.0, -1.0, 1.0], [5.0, -5.0, 5.0, -5.0]),
    ] {
        assert_eq!(rewarded(name, &double), of_double, "{name}");
        assert_eq!(rewarded(name, &even), of_even, "{name}");
    }
    assert_eq!(rewarded("relative-inverted", &ended([2, 1, 0, 255], [50, 50])), [0.0; 4]);
}

#[test]
fn rewards_of_random_rounds_stay_in_their_range() {
    let mut rng = Rng::new(1);
    for seed in 0..300 {
        // A match cut down to its round is over with it.
        let mut state = Tichu::new(Rules { target: 1000, ..Rules::OFFICIAL }, seed);
        state.shorten();
        while state.turn().is_some() {
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
        assert_eq!(state.round, 1);
        for reward in REWARDS {
            let scores = (reward.of)(&state);
            let (worst, best) = reward.range;
            assert!((0..4).all(|seat| (worst..=best).contains(&scores[seat])), "{} {scores:?}", reward.name);
            assert_eq!((scores[0], scores[1]), (scores[2], scores[3]), "partners share");
        }
    }
}

#[test]
fn a_search_looks_no_further_than_the_round() {
    let mut state = Tichu::new(Rules { target: 1_000, ..Rules::OFFICIAL }, 1);
    state.scores = [900, 300];
    state.shorten();
    let mut rng = Rng::new(1);
    while state.turn().is_some() {
        let mv = state.random_move(&mut Vec::new(), &mut rng);
        state.apply(mv);
    }
    assert_eq!(state.round, 1);
    let points = RoundPoints.payoffs(&state)[0];
    let due = 0.5 + f64::from(state.scores[0] - state.scores[1]) / 800.0;
    assert!((points - due.clamp(0.0, 1.0)).abs() < 1e-9);
}
