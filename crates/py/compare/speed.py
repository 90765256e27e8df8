"""Speed of the package beside OpenSpiel's, in one run. Units are per CPU-second of one thread.

    python speed.py [SECONDS]
"""

import random
import subprocess
import sys
import time

import numpy as np
import pyspiel

import karuta
import karuta.vector

seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def rate(work):
    """Units of work per CPU-second: the best of three tries."""
    best = 0.0
    for _ in range(3):
        count, began = 0, time.process_time()
        while time.process_time() - began < seconds / 3:
            count += work()
        best = max(best, count / (time.process_time() - began))
    return best


def loop(new_state):
    """Decisions of a plain Python loop: legal moves, one at random, made."""
    rng = random.Random(1)

    def work():
        state, moves = new_state(rng), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return rate(work)


def openspiel(name):
    game = pyspiel.load_game(name)

    def new_state(rng):
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = state.legal_actions()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))])
        return state

    return loop(new_state)


def batches(spec):
    """Steps of a batch of 1,024 games, observations and masks written."""
    envs = karuta.vector.make(spec, 1024, seed=1)
    _, mask, _ = envs.reset()
    # The choice of moves is not ours to time: moves are drawn before the clock runs.
    spent, steps = 0.0, 0
    rng = np.random.default_rng(1)
    while spent < seconds:
        noise = rng.random(mask.shape, np.float32)
        actions = (noise * mask).argmax(1)
        began = time.process_time()
        *_, mask, _ = envs.step(actions)
        spent += time.process_time() - began
        steps += 1024
    return steps / spent


def clones(game):
    state = game.new_initial_state(1)

    def work():
        for _ in range(1000):
            state.clone()
        return 1000

    return rate(work)


theirs = {name: openspiel(name) for name in ["dou_dizhu", "hearts", "gin_rummy"]}
for name, speed in theirs.items():
    print(f"| OpenSpiel {pyspiel.__version__ if hasattr(pyspiel, '__version__') else ''} {name} | {speed:,.0f} | | | |")
cards = theirs["hearts"]
for spec in ["onitama5", "onitama7", "hanamikoji", "daihinmin:games=1", "tichu:rules=report"]:
    game = karuta.load_game(spec)
    single = loop(lambda rng: game.new_initial_state(rng.getrandbits(63)))
    print(f"| karuta {spec} | {single:,.0f} | {single / cards:.1f} | {batches(spec):,.0f} | {clones(game):,.0f} |", flush=True)

started = [sys.executable, "-c", "import time, numpy; t = time.process_time(); import karuta; print(time.process_time() - t)"]
times = [float(subprocess.run(started, capture_output=True, text=True).stdout) for _ in range(5)]
print(f"import karuta: {1000 * min(times):.0f} ms of CPU time beside numpy's own")
