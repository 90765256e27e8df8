//! Statistics of differences: intervals for scores, measures and shares, and the Elo scale.
//!
//! Knows only numbers; the unit of chance is the deal group, because the games inside one group
//! share a deal and are not independent. Must not know games, agents, files, threads or the clock,
//! so that the same record always gives the same figures.

mod bradley_terry;
mod draws;
pub mod quotient;
pub mod ratings;
pub mod sprt;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The 0.975 quantile of the standard normal distribution.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// A range that holds the true value with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// True if `value` lies inside, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A mean, how far it can be trusted, and on how much it rests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean of what was observed.
    pub mean: f64,
    /// The 95 % interval of the true mean.
    pub interval: Interval,
    /// The number of independent units: deal groups, or the cases of a share.
    pub groups: u64,
}

/// The mean payoff and its 95 % interval; `groups` holds the mean payoff of each deal group, each
/// in `[0, 1]`. `None` if there are no groups; a single group says nothing about how groups
/// differ, so its interval is all of `[0, 1]`.
///
/// This is Wilson's score interval carried over to group means: all `mu` with
/// `|m - mu| <= t * sqrt(rho * mu * (1 - mu) / n)`, where the dispersion `rho` is the variance of
/// the groups relative to a coin of the same mean. The plain t interval would give a match won
/// nine to nothing zero width, and would leave `[0, 1]` next to the ends; Wilson's does neither.
/// Counting games as coins instead would ignore that replaying a deal from every seat makes the
/// groups much more alike than coins, which is the reason for playing groups at all.
pub fn score_interval(groups: &[f64]) -> Option<Estimate> {
    debug_assert!(groups.iter().all(|x| (0.0..=1.0).contains(x)));
    let n = groups.len() as f64;
    // Summing many thirds may round to just above 1.
    let mean = mean(groups)?.clamp(0.0, 1.0);
    let interval = if groups.len() == 1 {
        Interval { low: 0.0, high: 1.0 }
    } else {
        let t = student_quantile(groups.len() - 1);
        wilson(mean, t * t * dispersion(groups, mean) / n)
    };
    Some(Estimate { mean, interval, groups: groups.len() as u64 })
}

/// The mean and its 95 % t interval for a measure without bounds: plies, pieces left, points.
/// `None` for fewer than two values, which have no spread to judge by.
pub fn mean_interval(values: &[f64]) -> Option<Estimate> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean(values)?;
    let n = values.len() as f64;
    let variance = squares_about(values, mean) / (n - 1.0);
    let reach = student_quantile(values.len() - 1) * (variance / n).sqrt();
    let interval = Interval { low: mean - reach, high: mean + reach };
    Some(Estimate { mean, interval, groups: values.len() as u64 })
}

/// The share `hits / of` and its 95 % interval by Wilson (1927); `None` of nothing. Only for
/// independent cases: payoffs belong into [`score_interval`].
pub fn share_interval(hits: u64, of: u64) -> Option<Estimate> {
    debug_assert!(hits <= of);
    if of == 0 {
        return None;
    }
    let mean = hits as f64 / of as f64;
    let interval = wilson(mean, NORMAL_QUANTILE * NORMAL_QUANTILE / of as f64);
    Some(Estimate { mean, interval, groups: of })
}

/// The Elo difference at which the logistic curve expects the score `p`; infinite at 0 and 1.
pub fn elo_of_score(p: f64) -> f64 {
    400.0 * (p / (1.0 - p)).log10()
}

/// The score the logistic curve expects at the Elo difference `elo`.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The variance of `groups` relative to a coin of the same mean, in `(0, 1]`.
///
/// One pseudo group with the coin's full variance is added, so that a few equal groups by chance
/// do not pass for certainty. Clamped at the coin because no values in `[0, 1]` of that mean can
/// truly vary more.
fn dispersion(groups: &[f64], mean: f64) -> f64 {
    let coin = mean * (1.0 - mean);
    if coin <= 0.0 {
        return 1.0;
    }
    let relative = (squares_about(groups, mean) + coin) / (groups.len() as f64 * coin);
    relative.min(1.0)
}

/// Solves `(m - mu)^2 = k * mu * (1 - mu)` for both `mu`.
fn wilson(m: f64, k: f64) -> Interval {
    let centre = m + k / 2.0;
    let reach = (k * m * (1.0 - m) + k * k / 4.0).sqrt();
    // The bounds hold in exact arithmetic; the clamps only undo the last bit of rounding.
    Interval {
        low: ((centre - reach) / (1.0 + k)).clamp(0.0, m),
        high: ((centre + reach) / (1.0 + k)).clamp(m, 1.0),
    }
}

/// The 0.975 quantile of Student's distribution.
fn student_quantile(freedom: usize) -> f64 {
    if freedom > 1000 {
        return long_student_quantile(freedom);
    }
    let student = StudentsT::new(0.0, 1.0, freedom as f64)
        .expect("two values or more leave at least one degree of freedom");
    student.inverse_cdf(0.975)
}

/// The same for long matches, by Cornish and Fisher's expansion around the normal quantile
/// (Abramowitz and Stegun 26.7.5). The exact inversion loses digits there: from a few million
/// degrees of freedom it falls below the normal quantile.
fn long_student_quantile(freedom: usize) -> f64 {
    let (z, f) = (NORMAL_QUANTILE, freedom as f64);
    z + (z.powi(3) + z) / (4.0 * f) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * f * f)
}

fn mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    Some(values.iter().sum::<f64>() / values.len() as f64)
}

fn squares_about(values: &[f64], mean: f64) -> f64 {
    values.iter().map(|x| (x - mean) * (x - mean)).sum()
}

#[cfg(test)]
mod tests;
