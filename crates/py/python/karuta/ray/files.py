"""Files of the driver: whole or not there at all, and one driver at a time."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import re
import tempfile
from typing import Iterator

from .cluster import Refused


def write_whole(path: pathlib.Path, content: bytes) -> None:
    """Writes a file that is either there as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, part = tempfile.mkstemp(prefix=path.name + ".", suffix=".part", dir=path.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(part, 0o644)
    os.replace(part, path)


@contextlib.contextmanager
def alone(out: pathlib.Path) -> Iterator[None]:
    """Keeps a second driver from the same result."""
    lock = out.with_name(out.name + ".driver")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        file = open(lock, "w")
    except OSError as error:
        raise Refused(f"cannot write {lock}: {error.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"another driver is at work on {out}; wait for it or name another file") from None
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def named_files(words: list[str]) -> dict[str, bytes]:
    """The files that words name, such as nets in specs, by their paths from here. The child finds them in its folder by
    the same names. An experiment of one's own may name files, too."""
    found: dict[str, bytes] = {}
    for word in words:
        for part in {word, *re.split(r"[=,:()|]", word)}:
            is_inside = part and not os.path.isabs(part) and ".." not in pathlib.PurePath(part).parts
            if is_inside and part not in found and os.path.isfile(part):
                found[part] = pathlib.Path(part).read_bytes()
        if word.endswith(".toml") and os.path.isfile(word):
            content = pathlib.Path(word).read_bytes()
            found[pathlib.Path(word).name] = content
            found |= named_files(re.split(r"[\s\"']+", content.decode(errors="replace")))
    return found
