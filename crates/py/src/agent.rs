//! `Agent`: an agent of a spec, asked about states. Searches release the interpreter lock, stop on Ctrl-C and
//! report progress.

use std::sync::Mutex;
use std::time::Duration;

use karuta_agents::any_agent::{AnyAgent, AnyChoice};
use karuta_engine::{Rng, Stop};
use pyo3::prelude::*;

use crate::errors;
use crate::game::Game;
use crate::state::State;

/// The time between two looks for Ctrl-C while a search runs.
const SIGNALS: Duration = Duration::from_millis(20);

/// An agent for a game, such as `Agent("tichu-best:iters=400", game)`.
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
    fn __repr__(&self) -> String {
        format!("Choice({}, {:?}, {} playouts)", self.action, self.move_, self.playouts)
    }
}

#[pymethods]
impl RankedMove {
    fn __repr__(&self) -> String {
        format!("RankedMove({}, {:?}, visits={}, mean={:.3})", self.action, self.text, self.visits, self.mean)
    }
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, game, seed=0))]
    fn new(spec: &str, game: Py<Game>, seed: u64) -> PyResult<Agent> {
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
    #[pyo3(signature = (state, progress=None))]
    fn choose(&self, py: Python<'_>, state: &State, progress: Option<Py<PyAny>>) -> PyResult<Choice> {
        let stop = Stop::new();
        let asked = state.any.copy();
        let told = |so_far: &AnyChoice, spent: f64| {
            let Some(progress) = &progress else { return };
            Python::attach(|py| {
                let called =
                    Choice::new(py, so_far.clone()).and_then(|choice| progress.call1(py, (choice, spent)));
                if let Err(error) = called {
                    // An exception of the callback cannot leave the search; it ends it and is shown.
                    error.print(py);
                    stop.raise();
                }
            });
        };
        let chosen = py.detach(|| {
            std::thread::scope(|scope| {
                let search = scope.spawn(|| {
                    let mut agent = self.agent.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    let progress = progress.as_ref().map(|_| &told as &(dyn Fn(&AnyChoice, f64) + Sync));
                    agent.choose(asked.as_ref(), &stop, progress)
                });
                let mut interrupted = None;
                while !search.is_finished() {
                    std::thread::park_timeout(SIGNALS.min(Duration::from_millis(1)));
                    if interrupted.is_none() {
                        interrupted = Python::attach(|py| py.check_signals()).err();
                        if interrupted.is_some() {
                            stop.raise();
                        }
                    }
                }
                (search.join(), interrupted)
            })
        });
        match chosen {
            (_, Some(interrupted)) => Err(interrupted),
            (Ok(choice), None) => Choice::new(py, choice.map_err(errors::mv)?),
            (Err(_), None) => Err(errors::other(format!("{} failed", self.spec))),
        }
    }

    /// The number of the move for the player to move: an agent is a bot that can be called.
    fn step(&self, py: Python<'_>, state: &State) -> PyResult<usize> {
        Ok(self.choose(py, state, None)?.action)
    }

    /// Forgets earlier questions and begins its random numbers anew.
    #[pyo3(signature = (seed=None))]
    fn restart(&self, seed: Option<u64>) {
        let mut agent = self.agent.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        agent.restart(Rng::new(seed.unwrap_or(self.seed)));
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, Py<Game>, u64))> {
        let class = py.get_type::<Agent>().into_any().unbind();
        Ok((class, (self.spec.clone(), self.game.clone_ref(py), self.seed)))
    }

    fn __repr__(&self) -> String {
        format!("karuta.Agent({:?}, {:?})", self.spec, self.game.get().any.spec())
    }
}
