//! `Moments`: when agents answer, so that the time of an answer tells nothing about hidden cards. Knows names of
//! games, levels and durations; must not know positions.
//!
//! Levels are budgets in iterations, so a search takes as long as it takes: a forced pass no time, a full hand
//! much. An answer is therefore held back until a whole multiple of one moment has passed since the question.
//! The moment belongs to the game and the level and holds for all tables of a server. It grows when a search
//! takes longer, so that from then on searches fit into it again.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

/// The moments before anything was measured, by level.
const FIRST: [u64; 5] = [40, 150, 350, 700, 1500];

/// Moments are whole multiples of this, so that their growth tells little.
const STEP: Duration = Duration::from_millis(50);

/// The moments of a server.
#[derive(Default)]
pub struct Moments(Mutex<HashMap<(&'static str, u8), Duration>>);

impl Moments {
    /// The moment of a game and a level; all waits are divided by `haste`.
    pub fn of(&self, game: &'static str, level: u8, haste: u32) -> Duration {
        let grown = self.0.lock().unwrap_or_else(|broken| broken.into_inner()).get(&(game, level)).copied();
        let first = Duration::from_millis(FIRST[usize::from(level.clamp(1, 5)) - 1]);
        grown.unwrap_or(first) / haste.max(1)
    }

    /// Says how long a search took.
    pub fn took(&self, game: &'static str, level: u8, time: Duration, haste: u32) {
        let moment = self.of(game, level, haste);
        if time <= moment {
            return;
        }
        let steps = (time * 5 / 4).as_nanos() / STEP.as_nanos() + 1;
        let grown = STEP * u32::try_from(steps).unwrap_or(u32::MAX / 2) * haste.max(1);
        self.0.lock().unwrap_or_else(|broken| broken.into_inner()).insert((game, level), grown);
    }
}

/// The first whole multiple of a moment that is not over after some time.
pub fn due(moment: Duration, passed: Duration) -> Duration {
    let moment = moment.max(Duration::from_millis(1));
    let times = passed.as_nanos().div_ceil(moment.as_nanos()).max(1);
    moment * u32::try_from(times).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
