//! `expectiminimax`: every line of a fixed length, draws listed, playouts at the leaves.

use std::sync::Arc;

use karuta_engine::search::expectiminimax::{self, Components, Config};
use karuta_engine::search::over_worlds::{Merge, OverWorlds};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::components::{PLAYOUT, SAMPLER, TIE, read_tie};
use super::ends::{self, ENDS};
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent, budget};

pub(crate) struct Expectiminimax;

impl Expectiminimax {
    const INFO: KindInfo = KindInfo {
        name: "expectiminimax",
        help: "every line of a fixed length, draws listed and averaged, leaves played out; \
               effort is counted in nodes of the tree, the root among them",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param {
            name: "depth",
            default: "2",
            help: "layers of the tree, draws being layers too, 1 to 18; 1 is flat Monte Carlo",
        },
        Param { name: "each", default: "20", help: "playouts for each leaf" },
        Param {
            name: "rule",
            default: "auto",
            help: "how draws are listed: auto (as the game draws), or a way the game offers",
        },
        Param {
            name: "worlds",
            default: "10",
            help: "hidden games: sampled worlds that get a tree of their own, the values of moves averaged; \
                   with peek=on there is but the true one",
        },
        Param {
            name: "leaves",
            default: "redraw",
            help: "hidden games: redraw (before each playout what the seat does not see is drawn anew) or \
                   keep (playouts start from the cards of the tree)",
        },
        TIE,
        PLAYOUT,
        ENDS,
        SAMPLER,
        Param {
            name: "peek",
            default: "off",
            help: "hidden games: on builds the tree on the true cards, which the agent must not see",
        },
    ];
}

impl<G: Playable> AgentKind<G> for Expectiminimax {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let make = tree(args, builder)?;
        let worlds = args.number("worlds", 1..=1_000_000)? as usize;
        let sees_all = args.switch("peek")? || builder.in_world;
        if sees_all && args.is_given("worlds") {
            let why = "no such key: the tree is built on the one world it is shown";
            return Err(args.bad("worlds", args.text("worlds"), why));
        }
        // A tree of one layer that draws its leaves anew asks nothing of the world it is built on.
        let is_blind = args.number("depth", 1..=DEEPEST)? == 1 && args.text("leaves") == "redraw";
        if !G::HIDDEN || sees_all || is_blind {
            return Ok(make);
        }
        let (show, sampler) = (builder.show(args)?, builder.sampler(args)?);
        Ok(Arc::new(move || Box::new(OverWorlds::new(worlds, Merge::Mean, make(), sampler(), show))))
    }
}

/// The layers of a round of Hanamikoji, the longest chain of listed draws there is.
const DEEPEST: u64 = 18;

/// Makes searches on a single world.
fn tree<G: Playable>(args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
    let playing = builder.playing(args)?;
    let config = Config {
        depth: args.number("depth", 1..=DEEPEST)? as u32,
        each: args.number("each", 1..=budget::MOST)?,
        tie: read_tie(args)?,
    };
    let chances = builder.draws(args)?;
    let admits = builder.narrowing(args)?;
    let worlds = ends::shortened(playing.stops, builder.sampler(args)?);
    let keeps = args.word("leaves", &["redraw", "keep"])? == 1;
    let look = if keeps { builder.show(args)? } else { G::view };
    Ok(Arc::new(move || {
        let parts =
            Components { chances, leaves: playing.leaves(), worlds: worlds(), look, admits: admits.clone() };
        Box::new(expectiminimax::Expectiminimax::new(config, parts))
    }))
}
