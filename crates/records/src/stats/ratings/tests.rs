//! Tests of `ratings`.

use super::super::{elo_of_score, score_of_elo};
use super::*;

/// Every pair of contestants with these true ratings plays `groups` groups of two games.
fn round_robin(truth: &[f64], groups: usize, draws: &mut Draws) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    for a in 0..truth.len() {
        for b in a + 1..truth.len() {
            let score = score_of_elo(truth[a] - truth[b]);
            let mut game = || f64::from(draws.unit() < score);
            let groups = (0..groups).map(|_| (game() + game()) / 2.0).collect();
            pairings.push(Pairing { a, b, groups });
        }
    }
    pairings
}

#[test]
fn two_contestants_differ_by_the_elo_of_their_score() {
    let groups: Vec<f64> = (0..400).map(|i| f64::from(i % 4 != 0)).collect();
    let rated = ratings(2, &[Pairing { a: 0, b: 1, groups }], 1);
    assert!((rated[0].elo + rated[1].elo).abs() < 1e-9);
    assert!((rated[0].elo - rated[1].elo - elo_of_score(0.75)).abs() < 0.5);
    assert_eq!(rated[0].groups, 400);
}

#[test]
fn known_ratings_come_back_and_intervals_hold_them() {
    let truth = [-220.0, -60.0, 0.0, 30.0, 250.0];
    let mut draws = Draws::new(5);
    let (mut held, mut all) = (0, 0);
    for tournament in 0..12 {
        let pairings = round_robin(&truth, 60, &mut draws);
        for (rating, truth) in ratings(5, &pairings, tournament).iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 80.0, "{rating:?} for {truth}");
            let interval = rating.interval.expect("everybody played");
            assert!(interval.contains(rating.elo));
            assert!((50.0..130.0).contains(&(interval.high - interval.low)), "{rating:?}");
            held += u32::from(interval.contains(truth));
            all += 1;
        }
    }
    // 60 intervals at 95 %: three misses expected, more than seven would surprise.
    assert!(held + 7 >= all, "{held} of {all}");
}

#[test]
fn short_pairings_do_not_push_ratings_out_of_their_intervals() {
    let truth: Vec<f64> = (0..12).map(|i| f64::from(i) * 60.0 - 330.0).collect();
    let rated = ratings(12, &round_robin(&truth, 10, &mut Draws::new(2)), 3);
    let held = rated
        .iter()
        .zip(&truth)
        .filter(|(rating, truth)| rating.interval.expect("everybody played").contains(**truth));
    assert!(held.count() >= 10);
}

#[test]
fn unbeaten_contestants_are_finite_and_uncertain() {
    let pairings = [Pairing { a: 0, b: 1, groups: vec![1.0; 30] }];
    let rated = ratings(2, &pairings, 9);
    let interval = rated[0].interval.expect("both played");
    assert!(rated[0].elo.is_finite() && rated[0].elo > 200.0, "{rated:?}");
    assert!(interval.low < rated[0].elo - 50.0, "{rated:?}");
}

#[test]
fn idle_contestants_have_no_interval() {
    let rated = ratings(3, &[Pairing { a: 0, b: 1, groups: vec![0.5; 8] }], 1);
    assert_eq!((rated[2].interval, rated[2].groups), (None, 0));
    assert!(rated[2].elo.abs() < 1e-9);
    assert_eq!(ratings(0, &[], 1), []);
}

#[test]
fn a_seed_gives_the_same_ratings_every_time() {
    let pairings = round_robin(&[0.0, 50.0, 100.0], 20, &mut Draws::new(8));
    assert_eq!(ratings(3, &pairings, 4), ratings(3, &pairings, 4));
    assert_ne!(ratings(3, &pairings, 4), ratings(3, &pairings, 5));
}
