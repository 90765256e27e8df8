"""The games as OpenSpiel games.

>>> import pyspiel
>>> from karuta import openspiel
>>> names = openspiel.register()
>>> game = pyspiel.load_game("karuta_hanamikoji")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

A game begins with one chance node: which of ``deals`` numbered deals is played.
"""

from __future__ import annotations

import numpy as np
import pyspiel

from . import load_game, registered_names

_DEALS = 1 << 16
"""The number of deals of the chance node, which OpenSpiel lists one by one."""


def _game_type(name: str, spec: str) -> pyspiel.GameType:
    game = load_game(spec)
    seats = game.num_players()
    return pyspiel.GameType(
        short_name=name,
        long_name=f"karuta {spec}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"spec": spec, "deals": _DEALS},
    )


class State(pyspiel.State):
    """A state of karuta under OpenSpiel's interface."""

    def __init__(self, game) -> None:
        super().__init__(game)
        self._game = game
        self.karuta = None

    def current_player(self):
        """The player to move, or chance before the deal."""
        if self.karuta is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.karuta.is_terminal() else self.karuta.current_player()

    def chance_outcomes(self):
        """Every deal, all equally likely."""
        deals = self._game.deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player):
        return self.karuta.legal_actions(player)

    def _apply_action(self, action):
        if self.karuta is None:
            self.karuta = self._game.karuta.new_initial_state(int(action))
        else:
            self.karuta.apply_action(action)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.karuta.action_to_string(action)

    def is_terminal(self):
        """True when the game is over."""
        return self.karuta is not None and self.karuta.is_terminal()

    def returns(self):
        """The results of all players."""
        return [0.0] * self._game.karuta.num_players() if self.karuta is None else self.karuta.returns()

    def information_state_string(self, player=None):
        """All that a player knows."""
        return "before the deal" if self.karuta is None else self.karuta.information_state_string(player)

    def __str__(self) -> str:
        return "before the deal" if self.karuta is None else self.karuta.position()

    def __deepcopy__(self, memo):
        other = State(self._game)
        for action in self.history():
            other.apply_action(action)
        return other


def _make(name: str, default: str):
    game_type = _game_type(name, default)

    class Game(pyspiel.Game):
        """A game of karuta under OpenSpiel's interface."""

        def __init__(self, params=None) -> None:
            params = params or {}
            self.karuta = load_game(params.get("spec", default))
            self.deals = int(params.get("deals", _DEALS))
            info = pyspiel.GameInfo(
                num_distinct_actions=self.karuta.num_distinct_actions(),
                max_chance_outcomes=self.deals,
                num_players=self.karuta.num_players(),
                min_utility=0.0,
                max_utility=1.0,
                max_game_length=self.karuta.max_game_length(),
            )
            super().__init__(game_type, info, params)

        def new_initial_state(self):
            """The chance node before the deal."""
            return State(self)

        def make_py_observer(self, iig_obs_type=None, params=None):
            """An observer of what a player sees."""
            return Observer(self.karuta)

    # OpenSpiel pickles games by the name of their class.
    Game.__name__ = Game.__qualname__ = f"Game_{name}"
    globals()[Game.__name__] = Game
    return game_type, Game


class Observer:
    """What a player sees, as OpenSpiel's observers give it."""

    def __init__(self, game) -> None:
        self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state, player) -> None:
        """Writes what a player sees into ``tensor``."""
        self.tensor.fill(0)
        if state.karuta is not None:
            state.karuta.observation_tensor(player, self.tensor)

    def string_from(self, state, player) -> str:
        """What a player sees, drawn as for a terminal."""
        return "before the deal" if state.karuta is None else state.karuta.observation_string(player)


_REGISTERED: dict[str, str] = {}


def register() -> dict[str, str]:
    """Registers every game as ``karuta_<name>`` and returns the names with their specs."""
    for spec in registered_names():
        name = f"karuta_{spec}"
        if name not in _REGISTERED:
            pyspiel.register_game(*_make(name, spec))
            _REGISTERED[name] = spec
    return dict(_REGISTERED)
