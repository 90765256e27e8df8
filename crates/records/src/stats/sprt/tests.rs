//! Tests of `sprt`.

use super::super::draws::Draws;
use super::*;

#[test]
fn bounds_are_walds() {
    let state = Sprt::between(0.0, 10.0).decide(&[]);
    // ln 19, the bound every chess tester prints as 2.94.
    assert!((state.upper - 2.944_439).abs() < 1e-6);
    assert!((state.lower + 2.944_439).abs() < 1e-6);
    assert_eq!((state.llr, state.verdict), (0.0, None));
}

#[test]
fn llr_is_as_computed_by_hand() {
    // 1000 groups, mean 0.55, s0 = 0.5, s1 = 0.571463 (50 Elo). With the pseudo groups the
    // variance is 551/1002 - (551/1002)^2 = 0.247509, so that
    // llr = 1000 * 0.071463 * (1.1 - 1.071463) / (2 * 0.247509) = 4.1198.
    let groups: Vec<f64> = (0..1000).map(|i| f64::from(i % 20 < 11)).collect();
    let state = Sprt::between(0.0, 50.0).decide(&groups);
    assert!((state.llr - 4.1198).abs() < 1e-3, "{}", state.llr);
    assert_eq!(state.verdict, Some(Hypothesis::H1));
}

#[test]
fn equal_groups_decide_late_and_finitely() {
    let test = Sprt::between(0.0, 50.0);
    assert_eq!(test.decide(&[1.0; 9]).verdict, None);
    for (value, verdict) in [(1.0, Hypothesis::H1), (0.5, Hypothesis::H0), (0.0, Hypothesis::H0)] {
        let (groups, state) = test.first_decision(&[value; 200]).expect("it is obvious");
        assert!(groups as u64 >= MINIMUM_GROUPS && state.llr.is_finite());
        assert_eq!(state.verdict, Some(verdict), "all {value}");
    }
}

#[test]
fn first_decision_is_the_shortest_prefix_that_decides() {
    let mut draws = Draws::new(3);
    let groups: Vec<f64> = (0..2000).map(|_| draws.unit().round()).collect();
    let test = Sprt::between(0.0, 60.0);
    let (length, state) = test.first_decision(&groups).expect("2000 groups suffice");
    assert_eq!(test.decide(&groups[..length]), state);
    assert!((0..length).all(|n| test.decide(&groups[..n]).verdict.is_none()));
}

#[test]
fn undecided_stays_undecided() {
    let groups = [0.0, 1.0].repeat(20);
    assert_eq!(Sprt::between(0.0, 5.0).first_decision(&groups), None);
    assert_eq!(Sprt::between(5.0, 5.0).first_decision(&[1.0; 100]), None);
}

/// The share of matches of two-game groups at `elo` that end in `wrong`, and their mean length.
fn error_rate(test: &Sprt, elo: f64, wrong: Hypothesis) -> (f64, f64) {
    const MATCHES: usize = 3000;
    let score = score_of_elo(elo);
    let mut draws = Draws::new(11);
    let (mut errors, mut length) = (0, 0);
    for _ in 0..MATCHES {
        let mut game = || f64::from(draws.unit() < score);
        let groups: Vec<f64> = (0..2000).map(|_| (game() + game()) / 2.0).collect();
        let (groups, state) = test.first_decision(&groups).expect("2000 groups suffice");
        errors += usize::from(state.verdict == Some(wrong));
        length += groups;
    }
    (errors as f64 / MATCHES as f64, length as f64 / MATCHES as f64)
}

#[test]
fn errors_are_as_rare_as_promised() {
    // Three standard errors of 3000 matches are 0.012. Wald's bounds promise at most alpha,
    // and about that much, or the test would be wasting deals.
    for test in [Sprt::between(0.0, 50.0), Sprt::between(-80.0, -20.0)] {
        for (truth, wrong) in [(test.elo0, Hypothesis::H1), (test.elo1, Hypothesis::H0)] {
            let (rate, length) = error_rate(&test, truth, wrong);
            assert!((0.02..=0.062).contains(&rate), "{rate} wrong at {truth}");
            assert!((60.0..=250.0).contains(&length), "{length} groups at {truth}");
        }
    }
}
