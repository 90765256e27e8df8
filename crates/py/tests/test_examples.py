"""The examples run as a reader would run them, only shorter."""

import pathlib
import subprocess
import sys

import karuta

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
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


def test_a_learner_learns(tmp_path):
    said = run("ppo.py", tmp_path, 17_000)
    assert "learned" in said and (tmp_path / "ppo.svg").exists()
    assert said.count("against simple") == 2
