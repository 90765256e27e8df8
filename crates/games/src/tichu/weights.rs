//! The weights of features as text: a line for every row of a group, lines that begin with `#` are
//! remarks. Knows the groups, not what they mean.

use super::features::{BLOCKS, COUNT};
use crate::playable::TextError;

/// Reads weights.
pub fn read(text: &str) -> Result<Vec<f32>, TextError> {
    let mut weights = Vec::with_capacity(COUNT);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    for &(name, rows, columns) in BLOCKS {
        for row in 0..rows {
            let wanted = format!("\"{name}\" and {columns} numbers");
            let line = lines
                .next()
                .ok_or_else(|| TextError::new(format!("weights end early: row {row} needs {wanted}")))?;
            let mut words = line.split_whitespace();
            let head = words.next().unwrap_or_default();
            let numbers: Option<Vec<f32>> =
                words.map(|word| word.parse().ok().filter(|w: &f32| w.is_finite())).collect();
            match numbers {
                Some(numbers) if head == name && numbers.len() == columns => weights.extend(numbers),
                Some(_) | None => {
                    return Err(TextError::new(format!("weights {line:?}: expected {wanted} (row {row})")));
                }
            }
        }
    }
    match lines.next() {
        Some(line) => Err(TextError::new(format!("weights {line:?}: expected no more lines"))),
        None => Ok(weights),
    }
}

/// Writes weights.
pub fn write(weights: &[f32]) -> String {
    let mut text = String::new();
    let mut left = weights.iter();
    for &(name, rows, columns) in BLOCKS {
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
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let weights: Vec<f32> = (0..COUNT).map(|at| at as f32 * 0.125 - 20.0).collect();
        assert_eq!(read(&write(&weights)).expect("weights"), weights);
    }

    #[test]
    fn bad_weights_are_named() {
        let text = write(&vec![0.0; COUNT]);
        let error = |text: &str| read(text).expect_err("an error").to_string();
        assert!(error("").contains("end early"));
        assert!(error(&text.replacen("play", "plya", 1)).contains("plya"));
        assert!(error(&text.replacen("0.000", "NaN", 1)).contains("expected \"play\" and 17 numbers"));
        assert!(error(&format!("{text}more 1\n")).contains("no more lines"));
    }
}
