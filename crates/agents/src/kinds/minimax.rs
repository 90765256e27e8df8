//! `minimax`: every line of a fixed length, the slow reference for `alphabeta`.

use karuta_engine::search::minimax;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::endgame::ENDGAME;
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent};

pub(crate) struct Minimax;

impl Minimax {
    const INFO: KindInfo = KindInfo {
        name: "minimax",
        help: "every line of a fixed length, without pruning (open two-seat games, worlds of hidden ones)",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[
        Param { name: "depth", default: "3", help: "plies looked ahead, 1 to 12" },
        Param { name: "eval", default: "auto", help: "the evaluation of leaves; auto is the game's best" },
        Param {
            name: "quiescence",
            default: "on",
            help: "on: captures and wins are played out at the leaves",
        },
        ENDGAME,
    ];
}

impl<G: Playable> AgentKind<G> for Minimax {
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
        let depth = args.number("depth", 1..=12)? as u32;
        let quiescence = args.switch("quiescence")?;
        Ok(builder.oracle(args)?.believed_by(move |oracle| {
            let agent = minimax::Minimax::new(knowledge, depth, quiescence);
            Box::new(match oracle {
                Some(oracle) => agent.with_oracle(oracle),
                None => agent,
            })
        }))
    }
}
