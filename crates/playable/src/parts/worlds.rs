//! Worlds of hidden games: sampled, listed, weighted and shown. Knows views and worlds, not what they are
//! used for.

use std::sync::Arc;

use karuta_engine::chances::Chances;
use karuta_engine::search::cfr::Identity;
use karuta_engine::worlds::{Determinizer, Listing, PartialReveal};
use karuta_engine::{Game, Seat};

use crate::error::InputError;
use crate::spec::Named;

/// The parts of a game about worlds, beside [`Game::sample`].
pub struct Worlds<G: Game> {
    /// Other ways to draw worlds.
    pub samplers: Vec<Sampler<G>>,
    /// The probability of a world by what the other seats did, up to a factor: listed worlds are weighted by it
    /// beside their own probability.
    pub likelihood: Option<fn(&G::View, &G) -> f64>,
    /// All worlds that fit a view, where few remain.
    pub listing: Option<Listing<G>>,
    /// Numbers by which positions are told apart, for endings that are solved over all hidden cards.
    pub identity: Option<Identity<G>>,
    /// Ways to list draws instead of making them, the game's own first; none where nothing is drawn.
    pub draws: Vec<Named<Chances<G>>>,
    /// The view of a cheating agent.
    pub reveal: Option<Reveal<G>>,
}

impl<G: Game> Default for Worlds<G> {
    fn default() -> Self {
        Worlds {
            samplers: Vec::new(),
            likelihood: None,
            listing: None,
            identity: None,
            draws: Vec::new(),
            reveal: None,
        }
    }
}

impl<G: Game> Worlds<G> {
    /// The view that hides nothing but the chances still to come, if there is one.
    pub fn reveal_all(&self) -> Option<fn(&G, Seat) -> G::View> {
        self.reveal.as_ref().map(|reveal| reveal.all)
    }
}

/// Makes a way to draw worlds.
pub type MakeSampler<G> = Arc<dyn Fn() -> Box<dyn Determinizer<G>> + Send + Sync>;

/// A way to draw worlds.
pub struct Sampler<G: Game> {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Makes it, with the table that comes with the game if it needs one.
    pub make: fn() -> Box<dyn Determinizer<G>>,
    /// Makes it with the text of a table of one's own; `None` where it needs none.
    pub by_table: Option<fn(&str) -> Result<MakeSampler<G>, InputError>>,
}

/// The view of a cheating agent.
pub struct Reveal<G: Game> {
    /// A view that hides nothing but the chances still to come.
    pub all: fn(&G, Seat) -> G::View,
    /// Worlds in which a part of what is hidden is as it really is; `None` where only all can be shown.
    pub partial: Option<PartialReveal<G>>,
}

/// The part of a game, or of its round, that is still undecided.
pub struct Stage<G: Game> {
    /// The count, which falls as play goes on.
    pub count: fn(&G::View) -> u32,
    /// The things it counts, in a few words.
    pub help: &'static str,
}
