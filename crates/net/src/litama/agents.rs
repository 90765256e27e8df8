//! The door to the arena: agents for this wire, asked for by spec.

use karuta_agents::MakeAgent;
use karuta_onitama::Onitama;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable as _;

/// The agent that plays unless somebody asks for another.
pub const USUAL: &str = Onitama::<5>::OPPONENT;

/// An agent that can be had.
#[derive(Clone)]
pub struct AvailableAgent {
    /// Its name: the canonical spec.
    pub spec: String,
    /// Makes one.
    pub make: MakeAgent<Onitama<5>>,
}

impl AvailableAgent {
    /// The agent written in `spec`.
    pub fn new(spec: &str) -> Result<AvailableAgent, InputError> {
        let built = karuta_onitama_agents::agents(spec, false)?;
        Ok(AvailableAgent { spec: built.spec, make: built.make })
    }
}
