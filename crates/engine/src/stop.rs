//! `Stop`: how somebody outside ends a decision early. Knows flags and deadlines, not what they end; the
//! clock itself is read in [`crate::budget`] alone.
//!
//! A search asks its stop at every iteration, or every few hundred nodes where these are cheap, and then
//! answers with the best move it knows: a stop shortens a decision and never leaves it without a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::budget::Deadline;

/// A request to end, shared by everybody who may make it and everybody who must heed it.
///
/// Clones are the same stop. A [`Stop::child`] ends with its parent and can be ended alone, which is how one
/// decision gets a deadline of its own while Ctrl-C still ends them all.
///
/// ```
/// use karuta_engine::Stop;
/// let all = Stop::new();
/// let one = all.child();
/// one.raise();
/// assert!(one.is_raised() && !all.is_raised());
/// let other = all.child();
/// all.raise();
/// assert!(other.is_raised());
/// assert!(!Stop::never().is_raised());
/// ```
#[derive(Clone, Debug)]
pub struct Stop(Option<Arc<Link>>);

#[derive(Debug)]
struct Link {
    raised: AtomicBool,
    deadline: Option<Deadline>,
    parent: Stop,
}

/// The stop of decisions that nobody ends.
pub(crate) static NEVER: Stop = Stop::never();

impl Stop {
    /// A stop that is never raised.
    pub const fn never() -> Stop {
        Stop(None)
    }

    /// A stop that [`Stop::raise`] raises.
    // A default would suggest that the stop of nobody is meant.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Stop {
        Stop::never().child()
    }

    /// A stop that is raised with this one, or alone.
    pub fn child(&self) -> Stop {
        self.linked(None)
    }

    /// A stop that is raised with this one, alone, or at a moment.
    pub fn before(&self, deadline: Deadline) -> Stop {
        self.linked(Some(deadline))
    }

    fn linked(&self, deadline: Option<Deadline>) -> Stop {
        Stop(Some(Arc::new(Link { raised: AtomicBool::new(false), deadline, parent: self.clone() })))
    }

    /// Asks everybody who holds this stop, or a child of it, to end; says whether that had been asked before.
    /// It has no effect on [`Stop::never`].
    pub fn raise(&self) -> bool {
        self.0.as_ref().is_some_and(|link| link.raised.swap(true, Ordering::Relaxed))
    }

    /// True if it has been raised. A deadline that has passed counts once [`Stop::is_due`] has met it, so that
    /// this question costs no look at the clock.
    #[inline]
    pub fn is_raised(&self) -> bool {
        let mut stop = self;
        while let Some(link) = &stop.0 {
            if link.raised.load(Ordering::Relaxed) {
                return true;
            }
            stop = &link.parent;
        }
        false
    }

    /// True if it has been raised or one of its deadlines has passed.
    pub fn is_due(&self) -> bool {
        let mut stop = self;
        while let Some(link) = &stop.0 {
            if link.raised.load(Ordering::Relaxed) {
                return true;
            }
            if link.deadline.is_some_and(Deadline::has_passed) {
                link.raised.store(true, Ordering::Relaxed);
                return true;
            }
            stop = &link.parent;
        }
        false
    }
}

#[cfg(test)]
mod tests;
