//! The identity of an agent beyond its name, and the program that wrote a record.
//!
//! Knows how two identities differ, in words. Must not know how they are found out.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::Plan;

/// Everything that decides what an agent does, as far as it can be written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentIdentity {
    /// The spec with presets unfolded.
    pub spec: String,
    /// The nets and tables it uses, by name, each with the hash of its content.
    pub files: BTreeMap<String, String>,
    /// The hash of its moves in a few fixed short games of the game that is played, with small budgets.
    pub behaviour: String,
    /// True if it goes by the clock, so that the same moves are not to be expected again.
    pub is_timed: bool,
}

static BUILD: OnceLock<String> = OnceLock::new();

/// Names the program that is running, with its commit if it knows it. The first name given stays.
pub fn name_build(name: &str) {
    let _ = BUILD.set(name.to_string());
}

/// The program that is running, as it was named, or else the version of this library. For information only, since
/// another build may well do the same.
pub fn build() -> String {
    BUILD.get().map_or(env!("CARGO_PKG_VERSION"), String::as_str).to_string()
}

impl Plan {
    /// The first difference in behaviour to `now`, a plan of the same words; `None` if there is none or the words
    /// differ already.
    pub fn other_behaviour(&self, now: &Plan) -> Option<String> {
        let words = |plan: &Plan| (plan.game.clone(), plan.contestants.clone(), plan.seed);
        if words(self) != words(now) {
            return None;
        }
        let agents = self.agents.iter().zip(&now.agents).zip(&self.contestants);
        let mut found =
            agents.filter_map(|((then, now), name)| then.difference(now).map(|what| (name, what)));
        if let Some((name, what)) = found.next() {
            return Some(format!("{} {what}", short(name)));
        }
        (self.agents.len() != now.agents.len()).then(|| "it does not say which agents played".to_string())
    }
}

/// The beginning of a spec: enough to tell which contestant is meant, and room for what is said about it.
fn short(spec: &str) -> String {
    const MOST: usize = 40;
    match spec.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}..", &spec[..end]),
        None => spec.to_string(),
    }
}

impl AgentIdentity {
    fn difference(&self, now: &AgentIdentity) -> Option<String> {
        if self.spec != now.spec {
            return Some(format!("was {} then and is {} now", self.spec, now.spec));
        }
        for (name, hash) in &self.files {
            match now.files.get(name) {
                None => return Some(format!("no longer uses {name}")),
                Some(other) if other != hash => {
                    // Paths are long and messages are cut at their end: the fact comes first.
                    return Some(format!("has other content now in {name}"));
                }
                Some(_) => {}
            }
        }
        if let Some(name) = now.files.keys().find(|name| !self.files.contains_key(*name)) {
            return Some(format!("uses {name}, which it did not then"));
        }
        (self.behaviour != now.behaviour).then(|| {
            format!(
                "makes other moves now in the same games (behaviour {} then, {} now)",
                self.behaviour, now.behaviour
            )
        })
    }
}
