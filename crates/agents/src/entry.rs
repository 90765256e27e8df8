//! `Entry`: a game known by name, with its agents. From here on a game is a name and a table of functions.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use karuta_playable::error::InputError;
use karuta_playable::level::Level;
use karuta_playable::parts::Parts;
use karuta_playable::playable::{Measure, Playable, Purpose};
use karuta_playable::spec::{Args, Param, Spec};
use karuta_playable::variant::Variant;

use crate::any::{AnyGame, Opened};
use crate::builder::{AgentBuilder, GameRef, params_of};
use crate::catalogue::{Catalogue, CatalogueKind};
use crate::kind::{AgentKind, Kinds};
use crate::kinds;

/// A game with its agents, its type forgotten.
pub struct Entry {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Its options.
    pub params: &'static [Param],
    /// The number of seats.
    pub seats: usize,
    /// The number of sides; fewer than seats where there are partners.
    pub teams: usize,
    /// True if seats see less than everything.
    pub is_hidden: bool,
    /// The measures of finished games.
    pub measures: &'static [Measure],
    /// The notation of positions.
    pub position_help: &'static str,
    /// The agent a person meets unless asked otherwise.
    pub opponent: &'static str,
    /// The agents of the levels a person may choose, the weakest first.
    pub levels: [&'static str; Level::ALL.len()],
    /// The options people play with where they leave them open.
    pub people_play: &'static [(&'static str, &'static str)],
    /// Rules a person may choose.
    pub variants: &'static [Variant],
    /// The rules in short.
    pub rules: &'static str,
    /// The notation of moves for people.
    pub move_help: &'static str,
    /// The agents of the exhibition, the strongest first; none where the game is not shown.
    pub exhibition: &'static [&'static str],
    /// Pairings whose games make up the signature of a commit.
    pub signature_agents: &'static [&'static [&'static str]],
    game: Box<dyn ErasedGame>,
}

impl Entry {
    /// The spec of the agent of a level.
    pub fn level(&self, level: Level) -> &'static str {
        self.levels[level as usize]
    }

    /// The game as people play it. Whoever names one of the options concerned has chosen and gets no other.
    pub fn for_people(&self, spec: &Spec) -> Spec {
        let mut meant = spec.clone();
        if self.people_play.iter().all(|(key, _)| spec.value(key).is_none()) {
            let added = self.people_play.iter().map(|&(key, value)| (key.to_string(), value.to_string()));
            meant.args.extend(added);
        }
        meant
    }

    /// All kinds of agents with all their parameters, also what does not suit the game.
    pub fn kinds(&self) -> Vec<CatalogueKind> {
        self.game.kinds()
    }

    /// The agents this game has.
    pub fn catalogue(&self) -> Catalogue {
        self.game.catalogue()
    }

    /// True if the game has a policy that learns.
    pub fn learns(&self) -> bool {
        self.game.learns()
    }

    /// Opens the game with the options of a spec.
    pub fn open(&self, spec: &Spec, purpose: Purpose) -> Result<Box<dyn AnyGame>, InputError> {
        self.game.open(spec, purpose)
    }

    /// The keys a kind of agent reads when it is built for this game from its defaults; `None` where it
    /// does not suit the game.
    pub fn keys_read(&self, kind: &str) -> Option<Vec<&'static str>> {
        self.game.keys_read(kind)
    }

    /// Adds a kind of agent, in place of one of the same name; nothing happens if the entry is of another game.
    pub(crate) fn add<G: Playable>(&mut self, kind: Arc<dyn AgentKind<G>>) {
        if let Some(typed) = (self.game.as_mut() as &mut dyn Any).downcast_mut::<Typed<G>>() {
            let others = typed.kinds.iter().filter(|other| other.info().name != kind.info().name);
            typed.kinds = others.cloned().chain([Arc::clone(&kind)]).collect();
        }
    }
}

/// A game of a known type with its agents, before it is put into a registry.
///
/// Making one compiles every kind of agent for the game, so it is made once, in a crate of its own where
/// compile time matters.
pub struct GameEntry<G: Playable> {
    entry: Entry,
    game: PhantomData<fn() -> G>,
}

