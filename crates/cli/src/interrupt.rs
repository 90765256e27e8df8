//! Ctrl-C. The first asks long work to stop and keep what is finished; the second ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C raises. Only one may be asked for in the life of the program.
pub fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    let handled = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    // Without a handler Ctrl-C ends the program at once; records survive that as well.
    drop(handled);
    stop
}
