//! Counts of title changes: how often the holder of a title held each of them in the next game. Knows counts as text;
//! not how games are played, nor what places are worth.

use crate::SEATS;
use crate::papers::okubo::place_values::Transitions;
use karuta_playable::error::InputError;

/// The names of the titles in Latin letters.
pub const TITLES: [&str; SEATS] = ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"];

/// The number of times each title followed each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TitleCounts(pub [[u64; SEATS]; SEATS]);

impl TitleCounts {
    /// All of these together.
    pub fn sum(all: &[TitleCounts]) -> TitleCounts {
        let mut sum = TitleCounts::default();
        for (row, column) in cells() {
            sum.0[row][column] = all.iter().map(|counts| counts.0[row][column]).sum();
        }
        sum
    }

    /// The chances by these counts; `None` if some title was never held.
    pub fn chances(&self) -> Option<Transitions> {
        let mut chances = [[0.0; SEATS]; SEATS];
        for (row, column) in cells() {
            let held: u64 = self.0[row].iter().sum();
            if held == 0 {
                return None;
            }
            chances[row][column] = self.0[row][column] as f64 / held as f64;
        }
        Some(chances)
    }

    /// The counts as a line of a table, after the number of the match they are from.
    pub fn line(&self, of: usize) -> String {
        cells().fold(of.to_string(), |line, (row, column)| format!("{line},{}", self.0[row][column]))
    }
}

/// Row and column of every cell, row by row.
fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..SEATS * SEATS).map(|at| (at / SEATS, at % SEATS))
}

/// The first line of a table.
pub fn heading() -> String {
    cells().fold(String::from("match"), |line, (from, to)| format!("{line},{}-{}", from + 1, to + 1))
}

/// Reads a table: lines of counts, under a heading and beside remarks that begin with `#`.
pub fn parse(text: &str) -> Result<Vec<TitleCounts>, InputError> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let wanted = heading();
    match lines.next() {
        Some(line) if line == wanted => {}
        other => {
            let line = other.unwrap_or_default();
            return Err(InputError::new(format!("a table of titles begins {line:?}: expected {wanted:?}")));
        }
    }
    lines.map(parse_line).collect()
}

fn parse_line(line: &str) -> Result<TitleCounts, InputError> {
    // A match has few games; sums of any number of them stay far from overflowing.
    const MOST: u64 = 1 << 32;
    let numbers: Option<Vec<u64>> =
        line.split(',').map(|word| word.parse().ok().filter(|&n| n < MOST)).collect();
    match numbers {
        Some(numbers) if numbers.len() == 1 + SEATS * SEATS => {
            let mut counts = TitleCounts::default();
            for ((row, column), count) in cells().zip(&numbers[1..]) {
                counts.0[row][column] = *count;
            }
            Ok(counts)
        }
        Some(_) | None => {
            let wanted = 1 + SEATS * SEATS;
            Err(InputError::new(format!("a table of titles says {line:?}: expected {wanted} numbers")))
        }
    }
}

#[cfg(test)]
mod tests;
