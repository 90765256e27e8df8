//! `plies`: the report's minimax, which alternates by plies whoever moves.

use std::sync::Arc;

use karuta_engine::search::by_plies;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, SpecError};

use super::{Kind, Kitchen, Make};

pub(crate) struct Plies;

impl Kind for Plies {
    const NAME: &'static str = "plies";
    const HELP: &'static str = "the minimax of Pestalozzi's report: it maximises and minimises by turns, whoever \
                                moves, and sees everything";
    const PARAMS: &'static [Param] = &[
        Param { name: "depth", default: "9", help: "plies looked ahead, 1 to 20" },
        Param {
            name: "peek",
            default: "off",
            help: "hidden games: on, or the agent must be asked in worlds; its spec says so",
        },
    ];

    fn build<G: Playable>(args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<Make<G>, SpecError> {
        let depth = args.number("depth", 1..=20)? as u32;
        let sees_all = args.switch("peek")? || kitchen.in_world || !G::HIDDEN;
        let Some(game) = kitchen.parts.by_plies else {
            return Err(SpecError::new(format!(
                "plies does not suit {}: nothing is counted by plies",
                G::NAME
            )));
        };
        if kitchen.in_world && kitchen.explain {
            return Err(SpecError::new(
                "plies says which move is best but not by how much: write merge=votes",
            ));
        }
        if !sees_all {
            return Err(SpecError::new(format!(
                "plies sees everything, which {} hides: write plies:peek=on or worlds:agent=(plies),merge=votes",
                G::NAME
            )));
        }
        Ok(Arc::new(move || Box::new(by_plies::Plies::new(game, depth))))
    }
}
