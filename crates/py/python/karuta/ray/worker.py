"""A chunk on some machine: the program is put there, runs as a child, and what it wrote goes back.

Everything here is sent to machines that need not have this package, so it may use the standard library and Ray
only.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from typing import Any

ENGINE_FAULTS = 3
"""The exit code of a run that went to its end, in which a program of others was wrong now and then."""


@dataclass(frozen=True)
class Task:
    """One child process."""

    name: str
    words: tuple[str, ...]
    """The words of the command; ``{}`` stands for a folder of its own."""
    result: str
    """The file of that folder that comes back; nothing if the result lies on a disk that all machines share."""


@dataclass(frozen=True)
class Tools:
    """The program and the files that come with it."""

    digest: str
    """A hash of all of them."""
    files: tuple[tuple[str, int], ...]
    """Their names and sizes; the program is the first."""
    contents: tuple[Any, ...]
    """References to their contents, which are fetched only where they are not there yet."""


def install(tools: Tools) -> str:
    """Puts the program onto this machine, unless it is there; its path."""
    import ray

    # The folder has the user's number in its name, and one that others could write to is not trusted.
    home = pathlib.Path(tempfile.gettempdir()) / f"karuta-{os.getuid()}-{tools.digest}"
    if not is_installed(home, tools):
        part = pathlib.Path(tempfile.mkdtemp(prefix=f"karuta-{os.getuid()}-part-"))
        for (name, _), content in zip(tools.files, ray.get(list(tools.contents))):
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            (part / name).write_bytes(content)
            (part / name).chmod(0o700)
        try:
            os.rename(part, home)
        except OSError:
            # Another worker was faster, or what lies there is not ours.
            shutil.rmtree(part, ignore_errors=True)
            if not is_installed(home, tools):
                raise PermissionError(f"{home} on {socket.gethostname()} is not what was sent; remove it") from None
    return str(home / tools.files[0][0])


def is_installed(home: pathlib.Path, tools: Tools) -> bool:
    """True if all files are there and nobody else could have put them there."""
    try:
        about = home.lstat()
        if about.st_uid != os.getuid() or about.st_mode & 0o077:
            return False
        return all((home / name).stat().st_size == size for name, size in tools.files)
    except FileNotFoundError:
        return False


def run_task(
    task: Task, tools: Tools, names: tuple[str, ...], *given: bytes
) -> tuple[int, str, bytes, float, float, str]:
    """Runs a child that finds the given files in its folder: its exit code, what it said of a failure, the result,
    its CPU-seconds, the seconds of everything, and the machine."""
    began = time.monotonic()
    executable = install(tools)
    # Found before the child is split off: afterwards as little as possible may happen.
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def die_with_parent() -> None:
        prctl(1, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    with tempfile.TemporaryDirectory(prefix="karuta-chunk-") as folder:
        for name, content in zip(names, given):
            (pathlib.Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            (pathlib.Path(folder) / name).write_bytes(content)
        words = [word.replace("{}", folder) for word in task.words]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [executable, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            preexec_fn=die_with_parent,
            cwd=folder,
            env={**os.environ, "KARUTA_TASK": task.name},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if done.returncode < 0:
            raise RuntimeError(f"its process was ended by signal {-done.returncode} on {socket.gethostname()}")
        is_done = done.returncode in (0, ENGINE_FAULTS)
        result = (pathlib.Path(folder) / task.result).read_bytes() if is_done and task.result else b""
    code = 0 if is_done else done.returncode
    return code, done.stderr.strip(), result, spent, time.monotonic() - began, socket.gethostname()
