//! `Parts`: what a game offers to searches, by purpose. Knows the shape of an offer; what is offered is the
//! games' business, and what becomes of it that of the kinds of agents.
//!
//! What a game lacks is an empty list or `None`, never a function that panics: asking for it is an error
//! when the agent is built.

mod ends;
mod learning;
mod papers;
mod policies;
mod rules;
mod two_seat;
mod worlds;

use std::sync::Arc;

use karuta_engine::Game;
use karuta_engine::evaluation::ValueFn;

pub use crate::spec::Named;
pub use ends::{End, LineEnd, MakePlayout, RoundEnd, Stops};
pub use learning::{Learnable, Learning, Weighing};
pub use papers::PaperParts;
pub use policies::{PolicyPart, Preset};
pub use rules::{Rule, RulePart};
pub use two_seat::{Endgame, Solved, SolvedClass, TwoSeat};
pub use worlds::{MakeSampler, Reveal, Sampler, Stage, Worlds};

/// What a game offers to searches.
pub struct Parts<G: Game> {
    /// Rule-based play, usable as playout and as agent.
    pub policies: Vec<PolicyPart<G>>,
    /// Agents known by a name of their own.
    pub presets: Vec<Preset>,
    /// Decisions and restrictions made by knowledge of the game, in front of a search.
    pub rules: Vec<RulePart<G>>,
    /// Where lines may stop before the game is over, and what that is worth.
    pub ends: Vec<End<G>>,
    /// How hidden cards and chances are drawn, listed, weighed and shown.
    pub worlds: Worlds<G>,
    /// How much is still undecided.
    pub stage: Option<Stage<G>>,
    /// What searches of two seats need, in open games or in worlds of hidden ones.
    pub two_seat: Option<TwoSeat<G>>,
    /// What is learned by playing.
    pub learning: Learning<G>,
    /// What only the program of a paper needs.
    pub papers: PaperParts<G>,
}

impl<G: Game> Parts<G> {
    /// The first end of rounds, by the table that comes with the game.
    pub fn round_end(&self) -> Option<(RoundEnd<G>, Arc<dyn ValueFn<G>>)> {
        let read = |end: &End<G>| (end.read)(end.name).ok();
        self.ends.iter().filter_map(read).find_map(|end| match end.stops {
            Stops::Round(round) => Some((round, end.value)),
            Stops::Shorten(_) => None,
        })
    }
}

impl<G: Game> Default for Parts<G> {
    fn default() -> Self {
        Parts {
            policies: Vec::new(),
            presets: Vec::new(),
            rules: Vec::new(),
            ends: Vec::new(),
            worlds: Worlds::default(),
            stage: None,
            two_seat: None,
            learning: Learning::default(),
            papers: PaperParts::default(),
        }
    }
}
