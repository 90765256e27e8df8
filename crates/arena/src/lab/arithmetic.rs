//! Tables that follow from others by arithmetic: what places are worth over the games to come, by the
//! chances between them. Plays nothing.

use std::collections::BTreeMap;

use super::experiment::{Chances, Experiment, Measure, Row, builtin};
use super::results::Cell;
use karuta_playable::error::InputError;

/// Every cell of an experiment that only calculates.
pub(super) fn cells(
    experiment: &Experiment,
    chances: &Chances,
) -> Result<BTreeMap<String, BTreeMap<String, Cell>>, InputError> {
    let mut cells = BTreeMap::new();
    for row in &experiment.rows {
        let mut found = BTreeMap::new();
        for column in &experiment.columns {
            let wanted = column.measure.resolve(&[&row.vars]).map_err(InputError::new)?;
            let value = match wanted.measure {
                Measure::Expected { place, games } => expected(chances, games).get(place).copied(),
                Measure::Step { place, games } => step(&expected(chances, games), place),
                _ => None,
            };
            let Some(value) = value else {
                return Err(InputError::new(format!(
                    "{}, column {:?}: arithmetic knows expected and step, of places 0 to {}",
                    experiment.id,
                    column.name,
                    chances.points.len() - 1
                )));
            };
            let cell = exact(column.scale * value, column.scale * reach(chances, &wanted.measure));
            found.insert(column.name.clone(), cell);
        }
        cells.insert(row.name.clone(), found);
    }
    Ok(cells)
}

/// A value that can be off by no more than `reach`.
fn exact(value: f64, reach: f64) -> Cell {
    let (low, high) = (Some(value - reach), Some(value + reach));
    Cell { value, low, high, observations: 0.0, games: 0.0, spread: 0.0 }
}

/// Every cell of an experiment that calculates with the values which the experiment `other` has from its paper, row by
/// row.
pub(super) fn on_printed(
    experiment: &Experiment,
    other: &str,
) -> Result<BTreeMap<String, BTreeMap<String, Cell>>, InputError> {
    let source = if other == experiment.id { experiment.clone() } else { builtin::open(other)? };
    let mut cells = BTreeMap::new();
    for row in &experiment.rows {
        let given = source.rows.iter().find(|given| given.name == row.name);
        let given = given.ok_or_else(|| {
            InputError::new(format!("{}: {other} has no row {:?}", experiment.id, row.name))
        })?;
        let mut found = BTreeMap::new();
        for column in &experiment.columns {
            let wanted = column.measure.resolve(&[&row.vars]).map_err(InputError::new)?;
            let Some((value, reach)) = from_printed(&source, given, &wanted.measure) else {
                return Err(InputError::new(format!(
                    "{}, column {:?}: {other} prints nothing it could follow from; there are printed, minus and step",
                    experiment.id, column.name
                )));
            };
            found.insert(column.name.clone(), exact(column.scale * value, column.scale * reach));
        }
        cells.insert(row.name.clone(), found);
    }
    Ok(cells)
}

/// A value that follows from the printed values of a row, and its largest error from their rounding.
fn from_printed(source: &Experiment, row: &Row, measure: &Measure) -> Option<(f64, f64)> {
    let value = |at: usize| Some(row.published.get(at)?.as_ref()?.value);
    let named = |name: &str| source.columns.iter().position(|column| column.name == name);
    let half = |at: usize| 0.5 * 10f64.powi(-(source.columns[at].digits as i32));
    match measure {
        Measure::Printed(name) => Some((value(named(name)?)?, 0.0)),
        Measure::Minus(from, what) => {
            let (from, what) = (named(from)?, named(what)?);
            Some((value(from)? - value(what)?, half(from) + half(what)))
        }
        Measure::Step { place, .. } => {
            let values: Vec<f64> = (0..source.columns.len()).map(value).collect::<Option<_>>()?;
            let range = values.first()? - values.last()?;
            // Both ends of the step, and both of the range it is a part of.
            let part = step(&values, *place)?;
            Some((part, (1.0 + part) * 2.0 * half(*place) / range))
        }
        _ => None,
    }
}

/// Half a unit of the last digit that chances are printed with.
const ROUNDED: f64 = 0.0005;

/// The largest error of a value that comes from rounded chances: every chance of a row by half a digit in the
/// same direction. Printed rows do sum to 0.998 and 1.002.
///
/// The error of the k-th further game is k times that of the first: what it follows from is rounded as well. Over
/// n games this adds up to n (n + 1) / 2 errors.
fn reach(chances: &Chances, measure: &Measure) -> f64 {
    let off = |games: u32| {
        let errors = f64::from(games) * f64::from(games + 1) / 2.0;
        errors * ROUNDED * chances.points.iter().map(|points| points.abs()).sum::<f64>()
    };
    match *measure {
        Measure::Expected { games, .. } => off(games),
        Measure::Step { games, .. } => {
            let values = expected(chances, games);
            let range = values.first().zip(values.last()).map_or(1.0, |(first, last)| (first - last).abs());
            2.0 * off(games) / range
        }
        _ => 0.0,
    }
}

/// Points from each place over this game and so many more.
fn expected(chances: &Chances, games: u32) -> Vec<f64> {
    let mut later = chances.points.clone();
    let mut sum = later.clone();
    for _ in 0..games {
        let weigh = |row: &Vec<f64>| row.iter().zip(&later).map(|(chance, points)| chance * points).sum();
        later = chances.matrix.iter().map(weigh).collect();
        for (sum, later) in sum.iter_mut().zip(&later) {
            *sum += later;
        }
    }
    sum
}

/// The step from a place to the one below, as a part of the way from the best to the worst.
fn step(values: &[f64], place: usize) -> Option<f64> {
    let (first, last) = (values.first()?, values.last()?);
    Some((values.get(place)? - values.get(place + 1)?) / (first - last))
}

#[cfg(test)]
mod tests;
