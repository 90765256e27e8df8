//! `Budget`: how long a search may go on. The only reader of the clock in this crate.

use std::time::{Duration, Instant};

use crate::stop::Stop;

/// The limit of a decision.
///
/// ```
/// use karuta_engine::{Budget, Stop};
///
/// let mut meter = Budget::Iterations(100).start(&Stop::never());
/// let mut iterations = 0;
/// while meter.more() {
///     iterations += 1;
/// }
/// assert_eq!(iterations, 100);
/// ```
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

/// A moment at which something has to be over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline(Instant);

impl Deadline {
    /// So long from now, or never if that is longer than the clock can count.
    pub fn after(time: Duration) -> Deadline {
        let now = Instant::now();
        // A century stands for all that is longer.
        let latest = now + Duration::from_secs(100 * 365 * 86_400);
        Deadline(now.checked_add(time).map_or(latest, |moment| moment.min(latest)))
    }

    /// True if the moment is behind us.
    pub fn has_passed(self) -> bool {
        Instant::now() >= self.0
    }
}

/// A budget being spent.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    started: Instant,
    spent: u64,
    stop: Stop,
    /// The interval between reports, and the time of the next.
    reports: Option<(Duration, Duration)>,
}

impl Budget {
    /// Starts the meter. `stop` ends it before the budget is spent.
    pub fn start(self, stop: &Stop) -> Meter {
        Meter { budget: self, started: Instant::now(), spent: 0, stop: stop.clone(), reports: None }
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
    /// True if one more iteration is allowed; if so it counts as spent. The first always is, so that
    /// every search knows something when it ends.
    #[inline]
    pub fn more(&mut self) -> bool {
        let looks = self.spent.is_multiple_of(CLOCK_EVERY);
        let go = match self.budget {
            Budget::Iterations(limit) => self.spent < limit.max(1),
            Budget::Time(limit) => self.spent == 0 || !looks || self.started.elapsed() < limit,
        };
        let go = go && (self.spent == 0 || !self.is_stopped(looks));
        self.spent += u64::from(go);
        go
    }

    /// A flag is read before every iteration, since some of them take as long as a search of their own; the
    /// clock is not.
    #[inline]
    fn is_stopped(&self, looks: bool) -> bool {
        if looks { self.stop.is_due() } else { self.stop.is_raised() }
    }

    /// True if the budget is used up, for searches that count something else than iterations.
    pub fn is_spent(&self) -> bool {
        let is_spent = match self.budget {
            Budget::Iterations(limit) => self.spent >= limit,
            Budget::Time(limit) => self.started.elapsed() >= limit,
        };
        is_spent || self.stop.is_due()
    }

    /// The same meter, which also tells when a report is due, `every` so long.
    pub fn reporting(mut self, every: Option<Duration>) -> Meter {
        self.reports = every.map(|every| (every, every));
        self
    }

    /// True if somebody is to be told how the search gets on. Cheap where nobody wants to know.
    #[inline]
    pub fn is_report_due(&mut self) -> bool {
        let Some((every, next)) = &mut self.reports else {
            return false;
        };
        let elapsed = self.started.elapsed();
        let is_due = elapsed >= *next;
        if is_due {
            *next = elapsed + *every;
        }
        is_due
    }

    /// Allows up to `most` further iterations at once, counts them as spent and says how many; 0 when
    /// the budget is used up. Searches whose iterations are too short to ask before each use this.
    pub fn grant(&mut self, most: u64) -> u64 {
        let granted = match self.budget {
            _ if self.stop.is_due() => 0,
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
mod tests;
