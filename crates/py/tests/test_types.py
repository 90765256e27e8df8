"""The package is typed, and its stubs say what is there."""

import subprocess
import sys

GOOD = """
import karuta
game = karuta.load_game("onitama5")
state: karuta.State = game.new_initial_state(seed=1)
action: int = karuta.Agent("random", game).choose(state).action
scores: tuple[float, ...] = karuta.match(game, ["random", lambda seat: seat.legal_actions[0]]).results[0].scores
"""

BAD = """
import karuta
karuta.load_game(5)
karuta.load_game("onitama5").spec = "hanamikoji"
karuta.match("onitama5", [3])
"""


def run(*words):
    return subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)


def test_stubs_say_what_is_there():
    done = run("mypy.stubtest", "karuta._karuta")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_user_is_told_of_wrong_types(tmp_path):
    for name, text in [("good", GOOD), ("bad", BAD)]:
        (tmp_path / f"{name}.py").write_text(text)
    done = run("mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *map(str, tmp_path.glob("*.py")))
    wrong = [line.split(": ")[0] for line in done.stdout.splitlines() if ": error:" in line]
    assert [line.rsplit("/", 1)[-1] for line in wrong] == ["bad.py:3", "bad.py:4", "bad.py:5"], done.stdout
