//! The record of finished deal groups, the only truth of a match.
//!
//! Knows which groups of which plan were finished and how they went, and keeps them in an SQLite
//! file that survives being killed at any moment. Must not know rules, agents or figures: games
//! and contestants are the texts they were asked for by, and nobody computes here.

mod batch_writer;
mod content;
mod error;
mod file;
mod header;
mod identity;
mod reader;
#[cfg(test)]
mod sample;
mod tables;
mod writer;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use error::{Problem, RecordError};
pub use identity::{AgentIdentity, build, name_build};
pub use reader::Reader;
pub use writer::Writer;

/// The plan of a match: everything that decides how a deal group with a given index goes.
///
/// The number of deals is not part of it: a longer run of the same plan continues the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The game's canonical spec.
    pub game: String,
    /// The contestants' canonical specs.
    pub contestants: Vec<String>,
    /// The seed of all chance.
    pub seed: u64,
    /// The contestants beyond their names, in the same order. A name alone does not say who played: presets
    /// change, and so do nets and searches.
    pub agents: Vec<AgentIdentity>,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, contestants, seed, agents: _ } = self;
        let contestants = contestants.join(" against ");
        write!(f, "{game}: {contestants}, seed {seed}")
    }
}

/// One deal replayed with the contestants rotated through the seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupRecord {
    /// The number of the group in its plan, counted from zero.
    pub index: u64,
    /// The games, one for each seating.
    pub games: Vec<GameRecord>,
}

/// One game as it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The contestant at each seat.
    pub seating: Vec<usize>,
    /// The position it started from, as text.
    pub start: String,
    /// The moves, as text.
    pub moves: Vec<String>,
    /// The iterations or nodes each of them took, whichever the agent counts.
    pub spent: Vec<u64>,
    /// The payoff of each seat, from 0 worst to 1 best.
    pub payoffs: Vec<f64>,
    /// The number of moves.
    pub plies: u32,
    /// The game's measures, by name and seat; `None` where it says nothing about a seat.
    pub measures: BTreeMap<String, Vec<Option<f64>>>,
    /// The effort of each seat.
    pub effort: Vec<Effort>,
}

/// The effort of a seat in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// The number of its decisions.
    pub decisions: u32,
    /// The iterations of Monte Carlo searches.
    pub iterations: u64,
    /// The nodes of depth-first searches.
    pub nodes: u64,
    /// The moves that nets valued.
    pub evaluations: u64,
    /// The time by the clock on the wall, in nanoseconds.
    pub nanos: u64,
    /// The CPU time of the thread that made them, in nanoseconds; 0 in records of older versions.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cpu_nanos: u64,
    /// The faults of a program outside, for each of which a move at random was made in its place.
    #[serde(default, skip_serializing_if = "Faults::is_none")]
    pub faults: Faults,
}

/// The number of times a program outside was wrong in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faults {
    /// Moves that were not legal.
    #[serde(default)]
    pub illegal: u64,
    /// Answers that did not come in time.
    #[serde(default)]
    pub timeout: u64,
    /// Processes that ended, closed their output or refused the game.
    #[serde(default)]
    pub crash: u64,
    /// Lines that were no answers.
    #[serde(default)]
    pub garbled: u64,
}

impl Faults {
    /// All of them, each with its name, in a fixed order.
    pub fn counts(self) -> [(&'static str, u64); 4] {
        [
            ("illegal", self.illegal),
            ("timeout", self.timeout),
            ("crash", self.crash),
            ("garbled", self.garbled),
        ]
    }

    /// Their number.
    pub fn total(self) -> u64 {
        self.counts().into_iter().fold(0, |sum, (_, count)| sum.saturating_add(count))
    }

    /// The claim that there are none.
    pub fn is_none(&self) -> bool {
        self.total() == 0
    }
}

impl AddAssign for Faults {
    fn add_assign(&mut self, other: Faults) {
        self.illegal = self.illegal.saturating_add(other.illegal);
        self.timeout = self.timeout.saturating_add(other.timeout);
        self.crash = self.crash.saturating_add(other.crash);
        self.garbled = self.garbled.saturating_add(other.garbled);
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some: Vec<String> = self
            .counts()
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        f.write_str(&if some.is_empty() { String::from("none") } else { some.join(", ") })
    }
}

impl Effort {
    /// The CPU time in seconds; by the wall where the record does not know better.
    pub fn cpu_seconds(self) -> f64 {
        let nanos = if self.cpu_nanos > 0 { self.cpu_nanos } else { self.nanos };
        nanos as f64 / 1e9
    }

