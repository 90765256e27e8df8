//! Bandit rules: which arm is worth the next try. Used by trees and by flat search. Knows the statistics of arms,
//! not what an arm is.
//!
//! Logarithms come from `libm` and not from the platform, so a search is the same on every machine.

use std::sync::LazyLock;

use crate::rng::Rng;

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

/// A rule that ranks arms by their statistics.
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
    /// PUCT as in AlphaZero: mean + c * prior * sqrt(N) / (1 + n). An untried arm counts as an even result.
    Puct {
        /// The exploration constant.
        c: f64,
    },
    /// Thompson sampling: a draw from what the payoff of the arm may be, given its tries, after a uniform prior.
    Thompson,
}

/// The statistics of one arm. Payoffs are between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// The mean of its payoffs; nothing is read of an arm that was never tried.
    pub mean: f64,
    /// The number of times it was tried.
    pub visits: u32,
    /// The probability that it is the best, before any try; the priors of all arms add up to 1.
    pub prior: f64,
}

impl Bandit {
    /// The part of the rule that is the same for every arm of a node visited `visits` times.
    #[inline]
    pub fn prepare(self, visits: u32) -> Prepared {
        let (rule, width, ln) = match self {
            Bandit::Ucb1 { c } => {
                let ln = ln(visits);
                (Form::Bound, c * (2.0 * ln).sqrt(), ln)
            }
            Bandit::Tuned { c } => (Form::Tuned, c, ln(visits)),
            Bandit::Puct { c } => (Form::Prior, c * f64::from(visits).sqrt(), 0.0),
            Bandit::Thompson => (Form::Draw, 0.0, 0.0),
        };
        Prepared { form: rule, width, ln }
    }

    /// The same rule without exploration, for final choices.
    pub fn greedy(self) -> Bandit {
        match self {
            Bandit::Tuned { .. } => Bandit::Tuned { c: 0.0 },
            Bandit::Ucb1 { .. } | Bandit::Puct { .. } | Bandit::Thompson => Bandit::Ucb1 { c: 0.0 },
        }
    }

    /// The claim that arms are ranked by an upper bound of their payoff, which an untried one has not got: every
    /// arm is tried once first. The other rules rank untried arms among the tried ones.
    #[inline]
    pub fn is_bound(self) -> bool {
        match self {
            Bandit::Ucb1 { .. } | Bandit::Tuned { .. } => true,
            Bandit::Puct { .. } | Bandit::Thompson => false,
        }
    }
}

/// The formula of a [`Bandit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Bound,
    Tuned,
    Prior,
    Draw,
}

/// A [`Bandit`] at one node.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    form: Form,
    width: f64,
    ln: f64,
}

impl Prepared {
    /// The upper bound of an arm with this mean, tried `visits` times (at least once); the mean where the rule has
    /// no bounds.
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
        match self.form {
            Form::Bound => mean + self.width / n.sqrt(),
            Form::Tuned => {
                let variance = variance + (2.0 * self.ln / n).sqrt();
                mean + self.width * (self.ln / n * variance.min(0.25)).sqrt()
            }
            Form::Prior | Form::Draw => mean,
        }
    }

    /// The value of an arm by any rule, tried or not.
    pub fn value(self, arm: Arm, rng: &mut Rng) -> f64 {
        let n = f64::from(arm.visits);
        match self.form {
            Form::Bound | Form::Tuned if arm.visits == 0 => f64::INFINITY,
            Form::Bound | Form::Tuned => self.bound(arm.mean, arm.visits),
            Form::Prior => {
                let mean = if arm.visits == 0 { 0.5 } else { arm.mean };
                mean + self.width * arm.prior / (1.0 + n)
            }
            Form::Draw => {
                let won = if arm.visits == 0 { 0.0 } else { arm.mean.clamp(0.0, 1.0) * n };
                beta(1.0 + won, 1.0 + n - won, rng)
            }
        }
    }

    /// The arm with the highest value, the first of equals. There must be one.
    pub fn best(self, arms: impl Iterator<Item = Arm>, rng: &mut Rng) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (at, arm) in arms.enumerate() {
            let value = self.value(arm, rng);
            if value > best.1 {
                best = (at, value);
            }
        }
        best.0
    }
}

/// A draw from the beta distribution; both parameters are at least 1.
fn beta(a: f64, b: f64, rng: &mut Rng) -> f64 {
    let (x, y) = (gamma(a, rng), gamma(b, rng));
    x / (x + y)
}

/// A draw from the gamma distribution after Marsaglia and Tsang, for shapes of at least 1.
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        // A draw of exactly 0 would have no logarithm.
        let u = 1.0 - rng.unit();
        if libm::log(u) < 0.5 * x * x + d - d * v + d * libm::log(v) {
            return d * v;
        }
    }
}

/// A draw from the normal distribution by Marsaglia's polar method.
fn normal(rng: &mut Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0);
        let s = x * x + y * y;
        if s > 0.0 && s < 1.0 {
            return x * (-2.0 * libm::log(s) / s).sqrt();
        }
    }
}
