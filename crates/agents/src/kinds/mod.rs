//! The kinds of agents: one file each with its name, help, parameters and builder, one word in the
//! list below. Help, documents and menus print these tables.

mod advice;
mod aim;
mod alphabeta;
mod axes;
mod budget;
mod census;
mod expectiminimax;
mod flat;
mod ingredients;
mod mcts;
mod minimax;
mod nets;
mod parallel;
mod playouts;
mod plies;
mod random;
mod ruled;
mod split;
mod worlds;

use std::sync::Arc;

use karuta_engine::{Agent, Seat};
use karuta_playable::playable::{Parts, Playable};
use karuta_playable::spec::{Args, Param, Spec, SpecError};

/// Makes fresh instances of one agent.
pub type Make<G> = Arc<dyn Fn() -> Box<dyn Agent<G>> + Send + Sync>;

/// An agent that has been asked for and can be had: its canonical spec and how to make one.
pub struct Recipe<G: Playable> {
    /// The canonical spec; what it is called in records.
    pub spec: String,
    /// Makes an instance.
    pub make: Make<G>,
    /// Shows the agent more than it may know; `None` for honest agents.
    pub peek: Option<fn(&G, Seat) -> G::View>,
}

impl<G: Playable> Recipe<G> {
    /// What this agent is shown at a seat.
    pub fn view(&self, state: &G, seat: Seat) -> G::View {
        match self.peek {
            Some(peek) => peek(state, seat),
            None => state.view(seat),
        }
    }
}

/// A kind of agent.
pub(crate) trait Kind {
    /// The name in specs.
    const NAME: &'static str;
    /// One line about it.
    const HELP: &'static str;
    /// Its parameters.
    const PARAMS: &'static [Param];

    /// Builds an agent of this kind for one game.
    fn build<G: Playable>(args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<Make<G>, SpecError>;
}

/// What builders work with: the parts of the game, and what the agent is wanted for.
pub struct Kitchen<G: Playable> {
    /// What the game offers.
    pub parts: Parts<G>,
    /// Whether every move must be explained with its true value, at the cost of time.
    pub explain: bool,
    /// Whether the agent is shown whole worlds, so that it may search them as if nothing were hidden.
    pub in_world: bool,
    /// How deeply specs are nested, so that a chain of playouts cannot go on for ever.
    depth: u32,
}

/// Specs nested deeper than this are refused.
const DEEPEST: u32 = 4;

impl<G: Playable> Kitchen<G> {
    /// The kitchen of a game.
    pub fn new(explain: bool) -> Self {
        Kitchen { parts: G::parts(), explain, in_world: false, depth: 0 }
    }

    /// A recipe for the agent written in `text`.
    pub fn recipe(&self, text: &str) -> Result<Recipe<G>, SpecError> {
        if self.depth >= DEEPEST {
            return Err(SpecError::new(format!("{text:?} is nested more than {DEEPEST} deep")));
        }
        let asked = Spec::parse(text)?;
        let base = match self.parts.presets.iter().find(|preset| preset.name == asked.name) {
            Some(preset) => Spec::parse(preset.spec)?,
            None => Spec { name: asked.name.clone(), args: Vec::new() },
        };
        let spec = base.clone().overlaid(&asked, EXCLUSIVE);
        if let Some(policy) = self.parts.policies.iter().find(|part| part.name == spec.name) {
            Args::new(&spec, &[])?;
            let agent = policy.agent.ok_or_else(|| {
                SpecError::new(format!(
                    "{} is for playouts only: write mcts:playout={}",
                    spec.name, spec.name
                ))
            })?;
            return Ok(Recipe { spec: asked.name, make: Arc::new(agent), peek: None });
        }
        let (make, params) = cook(&spec, self)?;
        let peek = self.peek(&spec)?;
        Ok(Recipe { spec: shortest(&asked, &base, params).to_string(), make, peek })
    }

