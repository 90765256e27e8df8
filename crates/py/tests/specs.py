"""The games and rule sets that every test goes through."""

import random

import karuta

SPECS = [
    "onitama5",
    "onitama7",
    "hanamikoji",
    "hanamikoji:rules=fair",
    "hanamikoji:rules=official",
    "daihinmin:games=1",
    "tichu:rules=report",
    "tichu:rules=report-code",
    "tichu:rules=official,target=0",
]


def random_states(spec, seed, every=7):
    """States of one random game."""
    rng = random.Random(seed)
    state = karuta.load_game(spec).new_initial_state(seed)
    number = 0
    while not state.is_terminal():
        if number % every == 0:
            yield state
        state.apply_action(rng.choice(state.legal_actions()))
        number += 1
    yield state
