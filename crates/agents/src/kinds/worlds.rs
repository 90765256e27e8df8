//! `worlds`: a search that sees everything, asked in sampled worlds.

use std::sync::Arc;

use karuta_engine::search::over_worlds::{Merge, OverWorlds};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::components::SAMPLER;
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent};

pub(crate) struct SampledWorlds;

impl SampledWorlds {
    const INFO: KindInfo = KindInfo {
        name: "worlds",
        help: "another agent asked in sampled worlds as if each were the truth, its answers \
               added up (PIMC); open searches become agents for hidden games this way",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param { name: "n", default: "20", help: "worlds per move, 1 to 1000000" },
        Param {
            name: "agent",
            default: "mcts",
            help: "the agent that is asked, in parentheses, such as (alphabeta:depth=2)",
        },
        Param {
            name: "merge",
            default: "mean",
            help: "the move played: mean (highest mean of its values), votes (best in most worlds) or visits \
                   (visited most)",
        },
        SAMPLER,
    ];
}

impl<G: Playable> AgentKind<G> for SampledWorlds {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn suits(&self, builder: &AgentBuilder<G>) -> bool {
        G::HIDDEN && builder.parts.worlds.reveal.is_some()
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let size = args.number("n", 1..=1_000_000)? as usize;
        let merge =
            [Merge::Mean, Merge::Votes, Merge::Visits][args.word("merge", &["mean", "votes", "visits"])?];
        let text = args.text("agent");
        // A mean over worlds needs true values of all moves, votes only the best one's.
        let asked = builder.nested_in_world(text, merge == Merge::Mean)?;
        if asked.peek.is_some() {
            return Err(args.bad(
                "agent",
                text,
                "an agent without peek=on: it sees all of each world anyway",
            ));
        }
        let (show, sampler) = (builder.show(args)?, builder.sampler(args)?);
        let make = asked.make;
        Ok(Arc::new(move || Box::new(OverWorlds::new(size, merge, make(), sampler(), show))))
    }
}
