//! `mcts`: Monte Carlo tree search from parts.

use std::sync::Arc;

use karuta_engine::bandit::Bandit;
use karuta_engine::evaluation::{Evaluate, Judge, Judged, Oracle, Outlook};
use karuta_engine::playout::{ByAgent, ByPolicy, Playout, Uniform};
use karuta_engine::search::mcts::{self, Config, Final, Rewrite, Schedule, Select};
use karuta_engine::worlds::{Determinizer, Fresh, Pool};
use karuta_games::playable::Playable;
use karuta_games::spec::{Args, Param, SpecError};

use super::parallel::RootParallel;
use super::{Kind, Kitchen, Make, budget};

pub(crate) struct Mcts;

impl Kind for Mcts {
    const NAME: &'static str = "mcts";
    const HELP: &'static str = "Monte Carlo tree search: UCT on open games, ISMCTS on hidden ones";
    const PARAMS: &'static [Param] = &[
        Param { name: "iters", default: "1000", help: "iterations per move" },
        Param { name: "time", default: "", help: "time per move instead, such as 500ms or 2s" },
        Param {
            name: "select",
            default: "ucb1",
            help: "ucb1: mean + c*sqrt(2 ln N/n); tuned: UCB1-Tuned; rave: MC-RAVE after Gelly and Silver; \
                   thesis-rave: the straight-line schedule of Schulz's thesis",
        },
        Param { name: "c", default: "0.3", help: "exploration constant, 0 to 100" },
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
            help: "uniform, a policy of the game, or an agent in parentheses",
        },
        Param {
            name: "cut",
            default: "auto",
            help: "plies after which a playout is cut and judged: a number (0 judges the leaf itself), off, \
                   or auto (as the playout wants it)",
        },
        Param {
            name: "eval",
            default: "auto",
            help: "the evaluation that judges cut playouts, auto as the playout wants it",
        },
        Param {
            name: "judge",
            default: "sign",
            help: "how an evaluation becomes a payoff: sign (whoever is ahead has won) or the points that \
                   are worth 73 %",
        },
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
            name: "solver",
            default: "off",
            help: "on: proven wins and losses are backed up through the tree (open two-seat games)",
        },
        Param { name: "endgame", default: "", help: "a file of exact endings, made by karuta solve" },
        Param { name: "reuse", default: "off", help: "on: keep the tree between moves" },
        Param {
            name: "worlds",
            default: "fresh",
            help: "hidden games: fresh (a new world per iteration) or how many to draw per move and reuse",
        },
        Param { name: "threads", default: "1", help: "separate trees searched side by side and added up" },
    ];

    fn build<G: Playable>(args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<Make<G>, SpecError> {
        let playout = read_playout(args, kitchen)?;
        let judgement = read_judgement(args, kitchen, playout.cut)?;
        let config = read_config(args, judgement.cut)?;
        if config.solver && (G::HIDDEN || G::SEATS != 2) {
            return Err(args.bad("solver", "on", &format!("off: {} is not an open two-seat game", G::NAME)));
        }
        let pieces = Pieces::<G> {
            config,
            playout: playout.make,
            outlook: judgement.outlook,
            order: if args.word("expand", &["ordered", "listed"])? == 0 { kitchen.parts.order } else { None },
            oracle: kitchen.endgame(args)?,
            amaf: read_amaf(args, kitchen)?,
            pool: read_pool(args)?,
        };
        let threads = args.number("threads", 1..=256)?;
        if threads == 1 {
            return Ok(Arc::new(move || Box::new(pieces.search())));
        }
        Ok(Arc::new(move || {
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

/// Everything one search is made of, shareable between the instances made from one recipe.
struct Pieces<G: Playable> {
    config: Config,
    playout: MakePlayout<G>,
    outlook: Option<Arc<dyn Outlook<G>>>,
    order: Option<fn(&G, G::Move) -> i32>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    amaf: Option<Rewrite<G::Move>>,
    pool: Option<usize>,
}

type MakePlayout<G> = Arc<dyn Fn() -> Box<dyn Playout<G>> + Send + Sync>;

impl<G: Playable> Clone for Pieces<G> {
    fn clone(&self) -> Self {
        Pieces {
            playout: Arc::clone(&self.playout),
            outlook: self.outlook.clone(),
            oracle: self.oracle.clone(),
            ..*self
        }
    }
}

impl<G: Playable> Pieces<G> {
    fn search(&self) -> mcts::Mcts<G> {
        let worlds: Box<dyn Determinizer<G>> = match self.pool {
            Some(size) => Box::new(Pool::new(size, Box::new(Fresh))),
            None => Box::new(Fresh),
        };
        let parts = mcts::Parts {
            playout: (self.playout)(),
            worlds,
            order: self.order,
            outlook: self.outlook.clone(),
            oracle: self.oracle.clone(),
            amaf: self.amaf,
        };
        mcts::Mcts::new(self.config, parts)
    }
}

fn read_config(args: &Args<'_>, cut: u32) -> Result<Config, SpecError> {
    let c = args.float("c", 0.0..=100.0)?;
    let auto_or = |auto: f64| match args.text("bias") {
        "auto" => Ok(auto),
        _ => args.float("bias", 1e-9..=1e9),
    };
    let select = match args.word("select", &["ucb1", "tuned", "rave", "thesis-rave"])? {
        0 => Select::Bandit(Bandit::Ucb1 { c }),
        1 => Select::Bandit(Bandit::Tuned { c }),
        2 => Select::Rave { bandit: Bandit::Ucb1 { c }, schedule: Schedule::MinMse { bias: auto_or(0.1)? } },
        _ => {
            Select::Rave { bandit: Bandit::Ucb1 { c }, schedule: Schedule::Linear { bias: auto_or(1700.0)? } }
        }
    };
    let off_or = |key: &'static str| match args.text(key) {
        "off" => Ok(f64::INFINITY),
        _ => args.float(key, -10.0..=10.0),
    };
    args.text("bias");
    Ok(Config {
        budget: budget::read(args, "iters")?,
        select,
        urgency: off_or("fpu")?,
        early: off_or("early")?,
        choice: [Final::Visits, Final::Mean, Final::Bound][args.word("final", &["visits", "mean", "ucb"])?],
        cut,
        solver: args.switch("solver")?,
        reuse: args.switch("reuse")?,
    })
}

/// Agents in playouts may shuffle to and fro for ever; where the game can judge a position they are
/// stopped here.
const PATIENCE: u32 = 200;

struct PlayoutChoice<G: Playable> {
    make: MakePlayout<G>,
    cut: Option<(u32, &'static str)>,
}

fn read_playout<G: Playable>(args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<PlayoutChoice<G>, SpecError> {
    let text = args.text("playout");
    if text == "uniform" {
        return Ok(PlayoutChoice { make: Arc::new(|| Box::new(ByPolicy::new(Uniform))), cut: None });
    }
    if let Some(part) = kitchen.parts.policies.iter().find(|part| part.name == text) {
        return Ok(PlayoutChoice { make: Arc::new(part.playout), cut: part.cut });
    }
    if text.contains(':') || super::KINDS.iter().any(|kind| kind.name == text) {
        let make = kitchen.nested(text)?.make;
        let make: MakePlayout<G> = Arc::new(move || Box::new(ByAgent::new(make())));
        return Ok(PlayoutChoice {
            make,
            cut: kitchen.parts.evaluations.first().map(|part| (PATIENCE, part.name)),
        });
    }
    let names = kitchen.parts.policies.iter().map(|part| part.name);
    Err(SpecError::unknown(
        &format!("playout for {}", G::NAME),
        text,
        std::iter::once("uniform").chain(names).chain(["(an agent)"]),
    ))
}

struct Judgement<G: Playable> {
    cut: u32,
    outlook: Option<Arc<dyn Outlook<G>>>,
}

fn read_judgement<G: Playable>(
    args: &Args<'_>,
    kitchen: &Kitchen<G>,
    wanted: Option<(u32, &'static str)>,
) -> Result<Judgement<G>, SpecError> {
    let cut = match args.text("cut") {
        "auto" => wanted.map_or(u32::MAX, |(plies, _)| plies),
        "off" => u32::MAX,
        _ => args.number("cut", 0..=1_000_000)? as u32,
    };
    let judge = match args.text("judge") {
        "sign" => Judge::Sign,
        _ => Judge::Logistic { scale: args.float("judge", 1e-6..=1e9)? },
    };
    let name = match (args.text("eval"), wanted) {
        ("auto", Some((_, name))) => Some(name),
        ("auto", None) => kitchen.parts.evaluations.first().map(|part| part.name),
        (name, _) => Some(name),
    };
    let found = name.map(|name| kitchen.evaluation(name)).transpose()?;
    if cut != u32::MAX && found.is_none() {
        return Err(SpecError::new(format!("{} has no evaluation to judge cut playouts by", G::NAME)));
    }
    let outlook = found.map(|evaluate| Arc::new(Judged { evaluate, judge }) as Arc<dyn Outlook<G>>);
    Ok(Judgement { cut, outlook })
}

fn read_amaf<G: Playable>(
    args: &Args<'_>,
    kitchen: &Kitchen<G>,
) -> Result<Option<Rewrite<G::Move>>, SpecError> {
    let text = args.text("amaf");
    if text == "moves" {
        return Ok(None);
    }
    match kitchen.parts.amaf.iter().find(|part| part.name == text) {
        Some(part) => Ok(Some(part.part)),
        None => Err(SpecError::unknown(
            &format!("amaf reading for {}", G::NAME),
            text,
            std::iter::once("moves").chain(kitchen.parts.amaf.iter().map(|part| part.name)),
        )),
    }
}

fn read_pool(args: &Args<'_>) -> Result<Option<usize>, SpecError> {
    match args.text("worlds") {
        "fresh" => Ok(None),
        _ => Ok(Some(args.number("worlds", 1..=1_000_000)? as usize)),
    }
}

impl<G: Playable> Kitchen<G> {
    /// The evaluation of this name.
    pub(super) fn evaluation(&self, name: &str) -> Result<Evaluate<G>, SpecError> {
        match self.parts.evaluations.iter().find(|part| part.name == name) {
            Some(part) => Ok(part.part),
            None => Err(SpecError::unknown(
                &format!("evaluation for {}", G::NAME),
                name,
                self.parts.evaluations.iter().map(|part| part.name),
            )),
        }
    }

    /// The table of exact endings that `endgame=` names, if any.
    pub(super) fn endgame(&self, args: &Args<'_>) -> Result<Option<Arc<dyn Oracle<G>>>, SpecError> {
        let Some(path) = args.optional("endgame") else {
            return Ok(None);
        };
        let Some(endgame) = &self.parts.endgame else {
            return Err(SpecError::new(format!("{} has no endgame tables", G::NAME)));
        };
        let bytes = std::fs::read(path)
            .map_err(|error| SpecError::new(format!("cannot read endgame table {path:?}: {error}")))?;
        (endgame.read)(&bytes).map(Some).map_err(|error| SpecError::new(format!("{path:?}: {error}")))
    }
}
