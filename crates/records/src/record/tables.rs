//! The tables of a record, and the plans in them.
//!
//! Knows how a record starts and which plans it holds. Must not decide which plans belong together.

use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::error::{Problem, RecordError};
use super::header::{APPLICATION, FORMAT, check_marks_of, number};
use super::{Plan, build};

/// Plans and groups are JSON, which the tools people have can query in place. The rows of some
/// kilobytes are why the table keeps its row ids (SQLite, "The WITHOUT ROWID optimization", 4).
const TABLES: &str = "
    CREATE TABLE plan (id INTEGER PRIMARY KEY, spec TEXT NOT NULL UNIQUE, build TEXT NOT NULL) STRICT;
    CREATE TABLE deal_group (
        plan INTEGER NOT NULL REFERENCES plan (id),
        number INTEGER NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (plan, number)
    ) STRICT;
";

/// Begins to change the plans, and makes the tables first if the file is new.
pub(super) fn begin<'a>(connection: &'a mut Connection, path: &Path) -> Result<Transaction<'a>, RecordError> {
    let change = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .and_then(|change| make_tables(&change).map(|()| change))
        .map_err(|error| RecordError::writing(path, &error))?;
    check_marks_of(&change, path)?;
    Ok(change)
}

fn make_tables(change: &Transaction<'_>) -> rusqlite::Result<()> {
    if number(change, "schema_version")? != 0 {
        return Ok(());
    }
    // The marks go in with the tables or not at all, and before anything else ever does: the
    // header alone tells a record, whatever happens to its journals.
    change.pragma_update(None, "application_id", APPLICATION)?;
    change.pragma_update(None, "user_version", FORMAT)?;
    change.execute_batch(TABLES)
}

/// The plans of the record with their numbers, oldest first.
pub(super) fn plans(connection: &Connection, path: &Path) -> Result<(Vec<i64>, Vec<Plan>), RecordError> {
    let read = || -> rusqlite::Result<Vec<(i64, String)>> {
        let mut rows = connection.prepare("SELECT id, spec FROM plan ORDER BY id")?;
        rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
    };
    let decode = |(id, spec): (i64, String)| match serde_json::from_str(&spec) {
        Ok(plan) => Ok((id, plan)),
        Err(error) => {
            let found = format!("its plan {id} makes no sense ({error})");
            Err(RecordError::new(path, Problem::Damaged(found)))
        }
    };
    let rows = read().map_err(|error| RecordError::reading(path, &error))?;
    rows.into_iter().map(decode).collect()
}

/// The number of `plan` in the record, entered now if it is new.
pub(super) fn enter_plan(change: &Transaction<'_>, path: &Path, plan: &Plan) -> Result<i64, RecordError> {
    let spec = serde_json::to_string(plan).expect("a plan is texts and a number");
    let enter = || {
        // The build that began it stands beside the plan and is no part of it: another one may go on.
        change.execute("INSERT OR IGNORE INTO plan (spec, build) VALUES (?1, ?2)", [&spec, &build()])?;
        change.query_row("SELECT id FROM plan WHERE spec = ?1", [&spec], |row| row.get(0))
    };
    enter().map_err(|error| RecordError::writing(path, &error))
}

#[cfg(test)]
mod tests;
