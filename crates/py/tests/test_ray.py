"""The same bytes from a cluster as from one process, whatever dies meanwhile. Ray runs for real: two nodes on this
machine, one core each.

Every kind of run goes through the same misfortunes: a worker is killed, the driver is killed and started again, a chunk
that has come back is cut short, another one is delivered twice, a node is killed. What is compared in the end is
everything but times.
"""

import fcntl
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
from test_matches import PROGRAM, command

import karuta.ray
from karuta.ray.cluster import Refused, check_reachable
from karuta.ray.training import games_of

ray = pytest.importorskip("ray")
from ray.cluster_utils import Cluster  # noqa: E402

# Ray lets its workers give way to everything else. On a machine that does something else, too, they would hardly get on.
os.environ["RAY_worker_niceness"] = "0"

EXPERIMENT = """
title = "A search against chance"
shows = "Table 0"
note = "For tests."
game = "onitama5"
seed = 1
[size.smoke]
deals = 1
[size.quick]
deals = 9
[size.full]
deals = 90
[[column]]
name = "wins"
measure = "wins"
of = 0
unit = "percent"
[[row]]
name = "more"
agents = ["mcts:iters=8000", "random"]
paper = [50.0]
[[row]]
name = "less"
agents = ["mcts:iters=7900", "random"]
paper = [50.0]
"""

CHUNKS = 6


class Nodes:
    """Two nodes of a cluster, of which the second can be killed and replaced."""

    def __init__(self):
        few = {"num_cpus": 1, "object_store_memory": 400_000_000, "include_dashboard": False}
        self.cluster = Cluster(initialize_head=True, head_node_args=few)
        self.address = self.cluster.address
        self.second = None
        self.complete()

    def complete(self):
        """Adds the second node if there is none."""
        if self.second is None:
            self.second = self.cluster.add_node(num_cpus=1, object_store_memory=400_000_000, resources={"big": 2})

    def kill(self):
        """Kills the second node, without a farewell."""
        self.cluster.remove_node(self.second, allow_graceful=False)
        self.second = None

    def raylets(self):
        """The process of every node; the head comes first."""
        nodes = [self.cluster.head_node, *([self.second] if self.second else [])]
        return [node.all_processes["raylet"][0].process.pid for node in nodes]

    def children(self, of=None):
        """The processes that play chunks of this cluster now, or of one of its nodes."""
        raylets = self.raylets() if of is None else [of]
        return [pid for pid in playing() if parent(parent(pid)) in raylets]


@pytest.fixture(scope="module")
def nodes():
    made = Nodes()
    yield made
    ray.shutdown()
    made.cluster.shutdown()


def playing():
    """The processes that play chunks now, whoever started them."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"KARUTA_TASK=" in (folder / "environ").read_bytes() and b"--chunk" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            pass
    return found


def parent(pid):
    """The process that started another; none if it is gone."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return None


