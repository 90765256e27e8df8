"""The cost of a chunk under Ray, measured, and what it means for many cores, simulated.

    python cluster.py measure --program target/release/karuta
    python cluster.py simulate ../../../docs/pictures/cluster.svg

``measure`` wants two cores with nothing else on them for its wall times. Its CPU-seconds hold on a busy machine as well:
those of every process that the run starts, Ray's own included, are added up.

``simulate`` hands chunks to cores as they become free. A chunk costs its work, which varies as games do, and the
measured overhead of its core; the driver handles chunks one after the other, which takes the measured time each; every
core starts a worker first. With failures, a core dies now and then in the middle of a chunk, which is then played again.
"""

import argparse
import heapq
import os
import pathlib
import random
import subprocess
import tempfile
import time

TICKS = os.sysconf("SC_CLK_TCK")
CORES = [2, 200, 2000]
LENGTHS = [1, 3, 10, 30, 100, 300, 1000]

# Measured by `measure`; see docs/cluster.md.
OVERHEAD, DISPATCH, START = 0.06, 0.012, 2.0


def cpu_seconds():
    """CPU-seconds of this process and of all that it has started, by name."""
    about = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text()
        except OSError:
            continue
        name, rest = text[text.index("(") + 1 : text.rindex(")")], text.rsplit(")", 1)[1].split()
        own, waited = sum(map(int, rest[11:13])) / TICKS, sum(map(int, rest[13:15])) / TICKS
        about[int(folder.name)] = (int(rest[1]), name, own, waited)
    found = {}

    def add(pid):
        _, name, own, waited = about[pid]
        key = "driver" if pid == os.getpid() else name.split(":")[0]
        found[key] = found.get(key, 0) + own
        found[f"{key}'s children"] = found.get(f"{key}'s children", 0) + waited
        for child in [child for child, (parent, *_) in about.items() if parent == pid]:
            add(child)

    add(os.getpid())
    return found


def run(program, chunks, words):
    """Wall seconds and CPU-seconds of a run under Ray."""
    import karuta.ray

    with tempfile.TemporaryDirectory() as folder:
        before, began = cpu_seconds(), time.monotonic()
        line = ["--program", program, "--chunks", str(chunks), *words, "--out", f"{folder}/all.db"]
        assert karuta.ray.main(line) == 0
        spent, after = time.monotonic() - began, cpu_seconds()
    return spent, {name: after[name] - before.get(name, 0) for name in after}


def measure(program, rounds, iters, chunks):
    """Prints what a chunk costs, and the speed-up on two cores."""
    import ray

    # Ray lets its workers give way to everything else; the single process, with which they are compared, does not.
    os.environ["RAY_worker_niceness"] = "0"
    began = time.monotonic()
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    print(f"load before: {os.getloadavg()[0]:.1f}; start of Ray {time.monotonic() - began:.1f} s")
    # Deals of random moves take no time, so all of it is overhead; the difference of two runs leaves out what a run
    # costs once, such as its plan and the start of workers.
    empty = ["match", "onitama5", "random", "random", "--deals", "120"]
    run(program, 4, empty)
    for _ in range(rounds):
        (few, few_cpu), (many, many_cpu) = run(program, 20, empty), run(program, 120, empty)
        cpu = {name: (many_cpu[name] - few_cpu.get(name, 0)) / 100 for name in many_cpu}
        head = sum(cost for name, cost in cpu.items() if name.split("'")[0] in ("driver", "gcs_server", "raylet"))
        print(
            f"a chunk: {2 * (many - few) / 100:.3f} s of a core by the wall, {sum(cpu.values()):.3f} CPU-seconds in all, "
            f"{head:.4f} of them on the head"
        )
        print("   ", ", ".join(f"{name} {1000 * cost:.1f} ms" for name, cost in sorted(cpu.items()) if cost > 0.0005))
    # Eight deals a chunk: with fewer, games of different lengths would leave one core waiting for the other at the end,
    # and that would be measured.
    work = ["match", "onitama5", f"mcts:iters={iters}", f"mcts:iters={iters}", "--deals", str(8 * chunks)]
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            before, began = os.times(), time.monotonic()
            words = [program, *work, "--threads", "1", "--out", f"{folder}/one.db"]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            one, after = time.monotonic() - began, os.times()
        one_cpu = after.children_user + after.children_system - before.children_user - before.children_system
        two, two_cpu = run(program, chunks, work)
        total = sum(two_cpu.values())
        print(
            f"one process {one:.1f} s ({one_cpu:.1f} CPU-s), Ray on two cores {two:.1f} s ({total:.1f} CPU-s), chunks of "
            f"{one_cpu / chunks:.1f} CPU-s: speed-up {one / two:.2f} by the wall, {2 * one_cpu / total:.2f} by CPU time; "
            f"load {os.getloadavg()[0]:.1f}"
        )