    /// The counts with their names in a fixed order; zeros are left out.
    pub fn counts(self) -> impl Iterator<Item = (&'static str, u64)> {
        let all = [("iterations", self.iterations), ("nodes", self.nodes), ("evaluations", self.evaluations)];
        all.into_iter().filter(|&(_, count)| count > 0)
    }
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        // A record may come from anywhere; a sum that is too large is no reason to panic.
        self.decisions = self.decisions.saturating_add(other.decisions);
        self.iterations = self.iterations.saturating_add(other.iterations);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.evaluations = self.evaluations.saturating_add(other.evaluations);
        self.nanos = self.nanos.saturating_add(other.nanos);
        self.cpu_nanos = self.cpu_nanos.saturating_add(other.cpu_nanos);
        self.faults += other.faults;
    }
}

/// The claim that nothing was counted, so that nothing need be written.
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The record of some plans, open for continuing.
///
/// No connection is kept between calls: the last one to close leaves a single plain file, which
/// an idle connection in here would prevent.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// The plans, in the order given to [`Store::open`], each with its number in the file.
    plans: Vec<Entered>,
}

/// A plan of a file as the one who writes groups must know it.
#[derive(Clone, Copy, Debug)]
struct Entered {
    id: i64,
    contestants: usize,
}

impl Store {
    /// Opens the record of `plans` at `path`, or starts it if there is no file or an empty one.
    ///
    /// Any other file is refused and left as it was: one that is not a record, a damaged one, and
    /// one that holds other plans. A file with only some of `plans` is an interrupted tournament
    /// and welcome.
    pub fn open(path: impl AsRef<Path>, plans: &[Plan]) -> Result<Self, RecordError> {
        let path = path.as_ref();
        if let Some(reader) = Reader::open(path)? {
            refuse_others(path, reader.plans(), plans)?;
        }
        let mut connection = file::open_to_write(path, file::Missing::Create)?;
        let change = tables::begin(&mut connection, path)?;
        // Looked at again inside the transaction: of two programs that start the same file one
        // comes second and finds the other's plans.
        let (_, held) = tables::plans(&change, path)?;
        refuse_others(path, &held, plans)?;
        let enter = |plan: &Plan| {
            let id = tables::enter_plan(&change, path, plan)?;
            Ok(Entered { id, contestants: plan.contestants.len() })
        };
        let plans = plans.iter().map(enter).collect::<Result<_, _>>()?;
        change.commit().map_err(|error| RecordError::writing(path, &error))?;
        Ok(Self { path: path.to_owned(), plans })
    }

    /// Removes the record at `path`, for a user who wants another in its place.
    pub fn remove(path: impl AsRef<Path>) -> Result<(), RecordError> {
        let path = path.as_ref();
        std::fs::remove_file(path)
            .map_err(|error| RecordError::new(path, Problem::CannotWrite(error.to_string())))?;
        for suffix in ["-wal", "-shm", "-journal"] {
            // Mostly there is none; one that is left belongs to no file.
            let _ = std::fs::remove_file(file::beside(path, suffix));
        }
        Ok(())
    }

    /// Opens any record for reading alone, as an export does.
    pub fn read(path: impl AsRef<Path>) -> Result<Reader, RecordError> {
        let path = path.as_ref();
        let missing = || RecordError::new(path, Problem::CannotOpen("there is none yet".into()));
        Reader::open(path)?.ok_or_else(missing)
    }

    /// All finished groups of a plan by index; `plan` is its place in the slice given to
    /// [`Store::open`].
    pub fn done(&self, plan: usize) -> Result<BTreeMap<u64, GroupRecord>, RecordError> {
        let mut groups = BTreeMap::new();
        Reader::reopen(&self.path)?.each_group_of(self.plans[plan].id, |group| {
            groups.insert(group.index, group);
        })?;
        Ok(groups)
    }

    /// Starts the thread that writes finished groups.
    pub fn writer(&self) -> Result<Writer, RecordError> {
        Writer::start(&self.path, self.plans.clone(), batch_writer::Limits::default())
    }
}

/// An error if `held` has a plan that is not `asked` for.
pub fn refuse_others(path: &Path, held: &[Plan], asked: &[Plan]) -> Result<(), RecordError> {
    let Some(other) = held.iter().find(|plan| !asked.contains(plan)) else {
        return Ok(());
    };
    // The same names that stand for something else now: what differs is worth more than both plans.
    if let Some(what) = asked.iter().find_map(|plan| other.other_behaviour(plan)) {
        return Err(RecordError::new(path, Problem::OtherBehaviour(what)));
    }
    // The asked plan shown is one the file lacks, so that the two differ visibly.
    let wanted = asked.iter().find(|plan| !held.contains(plan)).or(asked.first());
    let problem = Problem::OtherPlan {
        holds: summary(other, held.len()),
        asked: wanted.map_or("no plan".into(), |plan| summary(plan, asked.len())),
    };
    Err(RecordError::new(path, problem))
}

fn summary(plan: &Plan, of: usize) -> String {
    match of {
        0 | 1 => format!("[{plan}]"),
        _ => format!("[{plan}] and {} more", of - 1),
    }
}

#[cfg(test)]
mod tests;
