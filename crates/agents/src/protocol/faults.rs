//! What engines did wrong in this run, counted by engine. The counts are kept for the whole process: agents come
//! and go with every game, and whoever prints a score asks for them at the end.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// A way to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A move that is not legal.
    Illegal,
    /// No answer in time.
    Timeout,
    /// The process ended, closed its output or refused the game.
    Crash,
    /// A line that is no answer.
    Garbled,
}

/// The number of times an engine was wrong in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Moves that were not legal.
    pub illegal: u64,
    /// Answers that did not come in time.
    pub timeout: u64,
    /// Processes that ended.
    pub crash: u64,
    /// Lines that were no answers.
    pub garbled: u64,
    /// True if these faults are forgiven.
    pub forgiven: bool,
}

impl Counts {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.illegal + self.timeout + self.crash + self.garbled
    }

    fn add(&mut self, fault: Fault) {
        match fault {
            Fault::Illegal => self.illegal += 1,
            Fault::Timeout => self.timeout += 1,
            Fault::Crash => self.crash += 1,
            Fault::Garbled => self.garbled += 1,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            ("illegal", self.illegal),
            ("timeout", self.timeout),
            ("crash", self.crash),
            ("garbled", self.garbled),
        ];
        let some: Vec<String> = all
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        f.write_str(&if some.is_empty() { String::from("none") } else { some.join(", ") })
    }
}

static COUNTED: Mutex<BTreeMap<String, Counts>> = Mutex::new(BTreeMap::new());
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Counts a fault of an engine.
pub(crate) fn count(engine: &str, fault: Fault, forgiven: bool) {
    let mut counted = COUNTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let counts = counted.entry(engine.to_string()).or_default();
    counts.forgiven = forgiven;
    counts.add(fault);
}

/// The faults of all engines so far, by command.
pub fn all() -> Vec<(String, Counts)> {
    let counted = COUNTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    counted.iter().map(|(engine, counts)| (engine.clone(), *counts)).collect()
}

/// Ends every contest of this process: an engine whose faults are not to be borne was wrong.
pub(crate) fn stop() {
    STOPPED.store(true, Ordering::Relaxed);
}

/// The claim that a fault has ended all contests.
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