impl<G: Playable> GameEntry<G> {
    /// The game with the kinds of agents that come with the project.
    pub fn new() -> Self {
        Self::with_kinds(kinds::standard())
    }

    /// The game with these kinds of agents alone.
    pub fn with_kinds(kinds: Vec<Arc<dyn AgentKind<G>>>) -> Self {
        let typed = Typed::<G> { parts: OnceLock::new(), kinds: kinds.into() };
        let entry = Entry {
            name: G::NAME,
            help: G::HELP,
            params: G::PARAMS,
            seats: G::SEATS,
            teams: G::TEAMS,
            is_hidden: G::HIDDEN,
            measures: G::MEASURES,
            position_help: G::POSITION_HELP,
            opponent: G::OPPONENT,
            levels: G::LEVELS,
            people_play: G::PEOPLE_PLAY,
            variants: G::VARIANTS,
            rules: G::RULES,
            move_help: G::MOVE_HELP,
            exhibition: G::EXHIBITION,
            signature_agents: G::SIGNATURE_AGENTS,
            game: Box::new(typed),
        };
        GameEntry { entry, game: PhantomData }
    }

    /// The same with one more kind of agent, in place of one of the same name.
    pub fn agent(mut self, kind: impl AgentKind<G> + 'static) -> Self {
        self.entry.add::<G>(Arc::new(kind));
        self
    }
}

impl<G: Playable> Default for GameEntry<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Playable> From<GameEntry<G>> for Entry {
    fn from(typed: GameEntry<G>) -> Entry {
        typed.entry
    }
}

/// The operations on a game whose type is forgotten.
trait ErasedGame: Any + Send + Sync {
    fn catalogue(&self) -> Catalogue;
    fn kinds(&self) -> Vec<CatalogueKind>;
    fn learns(&self) -> bool;
    fn keys_read(&self, kind: &str) -> Option<Vec<&'static str>>;
    fn open(&self, spec: &Spec, purpose: Purpose) -> Result<Box<dyn AnyGame>, InputError>;
}

struct Typed<G: Playable> {
    /// The game's parts, put together when they are first asked for.
    parts: OnceLock<Arc<Parts<G>>>,
    kinds: Kinds<G>,
}

impl<G: Playable> Typed<G> {
    fn parts(&self) -> &Arc<Parts<G>> {
        self.parts.get_or_init(|| Arc::new(G::parts()))
    }

    fn builder(&self) -> AgentBuilder<G> {
        AgentBuilder::new(Arc::clone(self.parts()), Arc::clone(&self.kinds))
    }
}

impl<G: Playable> ErasedGame for Typed<G> {
    fn catalogue(&self) -> Catalogue {
        Catalogue::of(&self.builder())
    }

    fn kinds(&self) -> Vec<CatalogueKind> {
        self.kinds.iter().map(|kind| CatalogueKind::of(kind.as_ref())).collect()
    }

    fn learns(&self) -> bool {
        self.parts().learning.policy.is_some()
    }

    fn keys_read(&self, kind: &str) -> Option<Vec<&'static str>> {
        let mut builder = self.builder();
        builder.in_world = true;
        let kind = builder.kind(kind)?;
        let spec = Spec { name: kind.info().name.to_string(), args: Vec::new() };
        let params = params_of(kind);
        let args = Args::new(&spec, &params).ok()?;
        let made = kind.build(&args, &builder).and_then(|make| builder.behind_rules(&args, make));
        made.is_ok().then(|| args.keys_read())
    }

    fn open(&self, spec: &Spec, purpose: Purpose) -> Result<Box<dyn AnyGame>, InputError> {
        let args = Args::new(spec, G::PARAMS)?;
        let options = G::options(&args, purpose)?;
        let spec = spec.canonical(G::PARAMS).to_string();
        let mut builder = self.builder();
        let is_analysis = purpose == Purpose::Analysis;
        builder.game = Some(GameRef { spec: spec.as_str().into(), is_analysis });
        Ok(Box::new(Opened::<G>::new(spec, options, builder)))
    }
}
