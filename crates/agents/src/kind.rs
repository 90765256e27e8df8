//! `AgentKind`: what makes agents of one sort from a spec. Knows how a kind describes itself; the kinds
//! themselves are in `kinds/` and in the crates that add others.

use std::sync::Arc;

use karuta_engine::Agent;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use crate::builder::AgentBuilder;
use crate::protocol::messages::Hello;

/// Makes fresh instances of one agent.
pub type MakeAgent<G> = Arc<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// The kinds of agents a game has, looked up by name.
pub type Kinds<G> = Arc<[Arc<dyn AgentKind<G>>]>;

/// A kind of agent for the game `G`.
///
/// A kind that suits every game is implemented once, for all `G`, and can then be given to a whole
/// [`Registry`](crate::registry::Registry); one that needs to know the game's rules is implemented for that
/// game alone.
pub trait AgentKind<G: Playable>: Send + Sync {
    /// The name, help and parameters.
    fn info(&self) -> KindInfo;

    /// The claim that an agent of this kind can be built for the game. Help leaves out the others.
    fn suits(&self, builder: &AgentBuilder<G>) -> bool {
        let _ = builder;
        true
    }

    /// The claim that a parameter means something in the game. Help leaves out the others.
    fn uses(&self, key: &str, builder: &AgentBuilder<G>) -> bool {
        builder.has_use_for(key)
    }

    /// The greeting of the program outside that an agent with this spec is; `None` for agents inside. The moves of
    /// a program outside are not asked for to tell who it is: it may draw luck of its own, and be wrong.
    fn outside(&self, spec: &Spec) -> Option<Hello> {
        let _ = spec;
        None
    }

    /// Builds an agent of this kind. `args` follow the parameters of [`AgentKind::info`]; what the game offers
    /// and agents inside this one come from `builder`.
    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError>;
}

/// The description of a kind. Help and documents print it.
#[derive(Clone, Copy, Debug)]
pub struct KindInfo {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
}
