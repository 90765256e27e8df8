//! Errors of records, in one line each.
//!
//! Knows the words for the user and the few SQLite codes a user can do something about. Must not
//! know when they occur.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::header::FORMAT;

/// The reason why a record could not be opened, read or written.
///
/// Cheap to clone and free of SQLite's types, because every thread that plays is told of the one
/// failure of the writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The file in question.
    pub path: PathBuf,
    /// The fault.
    pub problem: Problem,
}

/// The faults of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The file cannot be opened, for this reason.
    CannotOpen(String),
    /// The file is something else; says what.
    NotARecord(String),
    /// The file is a record that cannot be read; says where.
    Damaged(String),
    /// The record was written by a newer program, in this format.
    NewerFormat(i32),
    /// The record was written by an older program, in this format.
    OlderFormat(i32),
    /// The record holds other plans than asked for.
    OtherPlan {
        /// A plan of the file that was not asked for.
        holds: String,
        /// The plan asked for.
        asked: String,
    },
    /// The record holds the plan asked for, but its agents played otherwise then; says what differs.
    OtherBehaviour(String),
    /// The record cannot be written, for this reason.
    CannotWrite(String),
    /// The record is no longer where it was opened.
    Moved,
    /// The record has another group of this index than another file of the same plan.
    Contradiction {
        /// The index.
        index: u64,
        /// The other file.
        other: PathBuf,
    },
    /// The group of this index is in no part of a record that is to be joined.
    Missing {
        /// The index.
        index: u64,
        /// Its plan.
        plan: String,
    },
    /// The record would join games of an agent that goes by the clock; says which.
    Timed(String),
    /// The group with this index does not make sense, for this reason, and is not written.
    BadGroup(u64, String),
}

impl RecordError {
    /// True if the file is a record in order, but one of other games than those asked for.
    pub fn is_of_others(&self) -> bool {
        matches!(
            self.problem,
            Problem::OlderFormat(_) | Problem::OtherPlan { .. } | Problem::OtherBehaviour(_)
        )
    }

    pub(crate) fn new(path: &Path, problem: Problem) -> Self {
        Self { path: path.to_owned(), problem }
    }

    /// The error of SQLite when the file was opened or read.
    pub(super) fn reading(path: &Path, error: &rusqlite::Error) -> Self {
        let problem = match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Problem::NotARecord("not an SQLite file".into()),
            // Without a code of its own it is a missing table or a row not of the shape we write.
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) | None => Problem::Damaged(reason(error)),
            Some(_) => Problem::CannotOpen(reason(error)),
        };
        Self::new(path, problem)
    }

    /// The error of SQLite when the file was written.
    pub(super) fn writing(path: &Path, error: &rusqlite::Error) -> Self {
        let problem = match error.sqlite_error_code() {
            Some(ErrorCode::CannotOpen) => Problem::CannotOpen(reason(error)),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Problem::Damaged(reason(error)),
            Some(_) | None => Problem::CannotWrite(reason(error)),
        };
        Self::new(path, problem)
    }
}

fn reason(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full".into(),
        Some(ErrorCode::ReadOnly) => "it is read-only".into(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "another program keeps it locked".into(),
        Some(ErrorCode::CannotOpen) => "there is no such file or directory, or no permission".into(),
        Some(ErrorCode::SystemIoFailure) => format!("the disk failed ({error})"),
        _ => error.to_string(),
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        let text = match &self.problem {
            Problem::CannotOpen(reason) => {
                format!("cannot open record {path}: {reason}; check the name and its permissions")
            }
            Problem::NotARecord(found) => {
                format!("{path} is not a karuta record but {found}; name another file")
            }
            Problem::Damaged(found) => {
                format!("record {path} is damaged: {found}; restore it from a copy or name another file")
            }
            Problem::NewerFormat(found) => format!(
                "record {path} has format {found} and this program knows formats up to {FORMAT}; \
                 use the program that wrote it or name another file"
            ),
            Problem::OlderFormat(found) => format!(
                "record {path} has the older format {found}, which does not say exactly which agents played; name \
                 another file to play anew, or read it with the program that wrote it"
            ),
            Problem::OtherBehaviour(what) => format!(
                "record {path} would mix agents that play differently: {what}; name another file to play anew, or \
                 go on with the program that wrote it"
            ),
            Problem::OtherPlan { holds, asked } => format!(
                "record {path} belongs to another plan: it holds {holds}, asked for is {asked}; \
                 name another file"
            ),
            Problem::CannotWrite(reason) => format!(
                "cannot write record {path}: {reason}; what it holds is safe, and the same \
                 command continues it once that is mended"
            ),
            Problem::Moved => format!(
                "record {path} was moved or deleted while it was written; put it back to continue \
                 it or start anew"
            ),
            Problem::Contradiction { index, other } => format!(
                "record {path} has another group {index} than {}, though both say that the same agents played; \
                 leave one of them out",
                other.display()
            ),
            Problem::Missing { index, plan } => format!(
                "cannot join {path}: deal {index} of [{plan}] is in no part; play the chunk it belongs to to its end"
            ),
            Problem::Timed(agent) => format!(
                "cannot join {path}: {agent} goes by the clock, and computers differ in speed; --allow-time joins all \
                 the same"
            ),
            Problem::BadGroup(index, why) => format!(
                "group {index} does not go into record {path}: {why}, which only a fault in the game can cause"
            ),
        };
        // Paths, specs and SQLite's messages may hold line breaks; a report is one line.
        f.write_str(&text.replace(char::is_control, " "))
    }
}

impl std::error::Error for RecordError {}
