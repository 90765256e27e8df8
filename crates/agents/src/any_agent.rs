//! `AnyAgent`: an agent that is asked about an [`AnyState`], type erased. Knows how a choice becomes numbers
//! and text; the search itself is the agent's.

use std::any::Any;
use std::time::Duration;

use karuta_engine::{Agent, Choice, Decision, Effort, Progress, Rng, Seat, Stop};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;

use crate::builder::{AgentBuilder, BuiltAgent};
use crate::state::{AnyState, TypedState};
use crate::table::Thought;

/// An agent for a game whose type is forgotten. It keeps its memory between questions.
pub trait AnyAgent: Send {
    /// The canonical spec.
    fn spec(&self) -> &str;
    /// Forgets earlier questions and draws its random numbers from `rng` from now on.
    fn restart(&mut self, rng: Rng);
    /// The choice of the seat to move, with the numbers of the ranked moves, best first. `progress` is told
    /// what would be chosen so far and the part of the budget that is spent.
    fn choose(
        &mut self,
        state: &dyn AnyState,
        stop: &Stop,
        progress: Option<Told<'_>>,
    ) -> Result<AnyChoice, InputError>;
    /// The number of the move it chooses and what that took, without the texts of an explanation, which can take
    /// longer than the choice.
    fn decide(&mut self, state: &dyn AnyState, stop: &Stop) -> Result<(usize, Effort), InputError>;
}

/// A callback with interim results of a search.
pub type Told<'a> = &'a (dyn Fn(&AnyChoice, f64) + Sync);

/// A choice in numbers and text.
#[derive(Clone, Debug)]
pub struct AnyChoice {
    /// The number of the chosen move.
    pub id: usize,
    /// The numbers of the ranked moves, in the order of `thought.ranked`.
    pub ranked: Vec<usize>,
    /// The choice as text.
    pub thought: Thought,
}

/// An agent of a game of a known type.
pub(crate) struct TypedAgent<G: Playable> {
    built: BuiltAgent<G>,
    agent: Box<dyn Agent<G>>,
    rng: Rng,
}

impl<G: Playable> TypedAgent<G> {
    /// The agent of a spec.
    pub fn new(builder: &AgentBuilder<G>, spec: &str, explain: bool, rng: Rng) -> Result<Self, InputError> {
        let built = builder.explaining(explain).build(spec)?;
        Ok(TypedAgent { agent: built.instance(), built, rng })
    }

    /// The state that is asked about and the seat to move; an error where there is nothing to choose.
    fn asked<'a>(&self, state: &'a dyn AnyState) -> Result<(&'a TypedState<G>, Seat), InputError> {
        let state = (state as &dyn Any).downcast_ref::<TypedState<G>>().ok_or_else(|| {
            InputError::new(format!("{} plays {} and was asked about another game", self.built.spec, G::NAME))
        })?;
        match state.turn() {
            Some(seat) => Ok((state, seat)),
            None => Err(InputError::new("the game is over, there is nothing to choose")),
        }
    }
}

impl<G: Playable> AnyAgent for TypedAgent<G> {
    fn spec(&self) -> &str {
        &self.built.spec
    }

    fn restart(&mut self, rng: Rng) {
        self.agent = self.built.instance();
        self.rng = rng;
    }

    fn choose(
        &mut self,
        state: &dyn AnyState,
        stop: &Stop,
        progress: Option<Told<'_>>,
    ) -> Result<AnyChoice, InputError> {
        let (state, seat) = self.asked(state)?;
        let view = self.built.view(state.position_now(), seat);
        let (legal, history) = state.to_decide(seat);
        let reporter = progress.map(|told| Reporter { told, state, view: &view });
        let reporter = reporter.as_ref().map(|reporter| reporter as &dyn Progress<G::Move>);
        let decision = Decision::new(seat, &view, legal, history).until(stop).with_progress(reporter);
        let choice = self.agent.choose(&decision, &mut self.rng);
        Ok(in_numbers(state, &choice, &view))
    }

    fn decide(&mut self, state: &dyn AnyState, stop: &Stop) -> Result<(usize, Effort), InputError> {
        let (state, seat) = self.asked(state)?;
        let view = self.built.view(state.position_now(), seat);
        let (legal, history) = state.to_decide(seat);
        let decision = Decision::new(seat, &view, legal, history).until(stop);
        let choice = self.agent.choose(&decision, &mut self.rng);
        Ok((state.id_of(choice.mv), choice.effort))
    }
}

fn in_numbers<G: Playable>(state: &TypedState<G>, choice: &Choice<G::Move>, view: &G::View) -> AnyChoice {
    AnyChoice {
        id: state.id_of(choice.mv),
        ranked: choice.ranked.iter().map(|ranked| state.id_of(ranked.mv)).collect(),
        thought: Thought::of(state.position_now(), choice, view),
    }
}

/// Turns reports of a search into numbers and text.
struct Reporter<'a, G: Playable> {
    told: Told<'a>,
    state: &'a TypedState<G>,
    view: &'a G::View,
}

impl<G: Playable> Progress<G::Move> for Reporter<'_, G> {
    fn every(&self) -> Duration {
        Duration::from_millis(100)
    }

    fn report(&self, so_far: &Choice<G::Move>, spent: f64) {
        (self.told)(&in_numbers(self.state, so_far, self.view), spent);
    }
}
