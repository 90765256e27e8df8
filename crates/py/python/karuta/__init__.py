"""Four card-driven games with strong Monte Carlo agents.

Games are written as on the command line, and states have the names of OpenSpiel:

>>> import karuta
>>> game = karuta.load_game("onitama5")
>>> state = game.new_initial_state(seed=7)
>>> agent = karuta.Agent("mcts:iters=200", game)
>>> while not state.is_terminal():
...     state.apply_action(agent.choose(state).action)
>>> sum(state.returns())
1.0
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Sequence, Union

from ._karuta import (
    Agent,
    Choice,
    Game,
    KarutaError,
    MoveError,
    RankedMove,
    SpecError,
    State,
    __version__,
    load_game,
    registered_names,
)
from . import _karuta

__all__ = [
    "Agent",
    "Choice",
    "Game",
    "KarutaError",
    "MoveError",
    "RankedMove",
    "Result",
    "SeatView",
    "SpecError",
    "State",
    "Summary",
    "__version__",
    "load_game",
    "match",
    "registered_names",
]


def _read_state(game: Game, text: str) -> State:
    """Unpickles a state."""
    return game.deserialize_state(text)


class SeatView:
    """What the player to move knows: all that a callable in a match is given."""

    __slots__ = ("player", "legal_actions", "_state")

    def __init__(self, state: State, player: int) -> None:
        self.player = player
        self.legal_actions: list[int] = state.legal_actions()
        self._state = state

    def action_to_string(self, action: int) -> str:
        """A legal move as text."""
        return self._state.action_to_string(action)

    def information_state_string(self) -> str:
        """All that the player knows, as text."""
        return self._state.information_state_string(self.player)

    def observation_string(self) -> str:
        """What the player sees, drawn as for a terminal."""
        return self._state.observation_string(self.player)

    def observation_tensor(self):
        """What the player sees, as numbers."""
        return self._state.observation_tensor(self.player)

    def seen(self) -> list[tuple[int, str]]:
        """The moves so far as the player saw them."""
        return self._state.seen(self.player)

    def world(self, seed: int) -> State:
        """A whole state that fits what the player knows, for searches."""
        return self._state.resample(self.player, seed)


@dataclass(frozen=True)
class Result:
    """The result of one contestant of a match."""

    name: str
    score: float
    """The mean payoff over deals, 0 to 1."""
    interval: tuple[float, float]
    """The 95 % interval of the score; the deal is the unit."""
    wins: int
    draws: int
    losses: int
    scores: tuple[float, ...]
    """The score in each deal."""


@dataclass(frozen=True)
class Summary:
    """The result of a match."""

    game: str
    deals: int
    seed: int
    results: tuple[Result, ...]

    def __str__(self) -> str:
        width = max(len(result.name) for result in self.results)
        lines = [f"{self.game}: {self.deals} deals, seed {self.seed}"]
        for result in self.results:
            low, high = result.interval
            lines.append(
                f"{result.name:<{width}}  {result.score:6.1%}  ({low:.1%} to {high:.1%})"
                f"  {result.wins} won, {result.draws} drawn, {result.losses} lost"
            )
        return "\n".join(lines)


Contestant = Union[str, Callable[[SeatView], int]]


def match(
    game: Union[str, Game],
    contestants: Sequence[Contestant],
    *,
    deals: int = 100,
    seed: int = 1,
    threads: int = 1,
) -> Summary:
    """Plays contestants against each other over duplicate deals.

    A contestant is a spec or a callable that is given a :class:`SeatView` and returns the number of a legal
    move. Specs alone play exactly the games of ``karuta match`` with the same seed.

    >>> summary = karuta.match("onitama5", ["heuristic", lambda seat: seat.legal_actions[0]], deals=4)
    >>> summary.results[0].score > 0.5
    True
    """
    if isinstance(game, str):
        game = load_game(game)
    if deals < 1:
        raise KarutaError(f"deals={deals}: 1 or more would do")
    lines = _karuta.play_match(game, list(contestants), deals, seed, threads)
    results = tuple(Result(**{**line, "scores": tuple(line["scores"])}) for line in lines)
    return Summary(game.spec, deals, seed, results)
