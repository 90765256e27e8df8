//! The matches of an experiment at a size, each with its deals. Knows games and agents by their specs
//! only, and plays nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use karuta_playable::error::InputError;
use karuta_playable::playable::Purpose;

use super::experiment::{Chosen, Experiment, Measure, Source, Vars, builtin, fill};
use super::measuring::{countable, unknown_measure};
use crate::chunk::Chunk;
use crate::registry;
use karuta_agents::any::AnyGame;
use karuta_agents::contest::Contest;
use karuta_records::content::ContentHash;
use karuta_records::record::Plan;

/// The matches of an experiment at a size.
pub struct Program {
    /// The matches, each once.
    pub parts: Vec<Part>,
    /// The part that a row's match is, by row and match.
    pub place: BTreeMap<(usize, String), usize>,
}

/// One match.
pub struct Part {
    /// The words that decide how it goes; [`Part::identified`] says who the agents are behind them.
    pub plan: Plan,
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// The contest.
    pub contest: Box<dyn Contest>,
    /// The number of deals.
    pub deals: u64,
}

impl Part {
    /// The plan with the identities of its agents, which records need. It takes a few hundredths of a second for
    /// every agent not seen before.
    pub fn identified(&self) -> Plan {
        Plan { agents: self.contest.identities(), ..self.plan.clone() }
    }
}

impl Program {
    /// A hash of everything that decides the results: the plans, and the identities of all their agents. Results with
    /// another signature were found by agents that play differently.
    pub fn signature(&self) -> String {
        let plans = self
            .parts
            .iter()
            .map(|part| serde_json::to_string(&part.identified()).expect("a plan is texts and a number"));
        plans.fold(ContentHash::default(), |hash, plan| hash.with_text(&plan)).to_string()
    }
}

/// The matches of `experiment`; those of another one where its records are shared. An error says which row
/// cannot be played, and why.
pub fn program(experiment: &Experiment, size: &Chosen) -> Result<Program, InputError> {
    let mut parts: Vec<Part> = Vec::new();
    let mut place = BTreeMap::new();
    for (at, row) in experiment.rows.iter().enumerate() {
        // Rows that are not played are looked at all the same: whoever changes an agent must hear of it.
        let deals = if at < size.rows { ((size.deals as f64 * row.part).ceil() as u64).max(1) } else { 0 };
        for (name, pairing) in &row.matches {
            let failed = |problem: String| {
                InputError::new(format!("{}, row {:?}: {problem}", experiment.id, row.name))
            };
            let vars: [&Vars; 2] = [&size.vars, &row.vars];
            let spec = fill(&pairing.game, &vars).map_err(failed)?;
            let agents = pairing.agents.iter().map(|agent| fill(agent, &vars)).collect::<Result<Vec<_>, _>>();
            let agents = agents.map_err(failed)?;
            let game = registry::open(&spec, Purpose::Match).map_err(|error| failed(error.to_string()))?;
            let contest =
                game.contest(&agents, experiment.seed).map_err(|error| failed(error.to_string()))?;
            let plan = Plan {
                game: game.spec().to_string(),
                contestants: contest.specs(),
                seed: experiment.seed,
                agents: Vec::new(),
            };
            let found = parts.iter().position(|part| part.plan == plan);
            let index = found.unwrap_or_else(|| {
                parts.push(Part { plan, game, contest, deals });
                parts.len() - 1
            });
            parts[index].deals = parts[index].deals.max(deals);
            place.insert((at, name.clone()), index);
        }
    }
    let program = Program { parts, place };
    check_measures(experiment, &program)?;
    Ok(program)
}

/// A check that every game has the measures asked of it.
fn check_measures(experiment: &Experiment, program: &Program) -> Result<(), InputError> {
    for column in &experiment.columns {
        for (at, row) in experiment.rows.iter().enumerate() {
            let Ok(wanted) = column.measure.resolve(&[&row.vars]) else { continue };
            if matches!(wanted.measure, Measure::Ratio(..)) {
                continue;
            }
            let Some(&part) = program.place.get(&(at, column.of_match.clone())) else { continue };
            let game = program.parts[part].game.as_ref();
            if let Some(name) = unknown_measure(game, &wanted) {
                let what = format!("measure or quantity of {}", game.spec());
                let problem = InputError::unknown(&what, &name, countable(game));
                return Err(InputError::new(format!(
                    "{}, column {:?}: {problem}",
                    experiment.id, column.name
                )));
            }
        }
    }
    Ok(())
}

/// The experiment whose records these are: another one's where they are shared.
pub fn owner(experiment: &Experiment) -> Result<Experiment, InputError> {
    match &experiment.source {
        Source::Shared(other) => {
            let owner = builtin::open(other)?;
            if owner.source != Source::Matches {
                return Err(InputError::new(format!(
                    "{} shares the records of {other}, which has none",
                    experiment.id
                )));
            }
            Ok(owner)
        }
        Source::Matches | Source::Study(_) | Source::Chances(_) | Source::Printed(_) => {
            Ok(experiment.clone())
        }
    }
}

/// The file of an experiment's records in a results folder.
pub fn records_path(folder: &Path, experiment: &Experiment, size: &Chosen, ending: &str) -> PathBuf {
    folder.join(experiment.paper()).join(format!("{}.{}.{ending}", experiment.item(), size.set))
}

/// The file of a chunk of an experiment's records.
pub fn chunk_path(folder: &Path, experiment: &Experiment, size: &Chosen, chunk: Chunk) -> PathBuf {
    records_path(folder, experiment, size, &format!("chunk-{}-of-{}.db", chunk.number, chunk.of))
}
