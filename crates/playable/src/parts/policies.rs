//! Policies and presets: play by rule, and agents with a name of their own. Knows no game.

use karuta_engine::playout::{ByPolicy, Playout, Policy, PolicyAgent};
use karuta_engine::{Agent, Game};

/// Rule-based play.
pub struct PolicyPart<G: Game> {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Makes a playout in which every seat plays so.
    pub playout: fn() -> Box<dyn Playout<G>>,
    /// Makes an agent that plays so; `None` where the policy only makes sense in playouts.
    pub agent: Option<fn() -> Box<dyn Agent<G>>>,
    /// Makes a playout that stops with the round, in games of several.
    pub round: Option<fn() -> Box<dyn Playout<G>>>,
    /// The ply at which its playouts are cut and the evaluation that judges them then, unless the
    /// spec says otherwise.
    pub cut: Option<(u32, &'static str)>,
}

impl<G: Game> PolicyPart<G> {
    /// A policy for playouts and as an agent.
    pub fn new<P: Policy<G> + Default + 'static>(name: &'static str, help: &'static str) -> Self {
        PolicyPart {
            name,
            help,
            playout: || Box::new(ByPolicy::<G, P>::new(P::default())),
            agent: Some(|| Box::new(PolicyAgent::<G, P>::new(P::default()))),
            round: None,
            cut: None,
        }
    }

    /// A policy for playouts only.
    pub fn playout_only<P: Policy<G> + Default + 'static>(name: &'static str, help: &'static str) -> Self {
        PolicyPart { agent: None, ..Self::new::<P>(name, help) }
    }
}

/// A spec known by a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The spec it stands for.
    pub spec: &'static str,
    /// One line about it.
    pub help: &'static str,
}
