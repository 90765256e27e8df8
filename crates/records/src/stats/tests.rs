//! Tests of `stats`.

use super::draws::Draws;
use super::*;

fn assert_near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} is not {expected} +- {within}");
}

#[test]
fn student_quantiles_are_those_of_the_tables() {
    // Any printed t table, two-sided 5 %.
    for (freedom, t) in [(1, 12.7062), (2, 4.3027), (9, 2.2622), (29, 2.0452), (100, 1.9840), (1000, 1.9623)]
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
    for (hits, of, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
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

/// The number of times the interval for 30 groups of `games` games holds the true score.
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
