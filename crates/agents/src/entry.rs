//! `Entry`: a game known by name. From here on a game is a name and a table of functions.

use karuta_playable::playable::{Measure, Playable, Purpose};
use karuta_playable::spec::{Args, Param, Spec, SpecError};

use crate::any::{AnyGame, Opened};
use crate::kinds::{self, Menu};

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
    /// Whether the game has a policy that learns.
    pub learns: fn() -> bool,
    menu: fn() -> Menu,
    keys_read: fn(&str) -> Option<Vec<&'static str>>,
    open: fn(&Spec, Purpose) -> Result<Box<dyn AnyGame>, SpecError>,
}

/// The entry of a game, with every kind of agent instantiated for it.
pub const fn entry<G: Playable>() -> Entry {
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
        keys_read: kinds::keys_read::<G>,
        open: open_typed::<G>,
    }
}

impl Entry {
    /// The agents this game has.
    pub fn menu(&self) -> Menu {
        (self.menu)()
    }

    /// Opens the game with the options of a spec.
    pub fn open(&self, spec: &Spec, purpose: Purpose) -> Result<Box<dyn AnyGame>, SpecError> {
        (self.open)(spec, purpose)
    }

    /// The keys a kind of agent reads when it is built for this game from its defaults; `None` where it
    /// does not suit the game.
    pub fn keys_read(&self, kind: &str) -> Option<Vec<&'static str>> {
        (self.keys_read)(kind)
    }
}

fn open_typed<G: Playable>(spec: &Spec, purpose: Purpose) -> Result<Box<dyn AnyGame>, SpecError> {
    let args = Args::new(spec, G::PARAMS)?;
    let options = G::options(&args, purpose)?;
    Ok(Box::new(Opened::<G>::new(spec.canonical(G::PARAMS).to_string(), options)))
}
