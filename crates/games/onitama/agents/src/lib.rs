//! Onitama with every kind of agent instantiated for it. A crate of its own only so that the searches of
//! different games compile side by side, and touching one game does not compile those of the others.

use karuta_agents::entry::GameEntry;
use karuta_agents::kinds;
use karuta_agents::{AgentBuilder, BuiltAgent};
use karuta_onitama::Onitama;
use karuta_onitama::large::LargeOnitama;
use karuta_playable::error::InputError;

/// The game on the official board with its agents, for a registry.
pub fn five() -> GameEntry<Onitama<5>> {
    GameEntry::new()
}

/// The game on the large board with its agents, for a registry.
pub fn seven() -> GameEntry<Onitama<7>> {
    GameEntry::new()
}

/// The game on boards of any side with the agents that experiments play there.
pub fn large() -> GameEntry<LargeOnitama> {
    GameEntry::with_kinds(kinds::for_experiments())
}

/// Builds an agent of this game; `explain` asks for the true value of every move, at the cost of time.
pub fn agents(text: &str, explain: bool) -> Result<BuiltAgent<Onitama<5>>, InputError> {
    AgentBuilder::standard().explaining(explain).build(text)
}

/// Builds an agent of the large board; `explain` asks for the true value of every move, at the cost of time.
pub fn agents_seven(text: &str, explain: bool) -> Result<BuiltAgent<Onitama<7>>, InputError> {
    AgentBuilder::standard().explaining(explain).build(text)
}
