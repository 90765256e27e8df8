//! `Batch`: many games side by side, stepped with arrays that the caller keeps. Seats that are not the
//! learner's are played here, so that a step costs no Python.

use std::sync::{Arc, Mutex};

use karuta_agents::any::AnyGame;
use karuta_agents::any_agent::AnyAgent;
use karuta_agents::state::AnyState;
use karuta_engine::{Rng, Stop};
use karuta_playable::error::InputError;
use numpy::PyUntypedArrayMethods as _;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Whole, matrix, vector};
use crate::errors;
use crate::game::Game;
use crate::waiting::interruptible;

/// The purpose of the random numbers of opponents.
const OPPONENTS: u64 = 1 << 32;

/// The most games of a batch.
const MOST: u64 = 1 << 24;

/// Games stepped together.
#[pyclass(module = "karuta")]
pub struct Batch {
    game: Py<Game>,
    deals: Deals,
    slots: Vec<Slot>,
    threads: usize,
    /// A spec for each seat that is played here; `None` for seats of the caller.
    opponents: Vec<Option<String>>,
    /// True after a step that did not come to its end.
    is_broken: bool,
    /// The claim that the masks of the last step were written to the arrays that the caller keeps for this batch alone.
    has_kept: bool,
}

/// The deals of a batch.
struct Deals {
    any: Arc<dyn AnyGame>,
    seed: u64,
    number: u64,
}

/// One place of the batch.
struct Slot {
    /// Its number.
    at: u64,
    state: Box<dyn AnyState>,
    /// Agents may not be shared between threads; nobody ever waits for this lock.
    agents: Mutex<Vec<Option<Box<dyn AnyAgent>>>>,
    /// True if there are any.
    has_agents: bool,
    /// Games finished here.
    finished: u64,
    /// The numbers of the legal moves, in the order of the state. They are the ones in the mask that was written last.
    legal: Vec<usize>,
    /// The place among them of the move to be made.
    chosen: usize,
}

impl Deals {
    /// Deals the game that is due in a slot, opponents playing until it is the caller's turn.
    fn deal(&self, slot: &mut Slot, stop: &Stop) -> Result<(), InputError> {
        loop {
            let index = slot.at + slot.finished * self.number;
            if slot.has_agents {
                for (seat, agent) in slot.agents().iter_mut().enumerate() {
                    if let Some(agent) = agent {
                        agent.restart(Rng::for_path(self.seed, &[OPPONENTS, index, seat as u64]));
                    }
                }
            }
            self.any.redeal(slot.state.as_mut(), self.seed, index)?;
            slot.advance(stop)?;
            // A game in which the caller never has a move is over before it could learn anything.
            if slot.state.turn().is_some() || stop.is_raised() {
                return Ok(());
            }
            slot.finished += 1;
        }
    }
}

impl Slot {
    fn agents(&mut self) -> &mut Vec<Option<Box<dyn AnyAgent>>> {
        self.agents.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Lists the legal moves.
    fn list(&mut self) {
        self.legal.clear();
        self.state.legal_ids(&mut self.legal);
    }

    /// Lets the opponents move until it is the caller's turn or the game is over.
    fn advance(&mut self, stop: &Stop) -> Result<(), InputError> {
        while self.has_agents
            && let Some(turn) = self.state.turn()
        {
            let agents = self.agents.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
            let Some(agent) = &mut agents[turn] else { return Ok(()) };
            let (action, _) = agent.decide(self.state.as_ref(), stop)?;
            if stop.is_raised() {
                return Ok(());
            }
            self.state.apply_id(action)?;
        }
        Ok(())
    }
}

/// The arrays of some slots.
struct Lane<'a> {
    slots: &'a mut [Slot],
    observations: &'a mut [f32],
    masks: &'a mut [i8],
    turns: &'a mut [i64],
    rewards: &'a mut [f32],
    terminated: &'a mut [bool],
}

