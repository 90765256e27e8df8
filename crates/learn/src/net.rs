//! `Net`: a multilayer perceptron for inputs that are mostly zero, and how it judges one position. Knows
//! numbers, no game and no file.
//!
//! Weights lie `[input][output]`, so that an input that is zero costs nothing and any other adds a row. The
//! last layer lies the other way round, because usually only some of its outputs are wanted. All
//! parameters are one vector: what changes them need not know what they mean.

use karuta_engine::Rng;

use crate::kernels::{self, Term};

/// The activation function of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// Nothing.
    Linear,
    /// Cuts off what is below 0.
    Relu,
    /// The exponential linear unit.
    Elu,
}

impl Activation {
    /// All of them.
    pub const ALL: [Activation; 3] = [Activation::Linear, Activation::Relu, Activation::Elu];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Activation::Linear => "linear",
            Activation::Relu => "relu",
            Activation::Elu => "elu",
        }
    }

    /// Turns sums into activations.
    #[inline]
    pub fn apply(self, values: &mut [f32]) {
        match self {
            Activation::Linear => {}
            Activation::Relu => kernels::relu(values),
            Activation::Elu => kernels::elu(values),
        }
    }

    /// The slope, told from the activation.
    #[inline]
    pub fn slope(self, value: f32) -> f32 {
        match self {
            Activation::Linear => 1.0,
            Activation::Relu => f32::from(u8::from(value > 0.0)),
            Activation::Elu => {
                if value > 0.0 {
                    1.0
                } else {
                    value + 1.0
                }
            }
        }
    }
}

/// The shape of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Groups of inputs, each with the units of the first layer that see it and nothing else: how many inputs,
    /// how many units. A plain net has one group.
    pub first: Vec<(usize, usize)>,
    /// The further hidden layers.
    pub hidden: Vec<usize>,
    /// The outputs.
    pub outputs: usize,
    /// The activation of hidden units.
    pub activation: Activation,
    /// The activation of outputs.
    pub last: Activation,
}

impl Shape {
    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.first.iter().map(|(inputs, _)| inputs).sum()
    }

    /// The number of units of the first layer.
    pub fn first_width(&self) -> usize {
        self.first.iter().map(|(_, units)| units).sum()
    }

    /// The widths of all hidden layers.
    pub fn widths(&self) -> Vec<usize> {
        std::iter::once(self.first_width()).chain(self.hidden.iter().copied()).collect()
    }

    /// The number of parameters.
    pub fn parameters(&self) -> usize {
        let plan = Plan::of(self);
        plan.last.bias + self.outputs
    }
}

/// A part of the vector of parameters: a matrix and what is added to its product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dense {
    pub weights: usize,
    pub bias: usize,
    pub inputs: usize,
    pub outputs: usize,
}

/// A group of inputs in the first layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub dense: Dense,
    /// The first of its inputs.
    pub from: usize,
    /// The first of its units.
    pub unit: usize,
}

/// The places of all parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub groups: Vec<Group>,
    pub hidden: Vec<Dense>,
    /// This one lies `[output][input]`.
    pub last: Dense,
}

impl Plan {
    fn of(shape: &Shape) -> Plan {
        let mut at = 0;
        let mut dense = |inputs: usize, outputs: usize| {
            let weights = at;
            let bias = weights + inputs * outputs;
            at = bias + outputs;
            Dense { weights, bias, inputs, outputs }
        };
        let (mut from, mut unit) = (0, 0);
        let mut groups = Vec::new();
        for &(inputs, units) in &shape.first {
            groups.push(Group { dense: dense(inputs, units), from, unit });
            from += inputs;
            unit += units;
        }
        let widths = shape.widths();
        let hidden = widths.windows(2).map(|pair| dense(pair[0], pair[1])).collect();
        let last = dense(widths[widths.len() - 1], shape.outputs);
        Plan { groups, hidden, last }
    }
}

/// A net.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    shape: Shape,
    plan: Plan,
    /// All parameters; as many as the shape has.
    pub parameters: Vec<f32>,
}

/// The buffers of a forward pass, kept between positions.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    terms: Vec<Term>,
    base: Vec<f32>,
    layer: Vec<f32>,
    next: Vec<f32>,
}

