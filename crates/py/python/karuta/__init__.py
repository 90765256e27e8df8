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

import os
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Optional, Sequence, Union

from . import _karuta
from ._karuta import (
    Agent,
    Choice,
    Game,
    KarutaError,
    MoveError,
    Net,
    RankedMove,
    SpecError,
    State,
    __version__,
    load_game,
    net_names,
    registered_names,
)

__all__ = [
    "Agent",
    "Choice",
    "Contestant",
    "Game",
    "KarutaError",
    "MoveError",
    "Net",
    "RankedMove",
    "Rating",
    "Result",
    "SeatView",
    "SpecError",
    "State",
    "Summary",
    "Tournament",
    "__version__",
    "load_game",
    "match",
    "net_names",
    "read_record",
    "registered_names",
    "tournament",
]


def _rebuild(kind: str, version: str, parts: tuple[Any, ...]) -> Any:
    """Unpickles an object of this package."""
    if version != __version__:
        raise KarutaError(
            f"this {kind.replace('_', ' ')} was pickled by karuta {version}, and this is karuta {__version__}: "
            "numbers of moves may have changed, so pickle it again"
        )
    makers: dict[str, Callable[..., Any]] = {
        "agent": Agent,
        "batch": _batch,
        "choice": Choice,
        "game": load_game,
        "net": Net.from_bytes,
        "ranked_move": RankedMove,
        "state": Game.deserialize_state,
    }
    if kind not in makers:
        raise KarutaError(f"{kind[:60]!r} is nothing that karuta pickles")
    try:
        return makers[kind](*parts)
    except KarutaError:
        raise
    except (TypeError, ValueError) as error:
        raise KarutaError(f"this is no {kind.replace('_', ' ')} that karuta pickled: {error}") from error


def _batch(*parts: Any) -> Any:
    """A batch brought to where it was."""
    *made, played = parts
    batch = _karuta.Batch(*made)
    batch.replay(played)
    return batch


def _game(given: Union[str, Game]) -> Game:
    """A game that was given as itself or by its spec."""
    if isinstance(given, Game):
        return given
    if not isinstance(given, str):
        raise SpecError(f"{_shown(given)} is no game: a spec or what load_game returned would do")
    return load_game(given)


def _shown(given: object) -> str:
    """Something given, as an error repeats it."""
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:60]}.."


def _asked(
    contestants: Sequence[Contestant], record: object, progress: object, others: dict[str, Any]
) -> tuple[list[Contestant], dict[str, Any]]:
    """What a series is asked for, of the right kinds."""
    if isinstance(contestants, (str, bytes)) or not isinstance(contestants, Iterable):
        raise SpecError(f"contestants={_shown(contestants)}: a list of specs and callables would do")
    if record is not None and not isinstance(record, (str, os.PathLike)):
        raise KarutaError(f"record={_shown(record)}: the name of a file would do")
    if progress is not None and not callable(progress):
        raise KarutaError(f"progress={_shown(progress)}: a function of two numbers would do")
    return list(contestants), {**others, "record": record, "progress": progress}


