//! Policy nets: small nets that say how likely each move is. Knows inputs that are there or not, by number; knows
//! nothing of games, nor of how weights are found.
//!
//! Every input that is there adds its row to [`HIDDEN`] units, negative units count as zero, and what is left is
//! weighed and added to the inputs' own weights, as in a policy of weights alone. Inputs that all moves of a position
//! share are added up once. Rows are integers, because playouts ask the net hundreds of thousands of times a second.

use wide::{i16x8, i32x4};

/// Units of the hidden layer.
pub const HIDDEN: usize = 32;

/// Weights of inputs are whole numbers of this part.
const PART: f32 = 1.0 / 512.0;

/// Numbers that one instruction of a baseline processor adds.
const LANES: usize = 8;

/// A number for every unit.
type Row = [i16x8; HIDDEN / LANES];

/// A net that answers.
pub struct Network {
    rows: Vec<Row>,
    linear: Vec<f32>,
    bias: Row,
    out: [f32; HIDDEN],
    /// The same in whole numbers of a step.
    whole_out: Row,
    out_step: f32,
}

/// The largest weight of a unit in whole numbers. Sums of products with units, which are below 8,000, fit into 32 bits.
const MOST_OUT: f32 = 8_191.0;

/// A net as it is learned, before its numbers are rounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The weight of each input.
    pub linear: Vec<f32>,
    /// The numbers that each input adds to the units.
    pub rows: Vec<[f32; HIDDEN]>,
    /// The numbers that the units begin with.
    pub bias: [f32; HIDDEN],
    /// The weight of each unit in the score.
    pub out: [f32; HIDDEN],
}

/// Bytes of the file of a net with so many inputs.
pub const fn length(inputs: usize) -> usize {
    inputs * (HIDDEN + 2) + HIDDEN * (2 + 4)
}

/// The file of a net with only some of its inputs, those that `is_kept` says: a bit for each input that is there, then
/// the file of a net of those. The others add nothing.
pub fn trimmed(inputs: usize, file: &[u8], is_kept: impl Fn(usize) -> bool) -> Vec<u8> {
    let (rows, rest) = file.split_at(inputs * HIDDEN);
    let (linear, rest) = rest.split_at(inputs * 2);
    let row = |input: usize| &rows[input * HIDDEN..(input + 1) * HIDDEN];
    let weight = |input: usize| &linear[input * 2..(input + 1) * 2];
    let kept: Vec<usize> = (0..inputs).filter(|&input| is_kept(input)).collect();
    let mut bytes = vec![0; inputs.div_ceil(8)];
    kept.iter().for_each(|input| bytes[input / 8] |= 1 << (input % 8));
    bytes.extend(kept.iter().flat_map(|&input| row(input)));
    bytes.extend(kept.iter().flat_map(|&input| weight(input)));
    bytes.extend(rest);
    bytes
}

impl Network {
    /// Reads the file of a net with so many inputs, as [`Weights::rounded`] writes it.
    ///
    /// # Panics
    ///
    /// If the file is not of that [`length`]; nets come with the program.
    pub fn read(inputs: usize, bytes: &[u8]) -> Network {
        assert!(bytes.len() == length(inputs), "the net is whole");
        let (rows, rest) = bytes.split_at(inputs * HIDDEN);
        let (linear, rest) = rest.split_at(inputs * 2);
        let (bias, out) = rest.split_at(HIDDEN * 2);
        let short = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        let bias: Vec<i16> = bias.chunks_exact(2).map(short).collect();
        let mut weights = [0.0; HIDDEN];
        for (weight, four) in weights.iter_mut().zip(out.chunks_exact(4)) {
            *weight = f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        }
        let wide = |row: &[u8]| row.iter().map(|&byte| i16::from(byte as i8)).collect::<Vec<i16>>();
        let out_step =
            weights.iter().fold(f32::MIN_POSITIVE, |most, weight| weight.abs().max(most)) / MOST_OUT;
        let whole = weights.map(|weight| (weight / out_step).round() as i16);
        Network {
            rows: rows.chunks_exact(HIDDEN).map(|row| units(&wide(row))).collect(),
            linear: linear.chunks_exact(2).map(|pair| f32::from(short(pair)) * PART).collect(),
            bias: units(&bias),
            out: weights,
            whole_out: units(&whole),
            out_step,
        }
    }

