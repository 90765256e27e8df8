"""Many games side by side, for learners.

>>> import numpy as np
>>> from karuta import vector
>>> envs = vector.make("hanamikoji", 4, seed=1, opponents=[None, "random"])
>>> obs, mask, turn = envs.reset()
>>> actions = np.array([np.flatnonzero(row)[0] for row in mask])
>>> obs, rewards, terminated, truncated, mask, turn = envs.step(actions)
>>> rewards.shape
(4, 2)

A game that ends is dealt anew in the same step (SAME_STEP autoreset): ``rewards`` and ``terminated`` are of
the game that ended, everything else is of the new one. Arrays are reused by the next step.
"""

from __future__ import annotations

from typing import Optional, Sequence, Union

import numpy as np

from . import Game, KarutaError, load_game
from ._karuta import Batch


class VectorEnv:
    """Games stepped together. Make one with :func:`make`."""

    def __init__(self, game: Game, number: int, seed: int, opponents: Sequence[Optional[str]]) -> None:
        self.game = game
        self.num_envs = number
        self._seed = seed
        self._opponents = list(opponents)
        self._observations = np.zeros((number, game.observation_tensor_size()), np.float32)
        self._masks = np.zeros((number, game.num_distinct_actions()), np.int8)
        self._turns = np.zeros(number, np.int64)
        self._rewards = np.zeros((number, game.num_players()), np.float32)
        self._terminated = np.zeros(number, np.bool_)
        self._truncated = np.zeros(number, np.bool_)
        self._batch = Batch(game, number, seed, self._opponents)

    def reset(self, seed: Optional[int] = None):
        """Deals all games anew. Returns observations, masks and the players to move."""
        if seed is not None:
            self._seed = seed
        self._batch = Batch(self.game, self.num_envs, self._seed, self._opponents)
        self._batch.observe(self._observations, self._masks, self._turns)
        return self._observations, self._masks, self._turns

    def step(self, actions):
        """Makes one move in every game.

        Returns observations, rewards (a column a player), terminated, truncated, masks, players to move.
        """
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        if actions.shape != (self.num_envs,):
            raise KarutaError(f"actions of shape {actions.shape} were given: ({self.num_envs},) would do")
        self._batch.step(actions, self._rewards, self._terminated)
        self._batch.observe(self._observations, self._masks, self._turns)
        return self._observations, self._rewards, self._terminated, self._truncated, self._masks, self._turns


def make(
    game: Union[str, Game],
    number: int,
    *,
    seed: int = 1,
    opponents: Optional[Sequence[Optional[str]]] = None,
) -> VectorEnv:
    """``number`` games side by side; ``opponents`` has a spec for each seat that is played inside, else None."""
    if isinstance(game, str):
        game = load_game(game)
    return VectorEnv(game, number, seed, opponents or [None] * game.num_players())
