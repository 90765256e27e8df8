//! Limits of what one address may ask for where strangers come. Knows addresses and times, nothing of games.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Requests that cost something, counted for each address within a span of time.
pub struct Limits {
    most: Option<usize>,
    span: Duration,
    asked: Mutex<HashMap<IpAddr, Vec<Instant>>>,
}

impl Limits {
    /// At most so many requests of an address in a span; as many as it likes with `None`.
    pub fn new(most: Option<usize>, span: Duration) -> Limits {
        Limits { most, span, asked: Mutex::default() }
    }

    /// Counts a request; `false` if it is one too many.
    pub fn allow(&self, address: IpAddr) -> bool {
        let Some(most) = self.most else { return true };
        let now = Instant::now();
        let mut asked = self.asked.lock().unwrap_or_else(|broken| broken.into_inner());
        // Addresses that asked for nothing lately need no memory.
        asked.retain(|_, times| {
            times.retain(|&then| now.duration_since(then) < self.span);
            !times.is_empty()
        });
        let times = asked.entry(address).or_default();
        let is_allowed = times.len() < most;
        if is_allowed {
            times.push(now);
        }
        is_allowed
    }
}
