//! Ctrl-C. The first asks long work to stop and keep what is finished. Another one soon after is the same wish
//! of an impatient finger and must not cost the table that is being printed; a later one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use karuta_engine::Stop;

/// The time in which further Ctrl-C say nothing new.
const SOON: Duration = Duration::from_secs(1);

/// What Ctrl-C raises, in the two forms that long work asks for. One for the whole program, since it can be
/// handled in one place only.
struct Raised {
    stop: Stop,
    flag: Arc<AtomicBool>,
}

static RAISED: LazyLock<Raised> = LazyLock::new(|| {
    let raised = Raised { stop: Stop::new(), flag: Arc::default() };
    let (stop, flag) = (raised.stop.clone(), Arc::clone(&raised.flag));
    let mut first: Option<Instant> = None;
    let handled = ctrlc::set_handler(move || {
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
