"""Matches, tournaments, experiments and trainings on a cluster, by Ray.

  python -m karuta.ray match onitama5 mcts alphabeta --deals 1000 --out all.db
  python -m karuta.ray --address auto lab onitama/table-5-2 --size full
  python -m karuta.ray --address auto train hanamikoji --learner dmc --out net

The words after the command are those of the command line. The work is divided
into chunks, every chunk is a child process of the program ``karuta`` on one
core of some machine, and what comes back is joined as ``karuta merge`` joins
it: the result is that of a single process but for times. The program itself is
sent to the machines; they need Ray and nothing else.

A chunk whose process or machine dies is played again. If this driver dies, the
same command goes on with the chunks that have come back.
"""

from .command import main

__all__ = ["main"]
