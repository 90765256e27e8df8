//! `split`: one agent while much is undecided, another when little is left.

use std::sync::Arc;

use karuta_engine::search::split;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, SpecError};

use super::{Kind, Kitchen, Make};

pub(crate) struct Split;

impl Kind for Split {
    const NAME: &'static str = "split";
    const HELP: &'static str = "one agent while much is undecided and another when little is left, by a count \
                                of the game's own (Hanamikoji: decisions left in the round)";
    const PARAMS: &'static [Param] = &[
        Param {
            name: "at",
            default: "4",
            help: "the count from which on, downwards, late= plays, 0 to 1000000",
        },
        Param { name: "early", default: "mcts", help: "who plays above it, in parentheses" },
        Param { name: "late", default: "mcts", help: "who plays then, in parentheses" },
    ];

    fn build<G: Playable>(args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<Make<G>, SpecError> {
        let stage = kitchen.stage(args)?.count;
        let at = args.number("at", 0..=1_000_000)? as u32;
        let (early, late) = (kitchen.deputy(args, "early")?, kitchen.deputy(args, "late")?);
        Ok(Arc::new(move || Box::new(split::Split { stage, at, early: early(), late: late() })))
    }
}
