"""Laws that hold for every game, checked from Python."""

import copy
import pickle

import numpy as np
import pytest
from specs import SPECS, random_states

import karuta

@pytest.mark.parametrize("spec", SPECS)
def test_masks_texts_and_lists_agree(spec):
    for state in random_states(spec, 3):
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
        for action in legal[:20]:
            assert state.string_to_action(state.action_to_string(action)) == action
        if state.is_terminal():
            assert legal == [] and state.current_player() == -4


@pytest.mark.parametrize("spec", SPECS)
def test_states_survive_copies_and_pickles(spec):
    for state in random_states(spec, 4, every=31):
        for other in [copy.copy(state), copy.deepcopy(state), state.clone(), pickle.loads(pickle.dumps(state))]:
            assert other.serialize() == state.serialize()
            assert other.legal_actions() == state.legal_actions()
        for action in state.legal_actions()[:1]:
            child = state.child(action)
            assert child.history() == state.history() + [action]


@pytest.mark.parametrize("spec", SPECS)
def test_what_a_player_is_told_does_not_depend_on_what_is_hidden(spec):
    for state in random_states(spec, 5, every=11):
        if state.is_terminal():
            continue
        player = state.current_player()
        for seed in range(3):
            other = state.resample(player, seed)
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            assert np.array_equal(other.observation_tensor(player), state.observation_tensor(player))
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.seen(player) == state.seen(player)
            assert other.view(player) == state.view(player)


@pytest.mark.parametrize("spec", SPECS)
def test_wrong_moves_raise_our_exceptions(spec):
    state = karuta.load_game(spec).new_initial_state(1)
    illegal = next(id for id in range(10**6) if id not in set(state.legal_actions()))
    with pytest.raises(karuta.MoveError, match="not the number of a legal move"):
        state.apply_action(illegal)
    with pytest.raises(karuta.MoveError):
        state.string_to_action("nonsense")
    for wrong in [99, -1, "a", 2**70]:
        with pytest.raises(karuta.KarutaError):
            state.observation_tensor(wrong)
    for wrong in [-1, 2**70, "a", None, 1.5]:
        with pytest.raises(karuta.MoveError):
            state.apply_action(wrong)
    size = len(state.observation_tensor(0))
    frozen = np.zeros(size, np.float32)
    frozen.flags.writeable = False
    strided = np.zeros(2 * size, np.float32)[::2]
    for wrong in [np.zeros(1, np.float32), np.zeros(size), np.zeros((size, 1), np.float32), frozen, strided, [0]]:
        with pytest.raises(karuta.KarutaError):
            state.observation_tensor(0, wrong)
        with pytest.raises(karuta.KarutaError):
            state.legal_actions_mask(wrong)


def test_wrong_specs_say_what_the_command_line_says():
    with pytest.raises(karuta.SpecError, match="onitama"):
        karuta.load_game("onitma5")
    game = karuta.load_game("onitama5")
    with pytest.raises(karuta.SpecError, match="mtcs"):
        karuta.Agent("mtcs", game)
    with pytest.raises(karuta.MoveError):
        game.state("nonsense")
    with pytest.raises(karuta.MoveError):
        game.deserialize_state("nonsense")


def test_an_agent_explains_its_choice_and_reports_progress():
    game = karuta.load_game("hanamikoji:rules=official")
    state = game.new_initial_state(2)
    choice = karuta.Agent("mcts:iters=300", game).choose(state)
    assert choice.action in state.legal_actions()
    assert choice.ranked[0].action == choice.action
    assert {ranked.action for ranked in choice.ranked} == set(state.legal_actions())
    heard = []
    agent = karuta.Agent("mcts:time=1s", game)
    agent.choose(state, progress=lambda so_far, spent: heard.append((so_far.action, spent)))
    assert heard and all(action in state.legal_actions() for action, _ in heard)


def test_the_same_seed_gives_the_same_choice():
    game = karuta.load_game("tichu:rules=official")
    state = game.new_initial_state(9)
    first = karuta.Agent("tichu-best:iters=20", game, seed=5)
    again = pickle.loads(pickle.dumps(first))
    assert first.choose(state).action == again.choose(state).action


def test_a_choice_is_refused_for_another_game_and_for_a_finished_one():
    onitama, tichu = karuta.load_game("onitama5"), karuta.load_game("tichu")
    agent = karuta.Agent("random", onitama)
    with pytest.raises(karuta.MoveError, match="another game"):
        agent.choose(tichu.new_initial_state(1))
    *_, over = random_states("onitama5", 1)
    with pytest.raises(karuta.MoveError, match="over"):
        agent.choose(over)
