//! The exposure of an agent in endings of hidden games: what a best response takes from it there. Knows how an agent is
//! asked about positions that it never came to; the best response itself is the engine's.

use std::any::Any;

use karuta_engine::search::cfr::{self, Endings, Exposure, Limits};
use karuta_engine::{Decision, Rng};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;

use crate::builder::AgentBuilder;
use crate::state::{AnyState, TypedState};

/// The measurement that is asked for.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The spec of the agent.
    pub agent: String,
    /// The largest ending.
    pub limits: Limits,
    /// Iterations by which the equilibrium is found that the agent is compared with.
    pub updates: u64,
    /// The number of times that the agent is asked in each situation. What it chooses by chance is taken for a mixed strategy.
    pub draws: u64,
    /// The seed of the agent's luck.
    pub seed: u64,
}

/// The exposure of an agent in the ending that begins with the decision that is due; `None` if that is not an ending,
/// or one that is too large.
pub(crate) fn exposure<G: Playable>(
    builder: &AgentBuilder<G>,
    state: &dyn AnyState,
    inquiry: &Inquiry,
) -> Result<Option<Exposure>, InputError> {
    // Known when the program is compiled, so that it holds no such trees for other games.
    if G::SEATS != 2 || !G::HIDDEN {
        return Err(has_no_endings::<G>());
    }
    let endings = endings(builder, inquiry.limits)?;
    let built = builder.build(&inquiry.agent)?;
    if built.peek.is_some() {
        let spec = &built.spec;
        return Err(InputError::new(format!(
            "{spec} sees what is hidden, so nobody could answer it: ask another"
        )));
    }
    let Some(state) = (state as &dyn Any).downcast_ref::<TypedState<G>>() else {
        return Err(InputError::new(format!("the state is not one of {}", G::NAME)));
    };
    let Some(seat) = state.turn() else { return Ok(None) };
    let mut agent = built.instance();
    let mut asked = 0;
    let mut player = |seat, view: &G::View, legal: &[G::Move], weights: &mut [f64]| {
        asked += 1;
        for draw in 0..inquiry.draws {
            // The seats know these positions from what lies on the table, not from the course of a game.
            let decision = Decision::new(seat, view, legal, &[]);
            let mut rng = Rng::for_path(inquiry.seed, &[asked, draw]);
            let chosen = agent.choose(&decision, &mut rng).mv;
            let at = legal.iter().position(|&mv| mv == chosen).expect("agents choose legal moves");
            weights[at] += 1.0;
        }
    };
    let view = state.position_now().view(seat);
    Ok(cfr::exposure(&endings, &view, seat, inquiry.updates, &mut player))
}

/// The endings of a game, if it has any that can be written out.
fn endings<G: Playable>(builder: &AgentBuilder<G>, limits: Limits) -> Result<Endings<G>, InputError> {
    let (parts, worlds) = (&builder.parts, &builder.parts.worlds);
    let (Some(listing), Some(identity), Some(stage)) = (worlds.listing, worlds.identity, &parts.stage) else {
        return Err(has_no_endings::<G>());
    };
    let rounds = parts.round_end().map(|(round, value)| (round.number, value));
    Ok(Endings { limits, listing, identity, likelihood: worlds.likelihood, left: stage.count, rounds })
}

fn has_no_endings<G: Playable>() -> InputError {
    InputError::new(format!(
        "{} has no endings that can be written out: it takes a hidden game of two seats that lists its worlds, like \
         hanamikoji",
        G::NAME
    ))
}
