//! Results of a run: a number for every cell, kept as JSON beside the records. Knows numbers and intervals;
//! must not know how anything was played, how it is judged or how it is shown.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use karuta_playable::error::InputError;
use karuta_playable::old_spellings;
use serde::{Deserialize, Serialize};

use super::experiment::{Chosen, Experiment, Source, fill};
use super::plan::program;
use karuta_records::record::Plan;

/// The results of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The experiment.
    pub item: String,
    /// The version of the program that played.
    pub version: String,
    /// The build that played: its version, with the commit where it knows it; unknown in results of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub build: String,
    /// The size whose budgets were taken.
    pub size: String,
    /// Deals of every match, but for rows that play a part of them.
    pub deals: u64,
    /// Seconds of all decisions by the clock on the wall.
    pub seconds: f64,
    /// CPU time of the games in seconds; unknown in results of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// The day it was counted, such as 2026-11-16; unknown in results of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// A checksum of all moves of all games, without times; unknown in results of older versions, and absent
    /// where a budget in time makes the games another each run.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub games: String,
    /// The signature of the agents that played ([`Program::signature`](super::plan::Program::signature)); unknown in
    /// results of older versions, and absent where nobody plays.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub signature: String,
    /// The matches that were played.
    pub plans: Vec<String>,
    /// The numbers by row and column, in the units of the paper.
    pub cells: BTreeMap<String, BTreeMap<String, Cell>>,
}

/// One number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// It.
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number of observations behind it.
    pub observations: f64,
    /// In how many games it was looked for; more than observations where it says nothing of some.
    pub games: f64,
    /// The standard deviation of single observations.
    pub spread: f64,
}

/// The text a plan is remembered by.
pub fn plan_text(plan: &Plan) -> String {
    format!("{}: {}, seed {}", plan.game, plan.contestants.join(" | "), plan.seed)
}

/// The file of an experiment's results in a results folder.
pub fn path(folder: &Path, experiment: &Experiment) -> PathBuf {
    folder.join(experiment.paper()).join(format!("{}.json", experiment.item()))
}

/// Reads what was found of an experiment; `None` if it was never run there. What another program, another
/// experiment or nobody wrote is refused.
pub fn load(folder: &Path, experiment: &Experiment) -> Result<Option<Results>, InputError> {
    let path = path(folder, experiment);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(InputError::new(format!("cannot read {}: {error}", path.display()))),
    };
    let refused = |why: String| {
        InputError::new(format!("{}: {why}; remove it, or name another folder", path.display()))
    };
    let findings: Results =
        serde_json::from_str(&text).map_err(|error| refused(format!("these are no results ({error})")))?;
    if findings.item != experiment.id {
        return Err(refused(format!("these are results of {}", findings.item)));
    }
    if findings.version != env!("CARGO_PKG_VERSION") {
        let (theirs, ours) = (&findings.version, env!("CARGO_PKG_VERSION"));
        return Err(refused(format!("version {theirs} wrote it, this is version {ours}")));
    }
    let expected = expected_plans(experiment, &findings).map_err(|error| refused(error.to_string()))?;
    if let Some(expected) = expected
        && expected != findings.plans
    {
        let other = findings.plans.iter().find(|plan| !expected.contains(plan)).or(findings.plans.first());
        let old = other.and_then(|plan| old_spellings::within(plan));
        let hint = old.map_or(String::new(), |line| format!(" ({line})"));
        let other = other.map_or("nothing".to_string(), |plan| format!("[{plan}]"));
        return Err(refused(format!("it belongs to another plan, in which {other} was played{hint}")));
    }
    Ok(Some(findings))
}

/// The matches that belong to the size the results name; `None` for arithmetic.
fn expected_plans(experiment: &Experiment, findings: &Results) -> Result<Option<Vec<String>>, InputError> {
    let size = Chosen { deals: findings.deals, ..experiment.size(&findings.size)? };
    match &experiment.source {
        Source::Matches | Source::Shared(_) => {
            let program = program(experiment, &size)?;
            Ok(Some(program.parts.iter().map(|part| plan_text(&part.plan)).collect()))
        }
        Source::Study(template) => Ok(Some(vec![study_spec(template, &size)?])),
        Source::Chances(_) | Source::Printed(_) => Ok(None),
    }
}

/// The canonical spec of a study at a size.
pub(super) fn study_spec(template: &str, size: &Chosen) -> Result<String, InputError> {
    let mut vars = size.vars.clone();
    vars.insert("deals".to_string(), size.deals.to_string());
    let spec = fill(template, &[&vars]).map_err(InputError::new)?;
    super::open(&spec).map(|asked| asked.spec)
}

/// Writes what was found.
pub fn save(folder: &Path, experiment: &Experiment, findings: &Results) -> Result<(), InputError> {
    let path = path(folder, experiment);
    let failed = |error: std::io::Error| InputError::new(format!("cannot write {}: {error}", path.display()));
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    let text = serde_json::to_string_pretty(findings).expect("results are texts and finite numbers");
    fs::write(&path, text + "\n").map_err(failed)
}

impl Results {
    /// The number of a cell.
    pub fn cell(&self, row: &str, column: &str) -> Option<&Cell> {
        self.cells.get(row)?.get(column)
    }
}
