"""Matches, tournaments, experiments and trainings on a cluster, by Ray.

    python -m karuta.ray match onitama5 mcts alphabeta --deals 1000 --out all.db
    python -m karuta.ray --address auto --chunks 65 lab onitama/table-5-2 --size full

The words after the command are those of the command line. The work is divided into chunks, every chunk is a
child process of the program ``karuta`` on one core of some machine, and what comes back is joined as
``karuta merge`` joins it: the result is that of a single process but for times. The program itself is sent to
the machines; they need Ray and nothing else.

A chunk whose process or machine dies is played again. If this driver dies, the same command goes on with the
chunks that have come back.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Optional

__all__ = ["main"]

PROGRAM = "KARUTA_PROGRAM"
"""The variable that names the program where it is not in the search path."""


class Refused(Exception):
    """Something the program will not do; its text is that of the command line."""


@dataclass(frozen=True)
class Task:
    """One child process: its words, the files it begins with, the file or folder that comes back."""

    name: str
    words: tuple[str, ...]
    """The words of the command; ``{}`` stands for a folder of its own."""
    given: tuple[tuple[str, bytes], ...]
    """Files to put into that folder first."""
    result: str
    """What of the folder comes back; nothing where the result lies in a folder that all machines share."""


def run_task(task: Task, program: bytes, digest: str) -> tuple[int, str, bytes]:
    """Runs on some machine: the exit code, what the child said of a failure, and the result."""
    import ctypes
    import signal

    home = pathlib.Path(tempfile.gettempdir()) / f"karuta-{os.getuid()}-{digest}"
    executable = home / "karuta"
    if not executable.exists():
        home.mkdir(mode=0o700, exist_ok=True)
        # Others may be writing it too: a whole file takes the name at once.
        descriptor, part = tempfile.mkstemp(dir=home)
        with os.fdopen(descriptor, "wb") as file:
            file.write(program)
        os.chmod(part, 0o700)
        os.replace(part, executable)

    def die_with_parent() -> None:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)

    with tempfile.TemporaryDirectory(prefix="karuta-chunk-") as folder:
        for name, content in task.given:
            (pathlib.Path(folder) / name).write_bytes(content)
        words = [word.replace("{}", folder) for word in task.words]
        done = subprocess.run(
            [str(executable), *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            preexec_fn=die_with_parent,
            env={**os.environ, "KARUTA_TASK": task.name},
        )
        if done.returncode < 0:
            raise RuntimeError(f"{task.name}: the child was ended by signal {-done.returncode}")
        if done.returncode != 0 or not task.result:
            return done.returncode, done.stderr.strip(), b""
        result = pathlib.Path(folder) / task.result
        if result.is_file():
            return 0, "", result.read_bytes()
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            archive.add(result, arcname=".")
        return 0, "", packed.getvalue()


class Cluster:
    """Ray, with the program sent to all machines."""

    def __init__(self, asked: argparse.Namespace) -> None:
        import ray

        self.ray = ray
        if not ray.is_initialized():
            ray.init(address=asked.address, log_to_driver=False, logging_level="warning", include_dashboard=False)
        found = asked.program or os.environ.get(PROGRAM) or shutil.which("karuta")
        if not found:
            raise Refused(f"there is no program karuta in the search path: name it with --program or in {PROGRAM}")
        self.program = str(pathlib.Path(found).resolve())
        content = pathlib.Path(self.program).read_bytes()
        self.digest = hashlib.sha256(content).hexdigest()[:16]
        self._content = ray.put(content)
        options: dict[str, Any] = {"num_cpus": asked.cpus, "max_retries": asked.retries}
        if asked.memory:
            options["memory"] = asked.memory * 1024 * 1024
        if asked.resource:
            options["resources"] = {word: 1 for word in asked.resource}
        # Machines need not have this package: the function is sent as it is.
        ray.cloudpickle.register_pickle_by_value(sys.modules[run_task.__module__])
        self._remote = ray.remote(run_task).options(retry_exceptions=True, **options)

    def cores(self) -> float:
        """The cores of all machines."""
        return float(self.ray.cluster_resources().get("CPU", 1))

    def here(self, *words: str) -> str:
        """Runs the program on this machine and returns what it prints."""
        done = subprocess.run([self.program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            raise Refused(done.stderr.strip() or f"karuta {words[0]} ended with code {done.returncode}")
        return done.stdout

    def run(self, tasks: list[Task]) -> Iterator[tuple[Task, bytes]]:
        """The results of tasks, as they come. Leaving the loop ends the others."""
        waiting = {self._remote.remote(task, self._content, self.digest): task for task in tasks}
        try:
            while waiting:
                ready, _ = self.ray.wait(list(waiting), num_returns=1)
                task = waiting.pop(ready[0])
                code, said, result = self.ray.get(ready[0])
                if code != 0:
                    raise Refused(said or f"{task.name} ended with code {code}")
                yield task, result
        finally:
            for reference in waiting:
                self.ray.cancel(reference, force=True)


class Progress:
    """Says how much is done and when the rest will be."""

    def __init__(self, total: int, unit: str, cores: float) -> None:
        self._total, self._unit, self._cores = total, unit, cores
        self._began, self._done = time.monotonic(), 0

    def step(self, name: str) -> None:
        """One more is done."""
        self._done += 1
        spent = time.monotonic() - self._began
        # The last ones do not keep all cores busy, so the pace is that of rounds, not of chunks.
        rounds = -(-(self._total - self._done) // max(1, min(int(self._cores), self._total)))
        done_rounds = max(1, self._done / max(1, min(int(self._cores), self._total)))
        left = spent / done_rounds * rounds
        print(
            f"{name}: {self._done} of {self._total} {self._unit} in {seconds(spent)}, about {seconds(left)} left "
            f"on {self._cores:.0f} cores",
            file=sys.stderr,
            flush=True,
        )


def seconds(number: float) -> str:
    """A time for people."""
    if number < 90:
        return f"{number:.0f} s"
    return f"{number / 60:.0f} min" if number < 5400 else f"{number / 3600:.1f} h"


def write_whole(path: pathlib.Path, content: bytes) -> None:
    """Writes a file that is either there as a whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    os.replace(part, path)


