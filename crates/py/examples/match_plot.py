"""A match with a plot: how the score of a search against a simple opponent grows with its playouts.

    python match_plot.py [DEALS] [FILE.svg]
"""

import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

import karuta

deals = int(sys.argv[1]) if len(sys.argv) > 1 else 100
file = sys.argv[2] if len(sys.argv) > 2 else "match.svg"

playouts = [10, 30, 100, 300]
results = []
for number in playouts:
    summary = karuta.match("hanamikoji", [f"mcts:iters={number}", "simple"], deals=deals, seed=1)
    print(summary)
    results.append(summary.results[0])

# The interval is 95 % over deals; a deal is played once with each side in each seat.
scores = [result.score for result in results]
below = [result.score - result.interval[0] for result in results]
above = [result.interval[1] - result.score for result in results]
plt.errorbar(playouts, scores, yerr=[below, above], marker="o", capsize=3)
plt.axhline(0.5, color="grey", linewidth=0.5)
plt.xscale("log")
plt.xlabel("playouts a move")
plt.ylabel("score against simple")
plt.title(f"Hanamikoji, {deals} deals")
plt.savefig(file)
print(f"the plot is in {file}")
