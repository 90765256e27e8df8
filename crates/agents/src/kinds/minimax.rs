//! `minimax`: every line of a fixed length, the slow reference for `alphabeta`.

use std::sync::Arc;

use karuta_engine::search::minimax;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, SpecError};

use super::ingredients::ENDGAME;
use super::{Kind, Kitchen, Make};

pub(crate) struct Minimax;

impl Kind for Minimax {
    const NAME: &'static str = "minimax";
    const HELP: &'static str =
        "every line of a fixed length, without pruning (open two-seat games, worlds of hidden ones)";
    const PARAMS: &'static [Param] = &[
        Param { name: "depth", default: "3", help: "plies looked ahead, 1 to 12" },
        Param { name: "eval", default: "auto", help: "the evaluation of leaves; auto is the game's best" },
        Param {
            name: "quiescence",
            default: "on",
            help: "on: captures and wins are played out at the leaves",
        },
        ENDGAME,
    ];

    fn build<G: Playable>(args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<Make<G>, SpecError> {
        let knowledge = kitchen.knowledge(args)?;
        let depth = args.number("depth", 1..=12)? as u32;
        let quiescence = args.switch("quiescence")?;
        let oracle = kitchen.oracle(args)?;
        Ok(Arc::new(move || {
            let agent = minimax::Minimax::new(knowledge, depth, quiescence);
            Box::new(match &oracle {
                Some(oracle) => agent.with_oracle(Arc::clone(oracle)),
                None => agent,
            })
        }))
    }
}
