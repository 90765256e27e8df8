//! Changing a net so that it errs less: gradients of batches, written out layer by layer, and Adam. Knows
//! what is wanted of a net, not why.

use crate::kernels::{self, AdamStep, BETA_1, BETA_2, Layout, Term};
use crate::net::{Dense, Group, Net};

/// The inputs of one sample that are not zero.
pub type Sample<'a> = &'a [(u16, f32)];

/// By how much an output of a sample is wrong: the slope of the loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fault {
    /// Index of the sample in the batch.
    pub sample: usize,
    /// Index of the output.
    pub output: usize,
    /// The slope of the loss by that output.
    pub slope: f32,
}

/// Gradients of a net and room to work them out.
#[derive(Clone, Debug, Default)]
pub struct Gradients {
    /// The slope of the loss by every parameter, added up since [`Adam`] last used it.
    pub gradient: Vec<f32>,
    /// Activations of hidden layers, a row for each sample.
    layers: Vec<Vec<f32>>,
    /// Slopes by the sums of the layer at hand, and by those of the layer below.
    slopes: Vec<f32>,
    below: Vec<f32>,
    terms: Vec<Term>,
    count: usize,
}

impl Gradients {
    /// Shows a batch to a net; [`Gradients::output`] then tells what it says.
    pub fn show(&mut self, net: &Net, samples: &[Sample<'_>]) {
        let shape = net.shape();
        let widths = shape.widths();
        self.count = samples.len();
        self.layers.resize_with(widths.len(), Vec::new);
        for (layer, &width) in self.layers.iter_mut().zip(&widths) {
            layer.resize(samples.len() * width, 0.0);
        }
        for (sample, sums) in samples.iter().zip(self.layers[0].chunks_exact_mut(widths[0])) {
            net.begin(sums);
            net.add_inputs(sample, 0, sums, &mut self.terms);
        }
        shape.activation.apply(&mut self.layers[0]);
        for (at, dense) in net.plan().hidden.iter().enumerate() {
            let (lower, upper) = self.layers.split_at_mut(at + 1);
            let bias = &net.parameters[dense.bias..dense.bias + dense.outputs];
            upper[0].chunks_exact_mut(dense.outputs).for_each(|row| row.copy_from_slice(bias));
            kernels::add_product(
                &mut upper[0],
                (&lower[at], Layout::new(self.count, dense.inputs)),
                (&net.parameters[dense.weights..dense.bias], Layout::new(dense.inputs, dense.outputs)),
            );
            shape.activation.apply(&mut upper[0]);
        }
    }

    /// An output of a sample shown last.
    #[inline]
    pub fn output(&self, net: &Net, sample: usize, output: usize) -> f32 {
        let width = net.plan().last.inputs;
        let layer = &self.layers[self.layers.len() - 1];
        net.read(output, &layer[sample * width..(sample + 1) * width])
    }

    /// Adds the gradient of the batch shown last, by what is wrong with its outputs.
    pub fn learn(&mut self, net: &Net, samples: &[Sample<'_>], faults: &[Fault]) {
        debug_assert_eq!(samples.len(), self.count, "the batch that was shown");
        self.gradient.resize(net.parameters.len(), 0.0);
        self.last_layer(net, faults);
        for at in (0..net.plan().hidden.len()).rev() {
            self.hidden_layer(net, at);
        }
        self.first_layer(net, samples);
    }

    /// The last layer, where only outputs that are wrong take part.
    fn last_layer(&mut self, net: &Net, faults: &[Fault]) {
        let Dense { weights, bias, inputs, .. } = net.plan().last;
        let at = self.layers.len() - 1;
        self.slopes.clear();
        self.slopes.resize(self.count * inputs, 0.0);
        for &Fault { sample, output, slope } in faults {
            let activation = net.shape().last;
            let rows = sample * inputs..(sample + 1) * inputs;
            let layer = &self.layers[at][rows.clone()];
            let value = net.read(output, layer);
            let slope = slope * activation.slope(value);
            let row = weights + output * inputs;
            kernels::add_scaled(&mut self.gradient[row..row + inputs], layer, slope);
            self.gradient[bias + output] += slope;
            kernels::add_scaled(&mut self.slopes[rows], &net.parameters[row..row + inputs], slope);
        }
        self.through_activation(net, at);
    }

    /// Turns slopes by activations of a layer into slopes by its sums.
    fn through_activation(&mut self, net: &Net, at: usize) {
        let activation = net.shape().activation;
        for (slope, &value) in self.slopes.iter_mut().zip(&self.layers[at]) {
            *slope *= activation.slope(value);
        }
    }

    fn hidden_layer(&mut self, net: &Net, at: usize) {
        let Dense { weights, bias, inputs, outputs } = net.plan().hidden[at];
        for row in self.slopes.chunks_exact(outputs) {
            kernels::add_scaled(&mut self.gradient[bias..bias + outputs], row, 1.0);
        }
        kernels::add_product(
            &mut self.gradient[weights..bias],
            (&self.layers[at], Layout::turned(inputs, self.count)),
            (&self.slopes, Layout::new(self.count, outputs)),
        );
        self.below.clear();
        self.below.resize(self.count * inputs, 0.0);
        kernels::add_product(
            &mut self.below,
            (&self.slopes, Layout::new(self.count, outputs)),
            (&net.parameters[weights..bias], Layout::turned(outputs, inputs)),
        );
        std::mem::swap(&mut self.slopes, &mut self.below);
        self.through_activation(net, at);
    }

    /// The first layer, where only inputs that are not zero take part.
    fn first_layer(&mut self, net: &Net, samples: &[Sample<'_>]) {
        let width = net.shape().first_width();
        for (sample, slopes) in samples.iter().zip(self.slopes.chunks_exact(width)) {
            for &Group { dense, from, unit } in &net.plan().groups {
                let slopes = &slopes[unit..unit + dense.outputs];
                kernels::add_scaled(&mut self.gradient[dense.bias..dense.bias + dense.outputs], slopes, 1.0);
                for &(at, value) in *sample {
                    let Some(at) = usize::from(at).checked_sub(from).filter(|&at| at < dense.inputs) else {
                        continue;
                    };
                    let row = dense.weights + at * dense.outputs;
                    kernels::add_scaled(&mut self.gradient[row..row + dense.outputs], slopes, value);
                }
            }
        }
    }
}

/// The optimiser of Kingma and Ba (2015).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Adam {
    /// Running means of gradients.
    pub means: Vec<f32>,
    /// Running means of their squares.
    pub squares: Vec<f32>,
    /// Steps made.
    pub steps: u64,
}

impl Adam {
    /// Moves a net against a gradient that was added up over `count` samples, and clears the gradient.
    pub fn step(&mut self, net: &mut Net, gradient: &mut [f32], count: usize, rate: f32) {
        self.means.resize(net.parameters.len(), 0.0);
        self.squares.resize(net.parameters.len(), 0.0);
        self.steps += 1;
        let left = |beta: f32| 1.0 - libm::pow(f64::from(beta), self.steps as f64);
        let step = AdamStep {
            rate: (f64::from(rate) / left(BETA_1)) as f32,
            scale: (1.0 / left(BETA_2).sqrt()) as f32,
            count: count as f32,
        };
        kernels::adam(step, &mut net.parameters, gradient, &mut self.means, &mut self.squares);
    }
}

#[cfg(test)]
mod tests;
