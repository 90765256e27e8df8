//! `Agent`: an agent of a spec, asked about states. Searches release the interpreter lock, stop on Ctrl-C and
//! report progress.

use std::sync::Mutex;

use karuta_agents::any_agent::{AnyAgent, AnyChoice};
use karuta_engine::{Rng, Stop};
use karuta_playable::error::InputError;
use pyo3::prelude::*;

use pyo3::types::PyTuple;

use crate::arguments::Whole;
use crate::errors;
use crate::game::Game;
use crate::state::State;
use crate::waiting::interruptible;

/// An agent for a game, such as `Agent("tichu-best:iters=400", game)`.
///
/// It keeps its memory between questions, so give each seat an agent of its own; `restart` forgets. Copies made by
/// `pickle` begin anew with the same seed.
///
/// >>> game = karuta.load_game("hanamikoji")
/// >>> agent = karuta.Agent("mcts:iters=100", game, seed=7)
/// >>> choice = agent.choose(game.new_initial_state(seed=1))
/// >>> choice.ranked[0].action == choice.action
/// True
#[pyclass(frozen, module = "karuta")]
pub struct Agent {
    game: Py<Game>,
    spec: String,
    seed: u64,
    agent: Mutex<Box<dyn AnyAgent>>,
}

/// One ranked move of a choice.
#[pyclass(frozen, get_all, module = "karuta")]
pub struct RankedMove {
    /// The number of the move.
    action: usize,
    /// The move as text.
    text: String,
    /// The number of times the search tried it.
    visits: u64,
    /// The expected result of the player to move, 0 to 1.
    mean: f64,
    /// The 95 % interval of that.
    interval: (f64, f64),
}

/// A chosen move and what the agent thinks of the others.
#[pyclass(frozen, get_all, module = "karuta")]
pub struct Choice {
    /// The number of the move.
    action: usize,
    /// The move as text.
    move_: String,
    /// Every legal move, best first.
    ranked: Vec<Py<RankedMove>>,
    /// The line of play the agent expects, as text.
    line: Vec<String>,
    /// The basis of the choice: search, rule, policy or forced.
    basis: String,
    /// Iterations and nodes it took.
    playouts: u64,
}

impl Choice {
    fn new(py: Python<'_>, choice: AnyChoice) -> PyResult<Choice> {
        let AnyChoice { id, ranked, thought } = choice;
        let ranked = ranked.into_iter().zip(thought.ranked).map(|(action, opinion)| {
            let (visits, mean, interval) = (opinion.visits, opinion.mean, opinion.interval);
            Py::new(py, RankedMove { action, text: opinion.mv, visits, mean, interval })
        });
        Ok(Choice {
            action: id,
            move_: thought.mv,
            ranked: ranked.collect::<PyResult<_>>()?,
            line: thought.line,
            basis: format!("{:?}", thought.basis).to_lowercase(),
            playouts: thought.effort.budgeted(),
        })
    }
}

#[pymethods]
impl Choice {
    #[new]
    fn made(
        action: usize,
        move_: String,
        ranked: Vec<Py<RankedMove>>,
        line: Vec<String>,
        basis: String,
        playouts: u64,
    ) -> Choice {
        Choice { action, move_, ranked, line, basis, playouts }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
        let ranked: Vec<Py<RankedMove>> = self.ranked.iter().map(|ranked| ranked.clone_ref(py)).collect();
        let (move_, line, basis) = (self.move_.clone(), self.line.clone(), self.basis.clone());
        errors::reduced(py, "choice", (self.action, move_, ranked, line, basis, self.playouts))
    }

    fn __repr__(&self) -> String {
        format!("Choice({}, {:?}, {} playouts)", self.action, self.move_, self.playouts)
    }
}

#[pymethods]
impl RankedMove {
    #[new]
    fn made(action: usize, text: String, visits: u64, mean: f64, interval: (f64, f64)) -> RankedMove {
        RankedMove { action, text, visits, mean, interval }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
        errors::reduced(
            py,
            "ranked_move",
            (self.action, self.text.clone(), self.visits, self.mean, self.interval),
        )
    }

    fn __repr__(&self) -> String {
        format!("RankedMove({}, {:?}, visits={}, mean={:.3})", self.action, self.text, self.visits, self.mean)
    }
}

impl Agent {
    fn is_asked(&self) -> InputError {
        InputError::new(format!("{} is being asked by another thread: make one for each", self.spec))
    }
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, game, seed=Whole(0)))]
    fn new(spec: &str, game: Py<Game>, seed: Whole) -> PyResult<Agent> {
        let seed = seed.0;
        let agent = game.get().any.agent(spec, false, Rng::new(seed)).map_err(errors::spec)?;
        Ok(Agent { game, spec: agent.spec().to_string(), seed, agent: Mutex::new(agent) })
    }

    /// The canonical spec.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Chooses a move for the player to move. `progress(choice, spent)` is called about ten times a second
    /// with what would be chosen so far and the part of the budget that is spent.
    ///
    /// The interpreter lock is released meanwhile, and Ctrl-C ends the search.
    #[pyo3(signature = (state, progress=None))]
    fn choose(&self, py: Python<'_>, state: &State, progress: Option<Py<PyAny>>) -> PyResult<Choice> {
        let stop = Stop::new();
        let asked = state.any.copy();
        // An exception of the callback cannot leave the search; it ends it and is raised afterwards.
        let failed: Mutex<Option<PyErr>> = Mutex::new(None);
        let told = |so_far: &AnyChoice, spent: f64| {
            let Some(progress) = &progress else { return };
            Python::attach(|py| {
                let called =
                    Choice::new(py, so_far.clone()).and_then(|choice| progress.call1(py, (choice, spent)));
                if let Err(error) = called {
                    failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
                    stop.raise();
                }
            });
        };
        let told = progress.as_ref().map(|_| &told as &(dyn Fn(&AnyChoice, f64) + Sync));
        let chosen = interruptible(py, &self.spec, &stop, || {
            let mut agent = self.agent.try_lock().map_err(|_| self.is_asked())?;
            agent.choose(asked.as_ref(), &stop, told)
        })?;
        match failed.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
            Some(error) => Err(error),
            None => Choice::new(py, chosen.map_err(errors::mv)?),
        }
    }

    /// The number of the move for the player to move: an agent is a bot that can be called.
    fn step(&self, py: Python<'_>, state: &State) -> PyResult<usize> {
        let (stop, asked) = (Stop::new(), state.any.copy());
        let decided = interruptible(py, &self.spec, &stop, || {
            let mut agent = self.agent.try_lock().map_err(|_| self.is_asked())?;
            agent.decide(asked.as_ref(), &stop)
        })?;
        Ok(decided.map_err(errors::mv)?.0)
    }

    /// Forgets earlier questions and begins its random numbers anew.
    #[pyo3(signature = (seed=None))]
    fn restart(&self, seed: Option<Whole>) -> PyResult<()> {
        let mut agent = self.agent.try_lock().map_err(|_| errors::mv(self.is_asked()))?;
        agent.restart(Rng::new(seed.map_or(self.seed, |seed| seed.0)));
        Ok(())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
        errors::reduced(py, "agent", (self.spec.clone(), self.game.clone_ref(py), self.seed))
    }

    fn __repr__(&self) -> String {
        format!("karuta.Agent({:?}, {:?})", self.spec, self.game.get().any.spec())
    }
}
