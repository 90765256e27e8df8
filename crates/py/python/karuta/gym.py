"""One seat of a game as a Gymnasium environment; the other seats are played by agents.

>>> from karuta import gym
>>> env = gym.make("hanamikoji", seat=0, opponents=["random"])
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["legal_actions"][0])

``info["action_mask"]`` and ``info["legal_actions"]`` say what is legal; an illegal move raises an error. The
reward is the result of the game, 0 the worst and 1 the best, and comes with its end.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import gymnasium
import numpy as np
from gymnasium import spaces

from . import Agent, KarutaError, State, _shown, load_game

__all__ = ["KarutaEnv", "make"]


class KarutaEnv(gymnasium.Env[Any, Any]):
    """One seat of a game. Make one with :func:`make`."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, spec: str, seat: int, opponents: Union[str, Sequence[str]], render_mode: Optional[str] = None
    ) -> None:
        self.game = load_game(spec)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise KarutaError(f"render_mode={_shown(render_mode)}: ansi or None would do")
        self.seat = seat
        self.render_mode = render_mode
        others = [other for other in range(self.game.num_players()) if other != seat]
        if len(others) == self.game.num_players():
            raise KarutaError(f"seat={_shown(seat)}: 0 to {self.game.num_players() - 1} would do")
        if isinstance(opponents, str):
            opponents = [opponents]
        is_list = isinstance(opponents, (list, tuple))
        if not is_list or not all(isinstance(opponent, str) for opponent in opponents):
            raise KarutaError(f"opponents={_shown(opponents)}: a spec or a list of specs would do")
        if len(opponents) == 1:
            opponents = list(opponents) * len(others)
        if len(opponents) != len(others):
            raise KarutaError(f"{len(opponents)} opponents were given: 1 or {len(others)} would do")
        self.opponents = {other: Agent(spec_, self.game) for other, spec_ in zip(others, opponents)}
        self.observation_space = spaces.Box(
            -np.inf, np.inf, (self.game.observation_tensor_size(),), np.float32
        )
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        self._state: Optional[State] = None

    @property
    def state(self) -> State:
        """The state of the game that goes on."""
        if self._state is None:
            raise KarutaError("no game goes on: reset() begins one")
        return self._state

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals a new game. The same seed gives the same deals."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(1 << 62))
        self._state = self.game.new_initial_state(deal)
        for other, agent in self.opponents.items():
            agent.restart(deal ^ other)
        self._advance()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a move and lets the opponents answer."""
        self.state.apply_action(action)
        self._advance()
        over = self.state.is_terminal()
        reward = self.state.returns()[self.seat] if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def render(self) -> str:  # type: ignore[override]
        """The board as the seat sees it, as text."""
        return self.state.observation_string(self.seat)

    def close(self) -> None:
        """Ends the game."""
        self._state = None

    def _advance(self) -> None:
        while not self.state.is_terminal() and self.state.current_player() != self.seat:
            agent = self.opponents[self.state.current_player()]
            self.state.apply_action(agent.step(self.state))

    def _observation(self) -> Any:
        return self.state.observation_tensor(self.seat)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.state.legal_actions_mask(),
            "legal_actions": self.state.legal_actions(),
        }


def make(
    spec: str, *, seat: int = 0, opponents: Union[str, Sequence[str]] = "random", render_mode: Optional[str] = None
) -> KarutaEnv:
    """One seat of a game; one opponent's spec for all other seats, or one for each."""
    return KarutaEnv(spec, seat, opponents, render_mode)
