"""Ray as this package sees it: machines, and tasks that are run on them until they are done."""

from __future__ import annotations

import argparse
import hashlib
import logging
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any, Iterator, Optional

from . import worker
from .worker import Task, Tools

PROGRAM = "KARUTA_PROGRAM"
"""The variable that names the program where it is not in the search path."""

NETS = "KARUTA_NETS"
"""The variable that names the folder of the nets that come in files of their own."""


class Refused(Exception):
    """Something that cannot be done; its text is one line for people."""


@dataclass(frozen=True)
class Done:
    """The end of a task."""

    task: Task
    result: bytes
    """The file that came back."""
    cpu: float
    """CPU-seconds of the child."""
    seconds: float
    """Seconds of the task on its core."""
    machine: str


class Cluster:
    """Ray, with the program sent to all machines."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.program = program(asked.program)
        self._asked = asked
        self.ray = connected(asked.address)
        self._retries = asked.retries
        options: dict[str, Any] = {"num_cpus": asked.cpus, "max_retries": asked.retries}
        if asked.memory:
            options["memory"] = asked.memory * 1024 * 1024
        if asked.resource:
            options["resources"] = dict(asked.resource)
        if not asked.wait:
            self._check(options)
        self._tools = self._sent()
        # Machines need not have this package: the function is sent as it is.
        self.ray.cloudpickle.register_pickle_by_value(worker)
        self._remote = self.ray.remote(worker.run_task).options(retry_exceptions=True, **options)

    def _check(self, options: dict[str, Any]) -> None:
        """Refuses what no machine has; Ray would wait for it for ever."""
        wanted = {"CPU": options["num_cpus"], "memory": options.get("memory", 0), **options.get("resources", {})}
        machines = [node["Resources"] for node in self.ray.nodes() if node["Alive"]]
        if not any(all(has.get(name, 0) >= amount for name, amount in wanted.items()) for has in machines):
            text = ", ".join(f"{amount:g} {name}" for name, amount in wanted.items() if amount)
            found = sorted({name for has in machines for name in has if not name.startswith(("node:", "object_store"))})
            most = ", ".join(f"up to {max(has.get(name, 0) for has in machines):g} {name}" for name in found)
            raise Refused(
                f"no machine of the cluster has {text}; there is {most} (with --wait, wait for one that does)"
            )

    def _sent(self) -> Tools:
        """Puts the program and its nets into Ray's store."""
        files = [("karuta", pathlib.Path(self.program))]
        files += [(f"nets/{file.name}", file) for file in nets(self.program)]
        contents = [file.read_bytes() for _, file in files]
        digest = hashlib.sha256()
        for (name, _), content in zip(files, contents):
            digest.update(f"{name} {len(content)} ".encode() + content)
        return Tools(
            digest.hexdigest()[:16],
            tuple((name, len(content)) for (name, _), content in zip(files, contents)),
            tuple(self.ray.put(content) for content in contents),
        )

    def cores(self) -> float:
        """The cores of all machines."""
        return float(self.ray.cluster_resources().get("CPU", 0))

    def slots(self) -> int:
        """The chunks that run at once; one even while the only machine is being replaced."""
        return max(1, int(self.cores() / max(self._asked.cpus, 0.001)))

    def here(self, *words: str) -> str:
        """Runs the program on this machine and returns what it prints."""
        done = subprocess.run([self.program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode not in (0, worker.ENGINE_FAULTS):
            raise Refused(done.stderr.strip() or f"karuta {words[0]} ended with code {done.returncode}")
        return done.stdout

    def put(self, content: bytes) -> Any:
        """Puts a file into Ray's store, for tasks to be given."""
        return self.ray.put(content)

    def run(self, tasks: list[tuple[Task, dict[str, Any]]]) -> Iterator[Done]:
        """The results of tasks, each with the files it is given, as they come. Leaving the loop ends the others."""
        waiting = {
            self._remote.remote(task, self._tools, tuple(given), *given.values()): task for task, given in tasks
        }
        try:
            while waiting:
                self.ray.wait(list(waiting), num_returns=1)
                ready, _ = self.ray.wait(list(waiting), num_returns=len(waiting), timeout=0)
                for reference in ready:
                    yield self._done(waiting.pop(reference), reference)
        finally:
            for reference in waiting:
                self.ray.cancel(reference, force=True)

    def _done(self, task: Task, reference: Any) -> Done:
        errors = self.ray.exceptions
        try:
            code, said, result, cpu, seconds, machine = self.ray.get(reference)
        except errors.RayTaskError as error:
            raise Refused(f"{task.name} failed {self._retries + 1} times: {error.cause}") from None
        except errors.RayError as error:
            why = next(iter(str(error).strip().splitlines()), type(error).__name__)
            raise Refused(f"{task.name} failed {self._retries + 1} times: {type(error).__name__}: {why}") from None
        if code != 0:
            raise Refused(said or f"{task.name} ended with code {code} on {machine}")
        return Done(task, result, cpu, seconds, machine)


def connected(address: Optional[str]) -> Any:
    """Ray, with a connection to a cluster, or started on this machine."""
    try:
        import ray
    except ImportError:
        raise Refused("Ray is not installed; pip install ray") from None
    if ray.is_initialized():
        return ray
    # A job that Ray itself has started finds its cluster in this variable.
    address = address or os.environ.get("RAY_ADDRESS") or "local"
    check_reachable(address)
    own: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except (ConnectionError, RuntimeError, ValueError, AssertionError, OSError, ImportError) as error:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise Refused(no_cluster(address, f"{why.rstrip('.')}, or it has another token")) from None
    return ray


def no_cluster(address: str, why: str) -> str:
    """Advice where there is no cluster."""
    advice = "auto finds the one on this machine, HOST:6379 that of a head"
    return f"no cluster of Ray at {address!r}: {why[:200].rstrip('.')}; {advice}"


def check_reachable(address: str) -> None:
    """Refuses an address at which nobody answers; Ray would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), timeout=10).close()
        except (OSError, OverflowError, UnicodeError) as error:
            raise Refused(no_cluster(address, getattr(error, "strerror", None) or str(error))) from None


def program(named: Optional[str]) -> str:
    """The path of the program."""
    found = named or os.environ.get(PROGRAM) or shutil.which("karuta")
    if not found:
        raise Refused(f"there is no program karuta in the search path; name it with --program or in {PROGRAM}")
    path = pathlib.Path(found).resolve()
    if not path.is_file() or not os.access(path, os.X_OK):
        raise Refused(f"{found!r} is no program; build it with cargo build --release, which makes target/release/karuta")
    return str(path)


def nets(of: str) -> list[pathlib.Path]:
    """The nets that come in files beside a program, as the program itself looks for them."""
    named = [pathlib.Path(os.environ[NETS])] if os.environ.get(NETS) else []
    above = [folder / "nets" for folder in pathlib.Path(of).parents]
    for folder in [*named, *above, pathlib.Path("nets")]:
        found = sorted(folder.glob("*.safetensors"))
        if found:
            return found
    return []


class Progress:
    """Says how much is done and when the rest will be."""

    def __init__(self, cluster: Cluster, total: int, unit: str, minutes: Optional[float] = None) -> None:
        self._cluster, self._total, self._unit = cluster, total, unit
        self._began = self._said = time.monotonic()
        self._done = self._spent = 0.0
        if total and minutes is not None:
            left = max(60 * minutes / cluster.slots(), 60 * minutes / total)
            self._say(f"{total} {unit}, about {span(60 * minutes)} of CPU time: {span(left)} on {self._where()}")

    def step(self, name: str, seconds: float, at_once: bool = True) -> None:
        """One more is done, which took so long; the others are done many at once or one after the other."""
        self._done += 1
        self._spent += seconds
        now = time.monotonic()
        left = self._total - self._done
        # A line a second is enough for people.
        if left > 0 and now - self._said < 1 and self._done > 1:
            return
        self._said = now
        rounds = -(-left // self._cluster.slots()) if at_once else left
        rest = f", about {span(self._spent / self._done * rounds)} left on {self._where()}" if left > 0 else ""
        self._say(f"{name}: {self._done:.0f} of {self._total} {self._unit} in {span(now - self._began)}{rest}")

    def _where(self) -> str:
        machines = sum(1 for node in self._cluster.ray.nodes() if node["Alive"])
        cores = self._cluster.cores()
        return f"{cores:.0f} core{'s' * (cores != 1)} of {machines} machine{'s' * (machines != 1)}"

    def _say(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)


def span(seconds: float) -> str:
    """A time for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
