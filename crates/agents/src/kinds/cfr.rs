//! `cfr`: the end of a hidden game or round, solved over all hidden cards.

use std::sync::Arc;

use karuta_engine::search::cfr::{self, Endings, Limits};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::census::{AGENT, ENDS, ITERS, TIME};
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent, budget, memory};

pub(crate) struct Cfr;

impl Cfr {
    const INFO: KindInfo = KindInfo {
        name: "cfr",
        help: "hidden games of two seats: endings solved over all hidden cards by counterfactual regret minimisation \
               (CFR+), with moves mixed where a fixed choice could be exploited. Elsewhere another agent",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        AGENT,
        ITERS,
        TIME,
        Param {
            name: "plies",
            default: "3",
            help: "the most decisions that may be left in the round, this one among them, 1 to 12",
        },
        Param { name: "limit", default: "5000", help: "the most worlds of both seats, 1 to 1000000" },
        Param { name: "nodes", default: "100000", help: "the most positions of the tree of an ending" },
        Param { name: "updates", default: "200", help: "iterations of regret minimisation, 1 to 1000000" },
        ENDS,
    ];
}

impl<G: Playable> AgentKind<G> for Cfr {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn suits(&self, builder: &AgentBuilder<G>) -> bool {
        let worlds = &builder.parts.worlds;
        worlds.listing.is_some()
            && worlds.identity.is_some()
            && builder.parts.stage.is_some()
            && G::SEATS == 2
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        // Known when the program is compiled, so that it holds no such search for other games.
        if G::SEATS != 2 || !G::HIDDEN {
            return Err(AgentBuilder::<G>::lists_no_worlds(args));
        }
        let worlds = &builder.parts.worlds;
        let (listing, identity) = builder.of_listed_worlds(args, worlds.listing.zip(worlds.identity))?;
        let left = builder.stage(args)?.count;
        let limit = args.number("limit", 1..=1_000_000)?;
        memory::check(args, "limit", limit, 3 * size_of::<(G, f64)>())?;
        let nodes = args.number("nodes", 1..=budget::MOST)?.min(u64::from(u32::MAX));
        // Nodes, their weights, and four numbers for each move, of which there are fewer.
        memory::check(args, "nodes", nodes, 56)?;
        let limits = Limits {
            plies: args.number("plies", 1..=12)? as u32,
            worlds: limit as usize,
            nodes: nodes as usize,
        };
        let iterations = args.number("updates", 1..=1_000_000)?;
        let rounds = builder.round_end(args)?.map(|(round, value)| (round.number, value));
        let likelihood = worlds.likelihood;
        let fallback = builder.delegate_on_budget(args, "agent")?;
        Ok(Arc::new(move || {
            let rounds = rounds.clone();
            let endings = Endings { limits, listing, identity, likelihood, left, rounds };
            Box::new(cfr::Cfr::new(endings, iterations, fallback()))
        }))
    }
}
