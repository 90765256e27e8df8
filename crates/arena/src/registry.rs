//! The games of this project by name: one line each.

use std::sync::{LazyLock, OnceLock};

use karuta_agents::any::AnyGame;
use karuta_agents::entry::Entry;
use karuta_agents::registry::{Registry, RegistryBuilder};
use karuta_daihinmin::Daihinmin;
use karuta_hanamikoji::Hanamikoji;
use karuta_onitama::Onitama;
use karuta_playable::error::InputError;
use karuta_playable::playable::Purpose;
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

/// The games and agents of this process, which the terminal and the experiments use: those of this project,
/// unless others were installed.
pub static GAMES: LazyLock<Registry> =
    LazyLock::new(|| INSTALLED.get().map_or_else(|| standard().build(), |make| make()));

static INSTALLED: OnceLock<fn() -> Registry> = OnceLock::new();

/// Makes [`GAMES`] the registry that `make` builds, for programs with games or agents of their own. It is
/// the first thing such a program does: it panics if it was called before, and has no effect once a game
/// was looked up.
///
/// ```
/// use karuta_arena::registry::{GAMES, install, standard};
///
/// install(|| standard().build());
/// assert!(GAMES.find("tichu").is_ok());
/// ```
pub fn install(make: fn() -> Registry) {
    INSTALLED.set(make).expect("games are installed once");
}

/// Games that experiments play and people do not: they are found by name and stand in no list.
static EXPERIMENTAL: LazyLock<Registry> =
    LazyLock::new(|| Registry::builder().entry(karuta_onitama_agents::large()).build());

/// The game of this name.
pub fn find(name: &str) -> Result<&'static Entry, InputError> {
    EXPERIMENTAL.find(name).or_else(|_| GAMES.find(name))
}

/// Opens the game that is written in `text`, such as `onitama5:cards=base+sensei`.
pub fn open(text: &str, purpose: Purpose) -> Result<Box<dyn AnyGame>, InputError> {
    let name = text.split(':').next().unwrap_or(text).trim();
    match EXPERIMENTAL.find(name) {
        Ok(_) => EXPERIMENTAL.open(text, purpose),
        Err(_) => GAMES.open(text, purpose),
    }
}
