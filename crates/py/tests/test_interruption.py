"""Ctrl-C ends whatever takes long. Each of these would go on for an hour otherwise."""

import signal
import time

import numpy as np
import pytest

import karuta
import karuta.vector

LONG = "mcts:time=3600s"


def choice(game):
    karuta.Agent(LONG, game).choose(game.new_initial_state(1))


def alphabeta(game):
    karuta.Agent("alphabeta:time=3600s", game).choose(game.new_initial_state(1))


def single_match(game):
    karuta.match(game, [LONG, LONG], deals=5, threads=2)


def match_with_a_callable(game):
    karuta.match(game, [LONG, lambda seat: seat.legal_actions[0]], deals=5)


def tournament(game):
    karuta.tournament(game, [LONG, "random", "heuristic"], deals=5)


def batch(game):
    envs = karuta.vector.make(game, 4, opponents=[None, LONG], threads=2)
    _, mask, _ = envs.reset()
    try:
        envs.step([np.flatnonzero(row)[0] for row in mask])
    finally:
        with pytest.raises(karuta.KarutaError, match="reset"):
            envs.step([0] * 4)
        assert not envs._batch.restart(1), "what the agents left behind is not dealt to"


@pytest.mark.parametrize("work", [choice, alphabeta, single_match, match_with_a_callable, tournament, batch])
def test_ctrl_c_ends(work, record_property):
    game = karuta.load_game("onitama5")
    sent = []

    def interrupt(number, frame):
        sent.append(time.monotonic())
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            work(game)
        record_property("seconds", time.monotonic() - sent[0])
        print(f"{work.__name__}: {1000 * (time.monotonic() - sent[0]):.1f} ms after the signal was heard")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_interpreter_is_free_while_a_search_runs():
    import threading

    game = karuta.load_game("onitama5")
    agent = karuta.Agent("mcts:time=1s", game)
    begun = threading.Event()
    state = game.new_initial_state(1)
    searching = threading.Thread(target=lambda: agent.choose(state, progress=lambda *_: begun.set()))
    searching.start()
    # A thread that has not been scheduled yet searches nothing.
    assert begun.wait(60)
    counted = 0
    while searching.is_alive():
        counted += 1
        if counted == 1000:
            with pytest.raises(karuta.MoveError, match="another thread"):
                agent.choose(game.new_initial_state(1))
    searching.join()
    assert counted > 1000
