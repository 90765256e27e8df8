//! A stopping rule for matches: the sequential probability ratio test on deal groups.
//!
//! Knows group means and two Elo hypotheses. Must not know who plays, nor in which order groups
//! were finished: groups are looked at by index, so the number of threads cannot change a decision.

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
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// The hypothesis that the test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Hypothesis {
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

/// The state of the test after some groups.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below this H0 is accepted.
    pub lower: f64,
    /// At or above this H1 is accepted.
    pub upper: f64,
    /// The hypothesis that these groups alone accept; `None` asks for more.
    pub verdict: Option<Hypothesis>,
}

impl Sprt {
    /// The test with the customary 5 % for both errors.
    pub fn between(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The state of the test after all of `groups`, the mean payoffs of each deal group.
    ///
    /// A test that has crossed a bound is over even if later groups lead back: the decision of a
    /// match is [`Sprt::first_decision`]'s.
    pub fn decide(&self, groups: &[f64]) -> SprtState {
        let mut tally = TestSums::default();
        groups.iter().for_each(|&group| tally.add(group));
        self.state(&tally)
    }

    /// The first decision in index order, as the number of groups it took and the state then.
    pub fn first_decision(&self, groups: &[f64]) -> Option<(usize, SprtState)> {
        let mut tally = TestSums::default();
        groups.iter().enumerate().find_map(|(i, &group)| {
            tally.add(group);
            let state = self.state(&tally);
            state.verdict.map(|_| (i + 1, state))
        })
    }

    fn state(&self, tally: &TestSums) -> SprtState {
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
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        };
        SprtState { llr, lower, upper, verdict }
    }
}

/// Sums over groups; values lie in `[0, 1]`, so that squares can be summed without losing digits.
#[derive(Default)]
struct TestSums {
    groups: u64,
    sum: f64,
    squares: f64,
}

impl TestSums {
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
mod tests;
