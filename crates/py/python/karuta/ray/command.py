"""The command: its options, and what it says when something is wrong."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import sys
from typing import Callable, NoReturn, Optional

from . import records, training
from .cluster import PROGRAM, Cluster, Refused


def positive(text: str) -> int:
    """A whole number above zero."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def whole(text: str) -> int:
    """A whole number from zero on."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def amount(text: str) -> float:
    """Cores: a part of one, or a whole number of them."""
    with contextlib.suppress(ValueError):
        number = float(text)
        if 0 < number < 1 or (number >= 1 and number == int(number)):
            return number
    raise argparse.ArgumentTypeError(f"{text!r} is no number of cores such as 0.5, 1 or 4")


def named(text: str) -> tuple[str, float]:
    """A resource, with its amount after = if it is not one."""
    name, _, number = text.partition("=")
    with contextlib.suppress(ValueError):
        found = float(number or 1)
        if name and found > 0:
            return name, found
    raise argparse.ArgumentTypeError(f"{text!r} is no resource such as big or big=2")


COMMANDS = ["match", "tournament", "lab", "train"]


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one line, and knows a misspelt option from a wrong value."""

    def read(self, words: list[str]) -> argparse.Namespace:
        """Reads the words."""
        known = [option for action in self._actions for option in action.option_strings]
        for word in words:
            if word in COMMANDS:
                break
            option = word.partition("=")[0]
            if option.startswith("--") and option not in known:
                near = difflib.get_close_matches(option, known, 1)
                self.error(f"there is no option {option!r}; " + (f"did you mean {near[0]}?" if near else "see --help"))
        return self.parse_args(words)

    def error(self, message: str) -> NoReturn:
        """Ends with one line."""
        self.exit(2, f"karuta.ray: {message}\n")


def parser() -> Parser:
    """The options of this command; those of the program come after its own command."""
    made = Parser(
        prog="python -m karuta.ray",
        description=sys.modules[__package__ or ""].__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("--address", help="the cluster, such as auto or HOST:6379 [default: Ray started on this machine]")
    made.add_argument(
        "--chunks", type=positive, metavar="N", help="the number of chunks [default: four a core; for train, one a core]"
    )
    made.add_argument(
        "--shared",
        action="store_true",
        help="the folder of --out is on a disk that all machines share: chunks are written there, and one that dies goes "
        "on where it stopped [default: chunks are sent back when they are finished]",
    )
    made.add_argument(
        "--retries", type=whole, default=5, metavar="N", help="tries of a chunk after the first [default: 5]"
    )
    made.add_argument("--cpus", type=amount, metavar="N", help="cores of a chunk [default: its --threads, else 1]")
    made.add_argument("--memory", type=positive, metavar="MB", help="megabytes of a chunk, for Ray to reserve")
    made.add_argument(
        "--resource", type=named, action="append", metavar="NAME[=N]", help="a resource of Ray that a chunk takes"
    )
    made.add_argument("--wait", action="store_true", help="wait for machines that have all of this to join")
    made.add_argument(
        "--probe", type=positive, default=1, metavar="S", help="CPU-seconds to measure deals for [default: 1]"
    )
    made.add_argument(
        "--program", metavar="FILE", help=f"the program karuta [default: that of {PROGRAM} or the search path]"
    )
    made.add_argument("--keep", action="store_true", help="keep the chunks after they are joined")
    made.add_argument("command", choices=COMMANDS)
    made.add_argument("words", nargs=argparse.REMAINDER, help="the words of that command")
    return made


def main(words: Optional[list[str]] = None) -> int:
    """Runs the command; the exit code."""
    asked = parser().read(sys.argv[1:] if words is None else words)
    commands: dict[str, Callable[[Cluster], str]] = {
        "match": lambda cluster: records.series(cluster, asked, "match", asked.words),
        "tournament": lambda cluster: records.series(cluster, asked, "tournament", asked.words),
        "lab": lambda cluster: records.lab(cluster, asked, asked.words),
        "train": lambda cluster: training.train(cluster, asked, asked.words),
    }
    try:
        if asked.cpus is None:
            threads = records.taken(list(asked.words), "--threads") or "1"
            # A number that is none is refused by the program, in its own words.
            asked.cpus = float(threads) if threads.isdecimal() and int(threads) > 0 else 1.0
        print(commands[asked.command](Cluster(asked)), end="")
    except Refused as refused:
        text = str(refused)
        for start in ("karuta: ", "error: "):
            text = text.removeprefix(start)
        print(f"karuta.ray: {text.strip()}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("karuta.ray: interrupted; the same command goes on from here", file=sys.stderr)
        # Ray's own threads may hang in their farewell, and everything that matters is written.
        sys.stderr.flush()
        os._exit(130)
    return 0