def makespan(cores, chunks, seconds, costs, failures=0.0, seed=1):
    """The time until all chunks are back, and the work in them. ``failures`` are deaths of a core in an hour."""
    overhead, dispatch, start = costs
    rng = random.Random(seed)
    free = [(start, core) for core in range(cores)]
    ready = end = work = 0.0
    for _ in range(chunks):
        # Games differ in length: a standard deviation of a fifth of a chunk.
        own = max(0.1 * seconds, rng.gauss(seconds, 0.2 * seconds))
        work += own
        while True:
            ready += dispatch
            at, core = heapq.heappop(free)
            at = max(ready, at)
            death = rng.expovariate(failures / 3600) if failures else float("inf")
            if death >= overhead + own:
                break
            heapq.heappush(free, (at + death + start, core))
        heapq.heappush(free, (at + overhead + own, core))
        end = max(end, at + overhead + own)
    return end, work


def used(cores, length, costs, chunks_a_core=8, failures=0.0):
    """The part of the cores' time that is work."""
    end, work = makespan(cores, chunks_a_core * cores, length, costs, failures)
    return work / (cores * end)


def simulate(file, costs):
    """Prints the part of the cores' time that is work, by the length of chunks, and draws it."""
    print(f"| chunks of | {' | '.join(f'{cores:,} cores' for cores in CORES)} | 2,000 cores, failures |")
    print("| --- " * (len(CORES) + 2) + "|")
    curves = {f"{cores:,} cores": [used(cores, length, costs) for length in LENGTHS] for cores in CORES}
    curves["2,000 cores, one death per core and hour"] = [used(2000, length, costs, failures=1) for length in LENGTHS]
    for at, length in enumerate(LENGTHS):
        print(f"| {length:,} s | {' | '.join(f'{curve[at]:.0%}' for curve in curves.values())} |")
    pathlib.Path(file).write_text(picture(curves, costs))
    # Table 5.2 at full size: 325 deals of 1,056 minutes together, none of which is divided.
    for cores in [2, 65, 200, 325]:
        end, work = makespan(cores, 325, 60 * 1056 / 325, costs)
        print(f"Table 5.2 on {cores} cores: {end / 60:.1f} min, speed-up {work / end:.0f}")


def picture(curves, costs):
    """The curves as SVG."""
    left, top, width, height = 60, 54, 540, 260
    colours = ["#1f6fb2", "#3a8a4d", "#d1552b", "#8250a8"]
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {top + height + 110}" role="img" '
        'font-family="sans-serif" font-size="12" fill="#1f2328">',
        "<title>The part of the cores' time that is work, by the length of chunks</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{left}" y="20" font-size="14">Part of the cores\' time that is work, by the length of chunks</text>',
        f'<text x="{left}" y="38" fill="#59636e">Simulated: eight chunks a core, {costs[0]:g} s overhead a chunk, '
        f"{1000 * costs[1]:g} ms at the driver, {costs[2]:g} s start</text>",
    ]

    def place(at, part):
        return f"{left + width * at / (len(LENGTHS) - 1):.1f},{top + height * (1 - part):.1f}"

    for percent in range(0, 101, 20):
        y = top + height * (1 - percent / 100)
        out.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#d8dee4"/>')
        out.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    for at, length in enumerate(LENGTHS):
        x = left + width * at / (len(LENGTHS) - 1)
        out.append(f'<text x="{x:.1f}" y="{top + height + 18}" text-anchor="middle">{length:,} s</text>')
    for number, (name, curve) in enumerate(curves.items()):
        points = " ".join(place(at, part) for at, part in enumerate(curve))
        dashes = ' stroke-dasharray="6 4"' if "death" in name else ""
        out.append(f'<polyline points="{points}" fill="none" stroke="{colours[number]}" stroke-width="2"{dashes}/>')
        for at, part in enumerate(curve):
            x, y = place(at, part).split(",")
            out.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{colours[number]}"/>')
        y = top + height + 40 + 16 * number
        out.append(f'<path d="M{left} {y}h28" stroke="{colours[number]}" stroke-width="2"{dashes}/>')
        out.append(f'<text x="{left + 36}" y="{y + 4}">{name}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


if __name__ == "__main__":
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("what", choices=["measure", "simulate"])
    made.add_argument("file", nargs="?", default="cluster.svg", help="the picture of a simulation")
    made.add_argument("--program", default="karuta", help="the program that is measured")
    made.add_argument("--rounds", type=int, default=3, help="times that everything is measured")
    made.add_argument("--iters", type=int, default=7_500, help="iterations a move; chunks should take ten seconds")
    made.add_argument("--chunks", type=int, default=24, help="chunks of the match whose speed-up is measured")
    made.add_argument("--overhead", type=float, default=OVERHEAD, help="seconds of a core for each chunk")
    made.add_argument("--dispatch", type=float, default=DISPATCH, help="seconds of the driver for each chunk")
    made.add_argument("--start", type=float, default=START, help="seconds until a core has its first worker")
    asked = made.parse_args()
    if asked.what == "measure":
        measure(asked.program, asked.rounds, asked.iters, asked.chunks)
    else:
        simulate(asked.file, (asked.overhead, asked.dispatch, asked.start))
