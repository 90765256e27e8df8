//! Hanamikoji with every kind of agent instantiated for it. A crate of its own only so that the searches of
//! different games compile side by side, and touching one game does not compile those of the others.

use karuta_agents::entry::GameEntry;
use karuta_agents::{AgentBuilder, BuiltAgent};
use karuta_hanamikoji::Hanamikoji;
use karuta_playable::error::InputError;

/// The game with its agents, for a registry.
pub fn entry() -> GameEntry<Hanamikoji> {
    GameEntry::new()
}

/// Builds an agent of this game; `explain` asks for the true value of every move, at the cost of time.
pub fn agents(text: &str, explain: bool) -> Result<BuiltAgent<Hanamikoji>, InputError> {
    AgentBuilder::standard().explaining(explain).build(text)
}
