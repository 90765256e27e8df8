"""The games as PettingZoo environments (AEC).

>>> from karuta import pettingzoo
>>> env = pettingzoo.env("hanamikoji:rules=official")
>>> env.reset(seed=42)
>>> env.agent_selection
'player_0'

An observation is ``{"observation": float32, "action_mask": int8}``. Rewards come at the end of the game: the
result of a player, 0 the worst and 1 the best. An illegal move raises an error.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env import AgentID

from . import KarutaError, State, _shown, load_game

__all__ = ["KarutaEnv", "env"]


class KarutaEnv(AECEnv):
    """A game of karuta as an AEC environment."""

    metadata = {"render_modes": ["ansi"], "name": "karuta_v1", "is_parallelizable": False}

    def __init__(self, spec: str, render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.game = load_game(spec)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise KarutaError(f"render_mode={_shown(render_mode)}: ansi or None would do")
        self.render_mode = render_mode
        self.possible_agents: list[AgentID] = [f"player_{seat}" for seat in range(self.game.num_players())]
        size, actions = self.game.observation_tensor_size(), self.game.num_distinct_actions()
        space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._deals = np.random.default_rng()
        self._state: Optional[State] = None

    @property
    def state_(self) -> State:
        """The state of the game that goes on."""
        if self._state is None:
            raise KarutaError("no game goes on: reset() begins one")
        return self._state

    def observation_space(self, agent: AgentID) -> Any:
        """The space of an observation; the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: AgentID) -> Any:
        """The space of the moves; the same object at each call."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Deals a new game. The same seed gives the same deals."""
        if seed is not None:
            self._deals = np.random.default_rng(seed)
        self._state = self.game.new_initial_state(int(self._deals.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state_.current_player()]

    def observe(self, agent: AgentID) -> dict[str, Any]:
        """What an agent sees; only the agent to move has legal moves."""
        if agent not in self.possible_agents:
            raise KarutaError(f"{str(agent)[:60]!r} does not play: {', '.join(self.possible_agents)} do")
        seat = self.possible_agents.index(agent)
        if self.state_.current_player() == seat:
            mask = self.state_.legal_actions_mask()
        else:
            mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        return {"observation": self.state_.observation_tensor(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Makes the move of the agent to move."""
        state = self.state_
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        state.apply_action(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        if state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._clear_rewards()
            self.agent_selection = self.possible_agents[self.state_.current_player()]
        self._accumulate_rewards()

    def render(self) -> str:
        """The board as the agent to move sees it, as text."""
        seat = self.possible_agents.index(self.agent_selection)
        return self.state_.observation_string(seat)

    def close(self) -> None:
        """Ends the game."""
        self._state = None


def env(spec: str, render_mode: Optional[str] = None) -> KarutaEnv:
    """A game as an AEC environment."""
    return KarutaEnv(spec, render_mode)
