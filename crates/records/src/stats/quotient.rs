//! Quotients of sums over deal groups: shares and means among only some of the games, or of things of
//! which a game has many. Knows only numbers.

use super::{Interval, student_quantile, wilson};

/// What one deal group adds to a quotient.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// The sum of what was observed.
    pub sum: f64,
    /// How often something was observed.
    pub count: f64,
    /// The sum of its squares.
    pub squares: f64,
}

impl Tally {
    /// One more observation.
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
        self.squares += value * value;
    }
}

/// A mean among the observations of all groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quotient {
    /// The mean.
    pub mean: f64,
    /// Where the true mean is, with 95 % confidence; a single group cannot tell.
    pub interval: Option<Interval>,
    /// How many observations there are.
    pub observations: f64,
    /// The standard deviation of single observations.
    pub spread: f64,
}

/// What bounds the observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Nothing.
    Free,
    /// They are 0 or 1, or between.
    Share,
}

/// The mean over all observations, with an interval over groups: what one deal gives hangs together.
/// `None` if nothing was observed.
///
/// The numerator and the denominator vary together, so the variance is that of the residuals
/// `sum - mean * count`, as for any ratio estimator. Shares get Wilson's interval with the variance of
/// the groups in place of the coin's, like [`super::score_interval`]: a share of nought out of twenty is
/// not certain.
pub fn quotient(groups: &[Tally], range: Range) -> Option<Quotient> {
    let groups: Vec<&Tally> = groups.iter().filter(|tally| tally.count > 0.0).collect();
    let count: f64 = groups.iter().map(|tally| tally.count).sum();
    if groups.is_empty() {
        return None;
    }
    let mean = groups.iter().map(|tally| tally.sum).sum::<f64>() / count;
    let squares = groups.iter().map(|tally| tally.squares).sum::<f64>() / count;
    let spread = (squares - mean * mean).max(0.0).sqrt();
    let residuals: f64 = groups.iter().map(|tally| (tally.sum - mean * tally.count).powi(2)).sum();
    let n = groups.len() as f64;
    let interval = (groups.len() > 1).then(|| {
        let t = student_quantile(groups.len() - 1);
        match range {
            Range::Free => {
                let reach = t * (residuals * n / (n - 1.0)).sqrt() / count;
                Interval { low: mean - reach, high: mean + reach }
            }
            Range::Share => {
                let mean = mean.clamp(0.0, 1.0);
                let coin = mean * (1.0 - mean);
                // One pseudo observation with the coin's variance, as elsewhere; but games of one deal may
                // hang together, so the coin is no upper bound.
                let dispersion = if coin > 0.0 { (residuals + coin) / (count * coin) } else { 1.0 };
                wilson(mean, t * t * dispersion / count)
            }
        }
    });
    Some(Quotient { mean, interval, observations: count, spread })
}

#[cfg(test)]
mod tests {
    use super::super::{mean_interval, score_interval};
    use super::*;

    fn tallies(groups: &[&[f64]]) -> Vec<Tally> {
        groups
            .iter()
            .map(|values| {
                let mut tally = Tally::default();
                values.iter().for_each(|&value| tally.add(value));
                tally
            })
            .collect()
    }

    #[test]
    fn one_observation_a_group_gives_the_plain_intervals() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        let groups: Vec<&[f64]> = values.chunks(1).collect();
        let found = quotient(&tallies(&groups), Range::Free).expect("there are values");
        let plain = mean_interval(&values).expect("there are values");
        assert!((found.interval.expect("five groups").low - plain.interval.low).abs() < 1e-12);
        assert!((found.spread - 2f64.sqrt()).abs() < 1e-12);
        let coins = [1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0];
        let groups: Vec<&[f64]> = coins.chunks(1).collect();
        let found = quotient(&tallies(&groups), Range::Share).expect("there are values");
        let plain = score_interval(&coins).expect("there are values").interval;
        let found = found.interval.expect("twelve groups");
        // The plain one clamps the pseudo group away at the coin's variance.
        assert!(found.low <= plain.low && plain.low - found.low < 0.02, "{found:?} {plain:?}");
    }

    #[test]
    fn groups_that_hang_together_widen_the_interval() {
        let alike: Vec<&[f64]> = vec![&[1.0; 10], &[0.0; 10], &[1.0; 10], &[0.0; 10]];
        let mixed: Vec<&[f64]> = vec![&[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]; 4];
        let width = |groups: &[&[f64]]| {
            let found = quotient(&tallies(groups), Range::Share).and_then(|found| found.interval);
            found.map(|interval| interval.high - interval.low).expect("four groups")
        };
        assert!(width(&alike) > 3.0 * width(&mixed));
    }

    #[test]
    fn empty_groups_do_not_count() {
        assert_eq!(quotient(&[Tally::default(); 3], Range::Share), None);
        let one = quotient(&tallies(&[&[], &[3.0, 5.0], &[]]), Range::Free).expect("two values");
        assert_eq!((one.mean, one.interval, one.observations), (4.0, None, 2.0));
    }
}
