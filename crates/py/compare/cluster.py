"""The cost of a chunk under Ray, measured, and what it means for many cores, simulated.

    python cluster.py measure --program target/release/karuta       # two cores, nothing else running
    python cluster.py simulate FILE.svg [--overhead S] [--dispatch S]

The simulation deals chunks to cores as they become free. Each chunk costs its work, which varies as games do, and
the measured overhead; the driver hands out chunks one after the other, each taking the measured time of dispatch.
"""

import argparse
import heapq
import random
import subprocess
import sys
import tempfile
import time


def measure(program):
    """Wall seconds of the same match in one process and under Ray on two cores."""
    import ray

    import karuta.ray

    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    # Empty chunks: a deal of random moves takes no time, so all of it is overhead.
    with tempfile.TemporaryDirectory() as folder:
        words = ["match", "onitama5", "random", "random", "--deals", "40", "--out", f"{folder}/all.db"]
        began = time.monotonic()
        assert karuta.ray.main(["--program", program, "--chunks", "40", *words]) == 0
        print(f"40 empty chunks on two cores: {(time.monotonic() - began) / 20:.3f} s of a core each")
    work = ["match", "onitama5", "mcts:iters=20000", "mcts:iters=20000", "--deals", "12"]
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        subprocess.run([program, *work, "--threads", "1", "--out", f"{folder}/one.db"], check=True, stdout=subprocess.DEVNULL)
        one = time.monotonic() - began
        began = time.monotonic()
        assert karuta.ray.main(["--program", program, "--chunks", "12", *work, "--out", f"{folder}/all.db"]) == 0
        two = time.monotonic() - began
    print(f"one process {one:.1f} s, Ray on two cores {two:.1f} s with chunks of {one / 12:.1f} s: speed-up {one / two:.2f}")


def makespan(cores, chunks, seconds, overhead, dispatch, seed=1):
    """The time until all chunks are back, and the work in them."""
    rng = random.Random(seed)
    free = [0.0] * cores
    ready = end = work = 0.0
    for _ in range(chunks):
        ready += dispatch
        at = max(ready, heapq.heappop(free))
        # Games differ in length: a standard deviation of a fifth of a chunk.
        own = max(0.1 * seconds, rng.gauss(seconds, 0.2 * seconds))
        work += own
        done = at + overhead + own
        heapq.heappush(free, done)
        end = max(end, done)
    return end, work


def simulate(file, overhead, dispatch):
    """The part of the cores' time that is work, by the length of chunks."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    lengths = [1, 3, 10, 30, 100, 300, 1000]
    print(f"| chunks of | {' | '.join(f'{cores:,} cores' for cores in [2, 200, 2000])} |")
    print("| --- | --- | --- | --- |")
    curves = {cores: [] for cores in [2, 200, 2000]}
    for length in lengths:
        for cores, curve in curves.items():
            # Eight chunks a core: fewer leave cores idle at the end.
            chunks = 8 * cores
            end, work = makespan(cores, chunks, length, overhead, dispatch)
            curve.append(work / (cores * end))
        print(f"| {length} s | {' | '.join(f'{curve[-1]:.0%}' for curve in curves.values())} |")
    for cores, curve in curves.items():
        plt.plot(lengths, curve, marker="o", label=f"{cores:,} cores")
    plt.xscale("log")
    plt.ylim(0, 1)
    plt.xlabel("seconds of work in a chunk")
    plt.ylabel("part of the cores' time that is work")
    plt.title(f"Eight chunks a core, {overhead} s overhead, {1000 * dispatch:.0f} ms dispatch")
    plt.legend()
    plt.savefig(file)


if __name__ == "__main__":
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("what", choices=["measure", "simulate"])
    made.add_argument("file", nargs="?", default="cluster.svg")
    made.add_argument("--program", default="karuta")
    made.add_argument("--overhead", type=float, default=0.2)
    made.add_argument("--dispatch", type=float, default=0.004)
    asked = made.parse_args()
    if asked.what == "measure":
        sys.exit(measure(asked.program))
    simulate(asked.file, asked.overhead, asked.dispatch)
