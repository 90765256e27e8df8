//! Rules in front of a search: decisions made, and moves left out, by knowledge of the game. Knows what a rule
//! is; when it is asked is said in the engine.

use crate::error::InputError;
use karuta_engine::Game;
use karuta_engine::agent::Admits;
use karuta_engine::rules_first::{Change, DecisionRule};

/// A rule with its name.
pub struct RulePart<G: Game> {
    /// The name in specs. A rule that is read is written `name-TEXT`.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// The decisions it is about. Of the rules about the same ones an agent can have but one.
    pub about: &'static str,
    /// The effect.
    pub rule: Rule<G>,
}

/// The effect of a rule.
pub enum Rule<G: Game> {
    /// Makes some decisions itself, so that a search is asked for the others only.
    Decide {
        /// Makes what decides.
        make: fn() -> Box<dyn DecisionRule<G>>,
        /// Takes out of the view what only this rule decides, so that a search neither offers nor expects it.
        change: Option<Change<G>>,
    },
    /// Leaves out moves that are not worth a search's while. It always leaves one.
    Narrow(fn(&G, G::Move) -> bool),
    /// Leaves out moves as the text after the name says.
    Read(fn(&str) -> Result<Admits<G>, InputError>),
}

// Function pointers copy whatever the game; derived impls would bound every use.
impl<G: Game> Clone for Rule<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Rule<G> {}
