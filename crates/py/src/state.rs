//! `State`: a game in progress, moves as numbers, under the names OpenSpiel uses.

use karuta_agents::state::AnyState;
use karuta_agents::view_data::ViewData;
use karuta_playable::ink::Ink;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::arguments::{Action, Player, Whole, vector};
use crate::errors;
use crate::game::Game;

/// The player of a finished game, as OpenSpiel writes it.
pub const TERMINAL: i64 = -4;

/// A game in progress. Make one with `Game.new_initial_state`.
///
/// >>> state = karuta.load_game("onitama5").new_initial_state(seed=1)
/// >>> state.apply_action(state.legal_actions()[0])
/// >>> state.move_number(), state.is_terminal()
/// (1, False)
#[pyclass(module = "karuta", freelist = 64)]
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

    fn seat(&self, Player(player): Player) -> PyResult<usize> {
        match player < self.any.seats() {
            true => Ok(player),
            false => Err(errors::other(format!(
                "player {player} does not sit here: players are 0 to {}",
                self.any.seats() - 1
            ))),
        }
    }

    /// The player that is meant, the one to move unless another is named.
    fn seat_or_turn(&self, player: Option<Player>) -> PyResult<usize> {
        player.map_or_else(|| Ok(self.any.turn().unwrap_or(0)), |player| self.seat(player))
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
    fn legal_actions<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<Player>,
    ) -> PyResult<Bound<'py, PyList>> {
        if let Some(player) = player
            && Some(self.seat(player)?) != self.any.turn()
        {
            return Ok(PyList::empty(py));
        }
        PyList::new(py, self.list())
    }

    /// One value a move, 1 where it is legal. Written into `out`, an array of int8, where one is given.
    #[pyo3(signature = (out=None))]
    fn legal_actions_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let actions = self.any.ids();
        let out = out.unwrap_or_else(|| PyArray1::<i8>::zeros(py, actions, false).into_any());
        let mut mask = vector::<i8>(&out)?;
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
    fn apply_action(&mut self, action: Action) -> PyResult<()> {
        self.any.apply_id(action.0).map_err(errors::mv)
    }

    /// False: the deal is the only chance in a game, and it has been made.
    fn is_chance_node(&self) -> bool {
        false
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
        player: Option<Player>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let player = self.seat_or_turn(player)?;
        let out =
            out.unwrap_or_else(|| PyArray1::<f32>::zeros(py, self.any.observation_len(), false).into_any());
        let mut array = vector::<f32>(&out)?;
        self.any.observe(player, array.as_slice_mut().map_err(errors::other)?).map_err(errors::other)?;
        drop(array);
        Ok(out)
    }

    /// All that a player knows, as text: two states with the same text are the same to it.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<Player>) -> PyResult<String> {
        let player = self.seat_or_turn(player)?;
        Ok(self.any.information_state(player))
    }

    /// The view of a player, drawn as for a terminal.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<Player>) -> PyResult<String> {
        let player = self.seat_or_turn(player)?;
        Ok(self.any.seat(player).render(Ink::Plain))
    }

    /// The view of a player as data, as `karuta view` prints it: whose turn it is, the moves the player saw, its
    /// legal moves, and a position that looks to it as the true one does.
    ///
    /// >>> state = karuta.load_game("hanamikoji").new_initial_state(seed=1)
    /// >>> view = state.view(0)
    /// >>> view["seat"], view["turn"], len(view["legal"]) == len(state.legal_actions())
    /// (0, 0, True)
    #[pyo3(signature = (player=None))]
    fn view<'py>(&self, py: Python<'py>, player: Option<Player>) -> PyResult<Bound<'py, PyAny>> {
        let handle = self.any.seat(self.seat_or_turn(player)?);
        let data = ViewData::of(self.game.get().any.spec(), handle.as_ref());
        let text = serde_json::to_string(&data).map_err(errors::other)?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// A legal move as text. OpenSpiel's form with the player first is taken too.
    #[pyo3(signature = (player_or_action, action=None))]
    fn action_to_string(&self, player_or_action: Action, action: Option<Action>) -> PyResult<String> {
        self.any.id_text(action.unwrap_or(player_or_action).0).map_err(errors::mv)
    }

    /// The number of a legal move that is given as text.
    fn string_to_action(&self, text: &str) -> PyResult<usize> {
        self.any.text_id(text).map_err(errors::mv)
    }

    /// A state that looks the same to a player; what it cannot see is dealt anew. Its history is empty: others may
    /// have made moves that the player did not see.
    ///
    /// >>> state = karuta.load_game("hanamikoji").new_initial_state(seed=1)
    /// >>> world = state.resample(0, seed=5)
    /// >>> world.information_state_string(0) == state.information_state_string(0)
    /// True
    #[pyo3(signature = (player, seed))]
    fn resample(&self, py: Python<'_>, player: Player, seed: Whole) -> PyResult<State> {
        let player = self.seat(player)?;
        Ok(State::new(self.game.clone_ref(py), self.any.resample(player, seed.0)))
    }

    /// Plays to the end by moves at random and returns the results; the state itself stays.
    fn playout(&self, seed: Whole) -> Vec<f64> {
        self.any.playout(seed.0)
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
    fn seen(&self, player: Player) -> PyResult<Vec<(usize, String)>> {
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
    fn child(&self, py: Python<'_>, action: Action) -> PyResult<State> {
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
        errors::reduced(py, "state", (self.game.clone_ref(py), self.any.serialise()))
    }

    fn __str__(&self) -> String {
        self.any.position()
    }

    fn __repr__(&self) -> String {
        let over = if self.is_terminal() { ", over" } else { "" };
        format!("<{} after {} moves{over}>", self.game.get().any.spec(), self.move_number())
    }
}
