//! Whether a difference is real: intervals for scores, measures and shares, and the Elo scale.
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
    /// Whether `value` lies inside, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A mean, how far it can be trusted, and on how much it rests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean of what was observed.
    pub mean: f64,
    /// Where the true mean is, with 95 % confidence.
    pub interval: Interval,
    /// How many independent units were observed: deal groups, or the cases of a share.
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
mod tests {
    use super::draws::Draws;
    use super::*;

    fn assert_near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected} +- {within}");
    }

    #[test]
    fn student_quantiles_are_those_of_the_tables() {
        // Any printed t table, two-sided 5 %.
        for (freedom, t) in
            [(1, 12.7062), (2, 4.3027), (9, 2.2622), (29, 2.0452), (100, 1.9840), (1000, 1.9623)]
        {
            assert_near(student_quantile(freedom), t, 5e-5);
        }
        for freedom in [400, 700, 999, 1000] {
            assert_near(student_quantile(freedom), long_student_quantile(freedom), 1e-7);
        }
        assert_near(student_quantile(1_000_000_000), NORMAL_QUANTILE, 1e-8);
    }

    #[test]
    fn shares_have_the_published_wilson_intervals() {
        // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        for (hits, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let share = share_interval(hits, of).expect("there are cases");
            assert_near(share.interval.low, low, 5e-5);
            assert_near(share.interval.high, high, 5e-5);
        }
        assert_eq!(share_interval(0, 0), None);
    }

    #[test]
    fn equal_groups_keep_the_width_of_one_pseudo_group() {
        // rho = 1/30, k = t^2 / 900, and around one half d^2 = k (1/4 - d^2).
        let estimate = score_interval(&[0.5; 30]).expect("there are groups");
        assert_near(estimate.interval.low, 0.5 - 0.034_008, 2e-6);
        assert_near(estimate.interval.high, 0.5 + 0.034_008, 2e-6);
    }

    #[test]
    fn won_and_lost_matches_are_not_certain() {
        // Wilson with t = 2.2622 instead of 1.96: n / (n + t^2).
        let won = score_interval(&[1.0; 10]).expect("there are groups");
        assert_eq!((won.mean, won.interval.high), (1.0, 1.0));
        assert_near(won.interval.low, 10.0 / (10.0 + 2.262_157 * 2.262_157), 1e-6);
        let lost = score_interval(&[0.0; 10]).expect("there are groups");
        assert_near(lost.interval.high, 1.0 - won.interval.low, 1e-12);
    }

    #[test]
    fn coins_get_wilson_with_the_student_quantile() {
        let groups: Vec<f64> = (0..40).map(|i| f64::from(i % 4 == 0)).collect();
        let estimate = score_interval(&groups).expect("there are groups");
        let k = student_quantile(39).powi(2) / 40.0;
        assert_eq!(estimate.interval, wilson(0.25, k));
    }

    #[test]
    fn few_groups_say_little() {
        assert_eq!(score_interval(&[]), None);
        let one = score_interval(&[0.75]).expect("there is a group");
        assert_eq!((one.mean, one.groups), (0.75, 1));
        assert_eq!(one.interval, Interval { low: 0.0, high: 1.0 });
        assert_eq!(mean_interval(&[7.0]), None);
    }

    #[test]
    fn intervals_stay_in_bounds_and_hold_the_mean() {
        let mut draws = Draws::new(1);
        for n in 1..60 {
            // Powers push the values against 0, roots against 1.
            for power in [0.01, 0.3, 1.0, 4.0, 60.0] {
                let groups: Vec<f64> = (0..n).map(|_| draws.unit().powf(power)).collect();
                let Estimate { mean, interval, .. } = score_interval(&groups).expect("there are groups");
                assert!(0.0 <= interval.low && interval.high <= 1.0, "{interval:?}");
                assert!(interval.contains(mean), "{interval:?} misses {mean}");
                assert!(interval.low < interval.high, "{groups:?}");
            }
        }
    }

    /// How often the interval for 30 groups of `games` games holds the true score.
    fn coverage(score: f64, games: u32, seed: u64) -> f64 {
        const MATCHES: u32 = 4000;
        let mut draws = Draws::new(seed);
        let covered = (0..MATCHES).filter(|_| {
            let mut group = || {
                let won = (0..games).filter(|_| draws.unit() < score).count();
                won as f64 / f64::from(games)
            };
            let groups: Vec<f64> = (0..30).map(|_| group()).collect();
            score_interval(&groups).expect("there are groups").interval.contains(score)
        });
        covered.count() as f64 / f64::from(MATCHES)
    }

    #[test]
    fn score_intervals_hold_the_truth_as_often_as_they_claim() {
        for score in [0.05, 0.5, 0.95] {
            for games in [1, 2, 4] {
                let coverage = coverage(score, games, 7);
                assert!((0.92..=0.985).contains(&coverage), "{coverage} for {score} x {games}");
            }
        }
    }

    #[test]
    fn means_have_the_plain_t_interval() {
        // By hand: standard error sqrt(2.5 / 5) = 0.70711, t(4) = 2.77645.
        let estimate = mean_interval(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("there are values");
        assert_near(estimate.mean, 3.0, 1e-12);
        assert_near(estimate.interval.low, 3.0 - 1.963_24, 1e-5);
        assert_near(estimate.interval.high, 3.0 + 1.963_24, 1e-5);
    }

    #[test]
    fn elo_is_that_of_the_tables() {
        for (score, elo) in [(0.5, 0.0), (0.75, 190.85), (0.76, 200.24), (0.9, 381.70), (0.25, -190.85)] {
            assert_near(elo_of_score(score), elo, 5e-3);
            assert_near(score_of_elo(elo), score, 5e-5);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }
}
