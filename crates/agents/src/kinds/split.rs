//! `split`: one agent while much is undecided, another when little is left.

use std::sync::Arc;

use karuta_engine::search::split;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent};

pub(crate) struct Split;

impl Split {
    const INFO: KindInfo = KindInfo {
        name: "split",
        help: "one agent while much is undecided and another when little is left, by a count \
               of the game's own (Hanamikoji: decisions left in the round)",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param {
            name: "at",
            default: "4",
            help: "the count from which on, downwards, late= plays, 0 to 1000000",
        },
        Param { name: "early", default: "mcts", help: "who plays above it, in parentheses" },
        Param { name: "late", default: "mcts", help: "who plays then, in parentheses" },
    ];
}

impl<G: Playable> AgentKind<G> for Split {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn suits(&self, builder: &AgentBuilder<G>) -> bool {
        builder.parts.stage.is_some()
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let stage = builder.stage(args)?.count;
        let at = args.number("at", 0..=1_000_000)? as u32;
        let (early, late) = (builder.delegate(args, "early")?, builder.delegate(args, "late")?);
        Ok(Arc::new(move || Box::new(split::Split { stage, at, early: early(), late: late() })))
    }
}
