"""Matches, tournaments and experiments: chunks of records that are joined in the end."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
from typing import Any, Callable, Optional

from .cluster import Cluster, Progress, Refused
from .files import alone, named_files, write_whole
from .worker import Task


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


def flag(words: list[str], key: str) -> bool:
    """True if a flag is given; it is taken out of the words."""
    is_given = key in words
    words[:] = [word for word in words if word != key]
    return is_given


def series(cluster: Cluster, asked: argparse.Namespace, command: str, words: list[str]) -> str:
    """A match or a tournament: one record, and its table."""
    words = list(words)
    out, sprt = taken(words, "--out"), taken(words, "--sprt")
    allow_time, is_json = flag(words, "--allow-time"), flag(words, "--json")
    if out is None:
        raise Refused(f"a {command} in chunks is kept in a record: name it with --out FILE")
    test = [] if sprt is None else ["--sprt", sprt]
    how = ["--allow-time"] if allow_time else []
    folder = pathlib.Path(os.path.abspath(f"{out}.chunks"))
    with alone(pathlib.Path(os.path.abspath(out))):
        asks = [command, *words, *test, "--folder", str(folder), "--out", os.path.abspath(out)]
        plan = planned(cluster, asked, asks)
        folder.mkdir(parents=True, exist_ok=True)

        def is_decided(*files: str) -> bool:
            """Joins chunks that have come back and asks the test, if there is one."""
            if sprt is None or not files:
                return False
            found = json.loads(cluster.here("merge", *files, *how, "--out", out, "--json", *test))
            return bool(found["sprt"]["verdict"])

        # What an earlier run has joined may decide it already.
        held = [out] if os.path.exists(out) and os.path.getsize(out) else []
        if not is_decided(*held, *there(plan)):
            play(cluster, asked, plan, is_decided)
        if files := there(plan):
            cluster.here("merge", *files, *how, *plan["merge"][plan["merge"].index("--out") :])
        table = cluster.here(command, *words, *test, "--out", out, *(["--json"] if is_json else []))
        forget(asked, plan)
        return table


def lab(cluster: Cluster, asked: argparse.Namespace, words: list[str]) -> str:
    """An experiment: its result in the folder of results."""
    words = list(words)
    if words[:1] == ["run"]:
        del words[0]
    out = taken(words, "--out") or "results"
    allow_time = flag(words, "--allow-time")
    is_json = flag(words, "--json")
    if is_json:
        raise Refused("the results of an experiment lie in files of JSON already: leave out --json")
    item = next((word for word in words if not word.startswith("-")), "")
    name = pathlib.PurePath(item).stem if item.endswith(".toml") else item.replace("/", "-")
    with alone(pathlib.Path(os.path.abspath(out)) / (name or "lab")):
        plan = planned(cluster, asked, ["lab", *words, "--out", os.path.abspath(out)])
        play(cluster, asked, plan, lambda _: False)
        said = cluster.here(*plan["merge"][1:], *(["--allow-time"] if allow_time else []))
        forget(asked, plan)
        return said


def there(plan: Any) -> list[str]:
    """The files of chunks that are there."""
    return [chunk["file"] for chunk in plan["chunks"] if os.path.exists(chunk["file"]) and not chunk["is_damaged"]]


def planned(cluster: Cluster, asked: argparse.Namespace, words: list[str]) -> Any:
    """The chunks of a run, and what of them is missing."""
    chunks = asked.chunks or 4 * cluster.slots()
    own = ["--chunks", str(chunks), "--probe", str(asked.probe), "--json"]
    return json.loads(cluster.here("plan", *words, *own))


def play(cluster: Cluster, asked: argparse.Namespace, plan: Any, is_enough: Callable[[str], bool]) -> None:
    """Plays the chunks that are missing, until all are there or it is enough."""
    chunks: dict[str, Any] = {}
    tasks: list[tuple[Task, dict[str, Any]]] = []
    given: dict[str, Any] = {}
    for chunk in plan["chunks"]:
        if chunk["missing"] == 0:
            continue
        if not given:
            given = {name: cluster.put(content) for name, content in named_files(chunk["command"][1:]).items()}
        tasks.append(task_of(cluster, asked, chunk, given))
        chunks[tasks[-1][0].name] = chunk
    costs = [chunk["cpu_minutes"] for chunk in chunks.values()]
    progress = Progress(cluster, len(tasks), "chunks", None if None in costs else sum(costs))
    for done in cluster.run(tasks):
        file = pathlib.Path(chunks[done.task.name]["file"])
        if not asked.shared:
            write_whole(file, done.result)
        elif not file.exists():
            raise Refused(
                f"{done.task.name} was played on {done.machine}, but there is no {file}: if its folder is not on a disk "
                "that all machines share, leave out --shared"
            )
        progress.step(done.task.name, done.seconds)
        if is_enough(str(file)):
            break


def task_of(
    cluster: Cluster, asked: argparse.Namespace, chunk: Any, given: dict[str, Any]
) -> tuple[Task, dict[str, Any]]:
    """A chunk as a task, with the files it is given."""
    file = pathlib.Path(chunk["file"])
    name = f"chunk {chunk['chunk']}"
    if chunk["is_damaged"]:
        print(f"{file} is damaged and is played again", file=sys.stderr)
        file.unlink()
        chunk["is_damaged"] = False
    # The folder of the child has a copy of the experiment.
    words = [pathlib.PurePath(word).name if word.endswith(".toml") else word for word in chunk["command"][1:]]
    if asked.shared:
        return Task(name, tuple(words), ""), given
    # The folder of the chunk's record is replaced by one of the child's own; a record that was begun goes along.
    if str(file) in words:
        result = "chunk.db"
        words = ["{}/chunk.db" if word == str(file) else word for word in words]
    else:
        out = pathlib.Path(words[words.index("--out") + 1])
        result = f"results/{file.relative_to(out)}"
        words = ["{}/results" if word == str(out) else word for word in words]
    if file.exists():
        given = {**given, result: cluster.put(file.read_bytes())}
    return Task(name, tuple(words), result), given


def forget(asked: argparse.Namespace, plan: Any) -> None:
    """Removes the chunks that have been joined."""
    if asked.keep:
        return
    for chunk in plan["chunks"]:
        file = pathlib.Path(chunk["file"])
        file.unlink(missing_ok=True)
        if file.parent.name.endswith(".chunks") and file.parent.exists() and not any(file.parent.iterdir()):
            file.parent.rmdir()
