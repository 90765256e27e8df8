//! The file itself: telling a record from anything else, and opening it.
//!
//! Knows SQLite's journals and locks. Must not change a byte of a file it refuses, which is why a
//! file is looked at before SQLite may open it for writing.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::error::{Problem, RecordError};
use super::header::{Header, check_marks_of, number};

/// The time to wait for another program to release the file.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// The choice between making a missing file and refusing it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    Create,
    Fail,
}

/// Opens an existing record for reading and makes sure it is one; `None` if there is nothing yet.
pub(super) fn examine(path: &Path) -> Result<Option<Connection>, RecordError> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(cannot_open(path, &error)),
    };
    if !metadata.is_file() {
        let found = if metadata.is_dir() { "a directory" } else { "something other than a plain file" };
        return Err(RecordError::new(path, Problem::NotARecord(found.into())));
    }
    if metadata.len() == 0 {
        return Ok(None);
    }
    let connection = open_to_read(path)?;
    let pages = number(&connection, "page_count");
    if pages.map_err(|error| RecordError::reading(path, &error))? == 0 {
        // Mending has undone all there was: a start that was killed.
        return Ok(None);
    }
    check_marks_of(&connection, path)?;
    let state: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| RecordError::reading(path, &error))?;
    if state != "ok" {
        return Err(RecordError::new(path, Problem::Damaged(state)));
    }
    Ok(Some(connection))
}

/// Opens an existing file for reading without leaving anything beside it.
pub(super) fn open_to_read(path: &Path) -> Result<Connection, RecordError> {
    let connection = match way_to_read(path)? {
        WayToRead::Shared => Connection::open_with_flags(plain(path), OpenFlags::SQLITE_OPEN_READ_ONLY),
        WayToRead::Alone => Connection::open_with_flags(
            immutable_uri(path),
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI,
        ),
        WayToRead::Mending => Connection::open_with_flags(plain(path), OpenFlags::SQLITE_OPEN_READ_WRITE),
    };
    connection
        .and_then(|connection| connection.busy_timeout(PATIENCE).map(|()| connection))
        .map_err(|error| RecordError::reading(path, &error))
}

/// Opens a file for writing; only after [`examine`] has found it to be ours or nothing.
pub(super) fn open_to_write(path: &Path, missing: Missing) -> Result<Connection, RecordError> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, missing == Missing::Create);
    let open = || {
        let connection = Connection::open_with_flags(plain(path), flags)?;
        connection.busy_timeout(PATIENCE)?;
        let is_readonly = connection.is_readonly(rusqlite::MAIN_DB)?;
        Ok((connection, is_readonly))
    };
    let (connection, is_readonly) = open().map_err(|error| RecordError::writing(path, &error))?;
    // Without permission SQLite falls back to reading and does not say so.
    if is_readonly {
        let problem = Problem::CannotWrite("it is read-only".into());
        return Err(RecordError::new(path, problem));
    }
    Ok(connection)
}

/// The way an existing file is read without changing it or its surroundings.
enum WayToRead {
    /// Next to whoever else has it open, under SQLite's locks.
    Shared,
    /// As a file nobody writes. Sharing one that was last left in the mode of a log ahead would
    /// create the log and its index, and leave them behind.
    Alone,
    /// After rolling back what a killed program had begun. That writes, but only to a record, and
    /// only what it held before.
    Mending,
}

fn way_to_read(path: &Path) -> Result<WayToRead, RecordError> {
    let has = |suffix| beside(path, suffix).exists();
    // Log and index together may mean that this very process is writing. The header must not be
    // read past SQLite then: closing the handle would drop SQLite's locks on the file (SQLite,
    // "How to corrupt an SQLite database file", 2.2).
    if has("-wal") && has("-shm") {
        return Ok(WayToRead::Shared);
    }
    let header = Header::of(path)?;
    header.check_marks(path)?;
    if has("-journal") {
        return Ok(WayToRead::Mending);
    }
    if has("-wal") {
        return Ok(WayToRead::Shared);
    }
    header.check_size(path)?;
    Ok(if header.is_log_ahead() { WayToRead::Alone } else { WayToRead::Shared })
}

/// The path of one of the files SQLite keeps next to its own.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// SQLite takes some relative names for something else than files: `:memory:`, or none at all.
fn plain(path: &Path) -> PathBuf {
    Path::new(".").join(path)
}

/// Everything but letters and digits is escaped, for SQLite reads `?`, `#`, `%` and a leading
/// `//` of a URI in its own way.
fn immutable_uri(path: &Path) -> String {
    let escape = |&byte: &u8| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let name: String = path.as_os_str().as_encoded_bytes().iter().map(escape).collect();
    format!("file:{name}?immutable=1")
}

pub(super) fn cannot_open(path: &Path, error: &io::Error) -> RecordError {
    RecordError::new(path, Problem::CannotOpen(error.to_string()))
}

#[cfg(test)]
mod tests;
