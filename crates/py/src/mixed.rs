//! `Mixed`: a contest in which some contestants are Python callables. Deals, seatings and luck are those of any
//! other contest, so a spec plays here exactly as it does among specs.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use karuta_agents::any::{AnyGame, ContestError, stream};
use karuta_agents::any_agent::AnyAgent;
use karuta_agents::contest::Contest;
use karuta_engine::{Rng, Stop};
use karuta_records::record::{AgentIdentity, Effort, GameRecord, GroupRecord};
use pyo3::prelude::*;

use crate::arguments::Action;
use crate::errors;
use crate::game::Game;
use crate::state::State;

/// One who takes part.
pub enum Contestant {
    /// An agent by its spec.
    Spec(String),
    /// A callable that is given a `SeatView` and returns the number of a move.
    Callable(Py<PyAny>, String),
}

impl Contestant {
    /// A contestant as it was given.
    pub fn new(given: &Bound<'_, PyAny>) -> PyResult<Contestant> {
        if let Ok(spec) = given.extract() {
            return Ok(Contestant::Spec(spec));
        }
        if !given.is_callable() {
            let given = crate::arguments::shown(given);
            return Err(errors::spec(format!("{given} is no contestant: a spec or a callable would do")));
        }
        let name = given.getattr("__name__").and_then(|name| name.extract());
        let class =
            || given.get_type().name().map_or_else(|_| String::from("callable"), |name| name.to_string());
        Ok(Contestant::Callable(given.clone().unbind(), name.unwrap_or_else(|_| class())))
    }

    /// The spec, if it has one.
    pub fn spec(&self) -> Option<&str> {
        match self {
            Contestant::Spec(spec) => Some(spec),
            Contestant::Callable(..) => None,
        }
    }

    /// Another hold of the same contestant.
    pub fn again(&self, py: Python<'_>) -> Contestant {
        match self {
            Contestant::Spec(spec) => Contestant::Spec(spec.clone()),
            Contestant::Callable(callable, name) => {
                Contestant::Callable(callable.clone_ref(py), name.clone())
            }
        }
    }
}

/// A contest between contestants of both kinds.
pub struct Mixed {
    game: Py<Game>,
    any: Arc<dyn AnyGame>,
    contestants: Vec<Contestant>,
    names: Vec<String>,
    seed: u64,
    /// The first exception of a callable.
    failed: Arc<Mutex<Option<PyErr>>>,
}

impl Mixed {
    /// A contest; specs are read here, so that they cannot fail later.
    pub fn new(
        game: &Bound<'_, Game>,
        contestants: Vec<Contestant>,
        seed: u64,
        failed: &Arc<Mutex<Option<PyErr>>>,
    ) -> PyResult<Mixed> {
        let any = Arc::clone(&game.get().any);
        let (given, seats, teams) = (contestants.len(), any.seats(), any.teams());
        if given != seats && given != teams {
            return Err(errors::spec(ContestError::Seats { given, seats, teams }));
        }
        let name = |contestant: &Contestant| match contestant {
            Contestant::Spec(spec) => {
                any.agent(spec, false, Rng::new(seed)).map(|agent| agent.spec().to_string())
            }
            Contestant::Callable(_, name) => Ok(name.clone()),
        };
        let names = contestants.iter().map(name).collect::<Result<_, _>>().map_err(errors::spec)?;
        let game = game.clone().unbind();
        Ok(Mixed { game, any, contestants, names, seed, failed: Arc::clone(failed) })
    }

    fn play_game(&self, index: u64, rotation: usize, stop: &Stop) -> PyResult<Option<GameRecord>> {
        let seating: Vec<usize> =
            (0..self.any.seats()).map(|seat| (seat + rotation) % self.contestants.len()).collect();
        let mut agents: Vec<Option<Box<dyn AnyAgent>>> = Vec::new();
        for (seat, &who) in seating.iter().enumerate() {
            let luck = Rng::for_path(self.seed, &[stream::AGENT, index, rotation as u64, seat as u64]);
            let make = |spec: &str| self.any.agent(spec, false, luck);
            agents.push(self.contestants[who].spec().map(make).transpose().map_err(errors::spec)?);
        }
        let mut state = self.any.dealt_state(self.seed, index).map_err(errors::mv)?;
        let start = state.position();
        let (mut moves, mut spent, mut effort) =
            (Vec::new(), Vec::new(), vec![Effort::default(); seating.len()]);
        while let Some(turn) = state.turn() {
            let began = Instant::now();
            let (action, cost) = match (&mut agents[turn], &self.contestants[seating[turn]]) {
                (Some(agent), _) => agent.decide(state.as_ref(), stop).map_err(errors::mv)?,
                (None, Contestant::Callable(callable, _)) => {
                    let called = Python::attach(|py| -> PyResult<usize> {
                        // A world that fits what the seat knows, and always the same one: the true state
                        // would let a callable look at the cards of others.
                        let world = state.resample(turn, 0);
                        let seen = Bound::new(py, State::new(self.game.clone_ref(py), world))?;
                        let seat = py.import("karuta")?.getattr("SeatView")?.call1((seen, turn))?;
                        let answer = callable.bind(py).call1((seat,))?;
                        Ok(answer.extract::<Action>()?.0)
                    });
                    (called?, karuta_engine::Effort::default())
                }
                (None, Contestant::Spec(_)) => unreachable!("every spec has its agent"),
            };
            if stop.is_raised() {
                return Ok(None);
            }
            effort[turn].nanos += u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
            effort[turn].decisions += 1;
            effort[turn].iterations += cost.iterations;
            effort[turn].nodes += cost.nodes;
            effort[turn].evaluations += cost.evaluations;
            spent.push(cost.budgeted());
            moves.push(state.id_text(action).map_err(errors::mv)?);
            state.apply_id(action).map_err(errors::mv)?;
        }
        Ok(Some(GameRecord {
            seating,
            start,
            plies: moves.len() as u32,
            moves,
            spent,
            payoffs: state.payoffs().unwrap_or_default(),
            measures: state.measures(),
            effort,
        }))
    }
}

impl Contest for Mixed {
    fn specs(&self) -> Vec<String> {
        self.names.clone()
    }

    /// None: nobody can say what a callable is, so its games are not recorded.
    fn identities(&self) -> Vec<AgentIdentity> {
        Vec::new()
    }

    fn play_group(&self, index: u64, stop: &Stop) -> Option<GroupRecord> {
        let played: PyResult<Option<Vec<GameRecord>>> = (0..self.contestants.len())
            .map(|rotation| self.play_game(index, rotation, stop).transpose())
            .collect::<Option<PyResult<Vec<GameRecord>>>>()
            .transpose();
        match played {
            Ok(games) => Some(GroupRecord { index, games: games? }),
            Err(error) => {
                self.failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
                stop.raise();
                None
            }
        }
    }
}
