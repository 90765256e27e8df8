//! `Budget`: how long a search may go on. The only reader of the clock in this crate.

use std::time::{Duration, Instant};

/// What a decision may cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many iterations: the same seed gives the same choice on any machine.
    Iterations(u64),
    /// So much wall-clock time.
    Time(Duration),
}

/// Reading the clock costs a few dozen nanoseconds; every fourth iteration is often enough to stop
/// within a hair of the limit and rarely enough not to be felt.
const CLOCK_EVERY: u64 = 4;

/// A budget being spent.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    started: Instant,
    spent: u64,
}

impl Budget {
    /// Starts the meter.
    pub fn start(self) -> Meter {
        Meter { budget: self, started: Instant::now(), spent: 0 }
    }

    /// The share of this budget that each of `parts` workers gets: iterations are divided, time is
    /// not, because workers run side by side.
    pub fn share(self, part: u64, parts: u64) -> Budget {
        match self {
            Budget::Iterations(n) => Budget::Iterations((n / parts + u64::from(part < n % parts)).max(1)),
            Budget::Time(time) => Budget::Time(time),
        }
    }
}

impl Meter {
    /// Whether one more iteration is allowed; if so it counts as spent. The first always is, so that
    /// every search knows something when it ends.
    #[inline]
    pub fn more(&mut self) -> bool {
        let go = match self.budget {
            Budget::Iterations(limit) => self.spent < limit.max(1),
            Budget::Time(limit) => {
                self.spent == 0 || !self.spent.is_multiple_of(CLOCK_EVERY) || self.started.elapsed() < limit
            }
        };
        self.spent += u64::from(go);
        go
    }

    /// Whether the budget is used up, for searches that count something else than iterations.
    pub fn is_spent(&self) -> bool {
        match self.budget {
            Budget::Iterations(limit) => self.spent >= limit,
            Budget::Time(limit) => self.started.elapsed() >= limit,
        }
    }

    /// Allows up to `most` further iterations at once, counts them as spent and says how many; 0 when
    /// the budget is used up. Searches whose iterations are too short to ask before each use this.
    pub fn grant(&mut self, most: u64) -> u64 {
        let granted = match self.budget {
            Budget::Iterations(limit) => most.min(limit.saturating_sub(self.spent)),
            Budget::Time(limit) => {
                if self.started.elapsed() < limit {
                    most
                } else {
                    0
                }
            }
        };
        self.spent += granted;
        granted
    }

    /// Counts `n` iterations without asking.
    pub fn spend(&mut self, n: u64) {
        self.spent += n;
    }

    /// Iterations so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The part of the budget that is gone, 0 to 1 and beyond.
    pub fn fraction(&self) -> f64 {
        match self.budget {
            Budget::Iterations(limit) => self.spent as f64 / limit.max(1) as f64,
            Budget::Time(limit) => self.started.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_counted_exactly() {
        let mut meter = Budget::Iterations(10).start();
        let mut n = 0;
        while meter.more() {
            n += 1;
        }
        assert_eq!((n, meter.spent()), (10, 10));
    }

    #[test]
    fn an_empty_budget_still_allows_one() {
        let mut meter = Budget::Time(Duration::ZERO).start();
        assert!(meter.more());
        assert!((0..=CLOCK_EVERY).any(|_| !meter.more()));
    }

    #[test]
    fn grants_add_up_to_the_budget() {
        let mut meter = Budget::Iterations(10).start();
        meter.spend(1);
        assert_eq!([meter.grant(4), meter.grant(4), meter.grant(4), meter.grant(4)], [4, 4, 1, 0]);
        assert_eq!(Budget::Time(Duration::ZERO).start().grant(4), 0);
    }

    #[test]
    fn shares_add_up() {
        let shares: Vec<Budget> = (0..3).map(|part| Budget::Iterations(10).share(part, 3)).collect();
        assert_eq!(shares, [4, 3, 3].map(Budget::Iterations));
    }
}
