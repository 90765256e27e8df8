//! Signatures of results: one hash of everything that decided the games, so that a report can tell results of agents
//! that play differently by now. Knows plans and identities of agents; plays nothing but the short games behind them.

use karuta_playable::error::InputError;
use karuta_playable::playable::Purpose;
use karuta_records::content::ContentHash;

use super::experiment::{Chosen, Experiment, Source};
use super::plan::program;
use super::results::{Results, study_spec};
use super::{Asked, open};
use crate::registry;

/// The standing of results towards the agents of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// Today's agents have the signature that the results name.
    Current,
    /// Today's agents have another signature: they play differently, or use other nets or tables.
    Stale,
    /// The results name none; they were written before there were signatures.
    Unknown,
}

/// The standing of results of `experiment`; `None` for arithmetic, in which no agent plays. It takes a few hundredths
/// of a second for every agent not seen before.
pub fn freshness(experiment: &Experiment, results: &Results) -> Result<Option<Freshness>, InputError> {
    let is_played = match &experiment.source {
        Source::Matches | Source::Shared(_) | Source::Study(_) => true,
        Source::Chances(_) | Source::Printed(_) => false,
    };
    if !is_played {
        return Ok(None);
    }
    if results.signature.is_empty() {
        return Ok(Some(Freshness::Unknown));
    }
    let size = Chosen { deals: results.deals, ..experiment.size(&results.size)? };
    let is_current = signature(experiment, &size)? == results.signature;
    Ok(Some(if is_current { Freshness::Current } else { Freshness::Stale }))
}

/// The signature that a run of `experiment` at this size has today; empty for arithmetic.
fn signature(experiment: &Experiment, size: &Chosen) -> Result<String, InputError> {
    match &experiment.source {
        Source::Matches | Source::Shared(_) => Ok(program(experiment, size)?.signature()),
        Source::Study(template) => study_signature(&open(&study_spec(template, size)?)?),
        Source::Chances(_) | Source::Printed(_) => Ok(String::new()),
    }
}

/// The signature of a study: its spec, and the identities of the agents that play in it.
pub(super) fn study_signature(asked: &Asked) -> Result<String, InputError> {
    let mut hash = ContentHash::default().with_text(&asked.spec);
    for (game, agent) in asked.work.players() {
        let failed = |error: &dyn std::fmt::Display| InputError::new(format!("{}: {error}", asked.spec));
        let game = registry::open(&game, Purpose::Match).map_err(|error| failed(&error))?;
        let contest = game.contest(&vec![agent; game.teams()], 0).map_err(|error| failed(&error))?;
        let identity = contest.identities().into_iter().next();
        hash = hash.with_text(&serde_json::to_string(&identity).expect("an identity is texts"));
    }
    Ok(hash.to_string())
}