/// The kind of a step.
#[derive(Clone, Copy)]
struct Kind {
    /// True if moves are made; the games are only looked at otherwise.
    makes_moves: bool,
    /// True if the masks are those of the last step.
    is_kept: bool,
}

impl Lane<'_> {
    /// One step of every slot.
    fn step(self, kind: Kind, deals: &Deals, stop: &Stop) -> Result<(), InputError> {
        let number = self.slots.len();
        let (seats, width, ids) =
            (self.rewards.len() / number, self.observations.len() / number, self.masks.len() / number);
        self.rewards.fill(0.0);
        self.terminated.fill(false);
        for (at, slot) in self.slots.iter_mut().enumerate() {
            let mask = &mut self.masks[at * ids..][..ids];
            // A mask is mostly zeros. To write them all takes longer than the move.
            if kind.is_kept {
                slot.legal.iter().for_each(|&id| mask[id] = 0);
            } else {
                mask.fill(0);
            }
            if kind.makes_moves {
                // Every action was found legal before the first was made.
                slot.state.apply_nth(slot.chosen);
                slot.advance(stop)?;
                if let Some(payoffs) = slot.state.payoffs() {
                    self.terminated[at] = true;
                    for (seat, payoff) in payoffs.into_iter().enumerate() {
                        self.rewards[at * seats + seat] = payoff as f32;
                    }
                    slot.finished += 1;
                    deals.deal(slot, stop)?;
                }
            }
            if stop.is_raised() {
                return Ok(());
            }
            let turn = slot.state.turn().unwrap_or(0);
            self.turns[at] = turn as i64;
            slot.state.observe(turn, &mut self.observations[at * width..][..width])?;
            slot.list();
            slot.legal.iter().for_each(|&id| mask[id] = 1);
        }
        Ok(())
    }
}

