//! Handing finished groups to the record while the match goes on.
//!
//! Knows the queue between the threads that play and the one that writes. Must not hold up the
//! former, except when the disk is slower than all of them together, nor keep an error from them.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use super::batch_writer::{BATCH_ROWS, BatchWriter, Limits, Row};
use super::error::{Problem, RecordError};
use super::{Entered, GroupRecord};

/// The number of rows that may wait; two batches let one fill while the other is committed.
const QUEUE: usize = 2 * BATCH_ROWS;

/// The thread that writes finished groups, by [`super::Store::writer`]; any number of threads may
/// send to it.
///
/// Dropping it writes what was sent too, but only [`Writer::close`] tells whether that went well.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    plans: Vec<Entered>,
    queue: Option<SyncSender<Row>>,
    thread: Option<JoinHandle<()>>,
    failure: Arc<OnceLock<RecordError>>,
}

impl Writer {
    pub(super) fn start(path: &Path, plans: Vec<Entered>, limits: Limits) -> Result<Self, RecordError> {
        // Opened here rather than in the thread, so that the caller gets an error at once.
        let mut writer = BatchWriter::open(path, limits)?;
        let (queue, rows) = sync_channel(QUEUE);
        let failure = Arc::new(OnceLock::new());
        let report = Arc::clone(&failure);
        let work = move || {
            if let Err(error) = writer.write_all(&rows).and_then(|()| writer.close()) {
                // Nobody else sets it, and it must be there before the queue ends.
                let _ = report.set(error);
            }
            drop(rows);
        };
        let thread = thread::Builder::new().name("record".into()).spawn(work).map_err(|error| {
            RecordError::new(path, Problem::CannotWrite(format!("no thread for it: {error}")))
        })?;
        Ok(Self { path: path.to_owned(), plans, queue: Some(queue), thread: Some(thread), failure })
    }

    /// Hands over a finished group; `plan` is the place of its plan in the slice given to
    /// [`super::Store::open`]. A group that is already in the record is not written again.
    ///
    /// An error means that writing has failed, now or earlier, and that nothing more is written.
    /// Only a group that cannot be stored is refused alone.
    pub fn send(&self, plan: usize, group: &GroupRecord) -> Result<(), RecordError> {
        let Entered { id, contestants } = self.plans[plan];
        // A group that could not be read back is not written: JSON has no word for numbers that are not finite.
        let bad = |why| RecordError::new(&self.path, Problem::BadGroup(group.index, why));
        group.check(contestants).map_err(bad)?;
        // Encoded by the sender, because there are many of them and one writer.
        let row = Row {
            plan: id,
            number: i64::try_from(group.index).expect("groups are counted from zero"),
            record: serde_json::to_string(group).expect("a group is texts and finite numbers"),
        };
        let sent = self.queue.as_ref().map(|queue| queue.send(row));
        if matches!(sent, Some(Ok(()))) { Ok(()) } else { Err(self.failure()) }
    }

    /// Waits until all that was sent is written and leaves one plain file.
    pub fn close(mut self) -> Result<(), RecordError> {
        self.finish();
        self.failure.get().cloned().map_or(Ok(()), Err)
    }

    fn finish(&mut self) {
        // The thread ends with the queue.
        self.queue = None;
        let ended = self.thread.take().map(JoinHandle::join);
        if matches!(ended, Some(Err(_))) {
            let _ = self.failure.set(self.failure());
        }
    }

    fn failure(&self) -> RecordError {
        let unknown =
            || RecordError::new(&self.path, Problem::CannotWrite("its thread ended in a panic".into()));
        self.failure.get().cloned().unwrap_or_else(unknown)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests;
