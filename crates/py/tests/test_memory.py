"""Memory does not grow with the number of games."""

import gc
import random
import resource

import numpy as np

import karuta
import karuta.vector


def resident():
    """Bytes of memory in use now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def play_batches(steps):
    envs = karuta.vector.make("onitama5", 256, seed=1, opponents=[None, "random"])
    _, mask, _ = envs.reset()
    for _ in range(steps):
        *_, mask, _ = envs.step(mask.argmax(1))


def play_states(games):
    rng = random.Random(1)
    game = karuta.load_game("hanamikoji")
    agent = karuta.Agent("simple", game)
    for number in range(games):
        state = game.new_initial_state(number)
        while not state.is_terminal():
            state.observation_tensor()
            state.legal_actions_mask()
            other = state.resample(state.current_player(), 1).clone()
            other.information_state_string()
            state.apply_action(agent.step(state) if number % 10 == 0 else rng.choice(state.legal_actions()))
        for wrong in [lambda: state.apply_action(0), lambda: karuta.load_game("nonsense")]:
            try:
                wrong()
            except karuta.KarutaError:
                pass


def test_memory_stays_as_it_is():
    net, inputs = karuta.Net("hanamikoji"), np.zeros((64, karuta.Net("hanamikoji").inputs), np.float32)
    # The first rounds fill what is kept on purpose.
    play_batches(50), play_states(40), net(inputs)
    gc.collect()
    before = resident()
    for _ in range(4):
        play_batches(60), play_states(30)
        [net(inputs) for _ in range(20)]
    gc.collect()
    # There were 60,000 moves in batches: a leak of a hundred bytes for each would be more.
    assert resident() - before < 4_000_000
