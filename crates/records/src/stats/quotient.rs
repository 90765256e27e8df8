//! Quotients of sums over deal groups: shares and means among only some of the games, or of things of
//! which a game has many. Knows only numbers.

use super::{Interval, student_quantile, wilson};

/// The part of one deal group in a quotient.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroupSums {
    /// The sum of what was observed.
    pub sum: f64,
    /// The number of times something was observed.
    pub count: f64,
    /// The sum of its squares.
    pub squares: f64,
}

impl GroupSums {
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
    /// The 95 % interval of the true mean; a single group cannot tell.
    pub interval: Option<Interval>,
    /// The number of observations.
    pub observations: f64,
    /// The standard deviation of single observations.
    pub spread: f64,
}

/// The least and the greatest possible observation.
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
pub fn quotient(groups: &[GroupSums], range: Range) -> Option<Quotient> {
    let groups: Vec<&GroupSums> = groups.iter().filter(|tally| tally.count > 0.0).collect();
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
mod tests;
