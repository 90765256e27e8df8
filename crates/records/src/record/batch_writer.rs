//! Writing batches of groups into the file.
//!
//! Knows transactions, the log and how writing fails. Must not lose a group that was committed,
//! whatever happens to the program or the disk, nor know which thread a group comes from.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::error::{Problem, RecordError};
use super::{file, header};

/// A batch is committed when its first row is so old: a killed match loses little more than this.
const BATCH_TIME: Duration = Duration::from_millis(50);

/// A batch is committed when it has so many rows.
pub(super) const BATCH_ROWS: usize = 500;

/// A busy file is tried again after so long.
const RETRY: Duration = Duration::from_millis(20);

/// The writing end of the file, owned by the thread that writes.
pub(super) struct BatchWriter {
    path: PathBuf,
    connection: Connection,
    identity: Option<Identity>,
}

impl BatchWriter {
    pub(super) fn open(path: &Path, limits: Limits) -> Result<Self, RecordError> {
        let connection = file::open_to_write(path, file::Missing::Fail)?;
        let prepare = || {
            // With a log ahead a commit is one append, and readers are not in the way. NORMAL may
            // lose the last commits in a power cut, never in a kill, and never tears the file.
            connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            // The first look into the file creates the log's index: from here on anybody can see
            // that it is being written, before there is anything to write.
            header::number(&connection, "user_version")?;
            if let Some(pages) = limits.pages {
                let limit = format!("PRAGMA max_page_count = {pages}");
                connection.query_row(&limit, [], |_| Ok(()))?;
            }
            Ok(())
        };
        patiently(prepare).map_err(|error| RecordError::writing(path, &error))?;
        Ok(Self { path: path.to_owned(), identity: identity(path), connection })
    }

    pub(super) fn write_all(&mut self, rows: &Receiver<Row>) -> Result<(), RecordError> {
        let mut batch = Vec::with_capacity(BATCH_ROWS);
        while collect(rows, &mut batch) {
            let written = patiently(|| self.write(&batch));
            self.check(written)?;
        }
        Ok(())
    }

    fn write(&self, batch: &[Row]) -> rusqlite::Result<()> {
        let change = Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
        {
            // The first to finish a group is as right as the second: both played the same plan.
            let mut insert = change.prepare_cached(
                "INSERT OR IGNORE INTO deal_group (plan, number, record) VALUES (?1, ?2, ?3)",
            )?;
            for row in batch {
                insert.execute((row.plan, row.number, &row.record))?;
            }
        }
        change.commit()
    }

    /// Empties the log into the file and leaves the mode that needs one, so that the file alone is
    /// the whole record and can be copied or read from anywhere.
    pub(super) fn close(&mut self) -> Result<(), RecordError> {
        let tidy = || {
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            // Somebody may be reading. The log stays then until the next writer closes; that is
            // not worth an error, nor any waiting.
            self.connection.busy_timeout(Duration::ZERO)?;
            match self.connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())) {
                Err(error) if is_busy(&error) => Ok(()),
                other => other,
            }
        };
        self.check(tidy())
    }

    /// An unlinked file takes writes as gladly as any other, and they go nowhere: a success counts
    /// only if the file is still there, and a failure may have no other cause than that it is not.
    fn check(&self, written: rusqlite::Result<()>) -> Result<(), RecordError> {
        if self.identity.is_none() || identity(&self.path) != self.identity {
            return Err(RecordError::new(&self.path, Problem::Moved));
        }
        written.map_err(|error| RecordError::writing(&self.path, &error))
    }
}

/// A group on its way to the file.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) plan: i64,
    pub(super) number: i64,
    pub(super) record: String,
}

/// Restrictions with which tests make writing fail.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    /// A disk cannot be filled in a test, but a file can be kept from growing.
    pub(super) pages: Option<u32>,
}

/// Fills `batch` with what arrives until it is large or old enough; false if no more will come.
///
/// Rows are collected first and written together, so that the file is locked only for the commit.
fn collect(rows: &Receiver<Row>, batch: &mut Vec<Row>) -> bool {
    batch.clear();
    batch.extend(rows.recv());
    let deadline = Instant::now() + BATCH_TIME;
    while !batch.is_empty() && batch.len() < BATCH_ROWS {
        match rows.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(row) => batch.push(row),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    !batch.is_empty()
}

/// Tries again while another program holds the file. SQLite waits by itself for most locks, but not while somebody
/// changes the mode of the log: then it says at once that the file is busy.
fn patiently(mut change: impl FnMut() -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let deadline = Instant::now() + file::PATIENCE;
    loop {
        match change() {
            Err(error) if is_busy(&error) && Instant::now() < deadline => thread::sleep(RETRY),
            other => return other,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}

/// The identity of a file, beside its name.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Elsewhere an open file cannot be replaced, so it is enough that it is there.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().map(|_| ())
}

#[cfg(test)]
mod tests;
