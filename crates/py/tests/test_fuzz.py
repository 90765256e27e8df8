"""Nothing that is given to the package can do more than raise an exception: no panic reaches Python."""

import inspect
import random

import numpy as np
import pytest
from specs import SPECS

import karuta
import karuta.gym
import karuta.pettingzoo
import karuta.vector
from karuta import _karuta

WORDS = ["", "onitama5", "hanamikoji", "tichu:target=0", "random", "mcts:iters=3", "mcts:iters=", "x" * 300, "\0", "🂡", "simple", "seats", "|", "1 2 3", "dmc", "player_0"]


def junk(rng, game):
    """Something that may or may not be meant."""
    state = game.new_initial_state(rng.randrange(5))
    choices = [
        lambda: rng.choice(WORDS),
        lambda: rng.choice([0, 1, 2, 3, 7, -1, -(2**63), 2**31, 2**63, 2**64, 2**80]),
        lambda: rng.choice([None, True, False, 0.5, float("nan"), float("inf"), b"", b"abc", object(), {}, (), []]),
        lambda: np.zeros(rng.choice([(), 0, 1, 2, 50, (2, 2), (1, 500)]), rng.choice([np.int8, np.float32, np.int64, bool, object])),
        lambda: [rng.choice([0, -1, None, "a"]) for _ in range(rng.randrange(4))],
        lambda: game,
        lambda: state,
        lambda: state.serialize()[: rng.randrange(200)],
        lambda: state.position(),
        lambda: len,
        lambda: {"deals": 1, "seed": rng.choice([1, -1]), "threads": rng.choice([0, 1, "a"]), "record": None, "progress": None},
    ]
    return rng.choice(choices)()


def targets(rng, game):
    """Everything that can be called."""
    state = game.new_initial_state(rng.randrange(9))
    for _ in range(rng.randrange(30)):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    agent = karuta.Agent(rng.choice(["random", "mcts:iters=3"]), game)
    batch = _karuta.Batch(game, 2, 1, [None] * game.num_players())
    things = [game, state, agent, batch, karuta.Net("hanamikoji"), karuta.vector.make(game, 2)]
    pettingzoo, gym = karuta.pettingzoo.env(game.spec), karuta.gym.make(game.spec)
    if rng.random() < 0.7:
        pettingzoo.reset(seed=1), gym.reset(seed=1)
    calls = [getattr(thing, word) for thing in things for word in dir(thing) if is_ours(thing, word)]
    calls += [pettingzoo.step, pettingzoo.observe, gym.step, karuta.vector.make, karuta.gym.make, karuta.pettingzoo.env]
    calls += [getattr(_karuta, word) for word in dir(_karuta) if not word.startswith("_")]
    return calls + [karuta._rebuild, karuta.read_record]


def is_ours(thing, word):
    return callable(getattr(type(thing), word, None)) and (not word.startswith("_") or word in ["__call__", "__reduce__", "__eq__", "__repr__", "__str__"])


@pytest.mark.parametrize("spec", SPECS)
def test_no_panic_reaches_python(spec, tmp_path, monkeypatch):
    # Names given at random may be those of files to write.
    monkeypatch.chdir(tmp_path)
    rng = random.Random(spec)
    game = karuta.load_game(spec)
    raised = {}
    for _ in range(60):
        for call in targets(rng, game):
            if inspect.isclass(call) and issubclass(call, BaseException):
                continue
            given = [junk(rng, game) for _ in range(rng.randrange(4))]
            try:
                call(*given)
            except Exception as error:
                raised[type(error)] = raised.get(type(error), 0) + 1
    # A panic would have come as an exception that is none of these, and none of Exception's.
    assert raised[karuta.KarutaError] > 10 and raised[TypeError] > 10
    expected = (karuta.KarutaError, TypeError, OverflowError, ValueError, AttributeError, AssertionError, KeyError)
    assert all(issubclass(kind, expected) for kind in raised), raised
