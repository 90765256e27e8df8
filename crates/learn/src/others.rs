//! The seats that a net in training plays against. Knows agents by what makes them; what a net learns is not known
//! here.

use std::sync::Arc;

use karuta_engine::{Agent, Referee, Rng, Seat};
use karuta_playable::playable::Playable;

/// The agents at the other seats.
pub enum Others<G: Playable> {
    /// The net itself, which learns at all seats.
    Itself,
    /// An agent, shown what it may see.
    Agents {
        /// Makes one.
        make: Arc<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>,
        /// The view it is shown.
        look: fn(&G, Seat) -> G::View,
    },
}

impl<G: Playable> Others<G> {
    /// The agents of a game in which the net has the seats of which `is_own` is true.
    pub fn seated(&self, is_own: impl Fn(Seat) -> bool) -> Seated<'_, G> {
        let agent = |seat: Seat| match self {
            Others::Agents { make, .. } if !is_own(seat) => Some(make()),
            Others::Agents { .. } | Others::Itself => None,
        };
        Seated { others: self, agents: (0..G::SEATS).map(agent).collect() }
    }
}

/// The agents at the seats of one game; none where the net decides.
pub struct Seated<'a, G: Playable> {
    others: &'a Others<G>,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
}

impl<G: Playable> Seated<'_, G> {
    /// The move of the seat to move, if an agent has it.
    pub fn choose(&mut self, referee: &mut Referee<G>, rng: &mut Rng) -> Option<G::Move> {
        let agent = self.agents[referee.turn()?].as_mut()?;
        let look = match self.others {
            Others::Agents { look, .. } => *look,
            Others::Itself => G::view,
        };
        Some(agent.choose(&referee.decision_showing(look)?, rng).mv)
    }
}
