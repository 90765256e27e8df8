"""Trainings: rounds of self-play on the machines, the learner on this one."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
import time
from typing import Any

from .cluster import Cluster, Progress, Refused
from .files import alone, named_files, write_whole
from .records import flag, taken
from .worker import Task

STEPS = 100_000
"""The games of a training that says nothing else, as on the command line."""


def train(cluster: Cluster, asked: argparse.Namespace, words: list[str]) -> str:
    """A training: the net, its curve and its checkpoint."""
    words = list(words)
    out, steps = taken(words, "--out"), taken(words, "--steps") or str(STEPS)
    is_json, _ = flag(words, "--json"), flag(words, "--resume")
    if out is None:
        raise Refused("a net is kept in a file: name it with --out FILE")
    if not steps.isdecimal():
        raise Refused(f"--steps {steps!r} is no number of games: expected one such as {STEPS}")
    with alone(pathlib.Path(os.path.abspath(out))):
        said = rounds(cluster, asked, [*words, "--steps", steps], pathlib.Path(os.path.abspath(out)))
    return json.dumps(said) + "\n" if is_json else f"{said['games']} games, net in {out}\n"


def rounds(cluster: Cluster, asked: argparse.Namespace, words: list[str], net: pathlib.Path) -> Any:
    """Plays and learns until all games are done; what the learner said last."""
    steps = int(words[-1])
    checkpoint = net.with_name(net.name + ".checkpoint")
    own = {name: cluster.put(content) for name, content in named_files(words).items()}
    of = asked.chunks or cluster.slots()
    progress = None
    while True:
        began = time.monotonic()
        kept = checkpoint.read_bytes() if checkpoint.exists() else None
        games = 0 if kept is None else games_of(kept, checkpoint)
        given = dict(own)
        if kept is not None and not asked.shared:
            given["net.checkpoint"] = cluster.put(kept)
        tasks = []
        files = {}
        for number in range(1, of + 1):
            ending = f".games-{games}.chunk-{number}-of-{of}"
            file = net.with_name(net.name + ending)
            if file.exists() and not is_whole(file.read_bytes()):
                print(f"{file} is damaged and is played again", file=sys.stderr)
                file.unlink()
            if not file.exists() and games < steps:
                place = str(net) if asked.shared else "{}/net"
                threads = [] if any(word.split("=")[0] == "--threads" for word in words) else ["--threads", "1"]
                line = ("train", *words, "--out", place, *threads, "--chunk", f"{number}/{of}")
                name = f"games from {games}, chunk {number}/{of}"
                tasks.append((Task(name, line, "" if asked.shared else f"net{ending}"), given))
                files[name] = file
        for done in cluster.run(tasks):
            if not asked.shared:
                write_whole(files[done.task.name], done.result)
            elif not files[done.task.name].exists():
                raise Refused(
                    f"{done.task.name} was played on {done.machine}, but there is no {files[done.task.name]}: if its "
                    "folder is not on a disk that all machines share, leave out --shared"
                )
        said = json.loads(cluster.here("train", *words, "--out", str(net), "--chunks", str(of), "--json"))
        # More chunks than games of a round would be empty.
        round_ = max(1, said["games"] - games)
        if progress is None:
            progress = Progress(cluster, max(1, -(-(steps - games) // round_)), "rounds")
        progress.step(f"{said['games']} games", time.monotonic() - began, at_once=False)
        if said["is_done"]:
            return said
        of = min(asked.chunks or cluster.slots(), round_)


def games_of(checkpoint: bytes, path: pathlib.Path) -> int:
    """The games that a checkpoint has behind it, from its header."""
    try:
        size = int.from_bytes(checkpoint[:8], "little")
        return int(json.loads(json.loads(checkpoint[8 : 8 + size])["__metadata__"]["karuta"])["steps"])
    except (ValueError, KeyError, TypeError):
        raise Refused(f"{path} is no checkpoint of a training; restore it or name another file") from None


def is_whole(content: bytes) -> bool:
    """True if a file of tensors has all the bytes that its header names."""
    try:
        size = int.from_bytes(content[:8], "little")
        header = json.loads(content[8 : 8 + size])
        ends = [tensor["data_offsets"][1] for name, tensor in header.items() if name != "__metadata__"]
        return len(content) == 8 + size + max(ends, default=0)
    except (ValueError, KeyError, TypeError, AttributeError):
        return False
