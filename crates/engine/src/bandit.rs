//! Bandit rules: how much a rarely tried arm is worth a further try. Used by trees and flat search.
//!
//! Logarithms come from `libm` and not from the platform, so a search is the same on every machine.

use std::sync::LazyLock;

/// Logarithms of small counts, which is what nodes of wide trees mostly have.
static LOGS: LazyLock<Vec<f64>> =
    LazyLock::new(|| (0..4096).map(|n: u32| libm::log(f64::from(n.max(1)))).collect());

#[inline]
fn ln(n: u32) -> f64 {
    match LOGS.get(n as usize) {
        Some(&ln) => ln,
        None => libm::log(f64::from(n)),
    }
}

/// A rule that turns the statistics of an arm into an upper bound of its payoff.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bandit {
    /// Auer's UCB1, scaled: mean + c * sqrt(2 ln N / n). With c = 1 it is the published rule.
    Ucb1 {
        /// The exploration constant.
        c: f64,
    },
    /// UCB1-Tuned: the width follows the variance of the arm, at most that of a fair coin.
    Tuned {
        /// A factor on the published width.
        c: f64,
    },
}

impl Bandit {
    /// The part of the bound that is the same for every arm of a node visited `visits` times.
    #[inline]
    pub fn prepare(self, visits: u32) -> Prepared {
        let ln = ln(visits);
        match self {
            Bandit::Ucb1 { c } => Prepared { width: c * (2.0 * ln).sqrt(), ln, tuned: false },
            Bandit::Tuned { c } => Prepared { width: c, ln, tuned: true },
        }
    }

    /// The same rule without exploration, for final choices.
    pub fn greedy(self) -> Bandit {
        match self {
            Bandit::Ucb1 { .. } => Bandit::Ucb1 { c: 0.0 },
            Bandit::Tuned { .. } => Bandit::Tuned { c: 0.0 },
        }
    }
}

/// A [`Bandit`] at one node.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    width: f64,
    ln: f64,
    tuned: bool,
}

impl Prepared {
    /// The bound of an arm with this mean, tried `visits` times (at least once).
    #[inline]
    pub fn bound(self, mean: f64, visits: u32) -> f64 {
        // Payoffs of 0 and 1 have variance m(1-m), all others in that range less.
        self.bound_of(mean, mean * (1.0 - mean), visits)
    }

    /// The same where the variance of the arm is known, which makes a difference if payoffs have more than
    /// two values.
    #[inline]
    pub fn bound_of(self, mean: f64, variance: f64, visits: u32) -> f64 {
        let n = f64::from(visits);
        if self.tuned {
            let variance = variance + (2.0 * self.ln / n).sqrt();
            mean + self.width * (self.ln / n * variance.min(0.25)).sqrt()
        } else {
            mean + self.width / n.sqrt()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ucb1_is_auers_rule() {
        let bound = Bandit::Ucb1 { c: 1.0 }.prepare(100).bound(0.5, 10);
        assert!((bound - (0.5 + (2.0 * 100f64.ln() / 10.0).sqrt())).abs() < 1e-12);
    }

    #[test]
    fn tuned_is_narrower_for_sure_arms() {
        let rule = Bandit::Tuned { c: 1.0 }.prepare(10_000);
        assert!(rule.bound(0.99, 5_000) - 0.99 < rule.bound(0.5, 5_000) - 0.5);
    }

    #[test]
    fn tuned_is_narrower_where_payoffs_vary_little() {
        let rule = Bandit::Tuned { c: 1.0 }.prepare(10_000);
        assert_eq!(rule.bound_of(0.5, 0.25, 5_000), rule.bound(0.5, 5_000));
        assert!(rule.bound_of(0.5, 0.05, 5_000) < rule.bound(0.5, 5_000));
        let plain = Bandit::Ucb1 { c: 1.0 }.prepare(100);
        assert_eq!(plain.bound_of(0.5, 0.0, 10), plain.bound(0.5, 10));
    }

    #[test]
    fn greedy_means_the_mean() {
        assert_eq!(Bandit::Ucb1 { c: 0.3 }.greedy().prepare(50).bound(0.25, 3), 0.25);
    }
}
