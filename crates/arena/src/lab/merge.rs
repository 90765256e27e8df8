//! Joining the chunks of an experiment that were played apart. Knows files; plays nothing.

use std::fs;
use std::path::{Path, PathBuf};

use super::experiment::{Chosen, Experiment, Source};
use super::plan::{Part, owner, program, records_path};
use super::results::{self, Results};
use super::session::{Session, open};
use crate::series::Chunk;
use karuta_playable::error::InputError;
use karuta_records::record::{GroupRecord, Plan, RecordError, Store};

/// Joins all chunks that lie in `folder` into the record of the experiment, and counts. What is foreign,
/// missing or unfinished is refused, and nothing is written then.
pub fn merge(experiment: &Experiment, size: &Chosen, folder: &Path) -> Result<Results, InputError> {
    match experiment.source {
        Source::Matches => {}
        Source::Shared(ref other) => {
            return Err(InputError::new(format!(
                "{} shares the records of {other}; merge those",
                experiment.id
            )));
        }
        Source::Study(_) | Source::Chances(_) | Source::Printed(_) => {
            return Err(InputError::new(format!("{} has no chunks to merge", experiment.id)));
        }
    }
    let program = program(&owner(experiment)?, size)?;
    let plans: Vec<Plan> = program.parts.iter().map(Part::identified).collect();
    let mut groups: Vec<(usize, GroupRecord)> = Vec::new();
    for (chunk, path) in chunks(experiment, size, folder)? {
        let found = read(&path, &plans)?;
        for (at, part) in program.parts.iter().enumerate() {
            let has = |index: u64| found.iter().any(|(plan, group)| *plan == at && group.index == index);
            if let Some(missing) =
                (0..part.deals).filter(|&index| chunk.has(index)).find(|&index| !has(index))
            {
                return Err(InputError::new(format!(
                    "{} is unfinished: deal {missing} of [{}] is missing; run chunk {}/{} to its end",
                    path.display(),
                    part.plan,
                    chunk.number,
                    chunk.of
                )));
            }
        }
        groups.extend(found.into_iter().filter(|(_, group)| chunk.has(group.index)));
    }
    let (mut held, writer) = open(&records_path(folder, experiment, size, "db"), &plans)?;
    for (plan, group) in groups {
        if !held[plan].contains_key(&group.index) {
            writer.send(plan, &group).map_err(|error| InputError::new(error.to_string()))?;
            held[plan].insert(group.index, group);
        }
    }
    writer.close().map_err(|error| InputError::new(error.to_string()))?;
    let session = Session { experiment, size: size.clone(), chunk: None, threads: 1, folder };
    let findings = session.count(&program, &held)?;
    results::save(folder, experiment, &findings)?;
    Ok(findings)
}

/// The files of all chunks, which must be of one division and complete.
fn chunks(
    experiment: &Experiment,
    size: &Chosen,
    folder: &Path,
) -> Result<Vec<(Chunk, PathBuf)>, InputError> {
    let whole = records_path(folder, experiment, size, "chunk");
    let parent = whole.parent().unwrap_or(folder);
    let start = whole.file_name().map(|name| format!("{}-", name.to_string_lossy())).unwrap_or_default();
    let entries = fs::read_dir(parent)
        .map_err(|error| InputError::new(format!("cannot read {}: {error}", parent.display())))?;
    let mut found: Vec<(Chunk, PathBuf)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_string_lossy().into_owned();
            let (number, of) = name.strip_prefix(&start)?.strip_suffix(".db")?.split_once("-of-")?;
            Some((Chunk { number: number.parse().ok()?, of: of.parse().ok()? }, path))
        })
        .collect();
    found.sort_by_key(|(chunk, _)| (chunk.of, chunk.number));
    let Some(of) = found.first().map(|(chunk, _)| chunk.of) else {
        return Err(InputError::new(format!("{} holds no chunks {start}1-of-n.db", parent.display())));
    };
    if let Some((other, _)) = found.iter().find(|(chunk, _)| chunk.of != of) {
        return Err(InputError::new(format!(
            "{} holds chunks of {of} and of {}; keep one division",
            parent.display(),
            other.of
        )));
    }
    if let Some(missing) = (1..=of).find(|&number| found.iter().all(|(chunk, _)| chunk.number != number)) {
        return Err(InputError::new(format!("chunk {missing} of {of} is missing in {}", parent.display())));
    }
    Ok(found)
}

/// The groups of a chunk, each with the place of its plan; other plans are refused.
fn read(path: &Path, plans: &[Plan]) -> Result<Vec<(usize, GroupRecord)>, InputError> {
    let failed = |error: RecordError| InputError::new(error.to_string());
    let reader = Store::read(path).map_err(failed)?;
    if let Some(foreign) = reader.plans().iter().find(|plan| !plans.contains(plan)) {
        return Err(InputError::new(format!(
            "{} belongs to another plan: it holds [{foreign}]; remove it, or name another folder",
            path.display()
        )));
    }
    let mut groups = Vec::new();
    let visited = reader.each_group(|plan, group| {
        if let Some(at) = plans.iter().position(|known| known == plan) {
            groups.push((at, group));
        }
        Ok::<_, RecordError>(())
    });
    visited.map_err(failed)?;
    Ok(groups)
}
