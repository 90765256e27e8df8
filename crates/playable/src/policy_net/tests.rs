//! Tests of `policy_net`.

use super::*;
use karuta_engine::Rng;

const INPUTS: usize = 500;

/// A net with a pattern in all its numbers.
fn patterned() -> Weights {
    let number = |at: usize, of: usize| ((at * 37 + of * 11) % 41) as f32 / 41.0 - 0.5;
    Weights {
        linear: (0..INPUTS).map(|at| 2.0 * number(at, 3)).collect(),
        rows: (0..INPUTS).map(|at| std::array::from_fn(|unit| 0.3 * number(at, unit))).collect(),
        bias: std::array::from_fn(|unit| number(unit, 5)),
        out: std::array::from_fn(|unit| number(unit, 7)),
    }
}

/// The score by numbers that are not rounded.
fn plain_score(weights: &Weights, inputs: &[usize]) -> f32 {
    let unit = |unit: usize| {
        let sum: f32 = inputs.iter().map(|&input| weights.rows[input][unit]).sum();
        (weights.bias[unit] + sum).max(0.0) * weights.out[unit]
    };
    inputs.iter().map(|&input| weights.linear[input]).sum::<f32>() + (0..HIDDEN).map(unit).sum::<f32>()
}

#[test]
fn rounded_nets_say_what_plain_sums_say() {
    let weights = patterned();
    let bytes = weights.rounded();
    assert_eq!(bytes.len(), length(INPUTS));
    let net = Network::read(INPUTS, &bytes);
    let mut rng = Rng::new(1);
    let mut apart = 0.0f32;
    for _ in 0..2_000 {
        let inputs: Vec<usize> = (0..60).map(|_| rng.index(INPUTS)).collect();
        let mut units = net.begin();
        inputs[..20].iter().for_each(|&input| units.add(input));
        let mut of_move = units;
        inputs[20..].iter().for_each(|&input| of_move.add(input));
        let error = of_move.score() - plain_score(&weights, &inputs);
        assert!(error.abs() < 0.15, "{error}");
        assert!((of_move.quick_score() - of_move.score()).abs() < 0.01);
        apart += (of_move.score() - units.score()).abs();
    }
    assert!(apart > 2_000.0, "scores differ by far more than that: {apart}");
}

#[test]
fn inputs_that_are_left_out_add_nothing() {
    let mut weights = patterned();
    let file = trimmed(INPUTS, &weights.rounded(), |input| input % 4 != 1);
    assert_eq!(file.len(), INPUTS.div_ceil(8) + length(INPUTS - INPUTS / 4));
    let small = Network::read_trimmed(INPUTS, &file);
    for input in (0..INPUTS).filter(|input| input % 4 == 1) {
        weights.linear[input] = 0.0;
        weights.rows[input] = [0.0; HIDDEN];
    }
    let net = Network::read(INPUTS, &weights.rounded());
    let mut rng = Rng::new(2);
    for _ in 0..200 {
        let (mut one, mut other) = (net.begin(), small.begin());
        for input in (0..30).map(|_| rng.index(INPUTS)) {
            one.add(input);
            other.add(input);
        }
        assert!((one.score() - other.score()).abs() < 0.1);
    }
}

#[test]
fn a_file_says_what_the_net_says() {
    let file = patterned().rounded();
    let (net, weights) = (Network::read(INPUTS, &file), Weights::read(INPUTS, &file).expect("a net"));
    assert_eq!(Weights::read(INPUTS + 1, &file), None);
    let inputs = [3, 40, 77, 401];
    let mut units = net.begin();
    inputs.iter().for_each(|&input| units.add(input));
    assert!((units.score() - plain_score(&weights, &inputs)).abs() < 1e-3);
}

#[test]
fn sums_can_be_added_and_inputs_taken_away() {
    let bytes = patterned().rounded();
    let net = Network::read(INPUTS, &bytes);
    let (mut plain, mut together, mut some) = (net.begin(), net.begin(), net.nothing());
    (0..20).for_each(|input| plain.add(input));
    (0..40).for_each(|input| together.add(input));
    (20..40).for_each(|input| some.remove(input));
    together.plus(&some);
    assert!((together.score() - plain.score()).abs() < 1e-3);
}

#[test]
fn of_several_outcomes_the_worst_counts_most() {
    assert_eq!(score_of_outcomes(&[1.5]), 1.5);
    assert_eq!(score_of_outcomes(&[3.0, -1.0]), -0.75 + 0.25);
    assert_eq!(score_of_outcomes(&[2.0, 2.0, 2.0]), 2.0);
}

#[test]
fn odds_are_those_of_the_scores() {
    let mut scores = [1.0, 1.0 + std::f32::consts::LN_2, -80.0];
    let sum = odds(&mut scores);
    assert!((scores[1] / scores[0] - 2.0).abs() < 1e-5 && (sum - 1.5).abs() < 1e-5 && scores[2] < 1e-30);
}

#[test]
fn numbers_are_all_there_in_one_order() {
    let mut weights = patterned();
    let before: Vec<f32> = weights.numbers().collect();
    assert_eq!(before.len(), INPUTS * (HIDDEN + 1) + 2 * HIDDEN);
    assert_eq!(Weights::from_whole(INPUTS, &weights.whole()), Some(weights.clone()));
    assert_eq!(Weights::from_whole(INPUTS + 1, &weights.whole()), None);
    weights.numbers_mut().for_each(|number| *number += 1.0);
    assert!(weights.numbers().zip(before).all(|(after, before)| (after - before - 1.0).abs() < 1e-6));
}