    /// What `peek=on` shows, if it was asked for.
    fn peek(&self, spec: &Spec) -> Result<Option<fn(&G, Seat) -> G::View>, SpecError> {
        match spec.value("peek") {
            None | Some("off") => Ok(None),
            // Builders have seen to it that anything else is a part of the cards, if they take that at all.
            Some(other) => match self.parts.peek {
                Some(peek) => Ok(Some(peek)),
                None => {
                    Err(SpecError::new(format!("peek={other}: {} hides nothing there is to see", G::NAME)))
                }
            },
        }
    }

    /// A recipe for an agent inside another one.
    pub fn nested(&self, text: &str) -> Result<Recipe<G>, SpecError> {
        Kitchen { parts: G::parts(), explain: false, in_world: false, depth: self.depth + 1 }.recipe(text)
    }

    /// A recipe for an agent that is asked in whole worlds, with the true value of every move if
    /// `explain` says so.
    pub fn nested_in_world(&self, text: &str, explain: bool) -> Result<Recipe<G>, SpecError> {
        Kitchen { parts: G::parts(), explain, in_world: true, depth: self.depth + 1 }.recipe(text)
    }

    /// Makes the agent under `key`, which answers in the place of the one it is part of: it is shown and
    /// owes what that one is and does.
    pub fn deputy(&self, args: &Args<'_>, key: &'static str) -> Result<Make<G>, SpecError> {
        let text = args.text(key);
        self.deputy_of(args, key, text)
    }

    /// The same, with the budget of this agent in place of its own where one is given.
    pub fn deputy_on_budget(&self, args: &Args<'_>, key: &'static str) -> Result<Make<G>, SpecError> {
        let mut spec = Spec::parse(args.text(key))?;
        let given = ["iters", "time"].map(|budget| (budget, args.optional(budget).map(String::from)));
        if given.iter().all(|(_, value)| value.is_some()) {
            return Err(SpecError::new(format!("{} takes iters or time, not both", args.name())));
        }
        for (budget, value) in given {
            if let Some(value) = value {
                spec.args.retain(|(other, _)| other != "iters" && other != "time");
                spec.args.push((budget.to_string(), value));
            }
        }
        self.deputy_of(args, key, &spec.to_string())
    }

    /// The same, with so much time in place of its own budget.
    pub fn deputy_for(
        &self,
        args: &Args<'_>,
        key: &'static str,
        time: std::time::Duration,
    ) -> Result<Make<G>, SpecError> {
        let mut spec = Spec::parse(args.text(key))?;
        if !self.is_timed(&spec.name)? {
            return self.deputy(args, key);
        }
        spec.args.retain(|(other, _)| !["iters", "nodes", "depth", "time"].contains(&other.as_str()));
        spec.args.push(("time".to_string(), format!("{}us", time.as_micros())));
        self.deputy_of(args, key, &spec.to_string())
    }

    /// Whether an agent can be told how long to think.
    fn is_timed(&self, name: &str) -> Result<bool, SpecError> {
        let kind = match self.parts.presets.iter().find(|preset| preset.name == name) {
            Some(preset) => Spec::parse(preset.spec)?.name,
            None => name.to_string(),
        };
        let is_timed = |info: &KindInfo| info.params.iter().any(|param| param.name == "time");
        Ok(KINDS.iter().any(|info| info.name == kind && is_timed(info)))
    }

    fn deputy_of(&self, args: &Args<'_>, key: &'static str, text: &str) -> Result<Make<G>, SpecError> {
        let Kitchen { explain, in_world, depth, .. } = *self;
        let recipe = Kitchen { parts: G::parts(), explain, in_world, depth: depth + 1 }.recipe(text)?;
        match recipe.peek {
            None => Ok(recipe.make),
            Some(_) => Err(args.bad(key, text, "an agent without peek=on")),
        }
    }

