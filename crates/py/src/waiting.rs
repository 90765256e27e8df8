//! Work that may take long: done without the interpreter lock and ended by Ctrl-C.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use karuta_engine::Stop;
use pyo3::prelude::*;

use crate::errors;

/// The time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// Does `work` on a thread of its own. Signals are looked for meanwhile; one that raises an exception, as Ctrl-C
/// does, raises `stop`, which the work must heed, and the exception is returned once the work has ended.
///
/// The work has a thread of its own because Python looks at signals on the thread that called, and because a
/// search tells nobody about its steps unless it is asked to.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    what: &str,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (joined, interrupted) = py.detach(|| {
        thread::scope(|scope| {
            let (running, inbox) = channel::<()>();
            let worker = scope.spawn(move || {
                // It is dropped when the work ends, however it does, and that ends the wait.
                let _running = running;
                work()
            });
            let mut interrupted = None;
            while inbox.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if interrupted.is_none() {
                    interrupted = Python::attach(|py| py.check_signals()).err();
                    if interrupted.is_some() {
                        stop.raise();
                    }
                }
            }
            (worker.join(), interrupted)
        })
    });
    match (joined, interrupted) {
        (_, Some(interrupted)) => Err(interrupted),
        (Ok(done), None) => Ok(done),
        (Err(_), None) => Err(errors::other(format!("{what} failed: this is a fault of karuta"))),
    }
}
