//! Keys and kinds that a game can use, for help. Knows what a game offers; a key that a game cannot use is refused
//! where it is read.

use karuta_playable::playable::Playable;

use super::AgentBuilder;

impl<G: Playable> AgentBuilder<G> {
    /// The claim that a key of the standard kinds means something in this game. Keys of others do.
    pub(crate) fn has_use_for(&self, key: &str) -> bool {
        let parts = &self.parts;
        match key {
            "worlds" | "sampler" | "tree" | "leaves" => G::HIDDEN,
            "peek" => parts.worlds.reveal.is_some(),
            "rules" => !parts.rules.is_empty(),
            "ends" => !parts.ends.is_empty(),
            "eval" => !self.evaluations().is_empty(),
            "endgame" => parts.two_seat.as_ref().is_some_and(|two_seat| two_seat.endgame.is_some()),
            "solver" | "minimax" => !G::HIDDEN && G::SEATS == 2,
            "target" | "method" => G::SEATS > 2,
            "rule" => parts.worlds.draws.len() > 1,
            "simplify" => !parts.papers.simplify.is_empty(),
            _ => true,
        }
    }
}
