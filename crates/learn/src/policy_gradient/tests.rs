//! Tests of `fit`.

use super::*;
use karuta_engine::toys::Heap;

/// Nim: moves are told by their number, positions by the remainder that decides. Weights alone cannot learn it, since
/// what a move is worth depends on the position.
fn nim() -> Lesson<Heap> {
    Lesson {
        inputs: 3 + 4,
        deal: |rng| Heap::new(5 + rng.index(8) as u8, false),
        weigh: |state, to| {
            to.moves.clear();
            state.moves(&mut to.moves);
            if let [only] = to.moves[..] {
                return Some(only);
            }
            to.shared.push(3 + u16::from(state.left() % 4));
            to.features = to.moves.iter().map(|&mv| u16::from(mv) - 1).collect();
            to.ends = (1..=to.moves.len()).collect();
            None
        },
        made: |_, mv| mv,
        points: |state| std::array::from_fn(|seat| if seat < 2 { state.payoff()[seat] as f32 } else { 0.0 }),
    }
}

/// The same, but every move has one, two or three outcomes, told by inputs of their own.
fn uncertain_nim() -> Lesson<Heap> {
    Lesson {
        inputs: 3 + 4 + 3,
        weigh: |state, to| {
            let only = (nim().weigh)(state, to);
            to.ends.clear();
            to.features.clear();
            for &mv in &to.moves {
                for outcome in 0..u16::from(mv) {
                    to.features.extend([u16::from(mv) - 1, 7 + outcome]);
                    to.ends.push(to.features.len());
                }
                to.outcomes.push(usize::from(mv));
            }
            only
        },
        ..nim()
    }
}

/// A net whose units add something, with a choice it made.
fn one_choice(lesson: Lesson<Heap>) -> (Fit<Heap>, Steps) {
    let mut fit = Fit::new(lesson, &[], 5);
    fit.weights.out = std::array::from_fn(|unit| (unit % 5) as f32 * 0.2 - 0.4);
    let mut steps = Steps::default();
    let (state, mut room) = (Heap::new(9, false), Weighing::default());
    steps.choose(&state, &fit.lesson, &fit.weights, &mut room, &mut Rng::new(4));
    (fit, steps)
}

/// The logarithm of the chance of the choice, if the net were this one.
fn log_chance(steps: &Steps, net: &Weights) -> f32 {
    let made = &steps.made[0];
    let mut begun = net.bias;
    for &input in &steps.shared {
        add(&mut begun, &net.rows[usize::from(input)]);
    }
    let mut again = Steps { inputs: Vec::new(), ..Steps::default() };
    for at in 0..steps.ends.len() {
        again.inputs.extend_from_slice(steps.inputs(at));
        again.score(net, &begun);
    }
    let score = |at: usize| score_of_outcomes(&again.scores[steps.outcomes(at)]);
    let sum: f32 = (0..made.count).map(|at| score(at).exp()).sum();
    score(made.chosen) - sum.ln()
}

#[test]
fn slopes_are_those_of_the_log_probability() {
    check_slopes(nim());
    check_slopes(uncertain_nim());
}

fn check_slopes(lesson: Lesson<Heap>) {
    let (fit, steps) = one_choice(lesson);
    let mut slopes = Weights::zero(fit.lesson.inputs);
    steps.add_slopes(&[1.0; MAX_SEATS], &fit.weights, &mut slopes);
    let slopes: Vec<f32> = slopes.numbers().collect();
    for (at, slope) in slopes.iter().enumerate() {
        let moved = |by: f32| {
            let mut net = fit.weights.clone();
            *net.numbers_mut().nth(at).expect("a number") += by;
            log_chance(&steps, &net)
        };
        // Where a unit is about to be zero, the slope is that of one side. The weight of an input that all moves share
        // changes nothing, so its slope is zero.
        let (below, above) = ((moved(0.0) - moved(-2e-3)) / 2e-3, (moved(2e-3) - moved(0.0)) / 2e-3);
        let (least, most) = (below.min(above) - 4e-3, below.max(above) + 4e-3);
        assert!((least..=most).contains(slope), "number {at}: {slope}, {below} and {above}");
    }
    assert!(slopes.iter().filter(|slope| slope.abs() > 1e-2).count() > 60);
}

/// Plays a batch and moves the weights.
fn advance(fit: &mut Fit<Heap>, rate: f32) {
    let parts: Vec<Weights> = (0..PARTS).map(|part| fit.play(part)).collect();
    fit.step(&parts, rate);
}

#[test]
fn parts_of_a_batch_are_the_same_whoever_plays_them() {
    let (mut one, mut two) = (Fit::new(nim(), &[0.1], 7), Fit::new(nim(), &[0.1], 7));
    for _ in 0..3 {
        advance(&mut one, 0.01);
        let mut parts: Vec<Weights> = (0..PARTS).rev().map(|part| two.play(part)).collect();
        parts.reverse();
        two.step(&parts, 0.01);
    }
    assert_eq!(one.weights, two.weights);
    assert_ne!(one.weights, Fit::new(nim(), &[0.1], 7).weights);
}

#[test]
fn a_net_learns_what_weights_alone_cannot() {
    let mut fit = Fit::new(nim(), &[], 1);
    for _ in 0..400 {
        advance(&mut fit, 0.02);
    }
    let net = karuta_playable::policy_net::Network::read(fit.lesson.inputs, &fit.weights.rounded());
    for left in 5..13u8 {
        let mut units = net.begin();
        units.add(3 + usize::from(left % 4));
        let mut scores: Vec<f32> = (0..3)
            .map(|input| {
                let mut of_move = units;
                of_move.add(input);
                of_move.score()
            })
            .collect();
        let sum = odds(&mut scores);
        // A heap of a multiple of four is lost whatever is taken.
        if left % 4 != 0 {
            let right = scores[usize::from(left % 4) - 1] / sum;
            assert!(right > 0.8, "{left} left: {right}");
        }
    }
}
