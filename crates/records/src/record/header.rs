//! The header of a file.
//!
//! Knows the header of SQLite files and the marks that make one a record. Must not open a file
//! with SQLite, nor write.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use rusqlite::Connection;

use super::error::{Problem, RecordError};
use super::file::cannot_open;

/// The newest layout of the tables that this program reads, and the one it writes.
pub(super) const FORMAT: i32 = 2;

/// Marks our files among all SQLite files: "krta" in the header's application id.
pub(super) const APPLICATION: i32 = i32::from_be_bytes(*b"krta");

/// The first bytes of an SQLite file (SQLite, "Database file format", 1.3).
pub(super) struct Header([u8; 100]);

impl Header {
    pub(super) fn of(path: &Path) -> Result<Self, RecordError> {
        let mut bytes = [0; 100];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut bytes));
        match read {
            Ok(()) if bytes.starts_with(b"SQLite format 3\0") => Ok(Self(bytes)),
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(cannot_open(path, &error)),
            Ok(()) | Err(_) => {
                let found = "some other kind of file".into();
                Err(RecordError::new(path, Problem::NotARecord(found)))
            }
        }
    }

    pub(super) fn check_marks(&self, path: &Path) -> Result<(), RecordError> {
        let signed = |offset| self.number(offset).cast_signed();
        check_marks(path, signed(68), signed(60))
    }

    /// An error if the file is shorter than it says; only for a file without a journal or log,
    /// which may hold the rest. SQLite itself takes a torn last page for a page with zeros.
    pub(super) fn check_size(&self, path: &Path) -> Result<(), RecordError> {
        let page = match u64::from(u16::from_be_bytes([self.0[16], self.0[17]])) {
            1 => 65_536,
            size => size,
        };
        // The count of pages is of this change and not of an old program's, which kept none.
        let is_counted = self.number(24) == self.number(92);
        let expected = u64::from(self.number(28)) * page;
        let found = fs::metadata(path).map_err(|error| cannot_open(path, &error))?.len();
        if is_counted && found < expected {
            let found = format!("it has {found} bytes instead of {expected}");
            return Err(RecordError::new(path, Problem::Damaged(found)));
        }
        Ok(())
    }

    /// True if changes go to a log ahead first.
    pub(super) fn is_log_ahead(&self) -> bool {
        self.0[18] == 2
    }

    fn number(&self, offset: usize) -> u32 {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.0[offset..offset + 4]);
        u32::from_be_bytes(bytes)
    }
}

/// The same marks as a connection sees them.
pub(super) fn check_marks_of(connection: &Connection, path: &Path) -> Result<(), RecordError> {
    let read = || Ok((number(connection, "application_id")?, number(connection, "user_version")?));
    let (application, format) = read().map_err(|error| RecordError::reading(path, &error))?;
    check_marks(path, application, format)
}

fn check_marks(path: &Path, application: i32, format: i32) -> Result<(), RecordError> {
    let problem = if application != APPLICATION {
        Problem::NotARecord("another program's SQLite file".into())
    } else if format > FORMAT {
        Problem::NewerFormat(format)
    } else if format < 1 {
        Problem::Damaged(format!("there is no format {format}"))
    } else if format < FORMAT {
        Problem::OlderFormat(format)
    } else {
        return Ok(());
    };
    Err(RecordError::new(path, problem))
}

pub(super) fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}
