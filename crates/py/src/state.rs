//! `State`: a game in progress, moves as numbers, under the names OpenSpiel uses.

use karuta_agents::state::AnyState;
use karuta_playable::ink::Ink;
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors;
use crate::game::Game;

/// The player of a finished game, as OpenSpiel writes it.
pub const TERMINAL: i64 = -4;

/// A game in progress.
#[pyclass(module = "karuta")]
pub struct State {
    game: Py<Game>,
    pub(crate) any: Box<dyn AnyState>,
    buffer: Vec<usize>,
}

impl State {
    /// A state of a game.
    pub fn new(game: Py<Game>, any: Box<dyn AnyState>) -> State {
        State { game, any, buffer: Vec::new() }
    }

    fn seat(&self, player: usize) -> PyResult<usize> {
        match player < self.any.seats() {
            true => Ok(player),
            false => Err(PyIndexError::new_err(format!(
                "player {player} does not sit here: players are 0 to {}",
                self.any.seats() - 1
            ))),
        }
    }

    fn copied(&self, py: Python<'_>) -> State {
        State::new(self.game.clone_ref(py), self.any.copy())
    }

    /// The legal moves, in ascending order as OpenSpiel wants them.
    fn list(&mut self) -> &[usize] {
        self.buffer.clear();
        self.any.legal_ids(&mut self.buffer);
        self.buffer.sort_unstable();
        &self.buffer
    }
}

#[pymethods]
impl State {
    /// The player to move, or -4 when the game is over.
    fn current_player(&self) -> i64 {
        self.any.turn().map_or(TERMINAL, |seat| seat as i64)
    }

    /// The numbers of the legal moves, in ascending order; none for players who are not to move.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&mut self, player: Option<usize>) -> PyResult<Vec<usize>> {
        if let Some(player) = player
            && Some(self.seat(player)?) != self.any.turn()
        {
            return Ok(Vec::new());
        }
        Ok(self.list().to_vec())
    }

    /// One value a move, 1 where it is legal. Written into `out`, an array of int8, where one is given.
    #[pyo3(signature = (out=None))]
    fn legal_actions_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<i8>>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let actions = self.any.ids();
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, actions, false));
        let mut mask: PyReadwriteArray1<'_, i8> = out.readwrite();
        let mask = mask.as_slice_mut().map_err(errors::other)?;
        if mask.len() != actions {
            return Err(errors::other(format!("an array of {} was given, {actions} would do", mask.len())));
        }
        mask.fill(0);
        for &id in self.list() {
            mask[id] = 1;
        }
        Ok(out)
    }

    /// Makes the move of a number.
    fn apply_action(&mut self, action: usize) -> PyResult<()> {
        self.any.apply_id(action).map_err(errors::mv)
    }

    /// True when the game is over.
    fn is_terminal(&self) -> bool {
        self.any.turn().is_none()
    }

    /// The results of all players, 0 the worst and 1 the best; zeros while the game goes on.
    fn returns(&self) -> Vec<f64> {
        self.any.payoffs().unwrap_or_else(|| vec![0.0; self.any.seats()])
    }

    /// The view of a player as numbers. Written into `out`, an array of float32, where one is given.
    #[pyo3(signature = (player=None, out=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
        out: Option<Bound<'py, PyArray1<f32>>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let player = self.seat(player.or(self.any.turn()).unwrap_or(0))?;
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, self.any.observation_len(), false));
        let mut array: PyReadwriteArray1<'_, f32> = out.readwrite();
        self.any.observe(player, array.as_slice_mut().map_err(errors::other)?).map_err(errors::other)?;
        drop(array);
        Ok(out)
    }

    /// All that a player knows, as text: two states with the same text are the same to it.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<usize>) -> PyResult<String> {
        let player = self.seat(player.or(self.any.turn()).unwrap_or(0))?;
        Ok(self.any.information_state(player))
    }

    /// The view of a player, drawn as for a terminal.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<usize>) -> PyResult<String> {
        let player = self.seat(player.or(self.any.turn()).unwrap_or(0))?;
        Ok(self.any.seat(player).render(Ink::Plain))
    }

    /// A legal move as text. OpenSpiel's form with the player first is taken too.
    #[pyo3(signature = (player_or_action, action=None))]
    fn action_to_string(&self, player_or_action: usize, action: Option<usize>) -> PyResult<String> {
        self.any.id_text(action.unwrap_or(player_or_action)).map_err(errors::mv)
    }

    /// The number of a legal move that is given as text.
    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        self.any.text_id(text).map_err(errors::mv)
    }

    /// A state that looks the same to a player; what it cannot see is dealt anew.
    #[pyo3(signature = (player, seed))]
    fn resample(&self, py: Python<'_>, player: usize, seed: u64) -> PyResult<State> {
        let player = self.seat(player)?;
        Ok(State::new(self.game.clone_ref(py), self.any.resample(player, seed)))
    }

    /// Plays to the end by moves at random and returns the results; the state itself stays.
    fn playout(&self, seed: u64) -> Vec<f64> {
        self.any.playout(seed)
    }

    /// The numbers of the moves made.
    fn history(&self) -> Vec<usize> {
        self.any.history().into_iter().map(|(_, id)| id).collect()
    }

    /// The moves made: player and number.
    fn full_history(&self) -> Vec<(usize, usize)> {
        self.any.history()
    }

    /// The moves so far as a player saw them: player and text.
    fn seen(&self, player: usize) -> PyResult<Vec<(usize, String)>> {
        Ok(self.any.seat(self.seat(player)?).seen())
    }

    /// The number of moves made.
    fn move_number(&self) -> usize {
        self.any.history().len()
    }

    /// The position as text, in full: all cards of all players.
    fn position(&self) -> String {
        self.any.position()
    }

    /// Everything as text, for `Game.deserialize_state`.
    fn serialize(&self) -> String {
        self.any.serialise()
    }

    /// A copy that goes its own way.
    fn clone(&self, py: Python<'_>) -> State {
        self.copied(py)
    }

    /// A copy after a move.
    fn child(&self, py: Python<'_>, action: usize) -> PyResult<State> {
        let mut child = self.copied(py);
        child.apply_action(action)?;
        Ok(child)
    }

    /// The game.
    #[pyo3(name = "get_game")]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.any.seats()
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copied(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: Py<PyAny>) -> State {
        self.copied(py)
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (Py<Game>, String))> {
        let read = py.import("karuta")?.getattr("_read_state")?;
        Ok((read.unbind(), (self.game.clone_ref(py), self.any.serialise())))
    }

    fn __str__(&self) -> String {
        self.any.position()
    }

    fn __repr__(&self) -> String {
        let over = if self.is_terminal() { ", over" } else { "" };
        format!("<{} after {} moves{over}>", self.game.get().any.spec(), self.move_number())
    }
}
