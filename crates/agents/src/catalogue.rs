//! `Catalogue`: the agents a game has and the words their parameters take, for help and documents.

use karuta_playable::parts::Named;
use karuta_playable::playable::Playable;
use karuta_playable::spec::Param;

use crate::builder::{AgentBuilder, params_of};
use crate::kind::{AgentKind, KindInfo};

/// The agents one game has: kinds, the game's own policies, presets.
pub struct Catalogue {
    /// The kinds of agents that suit the game.
    pub kinds: Vec<CatalogueKind>,
    /// Agents the game itself provides: name and help.
    pub policies: Vec<(&'static str, &'static str)>,
    /// Presets: name, spec, help.
    pub presets: Vec<(&'static str, &'static str, &'static str)>,
    /// Words that parameters take for this game: parameter, and name with help.
    pub words: Vec<(&'static str, Vec<(&'static str, &'static str)>)>,
}

/// A kind of agent, as one game has it or all of it.
pub struct CatalogueKind {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Its parameters.
    pub params: Vec<Param>,
}

impl Catalogue {
    /// The catalogue of a builder.
    pub(crate) fn of<G: Playable>(builder: &AgentBuilder<G>) -> Catalogue {
        let parts = &builder.parts;
        let kinds = builder.kinds.iter().filter(|kind| kind.suits(builder));
        Catalogue {
            kinds: kinds.map(|kind| CatalogueKind::for_game(kind.as_ref(), builder)).collect(),
            policies: parts
                .policies
                .iter()
                .filter(|part| part.agent.is_some())
                .map(|part| (part.name, part.help))
                .collect(),
            presets: parts.presets.iter().map(|preset| (preset.name, preset.spec, preset.help)).collect(),
            words: words(builder),
        }
    }
}

impl CatalogueKind {
    /// A kind with all its parameters.
    pub(crate) fn of<G: Playable>(kind: &dyn AgentKind<G>) -> CatalogueKind {
        let KindInfo { name, help, .. } = kind.info();
        CatalogueKind { name, help, params: params_of(kind) }
    }

    /// A kind with the parameters that mean something in the game.
    fn for_game<G: Playable>(kind: &dyn AgentKind<G>, builder: &AgentBuilder<G>) -> CatalogueKind {
        let mut all = Self::of(kind);
        all.params.retain(|param| kind.uses(param.name, builder));
        all
    }
}

/// The values that keys take for this game: from the lists in which they are looked up.
fn words<G: Playable>(builder: &AgentBuilder<G>) -> Vec<(&'static str, Vec<(&'static str, &'static str)>)> {
    let parts = &builder.parts;
    let papers = &parts.papers;
    let all = vec![
        ("playout", builder.playout_words()),
        ("rules", parts.rules.iter().map(|part| (part.name, part.help)).collect()),
        ("ends", parts.ends.iter().map(|end| (end.name, end.help)).collect()),
        ("eval", named(builder.evaluations())),
        ("sampler", parts.worlds.samplers.iter().map(|part| (part.name, part.help)).collect()),
        ("rule", named(&parts.worlds.draws)),
        ("tree=(graph:by", named(&papers.identities)),
        ("tree", papers.groups.iter().map(|part| ("groups", part.help)).collect()),
        ("simplify", papers.simplify.iter().map(|part| ("on", part.help)).collect()),
        ("select=(schulz-rave:amaf", named(&papers.amaf)),
    ];
    all.into_iter().filter(|(_, words)| !words.is_empty()).collect()
}

fn named<T>(parts: &[Named<T>]) -> Vec<(&'static str, &'static str)> {
    parts.iter().map(|part| (part.name, part.help)).collect()
}
