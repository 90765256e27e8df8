"""OpenSpiel plays our games by its own means."""

import pathlib
import random
import zlib

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from specs import SPECS

import karuta.openspiel

NAMES = {spec: name for name, spec in karuta.openspiel.register(*SPECS).items()}
PLAYTHROUGHS = pathlib.Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("spec", SPECS)
def test_openspiel_plays_whole_games(spec):
    game = pyspiel.load_game(NAMES[spec], {"deals": 100})
    rng = random.Random(3)
    for deal in range(2):
        state = game.new_initial_state()
        state.apply_action(deal)
        while not state.is_terminal():
            legal = state.legal_actions()
            assert len(legal) == len(set(legal)) and sum(state.legal_actions_mask()) == len(legal)
            state.apply_action(rng.choice(legal))
        again = state.clone()
        assert again.returns() == state.returns() and str(again) == str(state)


@pytest.mark.parametrize("spec", SPECS)
def test_openspiels_own_test_passes(spec):
    game = pyspiel.load_game(NAMES[spec], {"deals": 20})
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)


def shortened(line):
    """A line as it is kept: of long ones, the beginning and a checksum."""
    return line if len(line) <= 160 else f"{line[:140]} .. {zlib.crc32(line.encode()):08x}"


@pytest.mark.parametrize("spec", SPECS)
def test_playthroughs_stay_as_they_are(spec):
    name = NAMES[spec]
    text = generate_playthrough.playthrough(f"{name}(deals=3)", None, seed=1)
    text = "\n".join(map(shortened, text.splitlines())) + "\n"
    path = PLAYTHROUGHS / f"{name}.txt"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        pytest.fail(f"{path.name} was not there and is written now: look at it and run again")
    assert text == path.read_text(), f"remove {path.name} and run again to refresh it"


@pytest.mark.parametrize("spec", SPECS)
def test_openspiels_ismcts_plays_through_our_resampler(spec):
    game = pyspiel.load_game(NAMES[spec], {"deals": 4})
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        bots = [mcts.MCTSBot(game, 1.4, 4, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))]
    else:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        by_callback = ismcts.ISMCTSBot(game, evaluator, 1.4, 3, random_state=np.random.RandomState(2))
        by_callback.set_resampler(karuta.openspiel.resampler(seed=3))
        by_method = ismcts.ISMCTSBot(game, evaluator, 1.4, 3, 2, random_state=np.random.RandomState(4))
        bots = [by_callback, by_method]
    state = game.new_initial_state()
    state.apply_action(1)
    number = 0
    while not state.is_terminal():
        action = bots[number % len(bots)].step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))
        number += 1
    assert 0 <= min(state.returns()) and max(state.returns()) <= 1
