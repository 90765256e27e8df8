//! `ruled`: some decisions by rule, another agent for the rest.

use std::sync::Arc;

use karuta_engine::Agent;
use karuta_engine::sure::{Shown, Sure, SureFirst};
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, SpecError};

use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent};

pub(crate) struct Ruled;

impl Ruled {
    const INFO: KindInfo = KindInfo {
        name: "ruled",
        help: "some decisions by rules of the game's own (Tichu: calls, exchange, endings), \
               another agent for all others",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param { name: "by", default: "auto", help: "the rules, joined by +; auto for those the game takes" },
        Param { name: "agent", default: "mcts", help: "who decides everything else, in parentheses" },
        Param { name: "iters", default: "", help: "iterations of that agent per move, instead of its own" },
        Param {
            name: "time",
            default: "",
            help: "its time per move, such as 500ms or 2s, instead of its own",
        },
    ];
}

impl<G: Playable> AgentKind<G> for Ruled {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, SpecError> {
        let makes = read_rules(args, builder)?;
        let agent = builder.delegate_on_budget(args, "agent")?;
        let change = builder.parts.ruled;
        Ok(Arc::new(move || {
            let inner: Box<dyn Agent<G>> = match change {
                Some(change) => Box::new(Shown { change, agent: agent() }),
                None => agent(),
            };
            // The rule named first is asked first, so it is put on last.
            makes.iter().rev().fold(inner, |agent, make| Box::new(SureFirst { sure: make(), agent }))
        }))
    }
}

/// The rules under `by`, in the order they are named.
fn read_rules<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<Vec<fn() -> Box<dyn Sure<G>>>, SpecError> {
    let known = &builder.parts.rulings;
    if known.is_empty() {
        return Err(SpecError::new(format!("ruled does not suit {}: it has no rules to decide by", G::NAME)));
    }
    match args.text("by") {
        "auto" => Ok(known.iter().filter(|ruling| ruling.is_usual).map(|ruling| ruling.make).collect()),
        list => list
            .split('+')
            .map(|name| match known.iter().find(|ruling| ruling.name == name.trim()) {
                Some(ruling) => Ok(ruling.make),
                None => {
                    let names = std::iter::once("auto").chain(known.iter().map(|ruling| ruling.name));
                    Err(SpecError::unknown(&format!("rule of {}", G::NAME), name, names))
                }
            })
            .collect(),
    }
}