    /// Reads the file of a net with so many inputs, as [`trimmed`] writes it.
    ///
    /// # Panics
    ///
    /// If the file is not whole; nets come with the program.
    pub fn read_trimmed(inputs: usize, bytes: &[u8]) -> Network {
        let (set, kept) = bytes.split_at(inputs.div_ceil(8));
        let is_kept = |input: usize| set[input / 8] >> (input % 8) & 1 == 1;
        let count = (0..inputs).filter(|&input| is_kept(input)).count();
        let small = Network::read(count, kept);
        let (mut rows, mut linear) = (small.rows.iter(), small.linear.iter());
        let nothing = [i16x8::ZERO; HIDDEN / LANES];
        let (rows, linear) = (0..inputs)
            .map(|input| match is_kept(input) {
                true => (rows.next().copied().unwrap_or(nothing), linear.next().copied().unwrap_or(0.0)),
                false => (nothing, 0.0),
            })
            .unzip();
        Network { rows, linear, ..small }
    }

    /// The units before any input is known.
    #[inline]
    pub fn begin(&self) -> Units<'_> {
        Units { net: self, sum: self.bias, score: 0.0 }
    }

    /// Sums of nothing, for what several moves add or take away together.
    #[inline]
    pub fn nothing(&self) -> Units<'_> {
        Units { net: self, sum: [i16x8::ZERO; HIDDEN / LANES], score: 0.0 }
    }
}

/// The units of a net while inputs are added up. A copy for each move saves adding what moves share.
#[derive(Clone, Copy)]
pub struct Units<'a> {
    net: &'a Network,
    sum: Row,
    score: f32,
}

impl<'a> Units<'a> {
    /// Sums of nothing in the same net.
    #[inline]
    pub fn nothing(&self) -> Units<'a> {
        self.net.nothing()
    }

    /// Adds what another sum adds.
    #[inline]
    pub fn plus(&mut self, other: &Units<'_>) {
        self.score += other.score;
        for (sum, lanes) in self.sum.iter_mut().zip(&other.sum) {
            *sum += *lanes;
        }
    }

    /// Takes an input away.
    #[inline]
    pub fn remove(&mut self, input: usize) {
        self.score -= self.net.linear[input];
        for (sum, lanes) in self.sum.iter_mut().zip(&self.net.rows[input]) {
            *sum -= *lanes;
        }
    }

    /// Adds an input.
    #[inline]
    pub fn add(&mut self, input: usize) {
        self.score += self.net.linear[input];
        for (sum, lanes) in self.sum.iter_mut().zip(&self.net.rows[input]) {
            *sum += *lanes;
        }
    }

    /// The score of the inputs that were added: a logarithm of odds. In whole numbers, which takes a third of the time of
    /// [`Units::score`] and is off by a thousandth or so.
    #[inline]
    pub fn quick_score(&self) -> f32 {
        let mut sum = i32x4::ZERO;
        for (lanes, weights) in self.sum.iter().zip(&self.net.whole_out) {
            sum += lanes.max(i16x8::ZERO).dot(*weights);
        }
        self.score + sum.reduce_add() as f32 * self.net.out_step
    }

    /// The score of the inputs that were added: a logarithm of odds.
    #[inline]
    pub fn score(&self) -> f32 {
        let mut score = self.score;
        for (lanes, weights) in self.sum.iter().zip(self.net.out.chunks_exact(LANES)) {
            let units = lanes.max(i16x8::ZERO).to_array();
            for (unit, weight) in units.into_iter().zip(weights) {
                score += f32::from(unit) * weight;
            }
        }
        score
    }
}

/// The part of a move's score that the worst of its outcomes has; the rest is their mean. Another seat chooses among
/// them, mostly the worst for the mover, but it has reasons of its own.
pub const WORST: f32 = 0.75;

/// The score of a move of several outcomes.
#[inline]
pub fn score_of_outcomes(scores: &[f32]) -> f32 {
    if let [only] = scores {
        return *only;
    }
    let (mut worst, mut sum) = (f32::INFINITY, 0.0);
    for &score in scores {
        worst = worst.min(score);
        sum += score;
    }
    WORST * worst + (1.0 - WORST) / scores.len() as f32 * sum
}

