"""Proximal policy optimisation in one file, after CleanRL's ppo.py: Hanamikoji against `simple`.

    python ppo.py [STEPS] [FILE.svg]

The agent `simple` makes 50 playouts for every move it could make, which is slow, so the learner practises against
the same agent with 4 playouts and is measured against the whole one. A step is a move of the learner. In 295,000
steps (65 CPU-seconds) the score in practice rose from 0.19 to 0.30; against `simple` itself no rise was seen yet.

Nothing but numpy is needed, since the nets are small; the layers, the gradients and Adam are written out below. With
PyTorch the loop stays as it is.
"""

import sys
import time

import numpy as np

import karuta
import karuta.vector

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1_500_000
file = sys.argv[2] if len(sys.argv) > 2 else "ppo.svg"

# The settings have the names and the order of CleanRL's.
seed, rate, envs_number, length, discount, trace = 1, 1e-3, 256, 32, 1.0, 0.95
minibatches, epochs, clip, entropy_weight, value_weight, largest = 4, 4, 0.2, 0.01, 0.5, 0.5

rng = np.random.default_rng(seed)
envs = karuta.vector.make("hanamikoji", envs_number, seed=seed, opponents=[None, "simple:each=4"])
observation, mask, _ = (array.copy() for array in envs.reset())
inputs, actions_number = observation.shape[1], mask.shape[1]


def layer(rows: int, columns: int, gain: float) -> list[np.ndarray]:
    """Weights that keep lengths, as CleanRL draws them, and no bias."""
    q, _ = np.linalg.qr(rng.standard_normal((max(rows, columns), min(rows, columns))))
    weights = q if rows >= columns else q.T
    return [(gain * weights).astype(np.float32), np.zeros(columns, np.float32)]


HIDDEN = 128
parameters = [
    *layer(inputs, HIDDEN, 2**0.5),
    *layer(HIDDEN, HIDDEN, 2**0.5),
    *layer(HIDDEN, actions_number, 0.01),
    *layer(HIDDEN, 1, 1.0),
]
moments = [[np.zeros_like(p), np.zeros_like(p)] for p in parameters]


def forward(x: np.ndarray, legal: np.ndarray):
    """Log probabilities of moves, values, and what the gradient needs."""
    w1, b1, w2, b2, wp, bp, wv, bv = parameters
    h1 = np.maximum(x @ w1 + b1, 0)
    h2 = np.maximum(h1 @ w2 + b2, 0)
    logits = np.where(legal, h2 @ wp + bp, -1e9)
    logits -= logits.max(1, keepdims=True)
    log_p = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    return log_p, (h2 @ wv + bv)[:, 0], (x, h1, h2)


def backward(kept, d_logits: np.ndarray, d_value: np.ndarray) -> list[np.ndarray]:
    """The gradient of the loss by all parameters."""
    x, h1, h2 = kept
    _, _, w2, _, wp, _, wv, _ = parameters
    d_value = d_value[:, None]
    d_h2 = (d_logits @ wp.T + d_value @ wv.T) * (h2 > 0)
    d_h1 = (d_h2 @ w2.T) * (h1 > 0)
    return [
        x.T @ d_h1, d_h1.sum(0), h1.T @ d_h2, d_h2.sum(0),
        h2.T @ d_logits, d_logits.sum(0), h2.T @ d_value, d_value.sum(0),
    ]  # fmt: skip


def update(gradient: list[np.ndarray], rate: float, count: int) -> None:
    """A step of Adam, the gradient cut to a largest length."""
    norm = np.sqrt(sum(float((g * g).sum()) for g in gradient))
    for p, (m, v), g in zip(parameters, moments, gradient):
        g = g * min(1.0, largest / (norm + 1e-6))
        m += 0.1 * (g - m)
        v += 0.001 * (g * g - v)
        p -= rate * (m / (1 - 0.9**count)) / (np.sqrt(v / (1 - 0.999**count)) + 1e-5)


def measured(games: int) -> float:
    """The score of the likeliest moves against `simple`, in games that were not learned from."""
    arena = karuta.vector.make("hanamikoji", games, seed=seed + 1, opponents=[None, "simple"])
    seen, legal, _ = arena.reset()
    scores, is_over = np.zeros(games), np.zeros(games, bool)
    while not is_over.all():
        seen, rewards, ended, _, legal, _ = arena.step(forward(seen, legal.astype(bool))[0].argmax(1))
        scores[ended & ~is_over] = rewards[ended & ~is_over, 0]
        is_over |= ended
    return float(scores.mean())


