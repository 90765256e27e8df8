//! `flat`: Monte Carlo without a tree.

use std::sync::Arc;

use karuta_engine::search::flat::{self, Config, Spread};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use super::advice::{self, BLENDED_ADVICE};
use super::bandits::{self, PRIOR, PriorSpec};
use super::components::{PEEK, PLAYOUT, SAMPLER, TIE, WORLDS, read_tie};
use super::ends::{self, ENDS};
use super::objective::{self, METHOD, TARGET};
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
            help: "how playouts are spread over the moves: even, tuned (UCB1-Tuned), ucb1, ismcts (UCB1 without its 2), \
                   puct, (puct:prior=POLICY), (puct:prior=advice) or thompson (Thompson sampling, without c)",
        },
        Param { name: "c", default: "1", help: "exploration constant of the bandit, 0 to 100" },
        TIE,
        PLAYOUT,
        ENDS,
        TARGET,
        METHOD,
        BLENDED_ADVICE,
        Param {
            help: "hidden games: fresh (a new world each time), shared (new ones, but the n-th tries of all moves are made \
                   in the same world), or how many to draw per move and use in turn, shared as well",
            ..WORLDS
        },
        SAMPLER,
        PEEK,
    ];
}

impl<G: Playable> AgentKind<G> for Flat {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        // The builder itself sees to what the agent is shown.
        args.switch("peek")?;
        let budget = budget::read(args, "iters")?;
        let c = args.float("c", 0.0..=100.0)?;
        let advice = advice::read_blend(args, builder)?;
        let rule = Spec::parse(args.text("bandit"))?;
        let inner = Args::new(&rule, &[PRIOR])?;
        let prior = PriorSpec::read(&inner, builder, advice.is_some())?;
        let by_bandit = match bandits::named(&rule.name, c) {
            Some(bandit) => Spread::By(bandit, budget),
            None if rule.name == "even" => Spread::Evenly(budget),
            None => {
                let names = std::iter::once("even").chain(bandits::NAMES);
                return Err(InputError::no_value("bandit", &rule.name, names));
            }
        };
        let spread = match args.optional("each") {
            None => by_bandit,
            Some(_) if args.is_given("iters") || args.is_given("time") => {
                return Err(InputError::new("flat takes one of iters, time and each"));
            }
            Some(_) => Spread::Each(args.number("each", 1..=budget::MOST)?),
        };
        let tie = read_tie(args)?;
        // Worlds that are used in turn are used so by every move. What a world does to all moves alike then no longer
        // blurs how they compare.
        let shared = args.text("worlds") != "fresh";
        let playing = builder.playing(args)?;
        let worlds = ends::shortened(playing.stops, builder.worlds(args, &["fresh", "shared"])?);
        let objective = objective::read::<G>(args)?;
        let config = Config { objective, spread, tie, shared };
        Ok(Arc::new(move || {
            let advice = advice.as_ref().map(|asked| flat::Advice {
                advisor: (asked.make)(),
                weight: asked.weight,
                visits: asked.visits,
            });
            Box::new(
                flat::Flat::new(config, playing.leaves(), worlds()).advised(advice).with_priors(prior.make()),
            )
        }))
    }
}
