//! `census`: the end of a hidden game or round, looked at in every world that is left.

use std::sync::Arc;

use karuta_engine::search::census::{self, Components, Config};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent, budget, memory};

/// The agent that decides far from the end, for kinds of agents that know endings alone.
pub(super) const AGENT: Param = Param {
    name: "agent",
    default: "mcts",
    help: "who decides where more is left, in parentheses, such as (mcts:iters=2000)",
};

/// Its budget in iterations.
pub(super) const ITERS: Param =
    Param { name: "iters", default: "", help: "iterations of that agent, in place of its own budget" };

/// Its budget in time.
pub(super) const TIME: Param =
    Param { name: "time", default: "", help: "or its time per move, such as 50ms" };

/// The worth of the ends of rounds.
pub(super) const ENDS: Param = Param {
    name: "ends",
    default: "auto",
    help: "games of several rounds: what the ends of rounds are worth: auto (by the game's own table), or an \
               end of rounds that the game offers; with a table of your own in parentheses: (NAME:table=FILE)",
};

pub(crate) struct Census;

impl Census {
    const INFO: KindInfo = KindInfo {
        name: "census",
        help: "hidden games of two seats: where few worlds and decisions are left, every move \
               by its mean over all worlds of best play with open cards to the end of the \
               round, without luck; players in a world see all of it, so only the last \
               decision is exact. Elsewhere another agent",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        AGENT,
        ITERS,
        TIME,
        Param { name: "limit", default: "5000", help: "the most worlds that are looked at, 1 to 1000000" },
        Param {
            name: "plies",
            default: "4",
            help: "the most decisions that may be left in the round, this one among them, 1 to 12",
        },
        Param {
            name: "nodes",
            default: "50000",
            help: "the most positions looked at, in all worlds together, before the other agent is asked",
        },
        ENDS,
    ];
}

impl<G: Playable> AgentKind<G> for Census {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn suits(&self, builder: &AgentBuilder<G>) -> bool {
        builder.parts.worlds.listing.is_some() && builder.parts.stage.is_some() && G::SEATS == 2
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        // Known when the program is compiled, so that it holds no such search for other games.
        if G::SEATS != 2 || !G::HIDDEN {
            return Err(AgentBuilder::<G>::lists_no_worlds(args));
        }
        let parts = &builder.parts;
        let listing = builder.of_listed_worlds(args, parts.worlds.listing)?;
        let left = builder.stage(args)?.count;
        let limit = args.number("limit", 1..=1_000_000)?;
        // The list of worlds grows by doubling, which takes it three times over at worst.
        memory::check(args, "limit", limit, 3 * size_of::<(G, f64)>())?;
        let limit = limit as usize;
        let config = Config {
            limit,
            plies: args.number("plies", 1..=12)? as u32,
            nodes: args.number("nodes", 1..=budget::MOST)?,
        };
        let rounds = builder.round_end(args)?.map(|(round, value)| (round.number, value));
        let likelihood = parts.worlds.likelihood;
        let fallback = builder.delegate_on_budget(args, "agent")?;
        Ok(Arc::new(move || {
            let rounds = rounds.clone();
            let parts = Components { listing, likelihood, left, rounds, fallback: fallback() };
            Box::new(census::Census::new(config, parts))
        }))
    }
}
