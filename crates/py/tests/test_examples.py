"""The examples run as a reader would run them, only shorter."""

import pathlib
import runpy
import subprocess
import sys

import numpy as np
import pytest

import karuta

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
ROOT = pathlib.Path(__file__).parents[3]
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PATH": "/usr/bin:/bin"}


def run(name, folder, *words):
    line = [sys.executable, str(EXAMPLES / name), *map(str, words)]
    done = subprocess.run(line, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_tried():
    tried = {"bot.py", "match_plot.py", "openspiel_bots.py", "ppo.py", "read_record.py"}
    assert {path.name for path in EXAMPLES.glob("*.py")} == tried


def test_a_bot_in_twenty_lines(tmp_path):
    said = run("bot.py", tmp_path, 1)
    assert "flat" in said and "random" in said


def test_a_match_with_a_plot(tmp_path):
    said = run("match_plot.py", tmp_path, 3)
    assert "mcts:iters=300" in said and (tmp_path / "match.svg").read_text().count("<svg") == 1


def test_openspiels_searches_meet_ours(tmp_path):
    said = run("openspiel_bots.py", tmp_path, 2, 4)
    assert said.count("mcts of karuta scores") == 2


def test_a_record_is_read_with_polars(tmp_path):
    karuta.match("hanamikoji", ["simple", "random"], deals=2, record=tmp_path / "match.db")
    said = run("read_record.py", tmp_path, "match.db")
    assert "score" in said and "simple" in said


@pytest.fixture(scope="module")
def learner(tmp_path_factory):
    """Everything that is left when the learner has run."""
    file = tmp_path_factory.mktemp("ppo") / "ppo.svg"
    before, sys.argv = sys.argv, ["ppo.py", "17000", str(file)]
    try:
        return {**runpy.run_path(str(EXAMPLES / "ppo.py")), "file": file}
    finally:
        sys.argv = before


def test_a_learner_runs(learner):
    assert [steps for steps, *_ in learner["curve"]] == [0, 8192, 16384]
    assert all(0 <= score <= 1 for _, score, _ in learner["curve"])
    assert learner["updates"] == 2 * 3 * 8 and "<svg" in learner["file"].read_text()
    assert all(np.isfinite(array).all() for array in learner["parameters"])


def test_the_learner_knows_what_moves_are_made_of(learner):
    features, copies = learner["FEATURES"], [2, 2, 2, 3, 3, 4, 5]
    kinds = {("secret", 1): 0, ("trade", 2): 1, ("gift", 3): 2, ("compete", 4): 3, ("take", 1): 4, ("take", 2): 5}
    lines = (ROOT / "docs/moves/hanamikoji.txt").read_text().splitlines()[1:]
    assert len(lines) == len(features)
    for number, line in enumerate(lines):
        told, kind, *cards = line.split()
        assert int(told) == number
        if "?" in cards:
            assert not features[number].any()
            continue
        parts = features[number].reshape(6, 22)
        assert parts.any(1).nonzero()[0].tolist() == [kinds[kind, len(cards)]]
        own = parts[kinds[kind, len(cards)]]
        by_suit = [int(part.sum()) for part in np.split(own[1:], np.cumsum(copies)[:-1])]
        assert own[0] == 1 and by_suit == [cards.count(str(suit)) for suit in range(7)]


def test_the_learners_gradient_is_that_of_its_net(learner):
    rng, parameters = np.random.default_rng(1), learner["parameters"]
    kept = [array.copy() for array in parameters]
    try:
        # Differences need more digits than the learner does.
        parameters[:] = [array.astype(np.float64) for array in kept]
        x, legal = rng.random((5, len(parameters[0]))), rng.random((5, 340)) < 0.2
        weights, of_value = rng.random((5, 340)) * legal, rng.random(5)

        def loss():
            log_p, _, value, _ = learner["forward"](x, legal)
            return (weights * log_p).sum() + (of_value * value).sum()

        _, p, _, layers = learner["forward"](x, legal)
        gradient = learner["backward"](layers, weights - p * weights.sum(1, keepdims=True), of_value)
        for array, by in zip(parameters, gradient):
            at = np.unravel_index(rng.integers(array.size), array.shape)
            value, small = array[at], 1e-6
            array[at] = value + small
            above = loss()
            array[at] = value - small
            assert abs((above - loss()) / (2 * small) - by[at]) < 1e-4 * (1 + abs(by[at]))
            array[at] = value
    finally:
        parameters[:] = kept