/// Cuts a slice into parts of `each` for every slot of a lane.
fn parts<T>(values: &mut [T], lane: usize, number: usize) -> impl Iterator<Item = &mut [T]> {
    let each = values.len() / number;
    values.chunks_mut((each * lane).max(1))
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, number, seed, opponents, threads=Whole(1)))]
    fn new(
        py: Python<'_>,
        game: Py<Game>,
        number: Whole,
        seed: Whole,
        opponents: Vec<Option<String>>,
        threads: Whole,
    ) -> PyResult<Batch> {
        let any = Arc::clone(&game.get().any);
        let (seats, number) = (any.seats(), number.0);
        let has_learner = opponents.iter().any(Option::is_none);
        if opponents.len() != seats || !has_learner || !(1..=MOST).contains(&number) {
            return Err(errors::spec(format!(
                "{number} games and {} opponents were given: 1 to {MOST} games, {seats} opponents and a None \
                 among them would do",
                opponents.len()
            )));
        }
        if !(1..=1024).contains(&threads.0) {
            return Err(errors::other(format!("threads={}: 1 to 1024 would do", threads.0)));
        }
        let deals = Deals { any, seed: seed.0, number };
        let has_agents = opponents.iter().any(Option::is_some);
        let mut slots = Vec::with_capacity(number as usize);
        for at in 0..number {
            let agent = |spec: &Option<String>| {
                spec.as_ref().map(|spec| deals.any.agent(spec, false, Rng::new(0))).transpose()
            };
            let agents = opponents.iter().map(agent).collect::<Result<_, _>>().map_err(errors::spec)?;
            let state = deals.any.dealt_state(deals.seed, at).map_err(errors::mv)?;
            let agents = Mutex::new(agents);
            slots.push(Slot { at, state, agents, has_agents, finished: 0, legal: Vec::new(), chosen: 0 });
        }
        let threads = threads.0 as usize;
        let mut batch = Batch { game, deals, slots, threads, opponents, is_broken: false, has_kept: false };
        batch.deal_all(py)?;
        Ok(batch)
    }

    /// Deals all games anew by a seed, in the memory they have: a game that grows asks for memory again and again. False
    /// if that cannot be, after a step that was interrupted in the middle of what an agent did.
    fn restart(&mut self, py: Python<'_>, seed: Whole) -> PyResult<bool> {
        if self.is_broken {
            return Ok(false);
        }
        self.deals.seed = seed.0;
        self.slots.iter_mut().for_each(|slot| slot.finished = 0);
        (self.is_broken, self.has_kept) = (true, false);
        self.deal_all(py)?;
        self.is_broken = false;
        Ok(true)
    }

    /// Makes one move in every game and writes what follows into the arrays. A game that ends is dealt anew in
    /// the same step; its results are in `rewards`, a row a game and a column a player. Without actions the
    /// games are only looked at. With `keeps` the caller promises that it gives the same array of masks every time and
    /// does not write to it.
    #[expect(clippy::too_many_arguments, reason = "the arrays of a step, all kept by the caller")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: Option<&Bound<'_, PyAny>>,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        turns: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        terminated: &Bound<'_, PyAny>,
        keeps: bool,
    ) -> PyResult<()> {
        if self.is_broken {
            return Err(errors::other("a step of these games was interrupted: reset them"));
        }
        let actions = actions.map(vector::<i64>).transpose()?;
        let (mut observations, mut masks) = (matrix::<f32>(observations)?, matrix::<i8>(masks)?);
        let (mut turns, mut terminated) = (vector::<i64>(turns)?, vector::<bool>(terminated)?);
        let mut rewards = matrix::<f32>(rewards)?;
        let (number, seats) = (self.slots.len(), self.opponents.len());
        let (width, ids) = (self.slots[0].state.observation_len(), self.slots[0].state.ids());
        for (name, given, wanted) in [
            ("observations", observations.shape(), [number, width]),
            ("masks", masks.shape(), [number, ids]),
            ("rewards", rewards.shape(), [number, seats]),
        ] {
            if given != wanted {
                return Err(errors::other(format!(
                    "{name} with shape ({}, {}) were given: shape ({}, {}) would do",
                    given[0], given[1], wanted[0], wanted[1]
                )));
            }
        }
        let empty: &[i64] = &[];
        let actions =
            actions.as_ref().map_or(Ok(empty), |actions| actions.as_slice()).map_err(errors::other)?;
        let observations = observations.as_slice_mut().map_err(errors::other)?;
        let masks = masks.as_slice_mut().map_err(errors::other)?;
        let turns = turns.as_slice_mut().map_err(errors::other)?;
        let rewards = rewards.as_slice_mut().map_err(errors::other)?;
        let terminated = terminated.as_slice_mut().map_err(errors::other)?;
        for (name, given, wanted) in [
            ("actions", actions.len(), if actions.is_empty() { 0 } else { number }),
            ("turns", turns.len(), number),
            ("terminated", terminated.len(), number),
        ] {
            if given != wanted {
                return Err(errors::other(format!("{given} {name} were given: {wanted} would do")));
            }
        }
        for (slot, &action) in self.slots.iter_mut().zip(actions) {
            let found =
                usize::try_from(action).ok().and_then(|id| slot.legal.iter().position(|&legal| legal == id));
            let Some(found) = found else {
                return Err(errors::mv(format!(
                    "{action} is not the number of a legal move in game {}: ask for the mask",
                    slot.at
                )));
            };
            slot.chosen = found;
        }
        let lane = number.div_ceil(self.threads);
        let mut lanes: Vec<Lane<'_>> = Vec::new();
        let arrays = parts(observations, lane, number)
            .zip(parts(masks, lane, number))
            .zip(parts(turns, lane, number))
            .zip(parts(rewards, lane, number))
            .zip(parts(terminated, lane, number));
        for (slots, ((((observations, masks), turns), rewards), terminated)) in
            self.slots.chunks_mut(lane).zip(arrays)
        {
            lanes.push(Lane { slots, observations, masks, turns, rewards, terminated });
        }
        let (deals, stop) = (&self.deals, Stop::new());
        let has_opponents = self.opponents.iter().any(Option::is_some);
        let kind = Kind { makes_moves: !actions.is_empty(), is_kept: keeps && self.has_kept };
        self.is_broken = true;
        run(py, lanes, has_opponents, &stop, |lane: Lane<'_>| lane.step(kind, deals, &stop))?;
        (self.is_broken, self.has_kept) = (false, keeps);
        Ok(())
    }

    /// The games as they are, by the moves that led to them, for pickles.
    fn played(&self) -> Vec<(u64, Vec<usize>)> {
        let is_own = |seat: usize| self.opponents[seat].is_none();
        let moves = |slot: &Slot| {
            slot.state.history().into_iter().filter(|&(seat, _)| is_own(seat)).map(|(_, id)| id).collect()
        };
        self.slots.iter().map(|slot| (slot.finished, moves(slot))).collect()
    }

    /// Brings the games to where `played` said they were.
    fn replay(&mut self, py: Python<'_>, played: Vec<(u64, Vec<usize>)>) -> PyResult<()> {
        if played.len() != self.slots.len() {
            return Err(errors::other(format!(
                "{} games were given: {} would do",
                played.len(),
                self.slots.len()
            )));
        }
        let mut played: Vec<(&mut Slot, (u64, Vec<usize>))> = self.slots.iter_mut().zip(played).collect();
        let lane = played.len().div_ceil(self.threads);
        let (deals, stop) = (&self.deals, Stop::new());
        let has_opponents = self.opponents.iter().any(Option::is_some);
        (self.is_broken, self.has_kept) = (true, false);
        run(py, played.chunks_mut(lane).collect(), has_opponents, &stop, |lane: &mut [_]| {
            lane.iter_mut().try_for_each(|(slot, (finished, moves))| {
                slot.finished = *finished;
                deals.deal(slot, &stop)?;
                for &action in moves.iter() {
                    slot.state.apply_id(action)?;
                    slot.advance(&stop)?;
                }
                slot.list();
                Ok(())
            })
        })?;
        self.is_broken = false;
        Ok(())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
        let (number, seed, threads) = (self.deals.number, self.deals.seed, self.threads);
        let built = (self.game.clone_ref(py), number, seed, self.opponents.clone(), threads, self.played());
        errors::reduced(py, "batch", built)
    }
}