rows = np.arange(envs_number)
iterations = max(1, steps // (envs_number * length))
curve: list[tuple[int, float]] = []
updates, began = 0, time.process_time()
for iteration in range(iterations):
    shape = (length, envs_number)
    kept_x = np.zeros((*shape, inputs), np.float32)
    kept_mask = np.zeros((*shape, actions_number), bool)
    kept_action, kept_log_p = np.zeros(shape, int), np.zeros(shape, np.float32)
    reward, value, done = (np.zeros(shape, np.float32) for _ in range(3))
    results = []
    for t in range(length):
        kept_x[t], kept_mask[t] = observation, mask
        log_p, value[t], _ = forward(kept_x[t], kept_mask[t])
        # The largest of log probabilities with Gumbel noise is a draw from them.
        action = (log_p + rng.gumbel(size=log_p.shape)).argmax(1)
        kept_action[t], kept_log_p[t] = action, log_p[rows, action]
        observation, rewards, terminated, _, mask, _ = envs.step(action)
        reward[t], done[t] = rewards[:, 0], terminated
        results.extend(rewards[terminated, 0])
    # Generalised advantage estimation. A game that ended says nothing of the next.
    _, following, _ = forward(observation, mask.astype(bool))
    advantage, last = np.zeros(shape, np.float32), np.zeros(envs_number, np.float32)
    for t in reversed(range(length)):
        goes_on = 1 - done[t]
        last = reward[t] + discount * following * goes_on - value[t] + discount * trace * goes_on * last
        advantage[t], following = last, value[t]
    target = (advantage + value).ravel()
    flat_x, flat_mask = kept_x.reshape(-1, inputs), kept_mask.reshape(-1, actions_number)
    flat_action, flat_log_p, flat_advantage = kept_action.ravel(), kept_log_p.ravel(), advantage.ravel()
    for _ in range(epochs):
        for part in np.array_split(rng.permutation(length * envs_number), minibatches):
            number, at = len(part), np.arange(len(part))
            log_p, v, kept = forward(flat_x[part], flat_mask[part])
            p, a = np.exp(log_p), flat_advantage[part]
            a = (a - a.mean()) / (a.std() + 1e-8)
            ratio = np.exp(log_p[at, flat_action[part]] - flat_log_p[part])
            # Where the clipped term is the smaller one, the move's probability is left alone.
            is_free = np.where(a > 0, ratio < 1 + clip, ratio > 1 - clip)
            slope = -(a * ratio * is_free) / number
            d_logits = -p * slope[:, None]
            d_logits[at, flat_action[part]] += slope
            entropy = -(p * np.where(p > 0, log_p, 0)).sum(1, keepdims=True)
            d_logits += entropy_weight * p * (np.where(p > 0, log_p, 0) + entropy) / number
            updates += 1
            left = 1 - iteration / iterations
            update(backward(kept, d_logits, value_weight * (v - target[part]) / number), rate * left, updates)
    if (iteration + 1) % max(1, iterations // 15) == 0:
        curve.append(((iteration + 1) * envs_number * length, measured(256 if iterations > 15 else 16)))
        print(
            f"{curve[-1][0]:>9} steps  score {np.mean(results):.3f} in practice, {curve[-1][1]:.3f} against simple  "
            f"{time.process_time() - began:.0f} CPU-seconds",
            flush=True,
        )


def learned(seat: karuta.SeatView) -> int:
    """The move the policy likes best."""
    legal = np.zeros((1, actions_number), bool)
    legal[0, seat.legal_actions] = True
    return int(forward(seat.observation_tensor()[None], legal)[0].argmax())


print(karuta.match("hanamikoji", [learned, "simple"], deals=100 if iterations > 15 else 2, seed=7))

try:
    import matplotlib
except ModuleNotFoundError:
    sys.exit()
matplotlib.use("svg")
import matplotlib.pyplot as plt

plt.plot(*zip(*curve), marker="o")
plt.axhline(0.5, color="grey", linewidth=0.5)
plt.xlabel("moves of the learner")
plt.ylabel("score against simple")
plt.title("PPO at Hanamikoji")
plt.savefig(file)
print(f"the curve is in {file}")
