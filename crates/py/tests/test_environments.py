"""Independent oracles: the environments' own conformance tests."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import karuta.gym
import karuta.pettingzoo
import karuta.vector
from test_games import SPECS


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_every_game(spec):
    api_test(karuta.pettingzoo.env(spec), num_cycles=200)
    seed_test(lambda: karuta.pettingzoo.env(spec), num_cycles=5)


class Masked(karuta.gym.KarutaEnv):
    """Takes any number for a legal move: the checker draws moves without looking at the mask."""

    def step(self, action):
        legal = self.state.legal_actions()
        return super().step(legal[int(action) % len(legal)])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium_accepts_every_game(spec):
    check_env(Masked(spec, 0, ["random"]), skip_render_check=True)


@pytest.mark.parametrize("spec", SPECS)
def test_batches_play_whole_games(spec):
    rng = np.random.default_rng(1)
    envs = karuta.vector.make(spec, 8, seed=4)
    _, mask, turn = envs.reset()
    ended = 0
    for _ in range(400):
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        _, rewards, terminated, _, mask, turn = envs.step(actions)
        assert mask.sum(1).min() >= 1 and ((0 <= turn) & (turn < rewards.shape[1])).all()
        assert (rewards[~terminated] == 0).all()
        ended += int(terminated.sum())
    assert ended > 0 or "tichu" in spec or "daihinmin" in spec


def test_batches_refuse_wrong_arrays_and_moves():
    envs = karuta.vector.make("onitama5", 2, seed=1, opponents=[None, "random"])
    _, mask, _ = envs.reset()
    with pytest.raises(karuta.KarutaError):
        envs.step(np.zeros(3, np.int64))
    with pytest.raises(karuta.MoveError):
        envs.step(np.array([-1, -1]))
    with pytest.raises(karuta.SpecError):
        karuta.vector.make("onitama5", 2, opponents=["random", "random"])
