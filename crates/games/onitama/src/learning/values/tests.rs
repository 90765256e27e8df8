//! Tests of `values`.

use karuta_engine::evaluation::Knowledge;
use karuta_engine::search::alphabeta::{AlphaBeta, Config, Limit};
use karuta_engine::{Budget, Stop};

use super::*;
use crate::play::evaluation::fitted;
use crate::play::knowledge::knowledge;
use crate::play::network::length;

/// A game of a small search against itself.
fn one<const N: usize>(game: u64) -> Vec<Example> {
    let knowledge = Knowledge { evaluate: fitted::<N>, ..knowledge() };
    let config = Config::new(Limit::Budget(Budget::Iterations(200)));
    let mut agent = AlphaBeta::new(knowledge, Config { table_bytes: 1 << 20, ..config });
    play(|state| agent.search(state, &Stop::never()), 1, game)
}

fn games<const N: usize>(count: u64) -> Vec<Example> {
    (0..count).flat_map(one::<N>).collect()
}

#[test]
fn a_game_depends_on_its_number_and_the_seed_alone() {
    let first = one::<5>(0);
    assert_ne!(first, one::<5>(1));
    assert_eq!(one::<5>(0), first);
}

#[test]
fn labels_and_inputs_are_within_their_ranges() {
    for (n, examples) in [(5, games::<5>(20)), (7, games::<7>(5))] {
        assert!(examples.len() > 50);
        for example in &examples {
            assert!(example.inputs.iter().all(|&input| usize::from(input) < inputs(n * n)), "{example:?}");
            assert!((0.0..=1.0).contains(&example.searched), "{example:?}");
            assert!([0.0, 0.5, 1.0].contains(&example.result), "{example:?}");
        }
    }
}

#[test]
fn a_mirror_twice_changes_nothing_and_keeps_ranks() {
    for n in [5, 7] {
        for input in 0..inputs(n * n) {
            assert_eq!(mirrored(n, mirrored(n, input)), input);
        }
        assert_eq!(mirrored(n, 0), n - 1);
        assert_eq!(mirrored(n, 4 * n * n + step(-1, 2)), 4 * n * n + step(1, 2));
    }
}

#[test]
fn fitting_lowers_the_loss_and_repeats() {
    let train = || {
        let mut examples = games::<5>(60);
        let mut fit = Fit::new(5, 3, 0.5);
        let before = fit.loss(&examples);
        for _ in 0..5 {
            fit.epoch(&mut examples, 0.05);
        }
        (before, fit.loss(&examples), fit.to_bytes())
    };
    let (before, after, bytes) = train();
    assert!(after < before, "{before} before, {after} after");
    assert_eq!(bytes.len(), length(25));
    assert_eq!(train().2, bytes);
}

/// A step against the gradient of one example lowers its loss as much as the slope says.
#[test]
fn the_gradient_is_that_of_the_loss() {
    let examples = games::<5>(3);
    let fit = Fit::new(5, 3, 1.0);
    let example = &examples[examples.len() / 2];
    let (logit, hidden) = fit.forward(example, false);
    let error = logistic(logit) - fit.label(example);
    let loss = |fit: &Fit| {
        let (logit, _) = fit.forward(example, false);
        let chance = f64::from(logistic(logit));
        let label = f64::from(fit.label(example));
        -(label * chance.ln() + (1.0 - label) * (1.0 - chance).ln())
    };
    let input = usize::from(example.inputs[0]);
    for (unit, (hidden, out)) in hidden.into_iter().zip(fit.out.weights[0]).enumerate() {
        let expected = if hidden > 0.0 && hidden < 2.0 { error * out } else { 0.0 };
        let moved = |by: f32| {
            let mut other = Fit::new(5, 3, 1.0);
            other.rows.weights[input][unit] += by;
            loss(&other)
        };
        let times = example.inputs.iter().filter(|&&other| usize::from(other) == input).count() as f64;
        let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
        assert!((slope - times * f64::from(expected)).abs() < 1e-2, "unit {unit}: {slope} and {expected}");
    }
}
