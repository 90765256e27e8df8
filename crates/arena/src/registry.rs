//! The games of this project by name: one line each.

use std::sync::LazyLock;

use karuta_agents::any::AnyGame;
use karuta_agents::entry::Entry;
use karuta_agents::registry::{Registry, RegistryBuilder};
use karuta_daihinmin::Daihinmin;
use karuta_hanamikoji::Hanamikoji;
use karuta_onitama::Onitama;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::SpecError;
use karuta_tichu::Tichu;

/// The types of the games, the last first.
pub type Games = (Tichu, (Daihinmin, (Hanamikoji, (Onitama<7>, (Onitama<5>, ())))));

/// Every game of this project, for a registry to which others are added.
pub fn standard() -> RegistryBuilder<Games> {
    Registry::builder()
        .entry(karuta_onitama_agents::five())
        .entry(karuta_onitama_agents::seven())
        .entry(karuta_hanamikoji_agents::entry())
        .entry(karuta_daihinmin_agents::entry())
        .entry(karuta_tichu_agents::entry())
}

/// The registry of this project's games and agents alone, which the terminal and the experiments use.
pub static STANDARD: LazyLock<Registry> = LazyLock::new(|| standard().build());

/// The game of this project that has this name.
pub fn find(name: &str) -> Result<&'static Entry, SpecError> {
    STANDARD.find(name)
}

/// Opens the game of this project that is written in `text`, such as `onitama5:cards=base+sensei`.
pub fn open(text: &str, purpose: Purpose) -> Result<Box<dyn AnyGame>, SpecError> {
    STANDARD.open(text, purpose)
}