def taken(words: list[str], key: str) -> Optional[str]:
    """The value of an option, which is taken out of the words."""
    for at, word in enumerate(words):
        if word == key and at + 1 < len(words):
            value = words[at + 1]
            del words[at : at + 2]
            return value
        if word.startswith(key + "="):
            del words[at]
            return word[len(key) + 1 :]
    return None


def series(cluster: Cluster, asked: argparse.Namespace, command: str, words: list[str]) -> str:
    """A match or a tournament: one record, and its table."""
    words = list(words)
    out, sprt = taken(words, "--out"), taken(words, "--sprt")
    allow_time = "--allow-time" in words
    words = [word for word in words if word != "--allow-time"]
    if out is None:
        raise Refused(f"a {command} in chunks is kept in a record: name it with --out FILE")
    plan = planned(cluster, asked, command, words)
    of = len(plan["chunks"])
    folder = pathlib.Path(asked.folder or f"{out}.chunks")
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder.resolve() / f"chunk-{number}-of-{of}.db" for number in range(1, of + 1)]
    if not asked.folder:
        for file in files:
            if file.exists() and not is_whole(cluster, file):
                print(f"{file} is damaged and is played again", file=sys.stderr)
                file.unlink()
    joined = [*(["--allow-time"] if allow_time else []), "--out", out]
    tasks = {}
    for file, chunk in zip(files, plan["chunks"]):
        if asked.folder or not file.exists():
            place = str(file) if asked.folder else "{}/chunk.db"
            line = [*chunk["command"][1:-1], place]
            tasks[Task(f"chunk {chunk['chunk']}", tuple(line), (), "" if asked.folder else "chunk.db")] = file
    progress = Progress(len(tasks), "chunks", cluster.cores())
    for task, result in cluster.run(list(tasks)):
        if not asked.folder:
            write_whole(tasks[task], result)
        progress.step(task.name)
        if sprt is not None:
            there = [str(file) for file in files if file.exists()]
            found = json.loads(cluster.here("merge", *there, *joined, "--sprt", sprt, "--json"))
            if found["sprt"]["verdict"] is not None:
                break
    there = [str(file) for file in files if file.exists()]
    if sprt is not None:
        return cluster.here("merge", *there, *joined, "--sprt", sprt)
    cluster.here("merge", *there, *joined, "--deals", str(plan["deals"]))
    table = cluster.here(command, *words, "--out", out)
    if not asked.folder and not asked.keep:
        shutil.rmtree(folder)
    return table


