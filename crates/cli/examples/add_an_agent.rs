//! An agent of one's own: it plays the legal move after which the other side has the fewest moves. It is
//! written once, for all games, and has a parameter; every command of `karuta` knows it in this program.
//!
//! Run it with `cargo run --release -p karuta-cli --example add_an_agent -- match onitama5 tight random
//! --deals 20`.

use std::process::ExitCode;
use std::sync::Arc;

use karuta_agents::{AgentBuilder, AgentKind, KindInfo, MakeAgent};
use karuta_arena::registry;
use karuta_engine::{Agent, Basis, Choice, Decision, Effort, Rng};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

/// The agent. It sees a view, never the position: worlds that fit the view are drawn from it.
struct Tight {
    worlds: u64,
}

impl<G: Playable> Agent<G> for Tight {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let (mut buf, mut totals) = (Vec::new(), vec![0; decision.legal.len()]);
        for _ in 0..self.worlds {
            // The stop is raised by a deadline or by Ctrl-C; then the best so far is the answer.
            if decision.stop.is_raised() {
                break;
            }
            let world = G::sample(decision.view, rng);
            for (total, &mv) in totals.iter_mut().zip(decision.legal) {
                let mut next = world;
                next.apply(mv);
                let is_reply = next.turn().is_some_and(|turn| turn != decision.seat);
                *total += if is_reply { next.count_moves(&mut buf) } else { 0 };
            }
        }
        let fewest = (0..totals.len()).min_by_key(|&at| totals[at]).expect("a seat to move has a move");
        let choice = Choice::unranked(decision.legal[fewest], decision.legal, Basis::Rule);
        Choice { effort: Effort::iterations(self.worlds), ..choice }
    }
}

/// The kind that builds such agents from specs like `tight` and `tight:worlds=5`.
struct TightKind;

impl<G: Playable> AgentKind<G> for TightKind {
    fn info(&self) -> KindInfo {
        const PARAMS: &[Param] =
            &[Param { name: "worlds", default: "3", help: "worlds drawn for a decision" }];
        KindInfo { name: "tight", help: "leaves the next seat the fewest moves", params: PARAMS }
    }

    fn build(&self, args: &Args<'_>, _: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let worlds = args.number("worlds", 1..=1000)?;
        Ok(Arc::new(move || Box::new(Tight { worlds })))
    }
}

fn main() -> ExitCode {
    registry::install(|| registry::standard().agent(TightKind).build());
    karuta_cli::run()
}
