//! Reading a record back: its plans and its groups, in order.
//!
//! Knows how a row becomes a group. Must not write, and must not trust: a row that makes no sense
//! is an error, not a group less.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, Params};

use super::error::{Problem, RecordError};
use super::{GroupRecord, Plan, file, tables};

/// A record open for reading, by [`super::Store::read`].
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    connection: Connection,
    ids: Vec<i64>,
    plans: Vec<Plan>,
}

impl Reader {
    /// Opens and examines a record; `None` if there is no file or an empty one.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, RecordError> {
        file::examine(path)?.map(|connection| Self::on(connection, path)).transpose()
    }

    /// Opens a record that was examined before. Examining reads all of it, so once is enough.
    pub(super) fn reopen(path: &Path) -> Result<Self, RecordError> {
        Self::on(file::open_to_read(path)?, path)
    }

    fn on(connection: Connection, path: &Path) -> Result<Self, RecordError> {
        let (ids, plans) = tables::plans(&connection, path)?;
        Ok(Self { path: path.to_owned(), connection, ids, plans })
    }

    /// The plans of the record, in the order they were entered.
    pub fn plans(&self) -> &[Plan] {
        &self.plans
    }

    /// Visits every group, plan by plan and by index, as they stand at this moment.
    ///
    /// Stops at the first error, the visitor's or the record's own.
    pub fn each_group<E: From<RecordError>>(
        &self,
        visit: impl FnMut(&Plan, GroupRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        const ALL: &str = "SELECT number, record, plan FROM deal_group ORDER BY plan, number";
        self.each_row(ALL, [], visit)
    }

    /// Visits every group of the plan with this number by index.
    pub(super) fn each_group_of(
        &self,
        id: i64,
        mut visit: impl FnMut(GroupRecord),
    ) -> Result<(), RecordError> {
        const OWN: &str = "SELECT number, record, plan FROM deal_group WHERE plan = ?1 ORDER BY number";
        self.each_row(OWN, [id], |_, group| {
            visit(group);
            Ok(())
        })
    }

    fn each_row<E: From<RecordError>>(
        &self,
        query: &str,
        params: impl Params,
        mut visit: impl FnMut(&Plan, GroupRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let reading = |error| RecordError::reading(&self.path, &error);
        let mut statement = self.connection.prepare(query).map_err(reading)?;
        let mut rows = statement.query(params).map_err(reading)?;
        while let Some(row) = rows.next().map_err(reading)? {
            let number: i64 = row.get(0).map_err(reading)?;
            let text = row.get_ref(1).map_err(reading)?;
            let text = text.as_str().map_err(|error| reading(error.into()))?;
            let group = self.decode(number, text)?;
            let id: i64 = row.get(2).map_err(reading)?;
            let Some(place) = self.ids.iter().position(|&own| own == id) else {
                return Err(self.damaged(format!("group {number} is of no plan")).into());
            };
            let plan = &self.plans[place];
            let checked = group.check(plan.contestants.len());
            checked.map_err(|why| self.damaged(format!("group {number} makes no sense ({why})")))?;
            visit(plan, group)?;
        }
        Ok(())
    }

    fn decode(&self, number: i64, text: &str) -> Result<GroupRecord, RecordError> {
        let group: GroupRecord = serde_json::from_str(text)
            .map_err(|error| self.damaged(format!("group {number} makes no sense ({error})")))?;
        if i64::try_from(group.index) != Ok(number) {
            return Err(self.damaged(format!("group {} is filed as {number}", group.index)));
        }
        Ok(group)
    }

    fn damaged(&self, found: String) -> RecordError {
        RecordError::new(&self.path, Problem::Damaged(found))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::super::sample::{Folder, group, line, plan, record};
    use super::*;

    #[test]
    fn groups_are_visited_by_plan_and_index() {
        let folder = Folder::new();
        let path = folder.file("tournament.db");
        let store = Store::open(&path, &[plan(7), plan(3)]).expect("a new record");
        let writer = store.writer().expect("it can be written");
        for (plan, index) in [(1, 1), (0, 12), (1, 0), (0, 2)] {
            writer.send(plan, &group(index)).expect("the writer lives");
        }
        writer.close().expect("all is written");

        let reader = Store::read(&path).expect("it is a record");
        assert_eq!(reader.plans(), [plan(7), plan(3)]);
        let mut seen = Vec::new();
        let visited = reader.each_group(|plan, found| {
            assert_eq!(found, group(found.index));
            seen.push((plan.seed, found.index));
            Ok::<_, RecordError>(())
        });
        visited.expect("all can be read");
        assert_eq!(seen, [(7, 2), (7, 12), (3, 0), (3, 1)]);
    }

    #[test]
    fn a_visitor_can_stop() {
        let folder = Folder::new();
        let path = folder.file("match.db");
        record(&path, 1, 5);
        let mut seen = 0;
        let stopped = Store::read(&path).expect("it is a record").each_group(|_, _| {
            seen += 1;
            if seen == 2 { Err(Box::<dyn std::error::Error>::from("enough")) } else { Ok(()) }
        });
        assert_eq!(stopped.expect_err("the visitor's error").to_string(), "enough");
        assert_eq!(seen, 2);
    }

    const EMPTY: &str =
        "UPDATE deal_group SET record = json_set(record, '$.games', json('[]')) WHERE number = 1";
    const NO_PAYOFF: &str =
        "UPDATE deal_group SET record = json_remove(record, '$.games[0].payoffs[1]') WHERE number = 1";
    const HUGE: &str =
        "UPDATE deal_group SET record = json_set(record, '$.games[1].payoffs[0]', 1e308) WHERE number = 1";
    const NULL: &str =
        "UPDATE deal_group SET record = json_set(record, '$.games[1].payoffs[0]', null) WHERE number = 1";
    const STRANGER: &str =
        "UPDATE deal_group SET record = json_set(record, '$.games[0].seating[1]', 7) WHERE number = 1";
    const ALONE: &str =
        "UPDATE deal_group SET record = json_set(record, '$.games[0].seating[1]', 0) WHERE number = 1";
    const NO_EFFORT: &str =
        "UPDATE deal_group SET record = json_remove(record, '$.games[1].effort[1]') WHERE number = 1";
    const MEASURE: &str = "UPDATE deal_group SET record = json_set(record, '$.games[0].measures.tiny[0]', 1e200) WHERE number = 1";
    const PLIES: &str =
        "UPDATE deal_group SET record = json_set(record, '$.games[0].plies', 3) WHERE number = 1";

    #[test]
    fn rows_that_make_no_sense_are_errors() {
        for (change, words) in [
            ("UPDATE deal_group SET record = '{}' WHERE number = 1", "group 1 makes no sense"),
            (EMPTY, "group 1 makes no sense (it has 0 games instead of 2)"),
            (NO_PAYOFF, "group 1 makes no sense (game 1: 1 payoffs instead of 2)"),
            (HUGE, "group 1 makes no sense (game 2: payoff 1e308 is not from 0 to 1)"),
            (NULL, "group 1 makes no sense (invalid type: null"),
            (STRANGER, "group 1 makes no sense (game 1: contestant 7 has a seat, and there are 2)"),
            (ALONE, "group 1 makes no sense (game 1: contestant 1 has no seat)"),
            (NO_EFFORT, "group 1 makes no sense (game 2: 1 efforts instead of 2)"),
            (MEASURE, "group 1 makes no sense (game 1: tiny is 1e200)"),
            (PLIES, "group 1 makes no sense (game 1: 3 plies instead of 2)"),
            ("UPDATE deal_group SET number = 9 WHERE number = 1", "group 1 is filed as 9"),
            ("UPDATE deal_group SET plan = 5 WHERE number = 1", "group 1 is of no plan"),
        ] {
            let folder = Folder::new();
            let path = folder.file("match.db");
            record(&path, 1, 3);
            let other = Connection::open(&path).expect("it is SQLite");
            other.execute_batch("PRAGMA foreign_keys = OFF").expect("it can be set");
            other.execute_batch(change).expect("it can be written");
            drop(other);
            let reader = Store::read(&path).expect("the tables are fine");
            let error = reader.each_group(|_, _| Ok::<_, RecordError>(()));
            let text = line(&error.expect_err("the row is wrong"));
            assert!(text.contains(words), "{text}");
            let resumed = Store::open(&path, &[plan(1)]).and_then(|store| store.done(0));
            // A group that is filed under no plan is not asked for.
            assert!(resumed.is_err() || words.contains("of no plan"), "{words}");
        }
    }

    #[test]
    fn records_without_their_tables_are_damaged() {
        let folder = Folder::new();
        let path = folder.file("match.db");
        record(&path, 1, 1);
        let other = Connection::open(&path).expect("it is SQLite");
        other.execute_batch("DROP TABLE deal_group; DROP TABLE plan").expect("it can be written");
        drop(other);
        let error = Store::open(&path, &[plan(1)]).expect_err("there are no plans");
        assert!(matches!(error.problem, Problem::Damaged(_)), "{error:?}");
        line(&error);
    }
}
