//! Ways to draw worlds beside the game's own. What is possible is said in `view`; here is what agents
//! of the thesis believe.

use karuta_engine::Rng;
use karuta_engine::agent::Decision;
use karuta_engine::worlds::Determinizer;

use crate::Hanamikoji;
use crate::worlds::taken::Known;

/// The thesis' randomisation: all cards of the other seat and the deck are shuffled and dealt anew, and
/// the other seat lays down at random what it has hidden. It forgets which cards the other seat took from
/// earlier offers, as a player would not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgetful;

impl Determinizer<Hanamikoji> for Forgetful {
    fn world(&mut self, decision: &Decision<'_, Hanamikoji>, rng: &mut Rng) -> Hanamikoji {
        decision.view.fill(Known::default(), rng)
    }
}
