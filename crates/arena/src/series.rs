//! `Series`: deal groups of several contests, played as far as they are missing and recorded as they
//! finish. Matches, tournaments, the exhibition and the lab all play through here. Knows files and threads;
//! prints nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;

use karuta_agents::contest::Contest;
use karuta_agents::runner::{self, NoThread, Task};
use karuta_engine::Stop;
use karuta_records::record::{GroupRecord, Plan, RecordError, Store, Writer};

use crate::chunk::Portion;

/// The reason a series could not be played.
#[derive(Debug)]
pub enum SeriesError {
    /// Its record.
    Record(RecordError),
    /// Its threads.
    Threads(NoThread),
}

impl fmt::Display for SeriesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeriesError::Record(error) => error.fmt(f),
            SeriesError::Threads(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SeriesError {}

impl From<RecordError> for SeriesError {
    fn from(error: RecordError) -> SeriesError {
        SeriesError::Record(error)
    }
}

/// The finished groups of every contest, by the index of their deal.
pub type Groups = Vec<BTreeMap<u64, GroupRecord>>;

/// One contest of a series.
pub struct Part<'a> {
    /// Everything that decides how it goes.
    pub plan: Plan,
    /// The contest.
    pub contest: &'a dyn Contest,
    /// The number of deals to play; 0 if only the recorded ones are wanted.
    pub deals: u64,
}

/// Deal groups to be played.
pub struct Series<'a> {
    /// The contests.
    pub parts: Vec<Part<'a>>,
    /// The SQLite file that keeps finished groups; without one they are kept in memory only.
    pub record: Option<PathBuf>,
    /// Only these groups; all where there is none.
    pub chunk: Option<Portion>,
    /// Groups played side by side.
    pub threads: usize,
}

/// Groups finished, and groups in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Groups that are finished, those of earlier runs included.
    pub done: u64,
    /// Groups that are to be finished.
    pub total: u64,
}

impl Series<'_> {
    /// Plays the missing groups and returns all that the record holds. `progress` is called with every finished
    /// group. `enough` is asked after every group, with its contest and the groups that contest has so far,
    /// and ends the series early by answering yes.
    pub fn play(
        &self,
        stop: &Stop,
        mut progress: impl FnMut(Progress),
        mut enough: impl FnMut(usize, &BTreeMap<u64, GroupRecord>) -> bool,
    ) -> Result<Groups, SeriesError> {
        let (mut groups, writer) = self.open()?;
        let tasks = self.missing(&groups);
        let total = self.wanted().count() as u64;
        let mut done = total - tasks.len() as u64;
        progress(Progress { done, total });
        if (0..self.parts.len()).any(|contest| enough(contest, &groups[contest])) {
            close(writer)?;
            return Ok(groups);
        }
        let contests: Vec<&dyn Contest> = self.parts.iter().map(|part| part.contest).collect();
        let mut failed: Option<RecordError> = None;
        let ran = runner::run(&contests, &tasks, self.threads, stop, |task, group| {
            if let Some(writer) = &writer
                && let Err(error) = writer.send(task.contest, &group)
            {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            groups[task.contest].insert(task.index, group);
            done += 1;
            progress(Progress { done, total });
            match enough(task.contest, &groups[task.contest]) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let closed = close(writer);
        if let Some(error) = failed {
            return Err(error.into());
        }
        closed?;
        ran.map_err(SeriesError::Threads)?;
        Ok(groups)
    }

    /// The recorded groups, and a writer for further ones.
    fn open(&self) -> Result<(Groups, Option<Writer>), RecordError> {
        let Some(path) = &self.record else {
            return Ok((vec![BTreeMap::new(); self.parts.len()], None));
        };
        let plans: Vec<Plan> = self.parts.iter().map(|part| part.plan.clone()).collect();
        let store = Store::open(path.clone(), &plans)?;
        let done = (0..plans.len()).map(|plan| store.done(plan)).collect::<Result<_, _>>()?;
        Ok((done, Some(store.writer()?)))
    }

    /// All groups that are to be finished: deal by deal, so that every contest gets its share of an
    /// interrupted run.
    fn wanted(&self) -> impl Iterator<Item = Task> + '_ {
        let longest = self.parts.iter().map(|part| part.deals).max().unwrap_or(0);
        let contests = self.parts.len();
        (0..longest).flat_map(move |index| {
            let parts = self.parts.iter().enumerate().filter(move |(_, part)| index < part.deals);
            let tasks = parts.map(move |(contest, _)| Task { contest, index });
            tasks.filter(move |task| self.chunk.is_none_or(|chunk| chunk.has(task.contest, index, contests)))
        })
    }

    fn missing(&self, groups: &Groups) -> Vec<Task> {
        self.wanted().filter(|task| !groups[task.contest].contains_key(&task.index)).collect()
    }
}

fn close(writer: Option<Writer>) -> Result<(), RecordError> {
    writer.map_or(Ok(()), Writer::close)
}
