//! Tests of `teach`.

use super::*;
use crate::net::{Activation, Shape};
use karuta_engine::Rng;

fn shape(activation: Activation, last: Activation) -> Shape {
    Shape { first: vec![(9, 6), (7, 5)], hidden: vec![8, 6], outputs: 4, activation, last }
}

fn samples(rng: &mut Rng) -> Vec<Vec<(u16, f32)>> {
    (0..5)
        .map(|_| {
            let mut inputs: Vec<(u16, f32)> = Vec::new();
            for at in 0..16 {
                if rng.below(3) == 0 {
                    inputs.push((at, 0.5 + rng.unit() as f32));
                }
            }
            inputs
        })
        .collect()
}

/// Half the sum of squares of wanted outputs.
fn loss(net: &Net, samples: &[Sample<'_>], wanted: &[(usize, usize, f32)]) -> f64 {
    let mut gradients = Gradients::default();
    gradients.show(net, samples);
    let squares = wanted.iter().map(|&(sample, output, due)| {
        let wrong = f64::from(gradients.output(net, sample, output) - due);
        0.5 * wrong * wrong
    });
    squares.sum()
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let mut rng = Rng::new(1);
    for (activation, last) in [
        (Activation::Elu, Activation::Linear),
        (Activation::Relu, Activation::Linear),
        (Activation::Elu, Activation::Elu),
        (Activation::Linear, Activation::Linear),
    ] {
        let mut net = Net::new(shape(activation, last), &mut rng);
        net.parameters.iter_mut().for_each(|p| *p += 0.2 * (rng.unit() as f32 - 0.5));
        let samples = samples(&mut rng);
        let samples: Vec<Sample<'_>> = samples.iter().map(Vec::as_slice).collect();
        let wanted = [(0, 1, 0.3), (0, 3, -0.2), (1, 0, 0.9), (3, 2, -0.5), (4, 1, 0.1)];
        let mut gradients = Gradients::default();
        gradients.show(&net, &samples);
        let faults: Vec<Fault> = wanted
            .iter()
            .map(|&(sample, output, due)| Fault {
                sample,
                output,
                slope: gradients.output(&net, sample, output) - due,
            })
            .collect();
        gradients.learn(&net, &samples, &faults);
        let (mut met, mut wrong) = (0, 0);
        for at in 0..net.parameters.len() {
            const STEP: f32 = 1e-3;
            let at_step = |step: f32| {
                let mut net = net.clone();
                net.parameters[at] += step;
                loss(&net, &samples, &wanted)
            };
            let due = (at_step(STEP) - at_step(-STEP)) / f64::from(2.0 * STEP);
            let ours = f64::from(gradients.gradient[at]);
            met += u32::from(ours.abs() > 1e-3);
            wrong += u32::from((ours - due).abs() > 2e-3 + 0.02 * due.abs());
        }
        assert!(met > net.parameters.len() as u32 / 3, "{met} slopes say something");
        // If a step crosses the corner of a unit, the difference is no slope.
        let corners = if activation == Activation::Relu { 8 } else { 0 };
        assert!(wrong <= corners, "{activation:?} {last:?}: {wrong} slopes are wrong");
    }
}

#[test]
fn a_batch_says_what_single_samples_say() {
    let mut rng = Rng::new(2);
    let net = Net::new(shape(Activation::Relu, Activation::Linear), &mut rng);
    let samples = samples(&mut rng);
    let samples: Vec<Sample<'_>> = samples.iter().map(Vec::as_slice).collect();
    let mut gradients = Gradients::default();
    gradients.show(&net, &samples);
    let mut workspace = crate::net::Workspace::default();
    for (at, sample) in samples.iter().enumerate() {
        net.set_view(sample, &mut workspace);
        net.forward(&[], 0, &mut workspace);
        for output in 0..4 {
            assert!((net.output(output, &workspace) - gradients.output(&net, at, output)).abs() < 1e-5);
        }
    }
}

#[test]
fn adam_finds_what_is_wanted() {
    let mut rng = Rng::new(3);
    let mut net = Net::new(shape(Activation::Elu, Activation::Linear), &mut rng);
    let samples = samples(&mut rng);
    let samples: Vec<Sample<'_>> = samples.iter().map(Vec::as_slice).collect();
    let (mut gradients, mut adam) = (Gradients::default(), Adam::default());
    let wanted: Vec<(usize, usize, f32)> =
        (0..5).map(|sample| (sample, sample % 4, 0.4 * sample as f32 - 0.8)).collect();
    let before = loss(&net, &samples, &wanted);
    for _ in 0..400 {
        gradients.show(&net, &samples);
        let fault = |&(sample, output, due): &(usize, usize, f32)| Fault {
            sample,
            output,
            slope: gradients.output(&net, sample, output) - due,
        };
        let faults: Vec<Fault> = wanted.iter().map(fault).collect();
        gradients.learn(&net, &samples, &faults);
        adam.step(&mut net, &mut gradients.gradient, 5, 0.01);
    }
    let after = loss(&net, &samples, &wanted);
    assert!(after < before / 1000.0, "{before} {after}");
}
