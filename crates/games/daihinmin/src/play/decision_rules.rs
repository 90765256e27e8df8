//! Moves that need no search: mates, and the ending of two. Knows what the seat knows.

use karuta_engine::Decision;
use karuta_engine::rules_first::DecisionRule;

use crate::moves::Move;
use crate::play::endings::Endings;
use crate::play::mate::{Mates, SeatKnowledge};
use crate::{Daihinmin, Phase};

/// The nodes a decision may search.
const ENDING_NODES: u32 = 400_000;
const MATE_NODES: u32 = 20_000;

/// Finds mates and solves endings.
pub struct Certain {
    mates: Mates,
    endings: Endings,
}

impl Default for Certain {
    fn default() -> Self {
        Certain { mates: Mates::default(), endings: Endings::new(14) }
    }
}

impl DecisionRule<Daihinmin> for Certain {
    /// Any world will do: the cards that are out and, with two seats left, their holders are the same in every world.
    fn find(&mut self, _: &Decision<'_, Daihinmin>, world: &Daihinmin) -> Option<Move> {
        if world.phase() != Phase::Play {
            return None;
        }
        let best = self.endings.best(world, ENDING_NODES).map(|(mv, _)| mv);
        best.or_else(|| self.mates.find(&SeatKnowledge::of(world), MATE_NODES))
    }
}

#[cfg(test)]
mod tests;
