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
mod tests;
