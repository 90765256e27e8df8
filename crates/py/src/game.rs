//! `Game`: a game with its rules chosen, under the names OpenSpiel uses.

use std::sync::Arc;

use karuta_agents::any::{AnyGame, Start};
use karuta_arena::registry;
use karuta_playable::playable::Purpose;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::Whole;
use crate::errors;
use crate::state::State;

/// Longer than any game here: games that could go on for ever have a limit of plies.
const LONGEST: usize = 100_000;

/// A game with its rules chosen, such as `tichu:target=300`. Make one with `load_game`.
///
/// >>> game = karuta.load_game("tichu:target=300")
/// >>> game.num_players(), game.num_teams()
/// (4, 2)
#[pyclass(frozen, module = "karuta")]
pub struct Game {
    pub(crate) any: Arc<dyn AnyGame>,
    actions: usize,
    observation: usize,
}

/// Opens a game from its spec, as the command line writes it.
///
/// >>> karuta.load_game("hanamikoji:rules=official")
/// karuta.load_game("hanamikoji:rules=official")
#[pyfunction]
pub fn load_game(spec: &str) -> PyResult<Game> {
    let any: Arc<dyn AnyGame> = Arc::from(registry::open(spec, Purpose::Match).map_err(errors::spec)?);
    let state = any.state(&Start::Seed(0)).map_err(errors::other)?;
    Ok(Game { actions: state.ids(), observation: state.observation_len(), any })
}

/// The names of the games.
#[pyfunction]
pub fn registered_names() -> Vec<&'static str> {
    registry::GAMES.games().iter().map(|game| game.name).collect()
}

#[pymethods]
impl Game {
    /// The canonical spec.
    #[getter]
    fn spec(&self) -> &str {
        self.any.spec()
    }

    /// The number of seats.
    fn num_players(&self) -> usize {
        self.any.seats()
    }

    /// The number of sides; seats so many places apart are partners.
    fn num_teams(&self) -> usize {
        self.any.teams()
    }

    /// The number of different moves; each has a fixed number below this.
    fn num_distinct_actions(&self) -> usize {
        self.actions
    }

    /// More moves than any game has.
    fn max_game_length(&self) -> usize {
        LONGEST
    }

    /// The worst result.
    fn min_utility(&self) -> f64 {
        0.0
    }

    /// The best result.
    fn max_utility(&self) -> f64 {
        1.0
    }

    /// The number of values in an observation.
    fn observation_tensor_size(&self) -> usize {
        self.observation
    }

    /// The shape of an observation.
    fn observation_tensor_shape(&self) -> Vec<usize> {
        vec![self.observation]
    }

    /// A new deal. The same seed and index give the same deal as `karuta match`; without a seed it is drawn
    /// from the operating system.
    ///
    /// >>> game = karuta.load_game("onitama5")
    /// >>> game.new_initial_state(seed=7).position() == game.new_initial_state(seed=7).position()
    /// True
    #[pyo3(signature = (seed=None, index=Whole(0)))]
    fn new_initial_state(slf: Bound<'_, Self>, seed: Option<Whole>, index: Whole) -> PyResult<State> {
        let (py, index) = (slf.py(), index.0);
        let seed = match seed {
            Some(seed) => seed.0,
            None => py.import("secrets")?.call_method1("randbits", (63,))?.extract()?,
        };
        let state = slf.get().any.dealt_state(seed, index).map_err(errors::mv)?;
        Ok(State::new(slf.unbind(), state))
    }

    /// The state at a position written as text.
    fn state(slf: Bound<'_, Self>, position: &str) -> PyResult<State> {
        let start = Start::Position { text: position.to_string(), seed: 0 };
        let state = slf.get().any.state(&start).map_err(errors::mv)?;
        Ok(State::new(slf.unbind(), state))
    }

    /// The state that `State.serialize` wrote.
    fn deserialize_state(slf: Bound<'_, Self>, text: &str) -> PyResult<State> {
        let state = slf.get().any.read_state(text).map_err(errors::mv)?;
        Ok(State::new(slf.unbind(), state))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
        errors::reduced(py, "game", (self.any.spec().to_string(),))
    }

    fn __repr__(&self) -> String {
        format!("karuta.load_game({:?})", self.any.spec())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.any.spec() == other.any.spec()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        self.any.spec().hash(&mut hasher);
        hasher.finish()
    }
}
