//! `Pace`: when the moves of others are shown, so that the time of a move tells nothing about hidden cards. Knows
//! durations; must not know positions.
//!
//! A search takes as long as it takes: a forced pass no time, a full hand much, and a question that the person does not
//! hear of adds to the time of the move after it. A move is therefore held back until a whole multiple of one moment
//! has passed since the last one that was shown. The moment grows when that took longer, so that from then on moves fit
//! into it again.

use std::time::{Duration, Instant};

use karuta_engine::Stop;

/// The first moment, and what moments are multiples of, so that their growth tells little.
const STEP: Duration = Duration::from_millis(20);

/// A person's wish to go on is heard within this time.
const SLICE: Duration = Duration::from_millis(10);

/// The pace of a table.
pub struct Pace {
    moment: Duration,
    since: Instant,
}

impl Pace {
    /// A pace before anything was measured.
    pub fn new() -> Pace {
        Pace { moment: STEP, since: Instant::now() }
    }

    /// Counts from now, when something was shown.
    pub fn begin(&mut self) {
        self.since = Instant::now();
    }

    /// Waits until the next move may be shown, or the person does not want to.
    pub fn wait(&mut self, stop: &Stop) {
        let due = self.due(self.since.elapsed());
        while !stop.is_due() {
            let left = due.saturating_sub(self.since.elapsed());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(SLICE));
        }
    }

    /// The time since the last move at which one that took so long is shown.
    fn due(&mut self, took: Duration) -> Duration {
        if took > self.moment {
            let steps = (took * 5 / 4).as_nanos() / STEP.as_nanos() + 1;
            self.moment = STEP * u32::try_from(steps).unwrap_or(u32::MAX / 2);
        }
        self.moment
    }
}

#[cfg(test)]
mod tests;
