//! `exec`: a program of others that speaks the engine protocol.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use super::budget::MOST;
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent};
use crate::protocol::exec::{ExecAgent, ExecConfig, OnFault};
use crate::protocol::messages::{BudgetMessage, Hello};
use crate::protocol::process::{self, Process};

pub(crate) struct Exec;

impl Exec {
    const INFO: KindInfo = KindInfo {
        name: "exec",
        help: "a program that speaks the engine protocol on its standard input and output",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param {
            name: "cmd",
            default: "",
            help: "the command line that starts it, in parentheses: cmd=(python3 bots/random_bot.py)",
        },
        Param { name: "iters", default: "", help: "iterations it is asked for" },
        Param { name: "nodes", default: "", help: "nodes it is asked for" },
        Param { name: "depth", default: "", help: "plies it is asked for" },
        Param { name: "time", default: "", help: "time per move it is asked for, such as 500ms" },
        Param { name: "hard", default: "60s", help: "time after which a move counts as a fault" },
        Param {
            name: "faults",
            default: "random",
            help: "what becomes of a game in which it is wrong: random (a random move in its place), resign (the \
                   rest of its game at random), stop (the contest ends)",
        },
        Param {
            name: "pace",
            default: "off",
            help: "the least time from its answer to its next question, such as 50ms, so that the clock does not tell \
                   how long others thought; or off",
        },
        Param { name: "forgive", default: "off", help: "whether faults leave the exit code at 0: on or off" },
        Param {
            name: "rng",
            default: "own",
            help: "own (it is told a seed) or shared (it is given karuta's generator, from which hidden cards can be \
                   worked out: for karuta's own engines)",
        },
    ];
}

impl<G: Playable> AgentKind<G> for Exec {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn outside(&self, spec: &Spec) -> Option<Hello> {
        let command = spec.value("cmd").unwrap_or_default();
        let known = process::greetings().into_iter().find(|(own, _)| own == command);
        Some(known.map_or_else(Hello::default, |(_, hello)| hello))
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let count = |key: &'static str| match args.optional(key) {
            Some(_) => args.number(key, 1..=MOST).map(Some),
            None => Ok(None),
        };
        let budget = BudgetMessage {
            iters: count("iters")?,
            nodes: count("nodes")?,
            depth: count("depth")?,
            ms: match args.optional("time") {
                Some(_) => Some(u64::try_from(args.duration("time")?.as_millis()).unwrap_or(u64::MAX).max(1)),
                None => None,
            },
        };
        let hard = args.duration("hard")?;
        let pace = match args.text("pace") {
            "off" => Duration::ZERO,
            _ => args.duration("pace")?,
        };
        let on_fault = [OnFault::Random, OnFault::Resign, OnFault::Stop]
            [args.word("faults", &["random", "resign", "stop"])?];
        let forgiven = args.word("forgive", &["off", "on"])? == 1;
        let shares_rng = args.word("rng", &["own", "shared"])? == 1;
        let Some(command) = args.optional("cmd") else {
            return Err(InputError::new("exec needs a command line: exec:cmd=(python3 bots/random_bot.py)"));
        };
        let first =
            Process::start(command).map_err(|why| InputError::new(format!("exec: {command} {why}")))?;
        if !first.hello.plays(G::NAME) {
            return Err(InputError::new(format!(
                "exec: {command} does not play {}: it plays {}",
                G::NAME,
                first.hello.games.join(", ")
            )));
        }
        let config = Arc::new(ExecConfig {
            command: command.to_string(),
            budget,
            hard,
            pace,
            on_fault,
            forgiven,
            shares_rng,
            game: builder.game.as_ref().map_or(G::NAME, |game| &game.spec).to_string(),
            is_analysis: builder.game.as_ref().is_some_and(|game| game.is_analysis),
            explain: builder.explain,
            idle: Mutex::new(vec![first]),
        });
        Ok(Arc::new(move || Box::new(ExecAgent::<G>::new(Arc::clone(&config)))))
    }
}