impl Net {
    /// A net with weights drawn evenly after Glorot, and no bias.
    pub fn new(shape: Shape, rng: &mut Rng) -> Net {
        let mut net = Net::zero(shape);
        let layers: Vec<Dense> = net.layers().collect();
        for Dense { weights, bias, inputs, outputs } in layers {
            let limit = (6.0 / (inputs + outputs) as f64).sqrt();
            for weight in &mut net.parameters[weights..bias] {
                *weight = (limit * (2.0 * rng.unit() - 1.0)) as f32;
            }
        }
        net
    }

    /// A net that says 0 to everything.
    pub fn zero(shape: Shape) -> Net {
        let plan = Plan::of(&shape);
        let parameters = vec![0.0; shape.parameters()];
        Net { shape, plan, parameters }
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// All layers, those of the first groups one by one.
    pub(crate) fn layers(&self) -> impl Iterator<Item = Dense> + '_ {
        let groups = self.plan.groups.iter().map(|group| group.dense);
        groups.chain(self.plan.hidden.iter().copied()).chain(std::iter::once(self.plan.last))
    }

    /// Writes the bias of the first layer.
    pub(crate) fn begin(&self, sums: &mut [f32]) {
        for &Group { dense, unit, .. } in &self.plan.groups {
            let bias = &self.parameters[dense.bias..dense.bias + dense.outputs];
            sums[unit..unit + dense.outputs].copy_from_slice(bias);
        }
    }

    /// Adds inputs, counted from `from`, to the sums of the first layer.
    #[inline]
    pub(crate) fn add_inputs(
        &self,
        inputs: &[(u16, f32)],
        from: usize,
        sums: &mut [f32],
        terms: &mut Vec<Term>,
    ) {
        for &Group { dense, from: first, unit } in &self.plan.groups {
            let own = |at: u16| (from + usize::from(at)).checked_sub(first).filter(|&at| at < dense.inputs);
            terms.clear();
            terms.extend(inputs.iter().filter_map(|&(at, value)| {
                own(at).map(|at| ((dense.weights + at * dense.outputs) as u32, value))
            }));
            kernels::add_rows(&mut sums[unit..unit + dense.outputs], &self.parameters, terms);
        }
    }

    /// Looks at a position: what is in common to all its moves.
    #[inline]
    pub fn set_view(&self, inputs: &[(u16, f32)], workspace: &mut Workspace) {
        let mut base = std::mem::take(&mut workspace.base);
        base.resize(self.shape.first_width(), 0.0);
        self.begin(&mut base);
        self.add_inputs(inputs, 0, &mut base, &mut workspace.terms);
        workspace.base = base;
    }

    /// Thinks the position through with further inputs, counted from `from`; [`Net::output`] has the results.
    #[inline]
    pub fn forward(&self, more: &[(u16, f32)], from: usize, workspace: &mut Workspace) {
        let Workspace { terms, base, layer, next } = workspace;
        layer.clear();
        layer.extend_from_slice(base);
        if !more.is_empty() {
            self.add_inputs(more, from, layer, terms);
        }
        self.shape.activation.apply(layer);
        for dense in &self.plan.hidden {
            next.clear();
            next.extend_from_slice(&self.parameters[dense.bias..dense.bias + dense.outputs]);
            terms.clear();
            let row = |at: usize| (dense.weights + at * dense.outputs) as u32;
            terms.extend(layer.iter().enumerate().filter(|(_, v)| **v != 0.0).map(|(at, &v)| (row(at), v)));
            kernels::add_rows(next, &self.parameters, terms);
            self.shape.activation.apply(next);
            std::mem::swap(layer, next);
        }
    }

    /// One output of the last forward pass.
    #[inline]
    pub fn output(&self, output: usize, workspace: &Workspace) -> f32 {
        self.read(output, &workspace.layer)
    }

    /// One output from the last hidden layer.
    #[inline]
    pub(crate) fn read(&self, output: usize, layer: &[f32]) -> f32 {
        let Dense { weights, bias, inputs, .. } = self.plan.last;
        let from = weights + output * inputs;
        let sum = kernels::dot(&self.parameters[from..from + inputs], layer) + self.parameters[bias + output];
        let mut value = [sum];
        self.shape.last.apply(&mut value);
        value[0]
    }
}

#[cfg(test)]
mod tests;
