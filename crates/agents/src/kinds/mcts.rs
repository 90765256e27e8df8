//! `mcts`: Monte Carlo tree search from parts.

use std::sync::Arc;

use karuta_engine::objective::Objective;
use karuta_engine::search::mcts::{self, Advice, Config, Final, Moves, Proofs, Shape};
use karuta_playable::error::InputError;
use karuta_playable::parts::MakeSampler;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::advice::{self, PRIOR_ADVICE};
use super::axes;
use super::bandits::PriorSpec;
use super::components::{PLAYOUT, Playing, SAMPLER, WORLDS};
use super::endgame::{ENDGAME, Endings};
use super::ends::{self, ENDS};
use super::memory::{self, MEMORY};
use super::objective::{self, METHOD, TARGET};
use super::parallel::RootParallel;
use super::select::{self, AmafSpec, SELECT};
use super::tree::{self, ShapeSpec, TREE};
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent, budget};

/// The bytes of a thread beside its tree: its stack, and what the allocator keeps for it.
const THREAD: usize = 8 << 20;

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
        SELECT,
        Param { name: "c", default: "0.3", help: "exploration constant, 0 to 100" },
        PLAYOUT,
        ENDS,
        TARGET,
        METHOD,
        Param {
            name: "final",
            default: "visits",
            help: "the move played: visits, mean, or ucb (highest bound)",
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
        PRIOR_ADVICE,
        Param { name: "reuse", default: "off", help: "on: keep the tree between moves" },
        TREE,
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
        Param { name: "threads", default: "1", help: "separate trees searched side by side and added up" },
        MEMORY,
    ];
}

impl<G: Playable> AgentKind<G> for Mcts {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn uses(&self, key: &str, builder: &AgentBuilder<G>) -> bool {
        builder.has_use_for(key)
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let worlds = axes::worlds(args, builder)?;
        let playing = axes::playing(args, builder)?;
        let worlds = axes::simplified(args, builder, ends::shortened(playing.stops, worlds))?;
        let advice = advice::read_prior(args, builder)?;
        let select = select::read(args, builder, advice.is_some())?;
        let mut config = Config { rule: select.rule, ..read_config(args)? };
        config.rule.range = playing.range;
        config.lone = builder.explain;
        let (proofs, endings) = read_proofs(args, builder)?;
        let reuse = args.switch("reuse")?;
        let shape = tree::read(args, builder)?;
        if let Some(shape) = shape {
            let plain = "moves, the plain tree, beside";
            let other = match () {
                () if advice.is_some() => "advice",
                () if select.amaf.is_some() || !matches!(select.prior, PriorSpec::Uniform) => "select",
                () if reuse && !shape.is_reusable() => "reuse",
                () => "",
            };
            if !other.is_empty() {
                let why = format!("{plain} {other}={}", args.text(other));
                return Err(args.bad("tree", args.text("tree"), &why));
            }
        }
        let objective = objective::read::<G>(args)?;
        if matches!(objective, Objective::LowerOfTwo(_)) {
            return Err(args.bad("method", "IIIa", "I, II or IIIb: IIIa is for flat"));
        }
        if objective != Objective::Own
            && proofs.as_ref().is_some_and(|proofs| proofs.solver || proofs.minimax > 0.0)
        {
            let why = "none beside solver= or minimax=: proofs are of wins";
            return Err(args.bad("target", args.text("target"), why));
        }
        let threads = args.number("threads", 1..=256)?;
        memory::check(args, "threads", threads, THREAD)?;
        let pieces = Pieces::<G> {
            config,
            objective,
            playing,
            order: builder.parts.two_seat.as_ref().and_then(|two_seat| two_seat.order),
            proofs,
            amaf: select.amaf,
            prior: select.prior,
            advice,
            shape,
            reuse,
            memory: memory::read(args)? / threads as usize,
            worlds,
        };
        Ok(endings.believed_by(move |oracle| {
            let mut pieces = pieces.clone();
            if let Some(proofs) = &mut pieces.proofs {
                proofs.oracle = oracle;
            }
            if threads == 1 {
                return Box::new(pieces.search());
            }
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
    objective: Objective,
    playing: Playing<G>,
    order: Option<fn(&G, G::Move) -> i32>,
    proofs: Option<Proofs<G>>,
    amaf: Option<AmafSpec<G>>,
    prior: PriorSpec<G>,
    advice: Option<(MakeAgent<G>, f64)>,
    /// A shape other than the plain tree of moves.
    shape: Option<ShapeSpec<G>>,
    reuse: bool,
    /// The bytes that the tree may take.
    memory: usize,
    worlds: MakeSampler<G>,
}

impl<G: Playable> Clone for Pieces<G> {
    fn clone(&self) -> Self {
        Pieces {
            playing: self.playing.clone(),
            proofs: self.proofs.clone(),
            prior: self.prior.clone(),
            advice: self.advice.clone(),
            worlds: Arc::clone(&self.worlds),
            ..*self
        }
    }
}

impl<G: Playable> Pieces<G> {
    fn search(&self) -> mcts::Mcts<G> {
        let parts = mcts::Components {
            leaves: self.playing.leaves().with_objective(self.objective),
            worlds: (self.worlds)(),
            order: self.order,
            shape: self.shape(),
        };
        mcts::Mcts::new(self.config, parts)
    }

    fn shape(&self) -> Box<dyn Shape<G>> {
        if let Some(shape) = self.shape {
            return shape.make(self.reuse, self.memory);
        }
        let advice = self.advice.as_ref().map(|(make, visits)| Advice { advisor: make(), visits: *visits });
        Box::new(
            Moves::new(self.memory)
                .reusing(self.reuse)
                .with_amaf(self.amaf.map(AmafSpec::rule))
                .with_proofs(self.proofs.clone())
                .with_priors(self.prior.make())
                .advised(advice),
        )
    }
}

fn read_config(args: &Args<'_>) -> Result<Config, InputError> {
    Ok(Config {
        choice: [Final::Visits, Final::Mean, Final::Bound][args.word("final", &["visits", "mean", "ucb"])?],
        playouts: args.text("playout") != "none",
        ..Config::new(budget::read(args, "iters")?)
    })
}

/// Exact knowledge, under `solver` and `minimax`, and the endings under `endgame` that are to join it.
fn read_proofs<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<(Option<Proofs<G>>, Endings<G>), InputError> {
    let (solver, minimax) = (args.switch("solver")?, args.float("minimax", 0.0..=1.0)?);
    let endings = builder.endgame(args)?;
    let Some(mut proofs) = Proofs::new() else {
        let given = [(solver, "solver", "off"), (minimax > 0.0, "minimax", "0")];
        if let Some((_, key, default)) = given.into_iter().find(|(is_given, ..)| *is_given) {
            let why = format!("{default}: {} is not an open two-seat game", G::NAME);
            return Err(args.bad(key, args.text(key), &why));
        }
        return Ok((None, endings));
    };
    if !solver && minimax == 0.0 && endings.is_none() {
        return Ok((None, endings));
    }
    proofs.solver = solver;
    proofs.minimax = minimax;
    proofs.winning = builder.parts.two_seat.as_ref().map(|two_seat| two_seat.knowledge.winning);
    Ok((Some(proofs), endings))
}
