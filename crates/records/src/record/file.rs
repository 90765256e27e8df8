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

/// How long to wait for another program to let go of the file.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// What to do if there is no file.
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

/// How an existing file can be read without changing it or its surroundings.
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
mod tests {
    use super::super::Store;
    use super::super::sample::{Folder, line, plan, record, write};
    use super::*;

    /// Opens `path` in both ways and makes sure that neither changes anything in the folder.
    fn refusal(folder: &Folder, path: &Path) -> RecordError {
        let before = folder.contents();
        let error = Store::open(path, &[plan(1)]).expect_err("it must be refused");
        assert_eq!(Store::read(path).expect_err("it must be refused"), error);
        assert!(folder.contents() == before, "refusing changed the folder");
        error
    }

    #[test]
    fn other_files_are_refused_and_left_alone() {
        let folder = Folder::new();
        let path = folder.file("notes.db");
        let long = "no record of anything\n".repeat(1000);
        let half = b"SQLite format 3\0 but no more".to_vec();
        for content in [b"x".to_vec(), long.into_bytes(), vec![0; 4096], half] {
            fs::write(&path, content).expect("the folder is writable");
            let error = refusal(&folder, &path);
            assert!(matches!(error.problem, Problem::NotARecord(_)), "{error:?}");
            assert!(line(&error).contains("is not a karuta record"), "{error}");
        }
        // A header alone is not enough to make SQLite believe in the rest.
        let mut zeros = vec![0; 4096];
        zeros[..16].copy_from_slice(b"SQLite format 3\0");
        zeros[60..64].copy_from_slice(&2i32.to_be_bytes());
        zeros[68..72].copy_from_slice(b"krta");
        fs::write(&path, zeros).expect("the folder is writable");
        line(&refusal(&folder, &path));
    }

    #[test]
    fn directories_are_refused() {
        let folder = Folder::new();
        let path = folder.file("records");
        fs::create_dir(&path).expect("the folder is writable");
        assert!(line(&refusal(&folder, &path)).contains("but a directory"));
    }

    #[test]
    fn other_programs_files_are_refused_and_left_alone() {
        for mode in ["DELETE", "WAL"] {
            let folder = Folder::new();
            let path = folder.file("addresses.db");
            let other = Connection::open(&path).expect("the folder is writable");
            let fill = format!(
                "PRAGMA journal_mode = {mode}; PRAGMA user_version = 1;
                 CREATE TABLE plan (id INTEGER PRIMARY KEY, spec TEXT);
                 CREATE TABLE deal_group (plan, number, record);"
            );
            other.execute_batch(&fill).expect("it can be filled");
            drop(other);
            let error = refusal(&folder, &path);
            assert!(line(&error).contains("another program's SQLite file"), "{error}");
        }
    }

    #[test]
    fn newer_formats_are_refused_and_left_alone() {
        let folder = Folder::new();
        let path = folder.file("future.db");
        record(&path, 1, 1);
        let newer = Connection::open(&path).expect("it is SQLite");
        newer.pragma_update(None, "user_version", 9).expect("it can be written");
        drop(newer);
        let error = refusal(&folder, &path);
        assert_eq!(error.problem, Problem::NewerFormat(9));
        assert!(line(&error).contains("format 9 and this program knows formats up to 2"));
    }

    #[test]
    fn older_formats_are_refused_and_left_alone() {
        let folder = Folder::new();
        let path = folder.file("past.db");
        record(&path, 1, 1);
        let older = Connection::open(&path).expect("it is SQLite");
        older.pragma_update(None, "user_version", 1).expect("it can be written");
        drop(older);
        let error = refusal(&folder, &path);
        assert_eq!(error.problem, Problem::OlderFormat(1));
        assert!(line(&error).contains("the program that wrote it"));
    }

    #[test]
    fn truncated_records_are_refused_and_left_alone() {
        let folder = Folder::new();
        let path = folder.file("match.db");
        record(&path, 1, 200);
        let whole = fs::read(&path).expect("it was written");
        assert!(whole.len() > 40_000);
        for length in [4096, 8192, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
            fs::write(&path, &whole[..length]).expect("the folder is writable");
            let error = refusal(&folder, &path);
            assert!(matches!(error.problem, Problem::Damaged(_)), "{length}: {error:?}");
            assert!(line(&error).contains("is damaged"), "{error}");
        }
    }

    #[test]
    fn overwritten_records_are_refused_and_left_alone() {
        let folder = Folder::new();
        let path = folder.file("match.db");
        record(&path, 1, 200);
        let mut bytes = fs::read(&path).expect("it was written");
        let middle = bytes.len() / 2 / 4096 * 4096;
        bytes[middle..middle + 4096].fill(0xa5);
        fs::write(&path, bytes).expect("the folder is writable");
        let error = refusal(&folder, &path);
        assert!(matches!(error.problem, Problem::Damaged(_)), "{error:?}");
        line(&error);
    }

    #[test]
    fn a_copy_of_the_file_alone_in_log_mode_is_read_without_a_trace() {
        let folder = Folder::new();
        let path = folder.file("50%? #1.db");
        record(&path, 1, 3);
        let other = Connection::open(&path).expect("it is SQLite");
        other.execute_batch("PRAGMA journal_mode = WAL").expect("it can be written");
        drop(other);
        let before = folder.contents();
        assert_eq!(before.len(), 1);
        let reader = Store::read(&path).expect("it is a record");
        assert_eq!(reader.plans(), [plan(1)]);
        drop(reader);
        Store::open(&path, &[plan(2)]).expect_err("it is another plan");
        assert!(folder.contents() == before);
    }

    #[test]
    fn places_that_cannot_be_written_are_named() {
        let folder = Folder::new();
        fs::write(folder.file("file"), "x").expect("the folder is writable");
        for name in ["missing/match.db", "file/match.db"] {
            let error = Store::open(folder.file(name), &[plan(1)]).expect_err("no such directory");
            assert!(matches!(error.problem, Problem::CannotOpen(_)), "{error:?}");
            assert!(line(&error).starts_with("cannot open record"), "{error}");
        }
        let error = Store::read(folder.file("none.db")).expect_err("there is none");
        assert!(line(&error).contains("there is none yet"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn read_only_records_are_read_but_not_continued() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new();
        let path = folder.file("match.db");
        let store = record(&path, 1, 3);
        fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).expect("it is ours");
        if fs::File::options().write(true).open(&path).is_ok() {
            // The superuser is not held back by permissions, so there is nothing to see.
            return write(&store, 3..4);
        }
        assert_eq!(Store::read(&path).expect("it can be read").plans(), [plan(1)]);
        let error = Store::open(&path, &[plan(1)]).expect_err("it cannot be continued");
        assert_eq!(error.problem, Problem::CannotWrite("it is read-only".into()));
        line(&store.writer().expect_err("it cannot be written"));
    }
}
