//! `GAMES`: one line per game. From here on a game is a name and a table of functions.

use karuta_games::daihinmin::Daihinmin;
use karuta_games::hanamikoji::Hanamikoji;
use karuta_games::onitama::Onitama;
use karuta_games::playable::{Measure, Playable, Purpose};
use karuta_games::spec::{Args, Param, Spec, SpecError};
use karuta_games::tichu::Tichu;

use crate::any::{AnyGame, Opened};
use crate::kinds::{self, Menu};

/// Every game.
pub static GAMES: &[Entry] = &[
    entry::<Onitama<5>>(),
    entry::<Onitama<7>>(),
    entry::<Hanamikoji>(),
    entry::<Daihinmin>(),
    entry::<Tichu>(),
];

/// A game, known by name.
pub struct Entry {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Its options.
    pub params: &'static [Param],
    /// How many seats play.
    pub seats: usize,
    /// How many sides play; fewer than seats where there are partners.
    pub teams: usize,
    /// Whether seats see less than everything.
    pub is_hidden: bool,
    /// What finished games are measured by.
    pub measures: &'static [Measure],
    /// How positions are written.
    pub position_help: &'static str,
    /// The agent a person meets unless asked otherwise.
    pub opponent: &'static str,
    /// The agents of the exhibition.
    pub exhibition: &'static [&'static str],
    /// Pairings whose games make up the signature of a commit.
    pub signature_agents: &'static [&'static [&'static str]],
    learns: fn() -> bool,
    menu: fn() -> Menu,
    open: fn(&Spec, Purpose) -> Result<Box<dyn AnyGame>, SpecError>,
}

const fn entry<G: Playable>() -> Entry {
    Entry {
        name: G::NAME,
        help: G::HELP,
        params: G::PARAMS,
        seats: G::SEATS,
        teams: G::TEAMS,
        is_hidden: G::HIDDEN,
        measures: G::MEASURES,
        position_help: G::POSITION_HELP,
        opponent: G::OPPONENT,
        exhibition: G::EXHIBITION,
        signature_agents: G::SIGNATURE_AGENTS,
        learns: || G::parts().learnable.is_some(),
        menu: kinds::menu::<G>,
        open: open_typed::<G>,
    }
}

impl Entry {
    /// The agents this game has.
    pub fn menu(&self) -> Menu {
        (self.menu)()
    }
}

/// The games that have a policy to be trained.
pub fn learners() -> Vec<&'static str> {
    GAMES.iter().filter(|game| (game.learns)()).map(|game| game.name).collect()
}

/// The game of this name.
pub fn find(name: &str) -> Result<&'static Entry, SpecError> {
    GAMES
        .iter()
        .find(|game| game.name == name)
        .ok_or_else(|| SpecError::unknown("game", name, GAMES.iter().map(|game| game.name)))
}

/// Opens the game written in `text`, such as `onitama5:cards=base+sensei`.
pub fn open(text: &str, purpose: Purpose) -> Result<Box<dyn AnyGame>, SpecError> {
    let spec = Spec::parse(text)?;
    (find(&spec.name)?.open)(&spec, purpose)
}

fn open_typed<G: Playable>(spec: &Spec, purpose: Purpose) -> Result<Box<dyn AnyGame>, SpecError> {
    let args = Args::new(spec, G::PARAMS)?;
    let options = G::options(&args, purpose)?;
    Ok(Box::new(Opened::<G>::new(spec.canonical(G::PARAMS).to_string(), options)))
}