    fn unknown(&self, name: &str) -> SpecError {
        let policies = self.parts.policies.iter().filter(|part| part.agent.is_some()).map(|part| part.name);
        let presets = self.parts.presets.iter().map(|preset| preset.name);
        let known = KINDS.iter().map(|kind| kind.name).chain(policies).chain(presets);
        SpecError::unknown("agent", name, known)
    }
}

/// Keys that drive each other out when a preset is changed.
const EXCLUSIVE: &[&[&str]] = &[&["iters", "time"], &["nodes", "time", "depth"]];

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

/// What is known about a kind without building it.
#[derive(Clone, Copy, Debug)]
pub struct KindInfo {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
}

macro_rules! kinds {
    ($($kind:path),* $(,)?) => {
        /// Every kind of agent.
        pub static KINDS: &[KindInfo] = &[
            $(KindInfo {
                name: <$kind as Kind>::NAME,
                help: <$kind as Kind>::HELP,
                params: <$kind as Kind>::PARAMS,
            }),*
        ];

        fn cook<G: Playable>(
            spec: &Spec,
            kitchen: &Kitchen<G>,
        ) -> Result<(Make<G>, &'static [Param]), SpecError> {
            $(if spec.name == <$kind as Kind>::NAME {
                let args = Args::new(spec, <$kind as Kind>::PARAMS)?;
                return Ok((<$kind as Kind>::build(&args, kitchen)?, <$kind as Kind>::PARAMS));
            })*
            Err(kitchen.unknown(&spec.name))
        }

        /// The keys a kind reads when it is built from its defaults; `None` where it does not suit the game.
        pub fn keys_read<G: Playable>(name: &str) -> Option<Vec<&'static str>> {
            let spec = Spec { name: name.to_string(), args: Vec::new() };
            $(if name == <$kind as Kind>::NAME {
                let args = Args::new(&spec, <$kind as Kind>::PARAMS).ok()?;
                let built = <$kind as Kind>::build::<G>(&args, &Kitchen { in_world: true, ..Kitchen::new(false) });
                return built.is_ok().then(|| args.keys_read());
            })*
            None
        }
    };
}

kinds![
    random::Random,
    flat::Flat,
    mcts::Mcts,
    minimax::Minimax,
    plies::Plies,
    alphabeta::AlphaBeta,
    expectiminimax::Expectiminimax,
    worlds::Worlds,
    census::Census,
    split::Split,
    ruled::Ruled,
    nets::Dmc,
    nets::Dqn,
];

/// The agents one game has: kinds, the game's own policies, presets.
pub struct Menu {
    /// Agents the game itself provides: name and help.
    pub policies: Vec<(&'static str, &'static str)>,
    /// Presets: name, spec, help.
    pub presets: Vec<(&'static str, &'static str, &'static str)>,
    /// Words that parameters take for this game: parameter, and name with help.
    pub words: Vec<(&'static str, Vec<(&'static str, &'static str)>)>,
}

/// What a game offers by name.
pub fn menu<G: Playable>() -> Menu {
    let parts = G::parts();
    let mut playouts = vec![("uniform", "every legal move equally likely")];
    playouts.extend(parts.policies.iter().map(|part| (part.name, part.help)));
    Menu {
        policies: parts
            .policies
            .iter()
            .filter(|part| part.agent.is_some())
            .map(|part| (part.name, part.help))
            .collect(),
        presets: parts.presets.iter().map(|preset| (preset.name, preset.spec, preset.help)).collect(),
        words: vec![
            ("playout", playouts),
            ("eval", parts.evaluations.iter().map(|part| (part.name, part.help)).collect()),
            ("sampler", parts.samplers.iter().map(|part| (part.name, part.help)).collect()),
            ("rule", parts.chances.iter().map(|part| (part.name, part.help)).collect()),
            ("offers", parts.offers.iter().map(|part| (part.name, part.help)).collect()),
            ("consider", parts.considered.iter().map(|part| (part.name, part.help)).collect()),
            ("by", parts.rulings.iter().map(|ruling| (ruling.name, ruling.help)).collect()),
            ("places", parts.places.iter().map(|places| (places.usual, places.help)).collect()),
            (
                "reward",
                parts
                    .rewards
                    .iter()
                    .flat_map(|rewards| &rewards.all)
                    .map(|part| (part.name, part.help))
                    .collect(),
            ),
            ("nodes", parts.identities.iter().map(|part| (part.name, part.help)).collect()),
            ("groups", parts.groups.iter().map(|part| ("layer", part.help)).collect()),
            ("simplify", parts.simplify.iter().map(|part| ("on", part.help)).collect()),
            ("amaf", parts.amaf.iter().map(|part| (part.name, part.help)).collect()),
        ],
    }
}
