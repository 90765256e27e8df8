//! Joining records of the same plans that were played apart: the union of their groups. Knows files and plans; what is
//! foreign, damaged or contradictory is refused by name, and nothing is written then.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::content::ContentHash;
use crate::record::{GroupRecord, Plan, Problem, RecordError, Store};

/// The records that are joined, and the conditions.
pub struct Merge<'a> {
    /// The records.
    pub parts: &'a [PathBuf],
    /// The record that gets them all. One of the same plans is added to.
    pub out: &'a Path,
    /// So many deals of every plan must be there in the end, if that is known.
    pub deals: Option<u64>,
    /// Leave to join games of agents that go by the clock, though computers differ in speed.
    pub allow_time: bool,
}

/// A plan of the joined record with the indices of its groups.
pub type Held = (Plan, BTreeSet<u64>);

/// A group that was found: its hash without times, and the file it is taken from.
type Found = BTreeMap<(usize, u64), (ContentHash, usize)>;

impl Merge<'_> {
    /// Joins the records.
    pub fn run(&self) -> Result<Vec<Held>, RecordError> {
        let files = self.files();
        let Some(first) = files.first() else { return Ok(Vec::new()) };
        let plans = Store::read(first)?.plans().to_vec();
        self.refuse_time(&plans)?;
        let mut found = Found::new();
        for at in 0..files.len() {
            self.look_at(&files, at, &plans, &mut found)?;
        }
        let held = self.complete(&plans, &found)?;
        let store = Store::open(self.out, &plans)?;
        let writer = store.writer()?;
        for (at, file) in files.iter().enumerate() {
            Store::read(file)?.each_group(|plan, group| match place(&plans, plan) {
                Some(plan) if found.get(&(plan, group.index)).is_some_and(|&(_, from)| from == at) => {
                    writer.send(plan, &group)
                }
                Some(_) | None => Ok(()),
            })?;
        }
        writer.close()?;
        Ok(held)
    }

    /// The files to be joined, each once; what the joined record holds already comes first.
    fn files(&self) -> Vec<PathBuf> {
        let name = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let mut files: Vec<PathBuf> = Vec::new();
        let held = self.out.metadata().is_ok_and(|file| file.len() > 0).then(|| self.out.to_path_buf());
        for file in held.into_iter().chain(self.parts.iter().cloned()) {
            if files.iter().all(|known| name(known) != name(&file)) {
                files.push(file);
            }
        }
        files
    }

    fn refuse_time(&self, plans: &[Plan]) -> Result<(), RecordError> {
        let timed = plans.iter().flat_map(|plan| plan.agents.iter().zip(&plan.contestants));
        let timed = timed.filter(|(agent, _)| agent.is_timed && !self.allow_time);
        match timed.map(|(_, name)| name).next() {
            Some(name) => Err(RecordError::new(self.out, Problem::Timed(name.clone()))),
            None => Ok(()),
        }
    }

    /// Notes the groups of a file, unless they contradict those of another.
    fn look_at(
        &self,
        files: &[PathBuf],
        at: usize,
        plans: &[Plan],
        found: &mut Found,
    ) -> Result<(), RecordError> {
        let path = &files[at];
        let reader = Store::read(path)?;
        crate::record::refuse_others(path, reader.plans(), plans)?;
        reader.each_group(|plan, group| {
            let Some(plan) = place(plans, plan) else { return Ok(()) };
            let hash = without_times(&group);
            let &mut (known, from) = found.entry((plan, group.index)).or_insert((hash, at));
            let is_timed = plans[plan].agents.iter().any(|agent| agent.is_timed);
            match known == hash || is_timed {
                true => Ok(()),
                false => {
                    let other = files[from].clone();
                    Err(RecordError::new(path, Problem::Contradiction { index: group.index, other }))
                }
            }
        })
    }

    /// The groups of every plan, which are all those that were asked for.
    fn complete(&self, plans: &[Plan], found: &Found) -> Result<Vec<Held>, RecordError> {
        let mut held: Vec<Held> = plans.iter().map(|plan| (plan.clone(), BTreeSet::new())).collect();
        for &(plan, index) in found.keys() {
            held[plan].1.insert(index);
        }
        for (plan, indices) in &held {
            if let Some(missing) = (0..self.deals.unwrap_or(0)).find(|index| !indices.contains(index)) {
                let problem = Problem::Missing { index: missing, plan: plan.to_string() };
                return Err(RecordError::new(self.out, problem));
            }
        }
        Ok(held)
    }
}

fn place(plans: &[Plan], plan: &Plan) -> Option<usize> {
    plans.iter().position(|known| known == plan)
}

/// The hash of everything in a group that two computers agree on.
fn without_times(group: &GroupRecord) -> ContentHash {
    let mut group = group.clone();
    group
        .games
        .iter_mut()
        .flat_map(|game| &mut game.effort)
        .for_each(|effort| (effort.nanos, effort.cpu_nanos) = (0, 0));
    let text = serde_json::to_string(&group).expect("a group that was read is texts and finite numbers");
    ContentHash::of(text.as_bytes())
}
