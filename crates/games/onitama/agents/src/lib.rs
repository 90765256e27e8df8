//! Onitama with every kind of agent instantiated for it. A crate of its own only so that the searches of
//! different games compile side by side, and touching one game does not compile those of the others.

use karuta_agents::entry::{Entry, entry};
use karuta_agents::kinds::{Kitchen, Recipe};
use karuta_onitama::Onitama;
use karuta_playable::spec::SpecError;

/// The game on the official board.
pub static FIVE: Entry = entry::<Onitama<5>>();
/// The game on the large board.
pub static SEVEN: Entry = entry::<Onitama<7>>();

/// Makes recipes for agents of this game; `explain` asks for the true value of every move, at the cost of time.
pub fn agents(text: &str, explain: bool) -> Result<Recipe<Onitama<5>>, SpecError> {
    Kitchen::new(explain).recipe(text)
}

/// Makes recipes for agents of the large board; `explain` asks for the true value of every move, at the cost of time.
pub fn agents_seven(text: &str, explain: bool) -> Result<Recipe<Onitama<7>>, SpecError> {
    Kitchen::new(explain).recipe(text)
}
