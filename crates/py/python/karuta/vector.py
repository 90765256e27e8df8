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
the game that ended, everything else is of the new one.

Arrays are reused by the next step: copy what you keep, or have it written where you keep it.

>>> kept = np.zeros((2, 4, envs.game.observation_tensor_size()), np.float32)
>>> for step in range(2):
...     obs, *_, mask, _ = envs.step(mask.argmax(1), observations=kept[step])
>>> bool((kept[1] == obs).all())
True

Masks are not to be written to, since a step changes only what differs from the last one.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import Game, KarutaError, SpecError, _game, _shown
from ._karuta import Batch

__all__ = ["VectorEnv", "make"]

_Step = tuple[
    npt.NDArray[np.float32],
    npt.NDArray[np.float32],
    npt.NDArray[np.bool_],
    npt.NDArray[np.bool_],
    npt.NDArray[np.int8],
    npt.NDArray[np.int64],
]


class VectorEnv:
    """Games stepped together. Make one with :func:`make`."""

    def __init__(
        self, game: Game, number: int, seed: int, opponents: Sequence[Optional[str]], threads: int = 1
    ) -> None:
        self._batch = Batch(game, number, seed, list(opponents), threads)
        self.game = game
        self.num_envs = number
        self._made: tuple[Any, ...] = (list(opponents), threads)
        self._seed = seed
        self._observations = np.zeros((number, game.observation_tensor_size()), np.float32)
        self._masks = np.zeros((number, game.num_distinct_actions()), np.int8)
        self._turns = np.zeros(number, np.int64)
        self._rewards = np.zeros((number, game.num_players()), np.float32)
        self._terminated = np.zeros(number, np.bool_)
        self._truncated = np.zeros(number, np.bool_)

    def reset(
        self,
        seed: Optional[int] = None,
        *,
        observations: Optional[npt.NDArray[np.float32]] = None,
        masks: Optional[npt.NDArray[np.int8]] = None,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8], npt.NDArray[np.int64]]:
        """Deals all games anew. Returns observations, masks and the players to move.

        Observations and masks are written into arrays of yours if you give them.
        """
        if seed is not None:
            self._seed = seed
        if not self._batch.restart(self._seed):
            self._batch = Batch(self.game, self.num_envs, self._seed, *self._made)
        observations, masks = self._write(None, observations, masks)
        return observations, masks, self._turns

    def step(
        self,
        actions: npt.ArrayLike,
        *,
        observations: Optional[npt.NDArray[np.float32]] = None,
        masks: Optional[npt.NDArray[np.int8]] = None,
    ) -> _Step:
        """Makes one move in every game.

        Returns observations, rewards (a column a player), terminated, truncated, masks, players to move.
        Observations and masks are written into arrays of yours if you give them. If one of the moves is illegal,
        none is made.
        """
        try:
            array = np.ascontiguousarray(actions)
        except ValueError:
            raise KarutaError(f"actions in rows of different lengths were given: {self.num_envs} numbers would do")
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise KarutaError(
                f"actions of {array.dtype} with shape {array.shape} were given: "
                f"whole numbers with shape ({self.num_envs},) would do"
            )
        array = array.astype(np.int64)
        observations, masks = self._write(array, observations, masks)
        return observations, self._rewards, self._terminated, self._truncated, masks, self._turns

    def _write(
        self,
        actions: Optional[npt.NDArray[np.int64]],
        observations: Optional[npt.NDArray[np.float32]],
        masks: Optional[npt.NDArray[np.int8]],
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """Steps the games and returns the arrays that were written to."""
        if observations is None:
            observations = self._observations
        is_own = masks is None
        written = self._masks if masks is None else masks
        self._batch.step(actions, observations, written, self._turns, self._rewards, self._terminated, is_own)
        if is_own:
            written = written.view()
            written.flags.writeable = False
        return observations, written


def make(
    game: Union[str, Game],
    number: int,
    *,
    seed: int = 1,
    opponents: Optional[Sequence[Optional[str]]] = None,
    threads: int = 1,
) -> VectorEnv:
    """``number`` games side by side.

    ``opponents`` has a spec for each seat that is played inside and None for the seats of the caller. What is
    played does not depend on ``threads``.
    """
    game = _game(game)
    if opponents is None:
        opponents = [None] * game.num_players()
    is_list = isinstance(opponents, (list, tuple))
    if not is_list or not all(spec is None or isinstance(spec, str) for spec in opponents):
        raise SpecError(f"opponents={_shown(opponents)}: a list of specs, and None for your seats, would do")
    return VectorEnv(game, number, seed, opponents, threads)
