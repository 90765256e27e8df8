//! Joining the chunks of an experiment that were played apart. Knows files; plays nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::experiment::{Chosen, Experiment, Source};
use super::plan::{Part, program, records_path};
use super::results::{self, Results};
use super::session::{Session, open};
use crate::chunk::Chunk;
use karuta_playable::error::InputError;
use karuta_records::merge::Merge;
use karuta_records::record::{Plan, RecordError, Store, refuse_others};

/// Joins all chunks that lie in `folder` into the record of the experiment, and counts. What is foreign, missing,
/// unfinished or contradictory is refused, and nothing is written then; so are agents that go by the clock, unless
/// `allow_time`.
pub fn merge(
    experiment: &Experiment,
    size: &Chosen,
    folder: &Path,
    allow_time: bool,
) -> Result<Results, InputError> {
    check_divisible(experiment)?;
    let program = program(experiment, size)?;
    let plans: Vec<Plan> = program.parts.iter().map(Part::identified).collect();
    let whole = records_path(folder, experiment, size, "db");
    let chunks = chunks(experiment, size, folder)?;
    if whole.metadata().is_ok_and(|file| file.len() > 0) {
        read(&whole, &plans)?;
    }
    for (chunk, path) in &chunks {
        let held = read(path, &plans)?;
        for (at, part) in program.parts.iter().enumerate() {
            let mut own = (0..part.deals).filter(|&index| chunk.has(at, index, plans.len()));
            if let Some(missing) = own.find(|&index| !held.contains(&(at, index))) {
                return Err(InputError::new(format!(
                    "{} is unfinished: deal {missing} of [{}] is missing; run chunk {chunk} to its end",
                    path.display(),
                    part.plan,
                )));
            }
        }
    }
    let parts: Vec<PathBuf> = chunks.into_iter().map(|(_, path)| path).collect();
    let failed = |error: RecordError| InputError::new(error.to_string());
    Merge { parts: &parts, out: &whole, deals: None, allow_time }.run().map_err(failed)?;
    let (held, writer) = open(&whole, &plans)?;
    writer.close().map_err(failed)?;
    let session = Session { experiment, size: size.clone(), chunk: None, threads: 1, folder, replace: false };
    let findings = session.count(&program, &held)?;
    results::save(folder, experiment, &findings)?;
    Ok(findings)
}

/// An error if the records of an experiment cannot be played in chunks.
pub fn check_divisible(experiment: &Experiment) -> Result<(), InputError> {
    match &experiment.source {
        Source::Matches => Ok(()),
        Source::Shared(other) => {
            Err(InputError::new(format!("{} shares the records of {other}; divide those", experiment.id)))
        }
        Source::Study(_) => {
            Err(InputError::new(format!("{} is a study, which has no chunks; run it whole", experiment.id)))
        }
        Source::Chances(_) | Source::Printed(_) => Err(InputError::new(format!(
            "{} is arithmetic, which has no chunks; run it whole",
            experiment.id
        ))),
    }
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

/// The groups of a file, each as the place of its plan and its deal; other plans are refused.
fn read(path: &Path, plans: &[Plan]) -> Result<BTreeSet<(usize, u64)>, InputError> {
    let mut groups = BTreeSet::new();
    let mut look = || {
        let reader = Store::read(path)?;
        refuse_others(path, reader.plans(), plans)?;
        reader.each_group(|plan, group| {
            groups.extend(plans.iter().position(|known| known == plan).map(|at| (at, group.index)));
            Ok::<_, RecordError>(())
        })
    };
    look().map_err(|error| InputError::new(error.to_string()))?;
    Ok(groups)
}
