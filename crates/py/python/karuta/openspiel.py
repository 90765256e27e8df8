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

import random
import re
from typing import Any, Callable, Optional

import numpy as np
import pyspiel

import karuta

from . import load_game, registered_names

__all__ = ["Observer", "State", "register", "resampler"]

_DEALS = 1 << 16
"""The number of deals of the chance node, which OpenSpiel lists one by one."""


def _is_open(game: karuta.Game) -> bool:
    """True if nothing is hidden: dealing anew what a player cannot see changes nothing."""
    state = game.new_initial_state(1)
    return all(state.resample(0, seed).position() == state.position() for seed in range(8))


def _game_type(name: str, spec: str) -> Any:
    game = load_game(spec)
    seats = game.num_players()
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name,
        long_name=f"karuta {spec}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if _is_open(game) else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"deals": _DEALS},
    )


class State(pyspiel.State):  # type: ignore[misc]
    """A state of karuta under OpenSpiel's interface."""

    def __init__(self, game: Any, root: Optional[karuta.State] = None) -> None:
        super().__init__(game)
        self._game = game
        self._root = root
        """The state before the first action of the history: none but in resampled states."""
        self.karuta = None if root is None else root.clone()

    def current_player(self) -> Any:
        """The player to move, or chance before the deal."""
        if self.karuta is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.karuta.is_terminal() else self.karuta.current_player()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, all equally likely."""
        deals = self._game.deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.karuta is None else self.karuta.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        if self.karuta is None:
            self.karuta = self._game.karuta.new_initial_state(int(action))
        else:
            self.karuta.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.karuta is None:
            return f"deal {action}"
        return self.karuta.action_to_string(action)

    def is_terminal(self) -> bool:
        """True when the game is over."""
        return self.karuta is not None and self.karuta.is_terminal()

    def returns(self) -> list[float]:
        """The results of all players."""
        return [0.0] * self._game.karuta.num_players() if self.karuta is None else self.karuta.returns()

    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that a player knows."""
        return "before the deal" if self.karuta is None else self.karuta.information_state_string(player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that looks the same to a player, for searches; its history begins here."""
        if self.karuta is None:
            raise karuta.KarutaError("there is nothing to resample before the deal: apply the chance action first")
        return State(self._game, self.karuta.resample(player, int(sampler() * (1 << 53))))

    def __str__(self) -> str:
        return "before the deal" if self.karuta is None else self.karuta.position()

    def __deepcopy__(self, memo: Any) -> State:
        other = State(self._game, self._root)
        for action in self.history():
            other.apply_action(action)
        return other


def resampler(seed: int) -> Callable[[State, int], State]:
    """Worlds for OpenSpiel's ISMCTS: ``bot.set_resampler(karuta.openspiel.resampler(seed=1))``."""
    rng = random.Random(seed)
    return lambda state, player: state.resample_from_infostate(player, rng.random)


def _make(name: str, spec: str) -> tuple[Any, type]:
    game_type = _game_type(name, spec)

    class Game(pyspiel.Game):  # type: ignore[misc]
        """A game of karuta under OpenSpiel's interface."""

        def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
            params = params or {}
            self.karuta = load_game(spec)
            self.deals = int(params.get("deals", _DEALS))
            if self.deals < 1:
                raise karuta.KarutaError(f"deals={self.deals}: 1 or more would do")
            info = pyspiel.GameInfo(
                num_distinct_actions=self.karuta.num_distinct_actions(),
                max_chance_outcomes=self.deals,
                num_players=self.karuta.num_players(),
                min_utility=0.0,
                max_utility=1.0,
                max_game_length=self.karuta.max_game_length(),
            )
            super().__init__(game_type, info, params)

        def new_initial_state(self) -> State:
            """The chance node before the deal."""
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            """An observer of what a player sees."""
            return Observer(self.karuta)

    # OpenSpiel pickles games by the name of their class.
    Game.__name__ = Game.__qualname__ = f"Game_{name}"
    globals()[Game.__name__] = Game
    return game_type, Game


class Observer:
    """What a player sees, as OpenSpiel's observers give it."""

    def __init__(self, game: karuta.Game) -> None:
        self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Writes what a player sees into ``tensor``."""
        self.tensor.fill(0)
        if state.karuta is not None:
            state.karuta.observation_tensor(player, self.tensor)

    def string_from(self, state: State, player: int) -> str:
        """What a player sees, drawn as for a terminal."""
        return "before the deal" if state.karuta is None else state.karuta.observation_string(player)


_REGISTERED: dict[str, str] = {}


def register(*specs: str) -> dict[str, str]:
    """Registers every game as ``karuta_<name>`` and returns the names with their specs.

    Other rules are given as specs and registered too: ``hanamikoji:rules=official`` becomes
    ``karuta_hanamikoji_rules_official``.
    """
    for spec in [*registered_names(), *specs]:
        name = "karuta_" + re.sub("[^a-z0-9]+", "_", spec)
        if name not in _REGISTERED:
            pyspiel.register_game(*_make(name, spec))
            _REGISTERED[name] = spec
    return dict(_REGISTERED)
