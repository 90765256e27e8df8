"""Independent oracles: the environments' own conformance tests."""

import inspect

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from specs import SPECS

import karuta.gym
import karuta.pettingzoo
import karuta.vector


class Seeded(karuta.pettingzoo.KarutaEnv):
    """Begins with a seed of its own: PettingZoo's test resets without one."""

    def __init__(self, spec, seed):
        super().__init__(spec)
        self._first = seed

    def reset(self, seed=None, options=None):
        seed, self._first = (self._first, None) if seed is None else (seed, self._first)
        super().reset(seed, options)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_every_game(spec):
    for seed in range(20):
        api_test(Seeded(spec, seed), num_cycles=40)
    seed_test(lambda: karuta.pettingzoo.env(spec), num_cycles=5)


def test_pettingzoos_test_of_cycles_does_not_apply():
    assert "max_cycles" not in inspect.signature(karuta.pettingzoo.env).parameters


class Masked(karuta.gym.KarutaEnv):
    """Takes any number for a legal move: the checker draws moves without looking at the mask."""

    def step(self, action):
        legal = self.state.legal_actions()
        return super().step(legal[int(action) % len(legal)] if legal else action)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium_accepts_every_game(spec):
    players = karuta.load_game(spec).num_players()
    for seed in range(20):
        env = Masked(spec, seed % players, "random", render_mode="ansi")
        env.action_space.seed(seed)
        check_env(env, skip_render_check=True)
        assert isinstance(env.render(), str)


@pytest.mark.parametrize("make", [lambda: karuta.pettingzoo.env("onitama5"), lambda: karuta.gym.make("onitama5")])
def test_a_game_that_does_not_go_on_is_named(make):
    env = make()
    with pytest.raises(karuta.KarutaError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    env.close()
    with pytest.raises(karuta.KarutaError, match="reset"):
        env.step(0)


@pytest.mark.parametrize("spec", SPECS)
def test_batches_play_whole_games(spec):
    rng = np.random.default_rng(1)
    one, many = karuta.vector.make(spec, 8, seed=4), karuta.vector.make(spec, 8, seed=4, threads=3)
    _, mask, turn = one.reset()
    many.reset()
    ended = 0
    for _ in range(400):
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        obs, rewards, terminated, _, mask, turn = one.step(actions)
        other = many.step(actions)
        assert all(map(np.array_equal, (obs, rewards, terminated, mask, turn), other[:3] + other[4:]))
        assert mask.sum(1).min() >= 1 and ((0 <= turn) & (turn < rewards.shape[1])).all()
        assert (rewards[~terminated] == 0).all()
        ended += int(terminated.sum())
    assert ended > 0


@pytest.mark.parametrize("spec", SPECS)
def test_batches_play_what_single_games_play(spec):
    envs = karuta.vector.make(spec, 2, seed=9)
    obs, mask, turn = envs.reset()
    for game in range(2):
        state = envs.game.new_initial_state(9, 1 + 2 * game)
        while not state.is_terminal():
            assert np.array_equal(obs[1], state.observation_tensor()) and turn[1] == state.current_player()
            assert np.array_equal(mask[1], state.legal_actions_mask())
            actions = np.array([np.flatnonzero(row)[-1] for row in mask])
            state.apply_action(actions[1])
            obs, rewards, terminated, _, mask, turn = envs.step(actions)
        assert terminated[1] and rewards[1] == pytest.approx(state.returns())


@pytest.mark.parametrize("spec", SPECS)
def test_a_batch_that_is_reset_plays_what_a_new_one_plays(spec):
    opponents = [None] + ["random"] * (karuta.load_game(spec).num_players() - 1)
    used = karuta.vector.make(spec, 6, seed=1, opponents=opponents, threads=2)
    new = karuta.vector.make(spec, 6, seed=2, opponents=opponents)
    _, mask, _ = used.reset()
    for _ in range(50):
        *_, mask, _ = used.step(mask.argmax(1))
    ours, theirs = used.reset(seed=2), new.reset()
    for _ in range(50):
        assert all(map(np.array_equal, ours, theirs))
        actions = ours[-2].argmax(1)
        ours, theirs = used.step(actions), new.step(actions)


@pytest.mark.parametrize("spec", SPECS)
def test_batches_write_where_the_caller_keeps_things(spec):
    rng = np.random.default_rng(2)
    own, given = karuta.vector.make(spec, 4, seed=5), karuta.vector.make(spec, 4, seed=5)
    obs, mask, _ = own.reset()
    # What lies in the arrays before makes no difference.
    kept = np.full((60, *obs.shape), np.nan, np.float32)
    masks = rng.integers(-5, 5, (60, *mask.shape), np.int8)
    given.reset(observations=kept[0], masks=masks[0])
    for step in range(1, 60):
        assert np.array_equal(obs, kept[step - 1]) and np.array_equal(mask, masks[step - 1])
        actions = [rng.choice(np.flatnonzero(row)) for row in mask]
        obs, *_, mask, _ = own.step(actions)
        if step % 5:
            theirs = given.step(actions, observations=kept[step], masks=masks[step])
            assert theirs[0] is not obs and np.shares_memory(theirs[0], kept) and np.shares_memory(theirs[4], masks)
        else:
            kept[step], *_, masks[step], _ = given.step(actions)
    with pytest.raises(ValueError):
        mask[0, 0] = 1
    wrong = [np.zeros((4, 1), np.float32), np.zeros(mask.shape, np.int32), np.zeros(mask.shape, np.int8)[:, ::2], 5]
    for words in [{"observations": array} for array in wrong] + [{"masks": array} for array in [*wrong, mask]]:
        with pytest.raises(karuta.KarutaError):
            own.step([np.flatnonzero(row)[0] for row in mask], **words)


def test_batches_refuse_wrong_arrays_and_moves():
    envs = karuta.vector.make("onitama5", 2, seed=1, opponents=[None, "random"])
    _, mask, _ = envs.reset()
    for wrong in [np.zeros(3, np.int64), np.zeros((2, 1), int), np.zeros(2), ["a", "b"], [[1], [2, 3]], None, 5]:
        with pytest.raises(karuta.KarutaError):
            envs.step(wrong)
    legal = int(np.flatnonzero(mask[0])[0])
    before = envs._batch.played()
    for wrong in [[-1, -1], [legal, -1], [legal, 10**12]]:
        with pytest.raises(karuta.MoveError):
            envs.step(np.array(wrong))
    assert envs._batch.played() == before, "no move was made"
    for opponents in [["random", "random"], [None], [None, None, None]]:
        with pytest.raises(karuta.SpecError):
            karuta.vector.make("onitama5", 2, opponents=opponents)
    for number in [0, -1, 10**12]:
        with pytest.raises(karuta.KarutaError):
            karuta.vector.make("onitama5", number)


def test_environments_refuse_what_cannot_be_meant():
    for wrong in [
        lambda: karuta.vector.make("onitama5", 2, opponents="random"),
        lambda: karuta.vector.make("onitama5", 2, opponents=[None, 5]),
        lambda: karuta.vector.make(5, 2),
        lambda: karuta.gym.make("onitama5", seat="a"),
        lambda: karuta.gym.make("onitama5", opponents=5),
        lambda: karuta.gym.make("onitama5", render_mode="human"),
        lambda: karuta.pettingzoo.env("onitama5", render_mode="human"),
        lambda: karuta.pettingzoo.env("onitma5"),
    ]:
        with pytest.raises(karuta.KarutaError):
            wrong()
