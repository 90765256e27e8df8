//! `Split`: one agent while much is undecided, another when little is left. What that means the game
//! says by a count; which agents they are is not known here.

use crate::agent::{Agent, Choice, Decision};
use crate::game::Game;
use crate::rng::Rng;

/// The agent.
pub struct Split<G: Game> {
    /// The amount that is undecided.
    pub stage: fn(&G::View) -> u32,
    /// The count at which, and below which, the second agent plays.
    pub at: u32,
    /// Plays first.
    pub early: Box<dyn Agent<G>>,
    /// Plays last.
    pub late: Box<dyn Agent<G>>,
}

impl<G: Game> Agent<G> for Split<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let agent = if (self.stage)(decision.view) > self.at { &mut self.early } else { &mut self.late };
        agent.choose(decision, rng)
    }
}

#[cfg(test)]
mod tests;
