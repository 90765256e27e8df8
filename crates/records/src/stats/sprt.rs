//! When to stop a match: the sequential probability ratio test on deal groups.
//!
//! Knows group means and two Elo hypotheses. Must not know who plays, nor in which order groups
//! were finished: groups are looked at by index, so the number of threads cannot change a verdict.

use serde::Serialize;

use super::score_of_elo;

/// Before so many groups nothing is decided: the normal approximation is poor that early.
pub const MINIMUM_GROUPS: u64 = 10;

/// Wald's test of "the difference is `elo0`" against "the difference is `elo1`", generalised to
/// an unknown variance as chess engine testers do (Van den Bergh, "A practical introduction to the
/// GSPRT").
///
/// No order of the hypotheses is required: with `elo1 < elo0` the test asks for a loss of
/// strength. With equal ones it never decides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The Elo difference of H0.
    pub elo0: f64,
    /// The Elo difference of H1.
    pub elo1: f64,
    /// How often H1 may be accepted although H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted although H1 is true.
    pub beta: f64,
}

/// What the test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

/// Where the test stands after some groups.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below this H0 is accepted.
    pub lower: f64,
    /// At or above this H1 is accepted.
    pub upper: f64,
    /// What these groups taken alone accept; `None` asks for more.
    pub verdict: Option<Verdict>,
}

impl Sprt {
    /// The test with the customary 5 % for both errors.
    pub fn between(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Where the test stands after all of `groups`, the mean payoffs of each deal group.
    ///
    /// A test that has crossed a bound is over even if later groups lead back: the verdict of a
    /// match is [`Sprt::first_decision`]'s.
    pub fn decide(&self, groups: &[f64]) -> SprtState {
        let mut tally = Tally::default();
        groups.iter().for_each(|&group| tally.add(group));
        self.state(&tally)
    }

    /// The first decision in index order, as the number of groups it took and the state then.
    pub fn first_decision(&self, groups: &[f64]) -> Option<(usize, SprtState)> {
        let mut tally = Tally::default();
        groups.iter().enumerate().find_map(|(i, &group)| {
            tally.add(group);
            let state = self.state(&tally);
            state.verdict.map(|_| (i + 1, state))
        })
    }

    fn state(&self, tally: &Tally) -> SprtState {
        debug_assert!(self.alpha > 0.0 && self.beta > 0.0 && self.alpha + self.beta < 1.0);
        let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        // sum * 2 - n * (s0 + s1) is n * (2 * mean - s0 - s1), and fine for no groups at all.
        let lead = 2.0 * tally.sum - tally.groups as f64 * (s0 + s1);
        let llr = (s1 - s0) * lead / (2.0 * tally.variance());
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let verdict = if tally.groups < MINIMUM_GROUPS {
            None
        } else if llr >= upper {
            Some(Verdict::H1)
        } else if llr <= lower {
            Some(Verdict::H0)
        } else {
            None
        };
        SprtState { llr, lower, upper, verdict }
    }
}

/// Sums over groups; values lie in `[0, 1]`, so that squares can be summed without losing digits.
#[derive(Default)]
struct Tally {
    groups: u64,
    sum: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, group: f64) {
        debug_assert!((0.0..=1.0).contains(&group));
        self.groups += 1;
        self.sum += group;
        self.squares += group * group;
    }

    /// The variance of the groups and of two pseudo groups, one won and one lost.
    ///
    /// They keep a row of equal groups from dividing by zero and fade like `1 / n`. They enter the
    /// variance only, never the mean, so the test stays centred between its hypotheses.
    fn variance(&self) -> f64 {
        let n = self.groups as f64 + 2.0;
        let mean = (self.sum + 1.0) / n;
        (self.squares + 1.0) / n - mean * mean
    }
}

#[cfg(test)]
mod tests {
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
        assert_eq!(state.verdict, Some(Verdict::H1));
    }

    #[test]
    fn equal_groups_decide_late_and_finitely() {
        let test = Sprt::between(0.0, 50.0);
        assert_eq!(test.decide(&[1.0; 9]).verdict, None);
        for (value, verdict) in [(1.0, Verdict::H1), (0.5, Verdict::H0), (0.0, Verdict::H0)] {
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
    fn error_rate(test: &Sprt, elo: f64, wrong: Verdict) -> (f64, f64) {
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
            for (truth, wrong) in [(test.elo0, Verdict::H1), (test.elo1, Verdict::H0)] {
                let (rate, length) = error_rate(&test, truth, wrong);
                assert!((0.02..=0.062).contains(&rate), "{rate} wrong at {truth}");
                assert!((60.0..=250.0).contains(&length), "{length} groups at {truth}");
            }
        }
    }
}
