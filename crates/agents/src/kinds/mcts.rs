//! `mcts`: Monte Carlo tree search from parts.

use std::sync::Arc;

use karuta_engine::Agent;
use karuta_engine::aim::Aim;
use karuta_engine::bandit::Bandit;
use karuta_engine::evaluation::Oracle;
use karuta_engine::search::mcts::{
    self, Advice, Config, Counts, Final, GroupOf, Grouping, Identity, Rewrite, Schedule, Select, Ties,
};
use karuta_playable::parts::MakeSampler;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, SpecError};

use super::advice::{self, ADVICE, SHARE, TRUST};
use super::aim::{self, METHOD, TARGET};
use super::axes;
use super::components::{CUT, ENDGAME, EVAL, JUDGE, Playing, SAMPLER, WORLDS};
use super::ends::{self, ENDS};
use super::parallel::RootParallel;
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent, budget};

pub(crate) struct Mcts;

impl Mcts {
    const INFO: KindInfo = KindInfo {
        name: "mcts",
        help: "Monte Carlo tree search: UCT on open games, ISMCTS on hidden ones",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param { name: "iters", default: "1000", help: "iterations per move" },
        Param { name: "time", default: "", help: "time per move instead, such as 500ms or 2s" },
        Param {
            name: "select",
            default: "ucb1",
            help: "ucb1: mean + c*sqrt(2 ln N/n); tuned: UCB1-Tuned; rave: MC-RAVE after Gelly and Silver; \
                   thesis-rave: the straight-line schedule of Schulz's thesis; ismcts: mean + c*sqrt(ln N/n), as \
                   ISMCTS was published (with c=0.7)",
        },
        Param { name: "c", default: "0.3", help: "exploration constant, 0 to 100" },
        Param {
            name: "counts",
            default: "available",
            help: "hidden games: what N counts: available (how often the move was) or parent (its visits)",
        },
        Param {
            name: "tie",
            default: "first",
            help: "which of equal moves the tree takes, untried ones for instance: first or random",
        },
        Param {
            name: "bias",
            default: "auto",
            help: "of rave, the supposed bias of AMAF (auto 0.1); of thesis-rave, the parent visits at \
                   which AMAF stops counting (auto 1700)",
        },
        Param {
            name: "amaf",
            default: "moves",
            help: "what AMAF counts: moves (each move once, as made), or a reading the game offers",
        },
        Param {
            name: "playout",
            default: "uniform",
            help: "uniform, a policy of the game, lgrf (last good replies with forgetting), none (the tree goes on \
                   to the end), settle (exchanges are played out as a small search sees fit; (settle:depth=2) looks \
                   ahead first), probe (alpha-beta judges the leaf; (probe:nodes=1000)), foresee (a net judges \
                   at the searcher's next turn; (foresee:net=FILE,by=learned,turns=1)), or an agent in parentheses",
        },
        CUT,
        EVAL,
        JUDGE,
        ENDS,
        TARGET,
        METHOD,
        Param {
            name: "final",
            default: "visits",
            help: "the move played: visits, mean, or ucb (highest bound)",
        },
        Param {
            name: "early",
            default: "off",
            help: "a child valued above this is taken at once, in the tree and in the end: a number, or off",
        },
        Param {
            name: "fpu",
            default: "off",
            help: "first-play urgency, the value of an untried move; off tries every move once first",
        },
        Param {
            name: "expand",
            default: "ordered",
            help: "the order in which untried moves come up: ordered (the game's most promising first) or listed",
        },
        Param {
            name: "minimax",
            default: "0",
            help: "how much minimax values of judged leaves weigh against means, 0 to 1 (open two-seat games)",
        },
        Param {
            name: "solver",
            default: "off",
            help: "on: proven wins and losses are backed up through the tree (open two-seat games)",
        },
        ENDGAME,
        ADVICE,
        TRUST,
        SHARE,
        Param { name: "reuse", default: "off", help: "on: keep the tree between moves" },
        Param {
            name: "nodes",
            default: "moves",
            help: "hidden games: what nodes are told apart by: moves (that lead to them), or a way of the game's own",
        },
        Param {
            name: "groups",
            default: "off",
            help: "hidden games: moves are chosen by groups of the game's own: off, layer (groups are nodes of \
                   the tree) or coded (as the report's program does it)",
        },
        Param {
            name: "observers",
            default: "one",
            help: "hidden games: one (a tree that knows all moves) or all (a tree for every seat, which knows \
                   what it sees)",
        },
        WORLDS,
        SAMPLER,
        Param {
            name: "simplify",
            default: "off",
            help: "on: worlds are played on by simpler rules, where the game has some",
        },
        Param {
            name: "peek",
            default: "off",
            help: "hidden games: on lets the agent see what it must not (chance stays hidden); a number from 0 to \
                   1 is the part of the cards it sees in each world; its spec says so",
        },
        Param {
            name: "peek_at",
            default: "everyone",
            help: "whose cards a part of is seen: everyone or enemies",
        },
        Param { name: "threads", default: "1", help: "separate trees searched side by side and added up" },
    ];
}

