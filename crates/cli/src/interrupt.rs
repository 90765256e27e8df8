//! Ctrl-C. The first asks long work to stop and keep what is finished. Another one soon after is the same wish
//! of an impatient finger and must not cost the table that is being printed; a later one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use karuta_engine::Stop;

/// The time in which further Ctrl-C say nothing new.
const SOON: Duration = Duration::from_secs(1);

/// Flags that Ctrl-C raises, in the two forms that long work reads. One for the whole program, since the signal can
/// be handled in one place only.
struct Raised {
    stop: Stop,
    flag: Arc<AtomicBool>,
}

static RAISED: LazyLock<Raised> = LazyLock::new(|| {
    let raised = Raised { stop: Stop::new(), flag: Arc::default() };
    let (stop, flag) = (raised.stop.clone(), Arc::clone(&raised.flag));
    let (mut first, mut heeded): (Option<Instant>, Option<Instant>) = (None, None);
    let handled = ctrlc::set_handler(move || {
        if IS_PLAYING.load(Ordering::Relaxed) {
            if heeded.is_none_or(|at| at.elapsed() > SOON) {
                heeded = Some(Instant::now());
                end_decision();
            }
            return;
        }
        stop.raise();
        flag.store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > SOON {
            std::process::exit(130);
        }
    });
    // Without a handler Ctrl-C ends the program at once; records survive that as well.
    drop(handled);
    raised
});

/// A stop that Ctrl-C raises.
pub fn stop() -> Stop {
    RAISED.stop.clone()
}

/// A flag that Ctrl-C raises, for work that is not made of decisions.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&RAISED.flag)
}

/// True while a person plays, so that Ctrl-C is about one decision and not about the whole work.
static IS_PLAYING: AtomicBool = AtomicBool::new(false);

/// The decision that is being made at a person's table.
static DECISION: Mutex<Option<Stop>> = Mutex::new(None);

/// Ends the decision that is being made, or the program if there is none or it has been asked to end before.
fn end_decision() {
    let decision = DECISION.lock().unwrap_or_else(PoisonError::into_inner);
    if decision.as_ref().is_none_or(Stop::raise) {
        std::process::exit(130);
    }
}

/// Decisions at a person's table, each of which Ctrl-C ends alone: the agent then plays the best it knows.
pub struct Decisions(());

impl Decisions {
    /// From now on Ctrl-C is about decisions.
    pub fn new() -> Decisions {
        LazyLock::force(&RAISED);
        IS_PLAYING.store(true, Ordering::Relaxed);
        Decisions(())
    }

    /// Makes a decision with a stop of its own.
    pub fn during<T>(&self, decide: impl FnOnce(&Stop) -> T) -> T {
        let stop = Stop::new();
        let set = |current: Option<Stop>| *DECISION.lock().unwrap_or_else(PoisonError::into_inner) = current;
        set(Some(stop.clone()));
        let made = decide(&stop);
        set(None);
        made
    }
}
