#!/usr/bin/env python3
"""Our nets beside the same nets in PyTorch, on one thread: do both say the same, can each read what
the other wrote, and which is faster. Needs torch and safetensors; no test does.

    cargo build --release
    python3 crates/learn/compare/compare.py target/release/karuta NET [NET ..]
"""

import json
import random
import subprocess
import sys
import tempfile
import time

import torch
from safetensors import safe_open
from safetensors.torch import save_file

ACTIVE, LEGAL, BATCH = 60, 20, 64
ACTIVATIONS = {"relu": torch.nn.ReLU, "elu": torch.nn.ELU, "linear": torch.nn.Identity}


class Net(torch.nn.Module):
    """The net that a header describes, with the names our files use."""

    def __init__(self, shape):
        super().__init__()
        self.sizes = [inputs for inputs, _ in shape["first"]]
        self.first = torch.nn.ModuleList(torch.nn.Linear(*group) for group in shape["first"])
        widths = [sum(units for _, units in shape["first"])] + shape["hidden"]
        self.hidden = torch.nn.ModuleList(torch.nn.Linear(a, b) for a, b in zip(widths, widths[1:]))
        self.last = torch.nn.Linear(widths[-1], shape["outputs"])
        self.activation = ACTIVATIONS[shape["activation"]]()
        self.end = ACTIVATIONS[shape["last"]]()

    def forward(self, x):
        parts = torch.split(x, self.sizes, dim=1) if len(self.sizes) > 1 else [x]
        x = self.activation(torch.cat([layer(part) for layer, part in zip(self.first, parts)], dim=1))
        for layer in self.hidden:
            x = self.activation(layer(x))
        return self.end(self.last(x))


def ours(karuta, *args):
    return subprocess.run([karuta, "net", *args], check=True, capture_output=True, text=True).stdout


def best_of(work, tries=5, seconds=0.3):
    """CPU seconds of one repetition, the best of several tries."""
    best = float("inf")
    for _ in range(tries):
        began, count = time.thread_time(), 0
        while time.thread_time() - began < seconds:
            work()
            count += 1
        best = min(best, (time.thread_time() - began) / count)
    return best


def largest_difference(karuta, path, net, inputs):
    """Between what both sides say to the same sparse inputs."""
    rows = [sorted(random.sample(range(inputs), min(ACTIVE, inputs))) for _ in range(50)]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps([[at, 1.0] for at in row]) + "\n" for row in rows)
        file.flush()
        said = [json.loads(line) for line in ours(karuta, path, "--inputs", file.name).splitlines()]
    dense = torch.zeros(len(rows), inputs)
    for row, active in zip(dense, rows):
        row[active] = 1.0
    with torch.no_grad():
        return float((net(dense) - torch.tensor(said)).abs().max()), dense


def compare(karuta, path):
    with safe_open(path, "pt") as file:
        metadata = file.metadata()
    shape = json.loads(metadata["karuta"])["shape"]
    inputs = sum(group[0] for group in shape["first"])
    net = Net(shape)
    with safe_open(path, "pt") as file:
        net.load_state_dict({name: file.get_tensor(name) for name in file.keys()})
    difference, dense = largest_difference(karuta, path, net, inputs)

    # The way back: other weights, written by PyTorch, read by us.
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(0.01 * torch.randn_like(parameter))
    with tempfile.NamedTemporaryFile(suffix=".safetensors") as file:
        save_file(net.state_dict(), file.name, metadata=metadata)
        back, _ = largest_difference(karuta, file.name, net, inputs)

    one = dense[:1]

    def infer():
        with torch.inference_mode():
            net(one)

    batch = dense.repeat(BATCH // len(dense) + 1, 1)[:BATCH]
    taken = torch.arange(BATCH) % shape["outputs"]
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)

    def train():
        optimiser.zero_grad()
        said = net(batch)[torch.arange(BATCH), taken]
        torch.nn.functional.mse_loss(said, torch.full_like(said, 0.5)).backward()
        optimiser.step()

    theirs = {"microseconds_a_position": 1e6 * best_of(infer), "training_steps_a_second": 1 / best_of(train)}
    mine = json.loads(ours(karuta, path, "--speed", "--active", str(ACTIVE), "--batch", str(BATCH)))
    print(f"{path}: {mine['parameters']} parameters")
    print(f"  largest difference of outputs: ours read by PyTorch {difference:.1e}, theirs read by us {back:.1e}")
    for key, better in [("microseconds_a_position", "lower"), ("training_steps_a_second", "higher")]:
        ratio = theirs[key] / mine[key] if better == "lower" else mine[key] / theirs[key]
        print(f"  {key}: ours {mine[key]:.2f}, PyTorch {theirs[key]:.2f}, {ratio:.1f} times as fast")
    if shape["outputs"] > LEGAL:
        # What play needs: PyTorch has no way to leave out the rest.
        few = json.loads(ours(karuta, path, "--speed", "--active", str(ACTIVE), "--legal", str(LEGAL)))
        own, other = few["microseconds_a_position"], theirs["microseconds_a_position"]
        print(f"  with {LEGAL} legal moves: ours {own:.2f}, {other / own:.1f} times as fast")
    return difference < 1e-3 and back < 1e-3


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    torch.set_num_threads(1)
    torch.manual_seed(1)
    random.seed(1)
    agree = [compare(sys.argv[1], path) for path in sys.argv[2:]]
    sys.exit(0 if all(agree) else "outputs differ")


if __name__ == "__main__":
    main()