def is_whole(cluster: Cluster, file: pathlib.Path) -> bool:
    """True if a chunk that came back earlier can still be read."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            cluster.here("merge", str(file), "--allow-time", "--out", f"{folder}/all.db")
        except Refused:
            return False
    return True


def planned(cluster: Cluster, asked: argparse.Namespace, command: str, words: list[str]) -> Any:
    """The chunks of a run."""
    chunks = asked.chunks or int(4 * cluster.cores())
    return json.loads(
        cluster.here("plan", command, *words, "--chunks", str(chunks), "--probe", str(asked.probe), "--json")
    )


def lab(cluster: Cluster, asked: argparse.Namespace, words: list[str]) -> str:
    """An experiment: its result in the folder of results."""
    words = list(words)
    out = taken(words, "--out") or "results"
    # An experiment of one's own is a file, which the machines do not have.
    item = next((word for word in words if word.endswith(".toml") and os.path.isfile(word)), None)
    given = () if item is None else ((pathlib.Path(item).name, pathlib.Path(item).read_bytes()),)
    plan = planned(cluster, asked, "lab", [*words, "--out", out])
    folder = pathlib.Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    state = folder / ".chunks"
    state.mkdir(exist_ok=True)
    of = len(plan["chunks"])
    key = hashlib.sha256(json.dumps([words, of, cluster.digest]).encode()).hexdigest()[:16]
    tasks = {}
    for chunk in plan["chunks"]:
        mark = state / f"{key}-{chunk['chunk'].replace('/', '-of-')}"
        place = {out: os.path.abspath(out) if asked.folder else "{}/out"}
        if item is not None:
            place[item] = "{}/" + pathlib.Path(item).name
        line = [place.get(word, word) for word in chunk["command"][1:]]
        if not mark.exists():
            tasks[Task(f"chunk {chunk['chunk']}", tuple(line), given, "" if asked.folder else "out")] = mark
    progress = Progress(len(tasks), "chunks", cluster.cores())
    for task, result in cluster.run(list(tasks)):
        if result:
            with tarfile.open(fileobj=io.BytesIO(result)) as archive:
                archive.extractall(folder, filter="data")
        tasks[task].touch()
        progress.step(task.name)
    said = cluster.here(*plan["merge"][1:])
    for mark in state.glob(f"{key}-*"):
        mark.unlink()
    if not any(state.iterdir()):
        state.rmdir()
    return said


def train(cluster: Cluster, asked: argparse.Namespace, words: list[str]) -> str:
    """A training: the net, its curve and its checkpoint."""
    words = list(words)
    out, steps = taken(words, "--out"), taken(words, "--steps") or "100000"
    words = [word for word in words if word not in ["--json", "--resume"]]
    if out is None:
        raise Refused("a net is kept in a file: name it with --out FILE")
    words += ["--steps", steps]
    of = asked.chunks or int(cluster.cores())
    net = pathlib.Path(out)
    checkpoint = net.with_name(net.name + ".checkpoint")
    progress: Optional[Progress] = None
    tries = 0
    while True:
        kept = checkpoint.read_bytes() if checkpoint.exists() else None
        given = () if kept is None else (("net.checkpoint", kept),)
        games = 0 if kept is None else games_of(kept)
        names = [f"games-{games}.chunk-{number}-of-{of}" for number in range(1, of + 1)]
        tasks = {}
        for number, name in enumerate(names, 1):
            file = net.with_name(f"{net.name}.{name}")
            if not file.exists():
                line = ("train", *words, "--out", "{}/net", "--threads", "1", "--chunk", f"{number}/{of}")
                tasks[Task(f"games from {games}, chunk {number}/{of}", line, given, f"net.{name}")] = file
        for task, result in cluster.run(list(tasks)) if games < int(steps) else ():
            write_whole(tasks[task], result)
        try:
            said = json.loads(cluster.here("train", *words, "--out", out, "--chunks", str(of), "--json"))
        except Refused as refused:
            # A file that was cut short is played again, once; anything else is for people to look at.
            damaged = [net.with_name(f"{net.name}.{name}") for name in names if name + ":" in str(refused)]
            if not damaged or tries > 0 or "safetensors" not in str(refused):
                raise
            tries += 1
            print(f"{damaged[0]} is damaged and is played again", file=sys.stderr)
            damaged[0].unlink()
            continue
        tries = 0
        round_ = max(1, said["games"] - games)
        if progress is None:
            progress = Progress(-(-(int(steps) - games) // round_), "rounds", 1)
        progress.step(f"{said['games']} games")
        if said["is_done"]:
            return f"{said['games']} games, net in {out}\n"


def games_of(checkpoint: bytes) -> int:
    """The games that a checkpoint has behind it, from its header."""
    size = int.from_bytes(checkpoint[:8], "little")
    header = json.loads(json.loads(checkpoint[8 : 8 + size])["__metadata__"]["karuta"])
    return int(header["steps"])


def parser() -> argparse.ArgumentParser:
    """The options of this command; those of the program come after its own command."""
    made = argparse.ArgumentParser(
        prog="python -m karuta.ray", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--address", help="the cluster, such as auto or ray://HOST:10001 [default: this machine]")
    made.add_argument("--chunks", type=int, help="the number of chunks [default: four a core; for train, one a core]")
    made.add_argument("--folder", help="a folder that all machines share, for chunks [default: they are sent back]")
    made.add_argument("--retries", type=int, default=5, help="tries of a chunk after the first [default: 5]")
    made.add_argument("--cpus", type=float, default=1, help="cores of a chunk [default: 1]")
    made.add_argument("--memory", type=int, help="megabytes of a chunk, for Ray to reserve")
    made.add_argument("--resource", action="append", help="a resource of Ray that a machine must have")
    made.add_argument("--probe", type=int, default=1, help="CPU-seconds to measure deals for [default: 1]")
    made.add_argument("--program", help=f"the program karuta [default: that of {PROGRAM} or the search path]")
    made.add_argument("--keep", action="store_true", help="keep the chunks after they are joined")
    made.add_argument("command", choices=["match", "tournament", "lab", "train"])
    made.add_argument("words", nargs=argparse.REMAINDER, help="the words of that command")
    return made


def main(words: Optional[list[str]] = None) -> int:
    """Runs the command; the exit code."""
    asked = parser().parse_args(words)
    commands: dict[str, Callable[[Cluster], str]] = {
        "match": lambda cluster: series(cluster, asked, "match", asked.words),
        "tournament": lambda cluster: series(cluster, asked, "tournament", asked.words),
        "lab": lambda cluster: lab(cluster, asked, asked.words),
        "train": lambda cluster: train(cluster, asked, asked.words),
    }
    try:
        print(commands[asked.command](Cluster(asked)), end="")
    except Refused as refused:
        text = str(refused).removeprefix("error: ").strip()
        print(f"karuta.ray: {text}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("karuta.ray: interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
