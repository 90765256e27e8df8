"""A record read with polars: who needs how much time, and whether sitting first helps.

    karuta match hanamikoji mcts:iters=100 simple --deals 50 --out match.db
    python read_record.py match.db
"""

import sys

import polars as pl

import karuta

seats = pl.DataFrame(karuta.read_record(sys.argv[1]))
print(
    seats.group_by("agent")
    .agg(
        pl.col("payoff").mean().alias("score"),
        (pl.col("seconds").sum() / pl.col("decisions").sum() * 1e3).alias("ms a move"),
        pl.col("plies").mean(),
    )
    .sort("score", descending=True)
)
print(seats.group_by("seat").agg(pl.col("payoff").mean()).sort("seat"))

moves = pl.DataFrame(karuta.read_record(sys.argv[1], rows="moves"))
print(moves.filter(pl.col("ply") == 0).group_by("move").len().sort("len", "move", descending=True).head(5))
