//! Faults of engines in this run, counted by engine. The counts are kept for the whole process: agents come and go
//! with every game, and whoever prints a score asks for them at the end.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

pub use karuta_engine::Fault;
use karuta_records::record::Faults;

/// The faults of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineFaults {
    /// The faults.
    pub faults: Faults,
    /// True if they leave the exit code alone.
    pub forgiven: bool,
}

/// Adds a fault to what a record keeps.
pub(crate) fn add(faults: &mut Faults, fault: Fault) {
    let count = match fault {
        Fault::Illegal => &mut faults.illegal,
        Fault::Timeout => &mut faults.timeout,
        Fault::Crash => &mut faults.crash,
        Fault::Garbled => &mut faults.garbled,
    };
    *count = count.saturating_add(1);
}

static COUNTED: Mutex<BTreeMap<String, EngineFaults>> = Mutex::new(BTreeMap::new());
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Counts a fault of an engine.
pub(crate) fn count(engine: &str, fault: Fault, forgiven: bool) {
    let mut counted = COUNTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let counts = counted.entry(engine.to_string()).or_default();
    counts.forgiven = forgiven;
    add(&mut counts.faults, fault);
}

/// The faults of all engines so far, by command.
pub fn all() -> Vec<(String, EngineFaults)> {
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
