//! `Searchers`: the threads on which agents search, made once for a server. Knows no game and no agent.
//!
//! A search fills tables of many megabytes, and allocators keep such memory for each thread that has ever asked for it.
//! Searches on whatever thread is free took 1.3 GB with 200 people, one search at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that search; what they cannot begin at once waits in line.
pub struct Searchers {
    line: Sender<Job>,
}

impl Searchers {
    /// So many threads, at least one.
    pub fn new(count: usize) -> Searchers {
        let (line, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..count.max(1) {
            let waiting = Arc::clone(&waiting);
            // Where no thread can be started, nobody is answered; the program tries to start one before it serves.
            let _ = thread::Builder::new().name("search".into()).spawn(move || search(&waiting));
        }
        Searchers { line }
    }

    /// Searches as soon as a thread is free; `None` if the search failed.
    pub async fn run<T: Send + 'static>(&self, search: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (tell, told) = oneshot::channel();
        let job = move || {
            let _ = tell.send(search());
        };
        self.line.send(Box::new(job)).ok()?;
        told.await.ok()
    }
}

/// Does what stands in line until the server is gone.
fn search(waiting: &Mutex<Receiver<Job>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // A search that fails leaves nothing behind but an answer that never comes, which is heard as a failure.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests;
