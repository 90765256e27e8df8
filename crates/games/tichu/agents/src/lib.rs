//! Tichu with every kind of agent instantiated for it. A crate of its own only so that the searches of
//! different games compile side by side, and touching one game does not compile those of the others.

use karuta_agents::entry::{Entry, entry};
use karuta_agents::kinds::{Kitchen, Recipe};
use karuta_playable::spec::SpecError;
use karuta_tichu::Tichu;

/// The game by name.
pub static ENTRY: Entry = entry::<Tichu>();

/// Makes recipes for agents of this game; `explain` asks for the true value of every move, at the cost of time.
pub fn agents(text: &str, explain: bool) -> Result<Recipe<Tichu>, SpecError> {
    Kitchen::new(explain).recipe(text)
}
