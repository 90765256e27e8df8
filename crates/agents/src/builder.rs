//! `AgentBuilder`: agents from specs, for one game. Knows presets, policies, kinds by name and how agents are
//! nested in each other; what a kind makes of its arguments is up to that kind.

use std::sync::Arc;
use std::time::Duration;

use karuta_engine::{Agent, Seat};
use karuta_playable::error::InputError;
use karuta_playable::old_spellings;
use karuta_playable::parts::{Parts, Preset};
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use crate::identity::abridged;
use crate::kind::{AgentKind, Kinds, MakeAgent};
use crate::kinds::{self, rules::RULES};

/// Builds the agents of a game from text.
pub struct AgentBuilder<G: Playable> {
    /// The game's parts.
    pub parts: Arc<Parts<G>>,
    /// The kinds of agents there are.
    pub kinds: Kinds<G>,
    /// True if every move must be explained with its true value, at the cost of time.
    pub explain: bool,
    /// True if the agent is shown whole worlds, so that it may search them as if nothing were hidden.
    pub in_world: bool,
    /// The game with its options, where one was opened; programs outside are told it.
    pub game: Option<GameRef>,
    /// The depth of nested specs, so that a chain of playouts cannot go on for ever.
    depth: u32,
    /// True if budgets are cut short, as for the games by which behaviours are told apart.
    abridged: bool,
}

impl<G: Playable> Clone for AgentBuilder<G> {
    fn clone(&self) -> Self {
        AgentBuilder {
            parts: Arc::clone(&self.parts),
            kinds: Arc::clone(&self.kinds),
            game: self.game.clone(),
            ..*self
        }
    }
}

/// The game that agents are built for, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRef {
    /// The game with its options.
    pub spec: Arc<str>,
    /// True if it is looked at and not played to an end.
    pub is_analysis: bool,
}

/// An agent that a spec asked for: its canonical spelling and how to make instances of it.
pub struct BuiltAgent<G: Playable> {
    /// The canonical spec; what it is called in records.
    pub spec: String,
    /// Makes an instance.
    pub make: MakeAgent<G>,
    /// Shows the agent more than it may know; `None` for honest agents.
    pub peek: Option<fn(&G, Seat) -> G::View>,
}

impl<G: Playable> BuiltAgent<G> {
    /// The view this agent is shown at a seat.
    pub fn view(&self, state: &G, seat: Seat) -> G::View {
        match self.peek {
            Some(peek) => peek(state, seat),
            None => state.view(seat),
        }
    }

    /// A fresh instance; one plays one seat.
    pub fn instance(&self) -> Box<dyn Agent<G>> {
        (self.make)()
    }
}

/// Specs nested deeper than this are refused.
const DEEPEST: u32 = 4;

/// Keys that drive each other out when a preset is changed.
pub(crate) const EXCLUSIVE: &[&[&str]] = &[&["iters", "time"], &["nodes", "time", "depth"]];

impl<G: Playable> AgentBuilder<G> {
    /// A builder of agents of these kinds.
    pub fn new(parts: Arc<Parts<G>>, kinds: Kinds<G>) -> Self {
        AgentBuilder { parts, kinds, explain: false, in_world: false, game: None, depth: 0, abridged: false }
    }

    /// A builder of agents of all kinds that come with the project.
    pub fn standard() -> Self {
        Self::new(Arc::new(G::parts()), kinds::standard().into())
    }

    /// The same builder, for agents that explain every move with its true value if `explain` says so.
    pub fn explaining(&self, explain: bool) -> Self {
        AgentBuilder { explain, ..self.clone() }
    }

    /// The same builder, for agents whose budgets are cut short.
    pub(crate) fn abridging(&self) -> Self {
        AgentBuilder { abridged: true, ..self.clone() }
    }

    /// The kind of this name.
    pub fn kind(&self, name: &str) -> Option<&dyn AgentKind<G>> {
        self.kinds.iter().find(|kind| kind.info().name == name).map(Arc::as_ref)
    }

    /// The preset of this name.
    pub fn preset(&self, name: &str) -> Option<&Preset> {
        self.parts.presets.iter().find(|preset| preset.name == name)
    }

    /// Builds the agent written in `text`: a kind, a policy or a preset of the game, with its arguments.
    pub fn build(&self, text: &str) -> Result<BuiltAgent<G>, InputError> {
        if self.depth >= DEEPEST {
            return Err(InputError::new(format!("{text:?} is nested more than {DEEPEST} deep")));
        }
        let asked = Spec::parse(text)?;
        let base = match self.preset(&asked.name) {
            Some(preset) => Spec::parse(preset.spec)?,
            None => Spec { name: asked.name.clone(), args: Vec::new() },
        };
        let spec = base.clone().overlaid(&asked, EXCLUSIVE);
        if let Some(policy) = self.parts.policies.iter().find(|part| part.name == spec.name) {
            let params = [RULES];
            let args = Args::new(&spec, &params)?;
            let agent = policy.agent.ok_or_else(|| {
                InputError::new(format!(
                    "{} is for playouts only: write mcts:playout={}",
                    spec.name, spec.name
                ))
            })?;
            let make = self.behind_rules(&args, Arc::new(agent))?;
            return Ok(BuiltAgent { spec: shortest(&asked, &base, &params).to_string(), make, peek: None });
        }
        let kind = self.kind(&spec.name).ok_or_else(|| self.unknown(&spec))?;
        let params = params_of(kind);
        let spec = if self.abridged { abridged(spec, &params) } else { spec };
        let args = Args::new(&spec, &params)?;
        let make = self.behind_rules(&args, kind.build(&args, self)?)?;
        let peek = self.peek(&spec)?;
        Ok(BuiltAgent { spec: shortest(&asked, &base, &params).to_string(), make, peek })
    }

