//! `plies`: the report's minimax, which alternates by plies whoever moves.

use std::sync::Arc;

use karuta_engine::search::papers::by_plies;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent};

pub(crate) struct Plies;

impl Plies {
    const INFO: KindInfo = KindInfo {
        name: "plies",
        help: "the minimax of Pestalozzi's report: it maximises and minimises by turns, whoever \
               moves, and sees everything",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param { name: "depth", default: "9", help: "plies looked ahead, 1 to 20" },
        Param {
            name: "peek",
            default: "off",
            help: "hidden games: on, or the agent must be asked in worlds; its spec says so",
        },
    ];
}

impl<G: Playable> AgentKind<G> for Plies {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn suits(&self, builder: &AgentBuilder<G>) -> bool {
        builder.parts.papers.by_plies.is_some()
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let depth = args.number("depth", 1..=20)? as u32;
        let sees_all = args.switch("peek")? || builder.in_world || !G::HIDDEN;
        let Some(game) = builder.parts.papers.by_plies else {
            return Err(InputError::new(format!(
                "plies does not suit {}: nothing is counted by plies",
                G::NAME
            )));
        };
        if builder.in_world && builder.explain {
            return Err(InputError::new(
                "plies says which move is best but not by how much: write merge=votes",
            ));
        }
        if !sees_all {
            return Err(InputError::new(format!(
                "plies sees everything, which {} hides: write plies:peek=on or worlds:agent=(plies),merge=votes",
                G::NAME
            )));
        }
        Ok(Arc::new(move || Box::new(by_plies::Plies::new(game, depth))))
    }
}
