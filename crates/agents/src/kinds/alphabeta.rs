//! `alphabeta`: depth-first search with everything that makes it fast.

use std::sync::Arc;

use karuta_engine::Budget;
use karuta_engine::search::alphabeta::{self, Config, Limit, MAX_DEPTH};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::endgame::ENDGAME;
use super::parallel::TableParallel;
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent, budget, memory};

pub(crate) struct AlphaBeta;

impl AlphaBeta {
    const INFO: KindInfo = KindInfo {
        name: "alphabeta",
        help: "alpha-beta search with iterative deepening (open two-seat games, worlds of hidden ones)",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param { name: "nodes", default: "100000", help: "positions looked at per move" },
        Param { name: "time", default: "", help: "time per move instead, such as 50ms or 2s" },
        Param {
            name: "depth",
            default: "",
            help: "plies looked ahead instead; the value is then exactly that of minimax",
        },
        Param { name: "eval", default: "auto", help: "the evaluation of leaves; auto is the game's best" },
        Param {
            name: "quiescence",
            default: "on",
            help: "on: captures and wins are played out at the leaves",
        },
        Param {
            name: "selective",
            default: "on",
            help: "on: unpromising moves are searched less deeply (never with depth=)",
        },
        Param { name: "table", default: "16", help: "megabytes of transposition table, 1 to 65536" },
        Param {
            name: "threads",
            default: "1",
            help: "searches side by side that share the table; more than one needs time=",
        },
        ENDGAME,
    ];
}

impl<G: Playable> AgentKind<G> for AlphaBeta {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn suits(&self, builder: &AgentBuilder<G>) -> bool {
        builder.parts.two_seat.is_some()
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        // Known when the program is compiled, so that it holds no such search for other games.
        if G::SEATS != 2 {
            return Err(AgentBuilder::<G>::has_not_two_seats(args));
        }
        let knowledge = builder.knowledge(args)?;
        let budget = budget::read(args, "nodes")?;
        let limit = match args.optional("depth") {
            None => Limit::Budget(budget),
            Some(_) if args.is_given("nodes") || args.is_given("time") => {
                return Err(InputError::new("alphabeta takes one of nodes, time and depth"));
            }
            Some(_) => Limit::Depth(args.number("depth", 1..=u64::from(MAX_DEPTH))? as u32),
        };
        let table = args.number("table", 1..=65_536)?;
        memory::check(args, "table", table, 1 << 20)?;
        let table_bytes = (table as usize) << 20;
        // Asked for now and given back at once: a table beyond this machine is an error in the spec and
        // not the end of a program in the middle of a match.
        if Vec::<u8>::new().try_reserve_exact(table_bytes).is_err() {
            return Err(args.bad(
                "table",
                args.text("table"),
                "fewer megabytes: there is not so much memory",
            ));
        }
        let threads = args.number("threads", 1..=256)?;
        // Searches side by side find what the machine lets them: the same nodes would not give the same game.
        if threads > 1 && !matches!(limit, Limit::Budget(Budget::Time(_))) {
            return Err(args.bad("threads", args.text("threads"), "1, or more together with time="));
        }
        let config = Config {
            quiescence: args.switch("quiescence")?,
            selective: args.switch("selective")?,
            explain: builder.explain,
            table_bytes,
            ..Config::new(limit)
        };
        Ok(builder.oracle(args)?.believed_by(move |oracle| {
            let with_oracle = |agent: alphabeta::AlphaBeta<G>| match &oracle {
                Some(oracle) => agent.with_oracle(Arc::clone(oracle)),
                None => agent,
            };
            if threads == 1 {
                return Box::new(with_oracle(alphabeta::AlphaBeta::new(knowledge, config)));
            }
            let searches = alphabeta::AlphaBeta::sharing(knowledge, config, threads as usize);
            Box::new(TableParallel::new(searches.into_iter().map(with_oracle).collect()))
        }))
    }
}