impl Batch {
    /// Deals the games that are due in all slots, on as many threads as there may be.
    fn deal_all(&mut self, py: Python<'_>) -> PyResult<()> {
        let lane = self.slots.len().div_ceil(self.threads);
        let (deals, stop) = (&self.deals, Stop::new());
        let has_opponents = self.opponents.iter().any(Option::is_some);
        let lanes: Vec<&mut [Slot]> = self.slots.chunks_mut(lane).collect();
        run(py, lanes, has_opponents, &stop, |slots: &mut [Slot]| {
            slots.iter_mut().try_for_each(|slot| deals.deal(slot, &stop).map(|()| slot.list()))
        })
    }
}

/// Does the work of all lanes, each on a thread of its own if there are several. Opponents may search for long, so
/// where there are any Ctrl-C is heeded.
fn run<L: Send>(
    py: Python<'_>,
    mut lanes: Vec<L>,
    is_long: bool,
    stop: &Stop,
    work: impl Fn(L) -> Result<(), InputError> + Sync,
) -> PyResult<()> {
    let work = &work;
    let last = lanes.pop();
    let all = move || {
        std::thread::scope(|scope| {
            let others: Vec<_> = lanes.into_iter().map(|lane| scope.spawn(move || work(lane))).collect();
            let own = last.map_or(Ok(()), work);
            let failed = || Err(InputError::new("a game failed: this is a fault of karuta"));
            others.into_iter().fold(own, |all, other| all.and(other.join().unwrap_or_else(|_| failed())))
        })
    };
    let done = if is_long { interruptible(py, "a step", stop, all)? } else { py.detach(all) };
    done.map_err(errors::mv)
}
