//! The door to the arena: agents for this wire, asked for by spec. They see views and nothing else, so
//! those that peek are refused.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use karuta_agents::MakeAgent;
use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_engine::{Agent, Choice, Decision, Rng};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable as _;

/// The agent that plays unless somebody asks for another.
pub const USUAL: &str = Daihinmin::OPPONENT;

/// An agent that can be had.
#[derive(Clone)]
pub struct AvailableAgent {
    /// Its name: the canonical spec.
    pub spec: String,
    /// Makes one.
    pub make: MakeAgent<Daihinmin>,
}

/// The reason why an agent cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InviteError {
    /// It cannot be built.
    Spec(InputError),
    /// It wants to see what is hidden.
    Peek(String),
}

impl AvailableAgent {
    /// The agent written in `spec`.
    pub fn new(spec: &str) -> Result<AvailableAgent, InviteError> {
        let built = karuta_daihinmin_agents::agents(spec, false).map_err(InviteError::Spec)?;
        match built.peek {
            None => Ok(AvailableAgent { spec: built.spec, make: built.make }),
            Some(_) => Err(InviteError::Peek(built.spec)),
        }
    }
}

impl AvailableAgent {
    /// The same agent, none of whose answers comes sooner than after `pace`: over a wire everybody has a clock, and
    /// a seat that must pass needs no search.
    pub fn paced(self, pace: Duration) -> AvailableAgent {
        let make = self.make;
        let paced = move || -> Box<dyn Agent<Daihinmin>> { Box::new(Paced { agent: make(), pace }) };
        AvailableAgent { spec: self.spec, make: Arc::new(paced) }
    }
}

struct Paced {
    agent: Box<dyn Agent<Daihinmin>>,
    pace: Duration,
}

impl Agent<Daihinmin> for Paced {
    fn choose(&mut self, decision: &Decision<'_, Daihinmin>, rng: &mut Rng) -> Choice<Move> {
        let began = Instant::now();
        let choice = self.agent.choose(decision, rng);
        std::thread::sleep(self.pace.saturating_sub(began.elapsed()));
        choice
    }
}

impl fmt::Display for InviteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InviteError::Spec(error) => error.fmt(f),
            InviteError::Peek(spec) => {
                write!(f, "{spec} looks at hidden cards, which no table shows: leave out peek=on")
            }
        }
    }
}

impl std::error::Error for InviteError {}