def is_alive(pid):
    """True until a process has ended; one that nobody has asked for yet has ended all the same."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def first_child(started, children):
    """A process that plays a chunk, as soon as there is one."""
    found = wait_for(lambda: children() or started.is_over())
    assert found is not True, started.process.communicate()
    return found[0]


def wait_for(claim):
    """Waits until something is true, and says what. A hope that is in vain is a failure after minutes."""
    end = time.monotonic() + 600
    while time.monotonic() < end:
        found = claim()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("it did not come true")


class Driver:
    """``python -m karuta.ray`` as a process."""

    def __init__(self, nodes, *words, cwd=None):
        line = [sys.executable, "-m", "karuta.ray", "--address", nodes.address, "--program", str(PROGRAM)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([*line, *map(str, words)], cwd=cwd, **pipes)

    def is_over(self):
        return self.process.poll() is not None

    def fine(self):
        """What it printed."""
        said, self.told = self.process.communicate()
        assert self.process.returncode == 0, self.told
        return said

    def refusal(self):
        """The one line of a driver that refused."""
        said, told = self.process.communicate()
        lines = [line for line in told.splitlines() if line.startswith("karuta.ray: ")]
        assert (self.process.returncode, said, len(lines)) == (2, "", 1), told
        assert "Traceback" not in told, told
        return lines[0]

    def kill(self, by=signal.SIGKILL):
        self.process.send_signal(by)
        return self.process.communicate()


def games(path):
    """All games of a record, times aside."""
    found = [json.loads(line) for line in command("export", path).splitlines()]
    for effort in [effort for game in found for effort in game["effort"]]:
        effort.update(nanos=0, cpu_nanos=0)
    return found


class Series:
    """A match or a tournament."""

    def __init__(self, *words):
        self.words = words

    def __call__(self, folder, out):
        return [*self.words, "--out", folder / out]

    def chunk(self, folder, number):
        return folder / f"all.db.chunks/chunk-{number}-of-{CHUNKS}.db"

    def by_hand(self, folder, number):
        """The command of a chunk that somebody else plays, too."""
        return [*self.words, "--threads", "1", "--chunk", f"{number}/{CHUNKS}", "--out", self.chunk(folder, number)]

    def double(self, folder, number):
        """Delivers a chunk a second time: it is in the joined record already."""
        command("merge", self.chunk(folder, number), "--out", folder / "all.db")

    def come_back(self, folder):
        return [number for number in range(1, CHUNKS + 1) if self.chunk(folder, number).exists()]

    def found(self, folder, out):
        return games(folder / out)


class Experiment(Series):
    def __call__(self, folder, out):
        (folder / "own.toml").write_text(EXPERIMENT)
        run = ["lab"] if out == "all.db" else ["lab", "run"]
        return [*run, folder / "own.toml", "--out", folder / out]

    def chunk(self, folder, number):
        return folder / f"all.db/own/own.quick.chunk-{number}-of-{CHUNKS}.db"

    def by_hand(self, folder, number):
        chunk = ["--threads", "1", "--chunk", f"{number}/{CHUNKS}"]
        return ["lab", "run", folder / "own.toml", "--out", folder / "all.db", *chunk]

    def double(self, folder, number):
        command("merge", self.chunk(folder, number), "--out", folder / "all.db/own/own.quick.db")

    def found(self, folder, out):
        result = json.loads((folder / out / "own/own.json").read_text())
        for name in ["seconds", "cpu_seconds", "date"]:
            result.pop(name)
        return result, games(folder / out / "own/own.quick.db")


class Training(Series):
    def begun(self, folder):
        """The games of the checkpoint."""
        kept = folder / "all.db.checkpoint"
        return games_of(kept.read_bytes(), kept) if kept.exists() else 0

    def chunk(self, folder, number):
        return folder / f"all.db.games-{self.begun(folder)}.chunk-{number}-of-{CHUNKS}"

    def by_hand(self, folder, number):
        return [*self.words, "--chunk", f"{number}/{CHUNKS}", "--out", folder / "all.db"]

    def double(self, folder, number):
        """Plays a chunk again that is there."""
        before = self.chunk(folder, number).read_bytes()
        command(*self.by_hand(folder, number))
        assert self.chunk(folder, number).read_bytes() == before

    def found(self, folder, out):
        return [(folder / f"{out}{ending}").read_bytes() for ending in ["", ".jsonl", ".svg", ".checkpoint"]]


KINDS = {
    "match": Series("match", "onitama5", "mcts:iters=16000", "random", "--deals", "18"),
    "tournament": Series("tournament", "onitama5", "mcts:iters=8000", "random", "priority", "--deals", "12"),
    "lab": Experiment(),
    "train": Training("train", "hanamikoji", "--learner", "dmc:hidden=64,games=4000", "--steps", "16000", "--deals", "5"),
}


STORIES = [(name, []) for name in KINDS] + [("train", ["--shared"])]


@pytest.mark.parametrize("name, how", STORIES, ids=[f"{name}-{'shared' if how else 'bytes'}" for name, how in STORIES])
def test_a_run_with_many_misfortunes_is_that_of_one_process(nodes, name, how, tmp_path):
    kind = KINDS[name]
    command(*kind(tmp_path, "one.db"))
    nodes.complete()
    words = ["--chunks", CHUNKS, *how, *kind(tmp_path, "all.db")]

    started = Driver(nodes, *words)
    child = first_child(started, nodes.children)
    os.kill(parent(child), signal.SIGKILL)
    # The child dies with its worker.
    wait_for(lambda: not is_alive(child))

    wait_for(lambda: kind.come_back(tmp_path) or started.is_over())
    assert not started.is_over(), "the driver is killed while chunks are missing"
    started.kill()
    # So do the children of all workers when the driver is gone.
    wait_for(lambda: not nodes.children())

    # Somebody else plays two chunks, too. Of one of them half is lost; the other is delivered twice.
    command(*kind.by_hand(tmp_path, 1))
    content = kind.chunk(tmp_path, 1).read_bytes()
    kind.chunk(tmp_path, 1).write_bytes(content[: len(content) // 2])
    command(*kind.by_hand(tmp_path, 2))
    kind.double(tmp_path, 2)

    started = Driver(nodes, *words)
    child = first_child(started, lambda: nodes.children(nodes.raylets()[1]))
    nodes.kill()
    wait_for(lambda: not is_alive(child))
    started.fine()
    assert "chunk-1-of-6" in started.told and "is damaged and is played again" in started.told
    assert kind.found(tmp_path, "all.db") == kind.found(tmp_path, "one.db")
    assert kind.come_back(tmp_path) == [], "chunks that were joined are removed"


def test_two_processes_may_play_the_same_chunk_at_once(nodes, tmp_path):
    nodes.complete()
    kind = KINDS["match"]
    command(*kind(tmp_path, "one.db"))
    started = Driver(nodes, "--shared", "--chunks", CHUNKS, *kind(tmp_path, "all.db"))
    first_child(started, nodes.children)
    others = [subprocess.Popen([PROGRAM, *map(str, kind.by_hand(tmp_path, number))]) for number in (1, 2)]
    assert [other.wait() for other in others] == [0, 0]
    started.fine()
    assert kind.found(tmp_path, "all.db") == kind.found(tmp_path, "one.db")


@pytest.fixture
def here(nodes, capsys):
    """The command in this process, which is connected to the cluster once: its exit code and what it printed."""
    nodes.complete()
    if not ray.is_initialized():
        ray.init(address=nodes.address, log_to_driver=False, logging_level="error")

    def run(*words):
        try:
            code = karuta.ray.main(["--program", str(PROGRAM), *map(str, words)])
        except SystemExit as end:
            code = end.code
        return code, *capsys.readouterr()

    yield run


def test_a_test_ends_a_tournament_when_it_is_decided(here, tmp_path):
    agents = ["mcts:iters=100", "priority"]
    words = ["tournament", "onitama5", *agents, "--deals", "400", "--sprt", "elo0=0,elo1=200", "--json"]
    one, many = tmp_path / "one.db", tmp_path / "many.db"
    expected = untimed(json.loads(command(*words, "--threads", "1", "--out", one)))
    code, said, told = here("--chunks", 80, *words, "--out", many)
    assert code == 0, told
    found = untimed(json.loads(said))
    assert found == expected and found["sprt"]["verdict"] is not None
    deals = len({game["deal"] for game in games(many)})
    assert found["sprt"]["deals"] <= deals < 400, "the chunks after the decision are not played"
    # Everything that matters is there, so the same command plays nothing and says the same.
    code, said, told = here("--chunks", 80, *words, "--out", many)
    assert (code, untimed(json.loads(said))) == (0, expected), told
    assert "chunk " not in told, told


def untimed(found):
    """A table without times."""
    for contestant in [contestant for pairing in found["pairings"] for contestant in pairing["contestants"]]:
        contestant.pop("time_per_move")
    return found


def test_an_interrupted_driver_leaves_no_process_and_goes_on(nodes, tmp_path):
    nodes.complete()
    kind = KINDS["match"]
    command(*kind(tmp_path, "one.db"))
    words = ["--chunks", CHUNKS, *kind(tmp_path, "all.db")]
    started = Driver(nodes, *words)
    wait_for(lambda: kind.come_back(tmp_path) or started.is_over())
    said, told = started.kill(signal.SIGINT)
    assert started.process.returncode == 130 and said == "" and "interrupted" in told, told
    wait_for(lambda: not nodes.children())
    kept = kind.come_back(tmp_path)
    assert kept, "what has come back is kept"
    started = Driver(nodes, *words)
    said = started.fine()
    assert kind.found(tmp_path, "all.db") == kind.found(tmp_path, "one.db") and "18 deals" in said
    assert f"of {CHUNKS - len(kept)} chunks" in started.told, started.told
    assert " left on 2 cores of 2 machines" in started.told, started.told


def test_files_that_words_name_go_along(here, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    net = ["train", "hanamikoji", "--learner", "dmc:hidden=8,games=10", "--steps", "10", "--deals", "1"]
    command(*net, "--out", "own.safetensors")
    words = ["match", "hanamikoji", "dmc:net=own.safetensors", "random", "--deals", "4"]
    command(*words, "--out", "one.db")
    code, _, told = here("--chunks", 2, "--resource", "big", "--memory", 50, *words, "--out", "many.db")
    assert code == 0, told
    assert games("many.db") == games("one.db")


def test_a_chunk_that_always_fails_is_named(here, tmp_path):
    broken = tmp_path / "karuta"
    # Plans as the program does, and dies in every chunk.
    broken.write_text(f'#!/bin/sh\ncase "$*" in *--chunk\\ *) kill -9 $$ ;; *) exec {PROGRAM} "$@" ;; esac\n')
    broken.chmod(0o755)
    words = ["match", "onitama5", "random", "random", "--deals", "2", "--out", tmp_path / "all.db"]
    code, _, told = here("--program", broken, "--retries", "1", "--chunks", 1, *words)
    assert code == 2 and "chunk 1/1 failed 2 times" in told and "signal 9" in told, told


def test_bad_words_are_refused_in_one_line(here, tmp_path):
    out = ["--out", tmp_path / "all.db"]
    match = ["match", "onitama5", "random", "random", "--deals", "2"]
    (tmp_path / "other.db.chunks").mkdir()
    command(*match, "--seed", "2", "--out", tmp_path / "other.db.chunks/chunk-1-of-2.db")
    for words, says in [
        (["match", "onitama5", "random", "randum", *out], "did you mean random"),
        (["match", "onitama5", "random", "random"], "--out FILE"),
        (["--resource", "big=3", *match, *out], "has 1 CPU, 3 big; there is up to 1 CPU, up to 2 big"),
        (["--cpus", "64", *match, *out], "no machine of the cluster has 64 CPU"),
        (["--program", tmp_path, *match, *out], "is no program"),
        (["--chunks", "2", *match, "--out", tmp_path / "other.db"], "chunk-1-of-2.db belongs to another plan"),
        ([*match, "--out", "/proc/none/all.db"], "cannot write /proc/none/all.db"),
        (["lab", "onitama/table-5-3x", *out], "table-5-3"),
        (["train", "tichu", "--learner", "dqn", *out], "dqn learns after every decision"),
        (["train", "hanamikoji", "--learner", "dmc", "--steps", "many", *out], "'many' is no number of games"),
        (["train", "hanamikoji", *out], "--learner"),
    ]:
        code, said, told = here(*words)
        assert (code, said, told.count("\n")) == (2, "", 1) and told.startswith("karuta.ray: ") and says in told, told
    with open(tmp_path / "all.db.driver", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "another driver is at work on" in here(*match, *out)[2]
    for words, says in [
        (["--chunks", "0"], "'0' is not a whole number from 1 on"),
        (["--retries", "-1"], "'-1' is not a whole number from 0 on"),
        (["--cpus", "none"], "'none' is no number of cores"),
        (["--memory", "1G"], "'1G' is not a whole number"),
        (["--resource", "=2"], "'=2' is no resource"),
        (["--adress", "auto"], "there is no option '--adress'; did you mean --address?"),
        (["macth"], "macth"),
    ]:
        code, _, told = here(*words, *match)
        assert code == 2 and says in told and told.count("\n") == 1, told
    with pytest.raises(Refused, match="no cluster of Ray at '127.0.0.1:1': Connection refused"):
        check_reachable("127.0.0.1:1")
