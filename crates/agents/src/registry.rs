//! `Registry`: games by name. Knows no game in particular: the caller that builds it says which ones there are.

use std::marker::PhantomData;
use std::sync::Arc;

use karuta_playable::error::InputError;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::Spec;

use crate::any::AnyGame;
use crate::catalogue::CatalogueKind;
use crate::entry::{Entry, GameEntry};
use crate::kind::AgentKind;

/// Games by name, each with its agents.
///
/// The crate `karuta-arena` builds one of the games of this project and hands out its builder, to which
/// others are added:
///
/// ```
/// use karuta_agents::Registry;
/// use karuta_playable::playable::Purpose;
///
/// let registry = Registry::builder().game::<karuta_onitama::Onitama<5>>().build();
/// let game = registry.open("onitama5:cards=base+sensei", Purpose::Match)?;
/// assert_eq!((game.seats(), game.spec()), (2, "onitama5:cards=base+sensei"));
/// let error = registry.find("onitama6").err().expect("there is no such game");
/// assert!(error.to_string().contains("did you mean onitama5?"));
/// # Ok::<(), karuta_playable::error::InputError>(())
/// ```
#[derive(Default)]
pub struct Registry {
    games: Vec<Entry>,
}

impl Registry {
    /// A registry to be filled with games and agents.
    pub fn builder() -> RegistryBuilder<()> {
        RegistryBuilder { registry: Registry::default(), games: PhantomData }
    }

    /// The games, in the order they were added.
    pub fn games(&self) -> &[Entry] {
        &self.games
    }

    /// The game of this name.
    pub fn find(&self, name: &str) -> Result<&Entry, InputError> {
        let found = self.games.iter().find(|game| game.name == name);
        found.ok_or_else(|| InputError::unknown("game", name, self.games.iter().map(|game| game.name)))
    }

    /// Opens the game written in `text`: its name, and its options after a colon.
    pub fn open(&self, text: &str, purpose: Purpose) -> Result<Box<dyn AnyGame>, InputError> {
        let spec = Spec::parse(text)?;
        self.find(&spec.name)?.open(&spec, purpose)
    }

    /// The kinds of agents that any of the games has.
    pub fn kinds(&self) -> Vec<CatalogueKind> {
        let mut all: Vec<CatalogueKind> = Vec::new();
        for kind in self.games.iter().flat_map(Entry::kinds) {
            if all.iter().all(|known| known.name != kind.name) {
                all.push(kind);
            }
        }
        all
    }

    /// The games that have a policy to be trained.
    pub fn learners(&self) -> Vec<&'static str> {
        self.games.iter().filter(|game| game.learns()).map(|game| game.name).collect()
    }
}

/// A registry being filled. `L` lists the types of the games so far, the last first: `(Second, (First, ()))`.
/// That is how a kind of agent can be given to all of them, though the registry forgets their types.
pub struct RegistryBuilder<L> {
    registry: Registry,
    games: PhantomData<fn() -> L>,
}

impl<L> RegistryBuilder<L> {
    /// Adds a game with all kinds of agents that come with the project, in place of one of the same name.
    pub fn game<G: Playable>(self) -> RegistryBuilder<(G, L)> {
        self.entry(GameEntry::<G>::new())
    }

    /// Adds a game with its agents, in place of one of the same name.
    pub fn entry<G: Playable>(mut self, entry: GameEntry<G>) -> RegistryBuilder<(G, L)> {
        let entry = Entry::from(entry);
        match self.registry.games.iter_mut().find(|game| game.name == entry.name) {
            Some(game) => *game = entry,
            None => self.registry.games.push(entry),
        }
        RegistryBuilder { registry: self.registry, games: PhantomData }
    }

    /// Adds a kind of agent to every game so far, in place of one of the same name.
    pub fn agent<K: KindFor<L>>(mut self, kind: K) -> Self {
        K::add_to(&Arc::new(kind), &mut self.registry.games);
        self
    }

    /// The registry.
    pub fn build(self) -> Registry {
        self.registry
    }
}

/// A kind of agent for every game of a list. It holds of every type that is an [`AgentKind`] for each of them.
pub trait KindFor<L>: Sized {
    /// Adds the kind to those of `games` that are in the list.
    fn add_to(kind: &Arc<Self>, games: &mut [Entry]);
}

impl<K> KindFor<()> for K {
    fn add_to(_: &Arc<K>, _: &mut [Entry]) {}
}

impl<K, G, L> KindFor<(G, L)> for K
where
    G: Playable,
    K: AgentKind<G> + KindFor<L> + 'static,
{
    fn add_to(kind: &Arc<K>, games: &mut [Entry]) {
        for game in &mut *games {
            game.add::<G>(Arc::clone(kind) as Arc<dyn AgentKind<G>>);
        }
        <K as KindFor<L>>::add_to(kind, games);
    }
}
