//! The weights of policies as text: groups of features, a line for every row of a group; lines that begin
//! with `#` are remarks. Knows how groups are laid out and
//! how to draw by odds, not what they mean.

use crate::error::InputError;
use karuta_engine::Rng;

/// Groups of features: name, rows, columns.
pub type Blocks = [(&'static str, usize, usize)];

/// The number of features of all groups.
pub const fn count(blocks: &Blocks) -> usize {
    let (mut at, mut sum) = (0, 0);
    while at < blocks.len() {
        sum += blocks[at].1 * blocks[at].2;
        at += 1;
    }
    sum
}

/// The first feature of a group.
pub const fn start(blocks: &Blocks, name: &str) -> usize {
    let (mut at, mut sum) = (0, 0);
    while at < blocks.len() {
        if is_same(blocks[at].0, name) {
            return sum;
        }
        sum += blocks[at].1 * blocks[at].2;
        at += 1;
    }
    panic!("no such group of features");
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Exponentials of the weights in a text that comes with the program, so that the odds of a play are a
/// product.
pub fn factors<const COUNT: usize>(blocks: &Blocks, text: &str) -> [f32; COUNT] {
    let weights = read(blocks, text).expect("shipped weights can be read");
    let mut factors = [1.0; COUNT];
    for (factor, weight) in factors.iter_mut().zip(weights) {
        *factor = libm::expf(weight.clamp(-12.0, 12.0));
    }
    factors
}

/// An index drawn by odds that add up to `sum`, or simply the highest.
#[inline]
pub fn pick(odds: &[f32], sum: f32, is_greedy: bool, rng: &mut Rng) -> usize {
    if is_greedy {
        let likeliest = (0..odds.len()).max_by(|&a, &b| odds[a].total_cmp(&odds[b]));
        return likeliest.unwrap_or(0);
    }
    let mut left = rng.unit() as f32 * sum;
    for (at, odds) in odds.iter().enumerate() {
        left -= odds;
        if left < 0.0 {
            return at;
        }
    }
    odds.len() - 1
}

/// Reads weights.
pub fn read(blocks: &Blocks, text: &str) -> Result<Vec<f32>, InputError> {
    let mut weights = Vec::with_capacity(count(blocks));
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    for &(name, rows, columns) in blocks {
        for row in 0..rows {
            let wanted = format!("\"{name}\" and {columns} numbers");
            let line = lines
                .next()
                .ok_or_else(|| InputError::new(format!("weights end early: row {row} needs {wanted}")))?;
            let mut words = line.split_whitespace();
            let head = words.next().unwrap_or_default();
            let numbers: Option<Vec<f32>> =
                words.map(|word| word.parse().ok().filter(|w: &f32| w.is_finite())).collect();
            match numbers {
                Some(numbers) if head == name && numbers.len() == columns => weights.extend(numbers),
                Some(_) | None => {
                    return Err(InputError::new(format!("weights {line:?}: expected {wanted} (row {row})")));
                }
            }
        }
    }
    match lines.next() {
        Some(line) => Err(InputError::new(format!("weights {line:?}: expected no more lines"))),
        None => Ok(weights),
    }
}

/// Writes weights.
pub fn write(blocks: &Blocks, weights: &[f32]) -> String {
    let mut text = String::new();
    let mut left = weights.iter();
    for &(name, rows, columns) in blocks {
        for _ in 0..rows {
            text.push_str(name);
            for weight in left.by_ref().take(columns) {
                text.push_str(&format!(" {weight:.3}"));
            }
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests;
