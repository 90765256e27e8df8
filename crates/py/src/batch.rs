//! `Batch`: many games side by side, stepped with arrays that the caller keeps. Seats that are not the
//! learner's are played here, so that a step costs no Python.

use std::sync::Mutex;

use karuta_agents::any_agent::AnyAgent;
use karuta_agents::state::AnyState;
use karuta_engine::{Rng, Stop};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

use crate::errors;
use crate::game::Game;

/// One place of the batch.
struct Slot {
    state: Box<dyn AnyState>,
    /// Agents may not be shared between threads; nobody ever waits for this lock.
    agents: Mutex<Vec<Option<Box<dyn AnyAgent>>>>,
    deals: u64,
}

/// Games stepped together.
#[pyclass(module = "karuta")]
pub struct Batch {
    game: Py<Game>,
    slots: Vec<Slot>,
    seed: u64,
    /// A spec for each seat that is played here; `None` for seats of the caller.
    opponents: Vec<Option<String>>,
    buffer: Vec<usize>,
}

/// The purpose of the random numbers of opponents.
const OPPONENTS: u64 = 1 << 32;

impl Batch {
    fn fresh(&self, slot: usize, deals: u64) -> PyResult<Slot> {
        let any = &self.game.get().any;
        let index = slot as u64 + deals * self.slots.len().max(1) as u64;
        let mut agents = Vec::new();
        for (seat, spec) in self.opponents.iter().enumerate() {
            let rng = Rng::for_path(self.seed, &[OPPONENTS, index, seat as u64]);
            let make = |spec: &String| any.agent(spec, false, rng);
            agents.push(spec.as_ref().map(make).transpose().map_err(errors::spec)?);
        }
        let state = any.dealt_state(self.seed, index).map_err(errors::mv)?;
        let mut slot = Slot { state, agents: Mutex::new(agents), deals };
        slot.advance()?;
        Ok(slot)
    }
}

impl Slot {
    /// Lets the opponents move until it is the caller's turn or the game is over.
    fn advance(&mut self) -> PyResult<()> {
        let agents = self.agents.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        while let Some(turn) = self.state.turn() {
            let Some(agent) = &mut agents[turn] else { return Ok(()) };
            let choice = agent.choose(self.state.as_ref(), &Stop::never(), None).map_err(errors::mv)?;
            self.state.apply_id(choice.id).map_err(errors::mv)?;
        }
        Ok(())
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(game: Py<Game>, number: usize, seed: u64, opponents: Vec<Option<String>>) -> PyResult<Batch> {
        let seats = game.get().any.seats();
        if opponents.len() != seats || opponents.iter().all(Option::is_some) || number == 0 {
            return Err(errors::spec(format!(
                "{number} games and {} opponents were given: at least one game, {seats} opponents and a None \
                 among them would do",
                opponents.len()
            )));
        }
        let mut batch = Batch { game, slots: Vec::new(), seed, opponents, buffer: Vec::new() };
        let mut slots = Vec::with_capacity(number);
        for slot in 0..number {
            slots.push(batch.fresh(slot, 0)?);
        }
        batch.slots = slots;
        Ok(batch)
    }

    /// Makes one move in every game. A game that ends is dealt anew in the same step; its results are in
    /// `rewards`, a row a game and a column a player.
    fn step(
        &mut self,
        actions: PyReadonlyArray1<'_, i64>,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut terminated: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(errors::other)?;
        let rewards = rewards.as_slice_mut().map_err(errors::other)?;
        let terminated = terminated.as_slice_mut().map_err(errors::other)?;
        let (number, seats) = (self.slots.len(), self.opponents.len());
        if actions.len() != number || rewards.len() != number * seats || terminated.len() != number {
            return Err(errors::other(format!(
                "arrays of other lengths were given: {number} games would do"
            )));
        }
        rewards.fill(0.0);
        for at in 0..number {
            let slot = &mut self.slots[at];
            let action = usize::try_from(actions[at]).map_err(|_| {
                errors::mv(format!("{} is not the number of a legal move: ask for the mask", actions[at]))
            })?;
            slot.state.apply_id(action).map_err(errors::mv)?;
            slot.advance()?;
            let payoffs = slot.state.payoffs();
            terminated[at] = payoffs.is_some();
            if let Some(payoffs) = payoffs {
                for (seat, payoff) in payoffs.into_iter().enumerate() {
                    rewards[at * seats + seat] = payoff as f32;
                }
                let deals = slot.deals + 1;
                self.slots[at] = self.fresh(at, deals)?;
            }
        }
        Ok(())
    }

    /// Writes what every player to move sees, its legal moves and who it is.
    fn observe(
        &mut self,
        mut observations: PyReadwriteArray2<'_, f32>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut turns: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let observations = observations.as_slice_mut().map_err(errors::other)?;
        let masks = masks.as_slice_mut().map_err(errors::other)?;
        let turns = turns.as_slice_mut().map_err(errors::other)?;
        let number = self.slots.len();
        let (width, ids) = (self.slots[0].state.observation_len(), self.slots[0].state.ids());
        if observations.len() != number * width || masks.len() != number * ids || turns.len() != number {
            return Err(errors::other(format!(
                "arrays of other lengths were given: {number} games would do"
            )));
        }
        masks.fill(0);
        for (at, slot) in self.slots.iter().enumerate() {
            let turn = slot.state.turn().unwrap_or(0);
            turns[at] = turn as i64;
            slot.state.observe(turn, &mut observations[at * width..][..width]).map_err(errors::other)?;
            self.buffer.clear();
            slot.state.legal_ids(&mut self.buffer);
            for &id in &self.buffer {
                masks[at * ids + id] = 1;
            }
        }
        Ok(())
    }
}
