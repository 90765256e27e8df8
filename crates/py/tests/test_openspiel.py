"""OpenSpiel plays our games by its own means."""

import random

import pyspiel
import pytest

import karuta.openspiel

NAMES = karuta.openspiel.register()


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_plays_whole_games(name):
    game = pyspiel.load_game(name, {"deals": 100})
    rng = random.Random(3)
    for deal in range(2):
        state = game.new_initial_state()
        state.apply_action(deal)
        while not state.is_terminal():
            legal = state.legal_actions()
            assert len(legal) == len(set(legal)) and sum(state.legal_actions_mask()) == len(legal)
            state.apply_action(rng.choice(legal))
        again = game.new_initial_state()
        for action in state.history():
            again.apply_action(action)
        assert again.returns() == state.returns() and str(again) == str(state)


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_test_passes(name):
    game = pyspiel.load_game(name, {"deals": 20})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
