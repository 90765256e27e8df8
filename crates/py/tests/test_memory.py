"""Memory does not grow with the number of games. `compare/memory.py` plays a million of them."""

import gc
import importlib.util
import pathlib

import numpy as np

import karuta

FILE = pathlib.Path(__file__).parents[1] / "compare/memory.py"
SPEC = importlib.util.spec_from_file_location("memory", FILE)
memory = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(memory)


def search(games):
    """Asks agents and a net, whose memory is their own."""
    game = karuta.load_game("hanamikoji")
    agent, net = karuta.Agent("mcts:iters=50", game), karuta.Net("hanamikoji")
    inputs = np.zeros((64, net.inputs), np.float32)
    for number in range(games):
        agent.restart(number)
        agent.choose(game.new_initial_state(number), progress=lambda *of: None)
        net(inputs), net.values(game.new_initial_state(number))


def test_memory_stays_as_it_is():
    # The first rounds fill what is kept on purpose.
    memory.play(1500, 0), search(60)
    gc.collect()
    before, games = memory.resident(), 0
    for seed in range(1, 5):
        games += memory.play(1500, seed)
        search(60)
    gc.collect()
    # There are more than 100,000 moves in these games: a leak of thirty bytes for each would be more.
    assert games >= 6000 and memory.resident() - before < 3_000_000
