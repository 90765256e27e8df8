"""Speed of the package beside OpenSpiel's, in one run. Units are per CPU-second of one thread, in thousands.

    python speed.py [SECONDS]

SECONDS of CPU time are spent on each figure; the best of three parts counts, since others may use the machine too.
"""

import importlib.metadata
import random
import subprocess
import sys
import time

import numpy as np
import pyspiel

import karuta
import karuta.vector

seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
THEIRS = ["dou_dizhu", "hearts", "gin_rummy"]
OURS = [
    "onitama5", "onitama7", "hanamikoji", "hanamikoji:rules=official", "daihinmin", "tichu", "tichu:rules=report",
]  # fmt: skip


def rate(work):
    """Units of work per CPU-second."""
    best = 0.0
    for _ in range(3):
        count, began = 0, time.process_time()
        while time.process_time() - began < seconds / 3:
            count += work()
        best = max(best, count / (time.process_time() - began))
    return best


def loop(new_state, look=None):
    """Decisions of a plain Python loop: legal moves, one at random, made; the player's observation if asked for."""
    rng = random.Random(1)

    def work():
        state, moves = new_state(rng), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if look is not None:
                look(state)
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return rate(work)


def clones(state):
    """Copies of a state."""

    def work():
        for _ in range(1000):
            state.clone()
        return 1000

    return rate(work)


def batches(spec):
    """Steps of a batch of 1,024 games, observations and masks written."""
    envs = karuta.vector.make(spec, 1024, seed=1)
    _, mask, _ = envs.reset()
    # To choose moves is the caller's work, so they are chosen before the clock runs, and the games played again.
    rng, chosen = np.random.default_rng(1), []
    for _ in range(64):
        chosen.append((rng.random(mask.shape, np.float32) * mask).argmax(1))
        *_, mask, _ = envs.step(chosen[-1])
    best = spent = 0.0
    while spent < seconds:
        envs.reset()
        began = time.process_time()
        for actions in chosen:
            envs.step(actions)
        took = time.process_time() - began
        spent, best = spent + took, max(best, 1024 * len(chosen) / took)
    return best


def row(name, *figures):
    """A row of a table in Markdown."""
    print(f"| {name} | " + " | ".join("" if figure is None else f"{figure / 1000:,.0f}" for figure in figures) + " |", flush=True)


print("| game | loop | loop with observations | batches with observations | clone |")
print("| --- | --: | --: | --: | --: |")
for name in THEIRS:
    game = pyspiel.load_game(name)

    def dealt(rng):
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.legal_actions()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))])
        return state

    def look(state):
        # A deal in the middle of a game is nobody's turn.
        if not state.is_chance_node():
            state.observation_tensor() if game.get_type().provides_observation_tensor else state.information_state_tensor()

    version = importlib.metadata.version("open_spiel")
    row(f"OpenSpiel {version}, {name}", loop(dealt), loop(dealt, look), None, clones(dealt(random.Random(1))))
for spec in OURS:
    game = karuta.load_game(spec)
    array = np.zeros(game.observation_tensor_size(), np.float32)

    def dealt(rng):
        return game.new_initial_state(rng.getrandbits(63))

    def look(state):
        state.observation_tensor(None, array)

    row(f"karuta, {spec}", loop(dealt), loop(dealt, look), batches(spec), clones(dealt(random.Random(1))))

for what, before in [("in all", ""), ("beside numpy's own", "import numpy;")]:
    line = f"import time; {before} began = time.process_time(); import karuta; print(time.process_time() - began)"
    times = [subprocess.run([sys.executable, "-c", line], capture_output=True, text=True).stdout for _ in range(5)]
    print(f"\nimport karuta: {1000 * min(map(float, times)):.0f} ms of CPU time {what}", end="")
print()
