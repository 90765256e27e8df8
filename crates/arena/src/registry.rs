//! The games of this project by name: one line each.

use karuta_agents::any::AnyGame;
use karuta_agents::entry::Entry;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::{Spec, SpecError};

/// Every game.
pub static GAMES: &[&Entry] = &[
    &karuta_onitama_agents::FIVE,
    &karuta_onitama_agents::SEVEN,
    &karuta_hanamikoji_agents::ENTRY,
    &karuta_daihinmin_agents::ENTRY,
    &karuta_tichu_agents::ENTRY,
];

/// The games that have a policy to be trained.
pub fn learners() -> Vec<&'static str> {
    GAMES.iter().filter(|game| (game.learns)()).map(|game| game.name).collect()
}

/// The game of this name.
pub fn find(name: &str) -> Result<&'static Entry, SpecError> {
    GAMES
        .iter()
        .find(|game| game.name == name)
        .copied()
        .ok_or_else(|| SpecError::unknown("game", name, GAMES.iter().map(|game| game.name)))
}

/// Opens the game written in `text`, such as `onitama5:cards=base+sensei`.
pub fn open(text: &str, purpose: Purpose) -> Result<Box<dyn AnyGame>, SpecError> {
    let spec = Spec::parse(text)?;
    find(&spec.name)?.open(&spec, purpose)
}