/// Turns scores into odds; returns their sum.
#[inline]
pub fn odds(scores: &mut [f32]) -> f32 {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores {
        *score = libm::expf(*score - most);
        sum += *score;
    }
    sum
}

fn units(numbers: &[i16]) -> Row {
    let mut row = [i16x8::ZERO; HIDDEN / LANES];
    for (lanes, numbers) in row.iter_mut().zip(numbers.chunks_exact(LANES)) {
        *lanes = i16x8::from(<[i16; LANES]>::try_from(numbers).expect("as many as there are lanes"));
    }
    row
}

impl Weights {
    /// A net of zeros.
    pub fn zero(inputs: usize) -> Weights {
        Weights {
            linear: vec![0.0; inputs],
            rows: vec![[0.0; HIDDEN]; inputs],
            bias: [0.0; HIDDEN],
            out: [0.0; HIDDEN],
        }
    }

    /// The numbers of a rounded net; units are measured in its steps.
    pub fn read(inputs: usize, file: &[u8]) -> Option<Weights> {
        if file.len() != length(inputs) {
            return None;
        }
        let mut weights = Weights::zero(inputs);
        let (rows, rest) = file.split_at(inputs * HIDDEN);
        let (shorts, out) = rest.split_at(inputs * 2 + HIDDEN * 2);
        let mut shorts = shorts.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])));
        let bytes = rows.iter().map(|&byte| f32::from(byte as i8));
        weights.rows.iter_mut().flatten().zip(bytes).for_each(|(number, byte)| *number = byte);
        weights.linear.iter_mut().zip(&mut shorts).for_each(|(weight, short)| *weight = short * PART);
        weights.bias.iter_mut().zip(&mut shorts).for_each(|(number, short)| *number = short);
        for (weight, four) in weights.out.iter_mut().zip(out.chunks_exact(4)) {
            *weight = f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        }
        Some(weights)
    }

    /// All numbers, always in the same order.
    pub fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        let rows = self.rows.iter().flatten();
        self.linear.iter().chain(rows).chain(&self.bias).chain(&self.out).copied()
    }

    /// All numbers, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.rows.iter_mut().flatten();
        self.linear.iter_mut().chain(rows).chain(&mut self.bias).chain(&mut self.out)
    }

    /// All numbers as bytes, so that learning can go on.
    pub fn whole(&self) -> Vec<u8> {
        self.numbers().flat_map(f32::to_le_bytes).collect()
    }

    /// Reads the bytes of [`Weights::whole`]; `None` if they are not those of a net with so many inputs.
    pub fn from_whole(inputs: usize, bytes: &[u8]) -> Option<Weights> {
        let mut weights = Weights::zero(inputs);
        if bytes.len() != 4 * weights.numbers().count() {
            return None;
        }
        for (number, four) in weights.numbers_mut().zip(bytes.chunks_exact(4)) {
            *number = f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        }
        Some(weights)
    }

    /// The bytes of the file: rows, weights of inputs, then what units begin with and add. A unit that is measured in
    /// other steps is the same unit with another weight, so each has the finest steps that a byte allows.
    pub fn rounded(&self) -> Vec<u8> {
        let most = |unit: usize| self.rows.iter().map(|row| row[unit].abs()).fold(1e-6, f32::max);
        let steps: Vec<f32> = (0..HIDDEN).map(|unit| most(unit) / 127.0).collect();
        let short = |value: f32| (value.round().clamp(-32_000.0, 32_000.0) as i16).to_le_bytes();
        let mut bytes = Vec::with_capacity(length(self.linear.len()));
        for row in &self.rows {
            bytes.extend(row.iter().zip(&steps).map(|(value, step)| (value / step).round() as i8 as u8));
        }
        bytes.extend(self.linear.iter().flat_map(|weight| short(weight / PART)));
        bytes.extend(self.bias.iter().zip(&steps).flat_map(|(value, step)| short(value / step)));
        bytes.extend(self.out.iter().zip(&steps).flat_map(|(weight, step)| (weight * step).to_le_bytes()));
        bytes
    }
}

#[cfg(test)]
mod tests;
