//! `flat`: Monte Carlo without a tree.

use std::sync::Arc;

use karuta_engine::bandit::Bandit;
use karuta_engine::chances::Chances;
use karuta_engine::search::expectiminimax::{self, Expectiminimax};
use karuta_engine::search::flat::{self, Config, Spread};
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, SpecError};

use super::advice::{self, LEAN, LEANING};
use super::aim::{self, METHOD, TARGET};
use super::components::{
    CONSIDER, CUT, EVAL, JUDGE, OFFERS, ORDER, PEEK, PLACES, PLAYOUT, PRESAMPLED, SAMPLER, SURE, TIE, WORLDS,
    read_tie,
};
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent, budget};

pub(crate) struct Flat;

impl Flat {
    const INFO: KindInfo = KindInfo {
        name: "flat",
        help: "Monte Carlo without a tree: every move is played out many times",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param { name: "iters", default: "1000", help: "playouts per decision" },
        Param { name: "time", default: "", help: "time per decision instead, such as 500ms or 2s" },
        Param { name: "each", default: "", help: "playouts for each legal move instead" },
        Param {
            name: "bandit",
            default: "tuned",
            help: "how playouts are spread over the moves: even, ucb1 or tuned (UCB1-Tuned)",
        },
        Param { name: "c", default: "1", help: "exploration constant of the bandit, 0 to 100" },
        TIE,
        ORDER,
        CONSIDER,
        OFFERS,
        PLAYOUT,
        CUT,
        EVAL,
        JUDGE,
        PRESAMPLED,
        PLACES,
        TARGET,
        METHOD,
        LEANING,
        LEAN,
        SURE,
        WORLDS,
        SAMPLER,
        PEEK,
    ];
}

impl<G: Playable> AgentKind<G> for Flat {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, SpecError> {
        // The builder itself sees to what the agent is shown.
        args.switch("peek")?;
        let budget = budget::read(args, "iters")?;
        let c = args.float("c", 0.0..=100.0)?;
        let by_bandit = match args.word("bandit", &["even", "ucb1", "tuned"])? {
            0 => Spread::Evenly(budget),
            1 => Spread::By(Bandit::Ucb1 { c }, budget),
            _ => Spread::By(Bandit::Tuned { c }, budget),
        };
        let spread = match args.optional("each") {
            None => by_bandit,
            Some(_) if args.is_given("iters") || args.is_given("time") => {
                return Err(SpecError::new("flat takes one of iters, time and each"));
            }
            Some(_) => Spread::Each(args.number("each", 1..=budget::MOST)?),
        };
        let tie = read_tie(args)?;
        // Worlds that are used in turn are used so by every move.
        let shared = args.text("worlds") != "fresh";
        let (playing, worlds) = builder.within_places(args, builder.playing(args)?, builder.worlds(args)?)?;
        let aim = aim::read::<G>(args)?;
        let sure = builder.sure(args)?;
        let admits = builder.admitted(args)?;
        let advice = advice::leaning(args, builder)?;
        if let Some(stand_ins) = builder.offers(args)? {
            if advice.is_some() {
                return Err(args.bad("advice", args.text("advice"), "none where offers= is given"));
            }
            let Spread::Each(each) = spread else {
                return Err(args.bad(
                    "offers",
                    args.text("offers"),
                    "each= playouts for every move beside it",
                ));
            };
            if args.text("worlds") != "fresh" {
                return Err(args.bad("worlds", args.text("worlds"), "fresh worlds where offers= is given"));
            }
            let config = expectiminimax::Config { depth: 1, each, tie };
            let chances = builder.parts.chances.first().map_or(Chances::NONE, |named| named.part);
            // A tree of one layer is this search, and trees know what leaves stand for.
            let look = if args.switch("peek")? || builder.in_world { builder.show(args)? } else { G::view };
            return Ok(Arc::new(move || {
                let parts = expectiminimax::Parts {
                    chances,
                    leaves: playing.leaves(),
                    worlds: worlds(),
                    look,
                    stand_ins: Some(stand_ins),
                    admits: admits.clone(),
                };
                Box::new(Expectiminimax::new(config, parts))
            }));
        }
        let config = Config { aim, spread, tie, shared };
        Ok(AgentBuilder::first_sure(
            sure,
            Arc::new(move || {
                let advice =
                    advice.as_ref().map(|(make, weight)| flat::Advice { advisor: make(), weight: *weight });
                let agent = flat::Flat::new(config, playing.leaves(), worlds()).advised(advice);
                Box::new(match &admits {
                    Some(admits) => agent.bound_by(Arc::clone(admits)),
                    None => agent,
                })
            }),
        ))
    }
}
