//! `Parts`: what a game offers to searches, by purpose. Knows the types of the parts; games
//! fill them, and kinds of agents use them.
//!
//! A part that a game lacks is an empty list or `None`, never a function that panics: asking for it is an error
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
pub use learning::{Learnable, Learning, Lesson, Weighing};
pub use papers::PaperParts;
pub use policies::{PolicyPart, Preset};
pub use rules::{Rule, RulePart};
pub use two_seat::{Endgame, OwnEndings, Solved, SolvedClass, SolvedCounts, TwoSeat};
pub use worlds::{MakeSampler, Reveal, Sampler, Stage, Worlds};

/// The parts of a game for searches.
pub struct Parts<G: Game> {
    /// Rule-based play, usable as playout and as agent.
    pub policies: Vec<PolicyPart<G>>,
    /// Agents known by a name of their own.
    pub presets: Vec<Preset>,
    /// Decisions and restrictions made by knowledge of the game, in front of a search.
    pub rules: Vec<RulePart<G>>,
    /// Ends of lines before the game is over, with their values.
    pub ends: Vec<End<G>>,
    /// Worlds and draws: sampled, listed, weighted and shown.
    pub worlds: Worlds<G>,
    /// The amount that is still undecided.
    pub stage: Option<Stage<G>>,
    /// Parts for searches of two seats, in open games or in worlds of hidden ones.
    pub two_seat: Option<TwoSeat<G>>,
    /// Parts for learners.
    pub learning: Learning<G>,
    /// Parts that only the program of a paper needs.
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
