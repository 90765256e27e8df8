"""Everything pickles, also through other processes."""

import multiprocessing
import pickle
import sys

import numpy as np
import pytest
from specs import SPECS

import karuta
import karuta.gym
import karuta.pettingzoo
import karuta.vector


def everything(spec):
    """One object of each kind, in the middle of a game."""
    game = karuta.load_game(spec)
    state = game.new_initial_state(3)
    for _ in range(4):
        state.apply_action(state.legal_actions()[-1])
    agent = karuta.Agent("mcts:iters=20", game, seed=4)
    return {"game": game, "state": state, "agent": agent, "choice": karuta.Agent("mcts:iters=20", game).choose(state)}


def answer(objects):
    """What can be said of them anywhere."""
    choice = objects["agent"].choose(objects["state"])
    kept = objects["choice"]
    return (
        objects["game"].spec,
        objects["state"].serialize(),
        [(ranked.action, ranked.visits) for ranked in choice.ranked],
        (kept.action, kept.move_, kept.line, kept.basis, kept.playouts, [repr(ranked) for ranked in kept.ranked]),
    )


@pytest.mark.parametrize("spec", SPECS)
def test_objects_say_the_same_in_another_process(spec):
    kept = pickle.dumps(everything(spec))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(answer, (pickle.loads(kept),)) == answer(pickle.loads(kept))


def test_objects_say_the_same_in_a_worker_of_ray():
    ray = pytest.importorskip("ray")
    # Workers do not know the folder of the tests.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    kept = {spec: pickle.dumps(everything(spec)) for spec in SPECS}
    ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        asked = ray.remote(lambda of: {spec: answer(objects) for spec, objects in of.items()})
        told = ray.get(asked.remote({spec: pickle.loads(of) for spec, of in kept.items()}))
    finally:
        ray.shutdown()
    assert told == {spec: answer(pickle.loads(of)) for spec, of in kept.items()}


def test_nets_and_environments_pickle():
    net = pickle.loads(pickle.dumps(karuta.Net("hanamikoji")))
    state = karuta.load_game("hanamikoji").new_initial_state(1)
    assert net.values(state) == karuta.Net("hanamikoji").values(state) and net.header["game"] == "hanamikoji"
    env = karuta.pettingzoo.env("hanamikoji")
    env.reset(seed=1)
    again = pickle.loads(pickle.dumps(env))
    assert again.state_.serialize() == env.state_.serialize()
    single = karuta.gym.make("hanamikoji")
    single.reset(seed=1)
    assert pickle.loads(pickle.dumps(single)).state.serialize() == single.state.serialize()


def test_batches_go_on_where_they_were():
    envs = karuta.vector.make("onitama5", 3, seed=2, opponents=[None, "mcts:iters=10"])
    _, mask, _ = envs.reset()
    for _ in range(30):
        *_, mask, _ = envs.step([np.flatnonzero(row)[0] for row in mask])
    again = pickle.loads(pickle.dumps(envs))
    for _ in range(30):
        actions = [np.flatnonzero(row)[0] for row in mask]
        ours, theirs = envs.step(actions), again.step(actions)
        assert all(map(np.array_equal, ours, theirs))
        mask = ours[4]


def test_pickles_of_other_versions_are_refused():
    _, (kind, version, parts) = karuta.load_game("onitama5").__reduce__()
    assert version == karuta.__version__
    with pytest.raises(karuta.KarutaError, match="pickled by karuta 9.9"):
        karuta._rebuild(kind, "9.9", parts)
    with pytest.raises(karuta.KarutaError, match="nothing that karuta pickles"):
        karuta._rebuild("nonsense", version, parts)
    for kind in ["agent", "batch", "choice", "game", "net", "ranked_move", "state"]:
        for parts in [(), ("a",), (1, 2, 3, 4, 5, 6, 7, 8)]:
            with pytest.raises(karuta.KarutaError):
                karuta._rebuild(kind, version, parts)