impl<G: Playable> AgentKind<G> for Mcts {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn uses(&self, key: &str, builder: &AgentBuilder<G>) -> bool {
        match key {
            "nodes" => !builder.parts.papers.identities.is_empty(),
            _ => builder.has_use_for(key),
        }
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, SpecError> {
        let worlds = axes::worlds(args, builder)?;
        let playing = axes::playing(args, builder)?;
        let worlds = axes::simplified(args, builder, ends::shortened(playing.stops, worlds))?;
        let mut config = read_config(args)?;
        config.range = playing.range;
        config.lone = builder.explain;
        let (identity, group) = axes::shape(args, builder, &mut config)?;
        if config.solver && (G::HIDDEN || G::SEATS != 2) {
            return Err(args.bad("solver", "on", &format!("off: {} is not an open two-seat game", G::NAME)));
        }
        if config.minimax > 0.0 && (G::HIDDEN || G::SEATS != 2) {
            return Err(args.bad(
                "minimax",
                args.text("minimax"),
                &format!("0: {} is not an open two-seat game", G::NAME),
            ));
        }
        let advice = advice::read(args, builder)?;
        if advice.is_some() && (identity.is_some() || config.groups != Grouping::None || config.observers) {
            let trees = "none with nodes=, groups= or observers=";
            return Err(args.bad("advice", args.text("advice"), trees));
        }
        let aim = aim::read::<G>(args)?;
        if matches!(aim, Aim::LowerOfTwo(_)) {
            return Err(args.bad("method", "IIIa", "I, II or IIIb: IIIa is for flat"));
        }
        if aim != Aim::Own && (config.solver || config.minimax > 0.0) {
            let why = "none beside solver= or minimax=: proofs are of wins";
            return Err(args.bad("target", args.text("target"), why));
        }
        let pieces = Pieces::<G> {
            config,
            aim,
            playing,
            order: if args.word("expand", &["ordered", "listed"])? == 0 {
                builder.parts.two_seat.as_ref().and_then(|two_seat| two_seat.order)
            } else {
                None
            },
            winning: builder.parts.two_seat.as_ref().map(|two_seat| two_seat.knowledge.winning),
            oracle: builder.endgame(args)?,
            amaf: args.lookup("amaf", &builder.parts.papers.amaf)?.map(|named| named.part),
            advice,
            identity,
            group,
            worlds,
        };
        let threads = args.number("threads", 1..=256)?;
        if threads == 1 {
            return Ok(Arc::new(move || Box::new(pieces.search())));
        }
        Ok(Arc::new(move || -> Box<dyn Agent<G>> {
            let budget = pieces.config.budget;
            let searches = (0..threads).map(|part| {
                let mut search = pieces.clone();
                search.config.budget = budget.share(part, threads);
                search.search()
            });
            Box::new(RootParallel::new(searches.collect()))
        }))
    }
}

/// Everything one search is made of, shared by the instances of one agent.
struct Pieces<G: Playable> {
    config: Config,
    aim: Aim,
    playing: Playing<G>,
    order: Option<fn(&G, G::Move) -> i32>,
    winning: Option<fn(&G) -> Option<G::Move>>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    amaf: Option<Rewrite<G::Move>>,
    advice: Option<(MakeAgent<G>, f64)>,
    identity: Option<Identity<G>>,
    group: Option<GroupOf<G::Move>>,
    worlds: MakeSampler<G>,
}

impl<G: Playable> Clone for Pieces<G> {
    fn clone(&self) -> Self {
        Pieces {
            playing: self.playing.clone(),
            oracle: self.oracle.clone(),
            advice: self.advice.clone(),
            worlds: Arc::clone(&self.worlds),
            ..*self
        }
    }
}

impl<G: Playable> Pieces<G> {
    fn search(&self) -> mcts::Mcts<G> {
        let parts = mcts::Parts {
            leaves: self.playing.leaves().aimed(self.aim),
            worlds: (self.worlds)(),
            order: self.order,
            winning: self.winning,
            oracle: self.oracle.clone(),
            amaf: self.amaf,
            advice: self.advice.as_ref().map(|(make, trust)| Advice { advisor: make(), trust: *trust }),
            identity: self.identity,
            group: self.group,
            finishing: None,
        };
        mcts::Mcts::new(self.config, parts)
    }
}

fn read_config(args: &Args<'_>) -> Result<Config, SpecError> {
    let c = args.float("c", 0.0..=100.0)?;
    let auto_or = |auto: f64| match args.text("bias") {
        "auto" => Ok(auto),
        _ => args.float("bias", 1e-9..=1e9),
    };
    let select = match args.word("select", &["ucb1", "tuned", "rave", "thesis-rave", "ismcts"])? {
        0 => Select::Bandit(Bandit::Ucb1 { c }),
        1 => Select::Bandit(Bandit::Tuned { c }),
        2 => Select::Rave { bandit: Bandit::Ucb1 { c }, schedule: Schedule::MinMse { bias: auto_or(0.1)? } },
        3 => {
            Select::Rave { bandit: Bandit::Ucb1 { c }, schedule: Schedule::Linear { bias: auto_or(1700.0)? } }
        }
        _ => Select::Bandit(Bandit::Ucb1 { c: c / std::f64::consts::SQRT_2 }),
    };
    let off_or = |key: &'static str| match args.text(key) {
        "off" => Ok(f64::INFINITY),
        _ => args.float(key, -1000.0..=1000.0),
    };
    args.text("bias");
    let budget = budget::read(args, "iters")?;
    Ok(Config {
        select,
        counts: [Counts::Available, Counts::Parent][args.word("counts", &["available", "parent"])?],
        ties: [Ties::First, Ties::Lot][args.word("tie", &["first", "random"])?],
        urgency: off_or("fpu")?,
        early: off_or("early")?,
        choice: [Final::Visits, Final::Mean, Final::Bound][args.word("final", &["visits", "mean", "ucb"])?],
        minimax: args.float("minimax", 0.0..=1.0)?,
        solver: args.switch("solver")?,
        reuse: args.switch("reuse")?,
        playouts: args.text("playout") != "none",
        ..Config::new(budget)
    })
}
