//! Tables that follow from others by arithmetic: what places are worth over the games to come, by the
//! chances between them. Plays nothing.

use std::collections::BTreeMap;

use super::experiment::{Chances, Experiment, LabError, Measure};
use super::results::Cell;

/// Every cell of an experiment that only calculates.
pub(super) fn cells(
    experiment: &Experiment,
    chances: &Chances,
) -> Result<BTreeMap<String, BTreeMap<String, Cell>>, LabError> {
    let mut cells = BTreeMap::new();
    for row in &experiment.rows {
        let mut found = BTreeMap::new();
        for column in &experiment.columns {
            let wanted = column.measure.resolve(&[&row.vars]).map_err(LabError::new)?;
            let value = match wanted.measure {
                Measure::Expected { place, games } => expected(chances, games).get(place).copied(),
                Measure::Step { place, games } => step(&expected(chances, games), place),
                _ => None,
            };
            let Some(value) = value else {
                return Err(LabError::new(format!(
                    "{}, column {:?}: arithmetic knows expected and step, of places 0 to {}",
                    experiment.id,
                    column.name,
                    chances.points.len() - 1
                )));
            };
            let value = column.scale * value;
            let reach = column.scale * reach(chances, &wanted.measure);
            let cell = Cell {
                value,
                low: Some(value - reach),
                high: Some(value + reach),
                observations: 0.0,
                games: 0.0,
                spread: 0.0,
            };
            found.insert(column.name.clone(), cell);
        }
        cells.insert(row.name.clone(), found);
    }
    Ok(cells)
}

/// Half a unit of the last digit that chances are printed with.
const ROUNDED: f64 = 0.0005;

/// The largest error of a value that comes from rounded probabilities: every probability of a row
/// by half a digit in the same direction, in every game. Printed rows do sum to 0.998 and 1.002.
fn reach(chances: &Chances, measure: &Measure) -> f64 {
    let off = |games: u32| {
        f64::from(games) * ROUNDED * chances.points.iter().map(|points| points.abs()).sum::<f64>()
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
mod tests {
    use super::*;

    #[test]
    fn two_places_are_worked_out_by_hand() {
        let chances = Chances { matrix: vec![vec![0.75, 0.25], vec![0.5, 0.5]], points: vec![2.0, 1.0] };
        assert_eq!(expected(&chances, 0), [2.0, 1.0]);
        // One game on: 0.75 * 2 + 0.25 and 0.5 * 2 + 0.5.
        assert_eq!(expected(&chances, 1), [3.75, 2.5]);
        assert_eq!(step(&[5.0, 4.0, 1.0], 1), Some(0.75));
        assert_eq!(step(&[5.0, 4.0, 1.0], 2), None);
        assert_eq!(reach(&chances, &Measure::Expected { place: 0, games: 0 }), 0.0);
        let off = reach(&chances, &Measure::Expected { place: 0, games: 4 });
        assert!((off - 4.0 * 0.0015).abs() < 1e-12, "{off}");
    }
}
