"""Laws that hold for every game, checked from Python."""

import copy
import pickle
import random

import numpy as np
import pytest

import karuta

SPECS = [
    "onitama5",
    "onitama7",
    "hanamikoji",
    "hanamikoji:rules=fair",
    "hanamikoji:rules=official",
    "daihinmin:games=1",
    "tichu:rules=report",
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


@pytest.mark.parametrize("spec", SPECS)
def test_wrong_moves_raise_our_exceptions(spec):
    state = karuta.load_game(spec).new_initial_state(1)
    illegal = next(id for id in range(10**6) if id not in set(state.legal_actions()))
    with pytest.raises(karuta.MoveError, match="not the number of a legal move"):
        state.apply_action(illegal)
    with pytest.raises(karuta.MoveError):
        state.string_to_action("nonsense")
    with pytest.raises(IndexError):
        state.observation_tensor(99)
    with pytest.raises((OverflowError, karuta.MoveError)):
        state.apply_action(-1)
    with pytest.raises(karuta.KarutaError):
        state.observation_tensor(0, np.zeros(1, np.float32))


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


def test_callables_meet_specs():
    def first(seat):
        assert seat.world(1).legal_actions() == seat.legal_actions
        return seat.legal_actions[0]

    for spec, contestants in [("onitama5", ["heuristic", first]), ("tichu:rules=report", [first, "simple"])]:
        summary = karuta.match(spec, contestants, deals=3, seed=2)
        assert [result.wins + result.draws + result.losses for result in summary.results] == [6, 6]
        assert abs(sum(result.score for result in summary.results) - 1) < 1e-9
        assert "first" in str(summary)


def test_a_match_of_specs_is_the_same_with_any_number_of_threads():
    one = karuta.match("hanamikoji", ["mcts:iters=50", "random"], deals=6, seed=3, threads=1)
    two = karuta.match("hanamikoji", ["mcts:iters=50", "random"], deals=6, seed=3, threads=2)
    assert one == two
