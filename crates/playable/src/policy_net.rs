//! Policy nets: small nets that say how likely each move is. Knows inputs that are there or not, by number; knows
//! nothing of games, nor of how weights are found.
//!
//! Every input that is there adds its row to [`HIDDEN`] units, negative units count as zero, and what is left is
//! weighed and added to the inputs' own weights, as in a policy of weights alone. Inputs that all moves of a position
//! share are added up once. Rows are integers, because playouts ask the net hundreds of thousands of times a second.

use wide::i16x8;

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
}

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
        Network {
            rows: rows.chunks_exact(HIDDEN).map(|row| units(&wide(row))).collect(),
            linear: linear.chunks_exact(2).map(|pair| f32::from(short(pair)) * PART).collect(),
            bias: units(&bias),
            out: weights,
        }
    }

    /// The units before any input is known.
    #[inline]
    pub fn begin(&self) -> Units<'_> {
        Units { net: self, sum: self.bias, score: 0.0 }
    }
}

/// The units of a net while inputs are added up. A copy for each move saves adding what moves share.
#[derive(Clone, Copy)]
pub struct Units<'a> {
    net: &'a Network,
    sum: Row,
    score: f32,
}

impl Units<'_> {
    /// Adds an input.
    #[inline]
    pub fn add(&mut self, input: usize) {
        self.score += self.net.linear[input];
        for (sum, lanes) in self.sum.iter_mut().zip(&self.net.rows[input]) {
            *sum += *lanes;
        }
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
