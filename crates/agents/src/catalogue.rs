//! `Catalogue`: the agents a game has and the words their parameters take, for help and documents.

use karuta_playable::playable::Playable;

use crate::builder::AgentBuilder;
use crate::kind::KindInfo;

/// The agents one game has: kinds, the game's own policies, presets.
pub struct Catalogue {
    /// The kinds of agents.
    pub kinds: Vec<KindInfo>,
    /// Agents the game itself provides: name and help.
    pub policies: Vec<(&'static str, &'static str)>,
    /// Presets: name, spec, help.
    pub presets: Vec<(&'static str, &'static str, &'static str)>,
    /// Words that parameters take for this game: parameter, and name with help.
    pub words: Vec<(&'static str, Vec<(&'static str, &'static str)>)>,
}

impl Catalogue {
    /// What can be asked of a builder.
    pub(crate) fn of<G: Playable>(builder: &AgentBuilder<G>) -> Catalogue {
        let parts = &builder.parts;
        let mut playouts = vec![("uniform", "every legal move equally likely")];
        playouts.extend(parts.policies.iter().map(|part| (part.name, part.help)));
        Catalogue {
            kinds: builder.kinds.iter().map(|kind| kind.info()).collect(),
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
}
