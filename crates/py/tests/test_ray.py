"""The same bytes from a cluster as from one process, whatever dies meanwhile. Ray runs for real: two nodes on this
machine."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
from test_matches import PROGRAM, command

import karuta

ray = pytest.importorskip("ray")
from ray.cluster_utils import Cluster  # noqa: E402

MATCH = ["match", "onitama5", "mcts:iters=400", "random", "--deals", "12"]


@pytest.fixture(scope="module")
def cluster():
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.second = made.add_node(num_cpus=1)
    yield made
    ray.shutdown()
    made.shutdown()


def driver(cluster, *words, chunks=3):
    """Starts the driver."""
    line = [sys.executable, "-m", "karuta.ray", "--address", cluster.address, "--program", str(PROGRAM)]
    line += ["--chunks", str(chunks), *map(str, words)]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def fine(started):
    said, problem = started.communicate()
    assert started.returncode == 0, problem
    return said


def children():
    """The processes that play chunks now."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"KARUTA_TASK=" in (folder / "environ").read_bytes() and b"karuta" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            pass
    return found


def wait_for(claim):
    """Waits until something is true. Whoever hopes in vain is ended by the test command."""
    while not claim():
        time.sleep(0.02)


def games(path):
    """All games of a record, times aside."""
    columns = karuta.read_record(path)
    columns.pop("seconds")
    order = sorted(range(len(columns["deal"])), key=lambda row: [str(columns[name][row]) for name in columns])
    return [[columns[name][row] for name in sorted(columns)] for row in order], karuta.read_record(path, "games")


def parent(pid):
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


def test_a_match_whose_worker_is_killed_is_that_of_one_process(cluster, tmp_path):
    one, many = tmp_path / "one.db", tmp_path / "many.db"
    command(*MATCH, "--out", one)
    started = driver(cluster, *MATCH, "--out", many)
    wait_for(lambda: children() or started.poll() is not None)
    killed = children()
    for child in killed[:1]:
        os.kill(parent(child), signal.SIGKILL)
        # The child dies with its worker.
        wait_for(lambda: child not in children())
    said = fine(started)
    assert killed, "a chunk was under way"
    assert games(many) == games(one) and "12 deals" in said