    /// The view of `peek=on`, if it was asked for.
    fn peek(&self, spec: &Spec) -> Result<Option<fn(&G, Seat) -> G::View>, InputError> {
        match spec.value("peek") {
            None | Some("off") => Ok(None),
            // Kinds have seen to it that anything else is a part of the cards, if they take that at all.
            Some(other) => match self.parts.worlds.reveal_all() {
                Some(peek) => Ok(Some(peek)),
                None => {
                    Err(InputError::new(format!("peek={other}: {} hides nothing there is to see", G::NAME)))
                }
            },
        }
    }

    /// The builder of agents inside the one that is being built.
    fn inner(&self, explain: bool, in_world: bool) -> Self {
        AgentBuilder { explain, in_world, depth: self.depth + 1, ..self.clone() }
    }

    /// Builds an agent inside another one.
    pub fn nested(&self, text: &str) -> Result<BuiltAgent<G>, InputError> {
        self.inner(false, false).build(text)
    }

    /// Builds an agent that is asked in whole worlds, with the true value of every move if `explain` says so.
    pub fn nested_in_world(&self, text: &str, explain: bool) -> Result<BuiltAgent<G>, InputError> {
        self.inner(explain, true).build(text)
    }

    /// Builds the agent under `key`, which answers in the place of the one it is part of: it is shown and
    /// owes what that one is and does.
    pub fn delegate(&self, args: &Args<'_>, key: &'static str) -> Result<MakeAgent<G>, InputError> {
        self.delegate_to(args, key, args.text(key))
    }

    /// The same, with the budget of this agent in place of its own where one is given.
    pub fn delegate_on_budget(&self, args: &Args<'_>, key: &'static str) -> Result<MakeAgent<G>, InputError> {
        let mut spec = Spec::parse(args.text(key))?;
        let given = ["iters", "time"].map(|budget| (budget, args.optional(budget).map(String::from)));
        if given.iter().all(|(_, value)| value.is_some()) {
            return Err(InputError::new(format!("{} takes iters or time, not both", args.name())));
        }
        for (budget, value) in given {
            if let Some(value) = value {
                spec.args.retain(|(other, _)| other != "iters" && other != "time");
                spec.args.push((budget.to_string(), value));
            }
        }
        self.delegate_to(args, key, &spec.to_string())
    }

    /// Builds the agent written in `text`, which stands somewhere under `key`, with so much time in place of its
    /// own budget.
    pub fn delegate_for(
        &self,
        args: &Args<'_>,
        key: &'static str,
        text: &str,
        time: Duration,
    ) -> Result<MakeAgent<G>, InputError> {
        let mut spec = Spec::parse(text)?;
        if !self.is_timed(&spec.name)? {
            return self.delegate_to(args, key, text);
        }
        spec.args.retain(|(other, _)| !["iters", "nodes", "depth", "time"].contains(&other.as_str()));
        spec.args.push(("time".to_string(), format!("{}us", time.as_micros())));
        self.delegate_to(args, key, &spec.to_string())
    }

    /// Builds the agent written in `text`, which stands somewhere under `key`.
    pub fn delegate_to(
        &self,
        args: &Args<'_>,
        key: &'static str,
        text: &str,
    ) -> Result<MakeAgent<G>, InputError> {
        let built = self.inner(self.explain, self.in_world).build(text)?;
        match built.peek {
            None => Ok(built.make),
            Some(_) => Err(args.bad(key, text, "an agent without peek=on")),
        }
    }

    /// True if an agent can be told how long to think.
    fn is_timed(&self, name: &str) -> Result<bool, InputError> {
        let kind = match self.preset(name) {
            Some(preset) => Spec::parse(preset.spec)?.name,
            None => name.to_string(),
        };
        let is_timed = |kind: &dyn AgentKind<G>| kind.info().params.iter().any(|param| param.name == "time");
        Ok(self.kind(&kind).is_some_and(is_timed))
    }

    fn unknown(&self, spec: &Spec) -> InputError {
        if let Some(line) = old_spellings::of_agent(spec) {
            return line;
        }
        let kinds = self.kinds.iter().map(|kind| kind.info().name);
        let policies = self.parts.policies.iter().filter(|part| part.agent.is_some()).map(|part| part.name);
        let presets = self.parts.presets.iter().map(|preset| preset.name);
        InputError::unknown("agent", &spec.name, kinds.chain(policies).chain(presets))
    }
}

/// The parameters of a kind: its own, and those that every kind has.
pub(crate) fn params_of<G: Playable>(kind: &dyn AgentKind<G>) -> Vec<Param> {
    kind.info().params.iter().copied().chain([RULES]).collect()
}

/// The shortest way to ask for the same agent, keys in the table's order. A preset keeps its own name
/// with what the asker changed; a value that is some kind's default may be a change to the preset.
fn shortest(asked: &Spec, base: &Spec, params: &[Param]) -> Spec {
    let meant = |spec: &Spec| base.clone().overlaid(spec, EXCLUSIVE).canonical(params);
    let given = |param: &Param| asked.args.iter().find(|(key, _)| key == param.name).cloned();
    let mut short = Spec { name: asked.name.clone(), args: params.iter().filter_map(given).collect() };
    for param in params {
        let mut without = short.clone();
        without.args.retain(|(key, _)| key != param.name);
        if meant(&without) == meant(&short) {
            short = without;
        }
    }
    short
}
