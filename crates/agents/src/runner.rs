//! Many deal groups on several threads. Which thread plays what depends on luck; what is played does
//! not, so results are handed on as they come and whoever needs an order sorts by index.

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use karuta_engine::Stop;
use karuta_records::record::GroupRecord;

use crate::contest::Contest;

/// A group still to be played: which contest, which index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The contest, as an index into the list given to [`run`].
    pub contest: usize,
    /// The deal.
    pub index: u64,
}

/// A thread that could not be started.
#[derive(Debug)]
pub struct NoThread {
    /// Threads that were asked for.
    pub asked: usize,
    /// Threads that had been started.
    pub started: usize,
    /// The message of the system.
    pub error: io::Error,
}

impl fmt::Display for NoThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoThread { asked, started, error } = self;
        write!(f, "cannot start {asked} threads, only {started}: {error}; ask for fewer with --threads")
    }
}

impl std::error::Error for NoThread {}

/// Plays `tasks` on `threads` threads and hands each finished group to `done`, which may end the run.
/// Raising `stop` ends it as well; groups under way are then dropped, to be played another time.
pub fn run(
    contests: &[&dyn Contest],
    tasks: &[Task],
    threads: usize,
    stop: &Stop,
    mut done: impl FnMut(Task, GroupRecord) -> ControlFlow<()>,
) -> Result<(), NoThread> {
    let next = AtomicUsize::new(0);
    // The caller may want to end the run without claiming that somebody pressed Ctrl-C.
    let enough = stop.child();
    thread::scope(|scope| {
        // A worker that is far ahead of the records waits.
        let (results, inbox) = mpsc::sync_channel(64);
        let asked = threads.clamp(1, tasks.len().max(1));
        for started in 0..asked {
            let (results, next, enough) = (results.clone(), &next, &enough);
            let work = move || {
                while !enough.is_raised() {
                    let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        return;
                    };
                    let Some(group) = contests[task.contest].play_group(task.index, enough) else {
                        return;
                    };
                    if results.send((task, group)).is_err() {
                        return;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                enough.raise();
                return Err(NoThread { asked, started, error });
            }
        }
        drop(results);
        for (task, group) in inbox {
            if done(task, group).is_break() {
                enough.raise();
                break;
            }
        }
        Ok(())
    })
}