class SeatView:
    """What the player to move knows: all that a callable in a match is given.

    It is made of a world that fits what the player knows, so it holds nothing of what is hidden.
    """

    __slots__ = ("player", "legal_actions", "_world")

    def __init__(self, world: State, player: int) -> None:
        self.player = player
        self.legal_actions: list[int] = world.legal_actions()
        self._world = world

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves as text, in the order of ``legal_actions``."""
        return [self._world.action_to_string(action) for action in self.legal_actions]

    @property
    def view(self) -> dict[str, Any]:
        """The view as data, as ``State.view`` gives it."""
        return self._world.view(self.player)

    def action_to_string(self, action: int) -> str:
        """A legal move as text."""
        return self._world.action_to_string(action)

    def information_state_string(self) -> str:
        """All that the player knows, as text."""
        return self._world.information_state_string(self.player)

    def observation_string(self) -> str:
        """What the player sees, drawn as for a terminal."""
        return self._world.observation_string(self.player)

    def observation_tensor(self, out: Any = None) -> Any:
        """What the player sees, as numbers."""
        return self._world.observation_tensor(self.player, out)

    def seen(self) -> list[tuple[int, str]]:
        """The moves so far as the player saw them."""
        return self._world.seen(self.player)

    def world(self, seed: int) -> State:
        """A whole state that fits what the player knows, for searches."""
        return self._world.resample(self.player, seed)


def _deals(count: int) -> str:
    """A number of deals in words."""
    return f"{count} deal" if count == 1 else f"{count} deals"


@dataclass(frozen=True)
class Result:
    """The result of one contestant of a match."""

    name: str
    score: float
    """The mean payoff over deals, 0 to 1."""
    interval: Optional[tuple[float, float]]
    """The 95 % interval of the score; the deal is the unit. None for a single deal."""
    wins: int
    draws: int
    losses: int
    scores: tuple[float, ...]
    """The score in each deal."""
    measures: dict[str, Optional[float]]
    """The mean of everything else that the game measures."""
    seconds_per_move: float


@dataclass(frozen=True)
class Summary:
    """The result of a match."""

    game: str
    deals: int
    seed: int
    results: tuple[Result, ...]

    def __str__(self) -> str:
        width = max(len(result.name) for result in self.results)
        lines = [f"{self.game}: {_deals(self.deals)}, seed {self.seed}"]
        for result in self.results:
            lines.append(
                f"{result.name:<{width}}  {result.score:6.1%}{_between(result.interval, '.1%')}"
                f"  {result.wins} won, {result.draws} drawn, {result.losses} lost"
            )
        return "\n".join(lines)


@dataclass(frozen=True)
class Rating:
    """The strength of one contestant of a tournament."""

    name: str
    elo: float
    """On a scale on which the mean of all contestants is 0."""
    interval: Optional[tuple[float, float]]
    """The 95 % interval of that."""


@dataclass(frozen=True)
class Tournament:
    """The result of a tournament."""

    game: str
    deals: int
    seed: int
    ratings: tuple[Rating, ...]
    """Strongest first."""
    scores: dict[tuple[str, str], float]
    """The score of one contestant against another."""

    def __str__(self) -> str:
        width = max(len(rating.name) for rating in self.ratings)
        lines = [f"{self.game}: {_deals(self.deals)} a pairing, seed {self.seed}"]
        for rating in self.ratings:
            lines.append(f"{rating.name:<{width}}  {rating.elo:+5.0f}{_between(rating.interval, '+.0f')}")
        return "\n".join(lines)


def _between(interval: Optional[tuple[float, float]], form: str) -> str:
    if interval is None:
        return ""
    return f"  ({interval[0]:{form}} to {interval[1]:{form}})"


Contestant = Union[str, Callable[[SeatView], int]]
"""A spec, or a callable that is given a SeatView and returns the number of a legal move."""


def match(
    game: Union[str, Game],
    contestants: Sequence[Contestant],
    *,
    deals: int = 100,
    seed: int = 1,
    threads: int = 1,
    record: Union[None, str, os.PathLike[str]] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> Summary:
    """Plays contestants against each other over duplicate deals.

    A contestant is a spec or a callable that is given a :class:`SeatView` and returns the number of a legal
    move. Specs play exactly the games of ``karuta match`` with the same seed. ``record`` is a file that keeps
    every finished deal; the same call goes on with it after an interruption. ``progress(done, total)`` is
    called after each deal.

    >>> summary = karuta.match("onitama5", ["heuristic", lambda seat: seat.legal_actions[0]], deals=4)
    >>> summary.results[0].score > 0.5
    True
    """
    game = _game(game)
    others = {"deals": deals, "seed": seed, "threads": threads}
    contestants, asked = _asked(contestants, record, progress, others)
    lines = _karuta.play_match(game, contestants, asked)
    results = tuple(Result(**{**line, "scores": tuple(line["scores"])}) for line in lines)
    return Summary(game.spec, deals, seed, results)


def tournament(
    game: Union[str, Game],
    contestants: Sequence[Contestant],
    *,
    deals: int = 100,
    seed: int = 1,
    threads: int = 1,
    record: Union[None, str, os.PathLike[str]] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> Tournament:
    """Plays everybody against everybody over duplicate deals and rates them, as ``karuta tournament`` does.

    >>> result = karuta.tournament("onitama5", ["random", "heuristic", "priority"], deals=6)
    >>> result.ratings[-1].name
    'random'
    """
    game = _game(game)
    others = {"deals": deals, "seed": seed, "threads": threads}
    contestants, asked = _asked(contestants, record, progress, others)
    found = _karuta.play_tournament(game, contestants, asked)
    names = found["names"]
    ratings = [Rating(*of) for of in zip(names, found["elos"], found["intervals"])]
    scores = {}
    for first, second, score, _ in found["pairs"]:
        scores[names[first], names[second]] = score
        scores[names[second], names[first]] = 1.0 - score
    ratings.sort(key=lambda rating: -rating.elo)
    return Tournament(game.spec, deals, seed, tuple(ratings), scores)


def read_record(path: Union[str, os.PathLike[str]], rows: str = "seats") -> dict[str, list[Any]]:
    """The record of a match or tournament as columns: ``polars.DataFrame(karuta.read_record(path))``.

    ``rows`` says what a row is: ``"seats"``, a seat in a game with its payoff, effort and everything the game
    measures; ``"games"``, a game with its start and moves; or ``"moves"``, a move with the playouts it took.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "match.db")
    >>> _ = karuta.match("onitama5", ["random", "heuristic"], deals=3, record=path)
    >>> columns = karuta.read_record(path)
    >>> len(columns["payoff"]), columns["agent"][0]
    (12, 'random')
    """
    if not isinstance(path, (str, os.PathLike)) or not isinstance(rows, str):
        raise KarutaError(f"{_shown(path)} and rows={_shown(rows)} were given: a file and a word would do")
    return _karuta.record_columns(path, rows)
