"""Proximal policy optimisation in one file, after CleanRL's ppo.py: Hanamikoji against `simple`.

    python ppo.py [STEPS] [FILE.svg]

The agent `simple` makes 50 playouts for every move it could make, which is slow, so the learner practises against the
same agent with 1, then 2, 4 and 8 playouts, and is measured against the whole one. A step is a move of the learner.

The learner sits in both seats, since the seat that begins plays another game. Its output layer knows what moves are made
of: the score of a move is a sum over its cards, so what was learned about giving away a card in one gift holds for all
gifts with it. Most of the 340 moves are legal once in many games, too seldom for each to learn by itself.

Nothing but numpy is needed, since the nets are small; the layers, the gradients and Adam are written out below. With
PyTorch the loop stays as it is.
"""

import itertools
import os
import sys
import time

# One core: for nets of this size, threads take longer to meet than to multiply.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import karuta
import karuta.vector

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
file = sys.argv[2] if len(sys.argv) > 2 else "ppo.svg"

# The settings have the names and the order of CleanRL's.
seed, rate, envs_number, length, discount, trace = 1, 1e-3, 256, 32, 1.0, 0.95
minibatches, epochs, clip, entropy_weight, value_weight, largest = 8, 3, 0.2, 0.01, 0.5, 0.5
GAME, OPPONENTS, JUDGE = "hanamikoji", ["simple:each=1", "simple:each=2", "simple:each=4", "simple:each=8"], "simple"

rng = np.random.default_rng(seed)


class Practice:
    """Games against one opponent, the learner in seat 0 in the first half of them and in seat 1 in the second."""

    def __init__(self, opponent: str, number: int, seed: int) -> None:
        seatings = [[None, opponent], [opponent, None]]
        self.halves = [karuta.vector.make(GAME, number // 2, seed=seed, opponents=of) for of in seatings]
        self.seat = np.repeat([0, 1], number // 2)
        self.rows = np.arange(2 * (number // 2))

    def reset(self) -> tuple[np.ndarray, np.ndarray]:
        """Observations and masks."""
        observations, masks, _ = zip(*(half.reset() for half in self.halves))
        return np.concatenate(observations), np.concatenate(masks).astype(bool)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Observations and masks, and the learner's results where a game has ended."""
        stepped = [half.step(part) for half, part in zip(self.halves, np.split(actions, 2))]
        observations, results, ended, _, masks, _ = (np.concatenate(of) for of in zip(*stepped))
        return observations, masks.astype(bool), results[self.rows, self.seat], ended


def move_features() -> np.ndarray:
    """The moves in the order of their numbers (docs/moves/hanamikoji.txt), each told by its kind and its cards."""
    copies = [2, 2, 2, 3, 3, 4, 5]
    first = np.cumsum([0, *copies])

    def choices(size: int) -> list[tuple[int, ...]]:
        every = itertools.combinations_with_replacement(range(7), size)
        return [cards for cards in every if all(cards.count(suit) <= copies[suit] for suit in cards)]

    # Secret, trade, gift, competition; then what is taken of a gift or of a competition.
    moves = [(kind, cards) for kind, size in enumerate([1, 2, 3, 4, 1, 2]) for cards in choices(size)]
    width = first[-1] + 1
    features = np.zeros((karuta.load_game(GAME).num_distinct_actions(), 6 * width), np.float32)
    for number, (kind, cards) in enumerate(moves):
        features[number, kind * width] = 1
        for place, suit in enumerate(cards):
            features[number, kind * width + 1 + first[suit] + cards[:place].count(suit)] = 1
    return features


def layer(rows: int, columns: int, gain: float) -> list[np.ndarray]:
    """Weights that keep lengths, as CleanRL draws them, and no bias."""
    q, _ = np.linalg.qr(rng.standard_normal((max(rows, columns), min(rows, columns))))
    weights = q if rows >= columns else q.T
    return [(gain * weights).astype(np.float32), np.zeros(columns, np.float32)]


HIDDEN = 128
FEATURES = move_features()
inputs = karuta.load_game(GAME).observation_tensor_size()
parameters = [
    *layer(inputs, HIDDEN, 2**0.5),
    *layer(HIDDEN, HIDDEN, 2**0.5),
    *layer(HIDDEN, FEATURES.shape[1], 0.01),
    *layer(HIDDEN, 1, 1.0),
]
moments = [[np.zeros_like(p), np.zeros_like(p)] for p in parameters]


def forward(x: np.ndarray, legal: np.ndarray):
    """Log probabilities and probabilities of moves, values, and what the gradient needs."""
    w1, b1, w2, b2, wp, bp, wv, bv = parameters
    h1 = np.maximum(x @ w1 + b1, 0)
    h2 = np.maximum(h1 @ w2 + b2, 0)
    logits = np.where(legal, (h2 @ wp + bp) @ FEATURES.T, np.float32(-1e9))
    logits -= logits.max(1, keepdims=True)
    p = np.exp(logits)
    total = p.sum(1, keepdims=True)
    return logits - np.log(total), p / total, (h2 @ wv + bv)[:, 0], (x, h1, h2)


def backward(kept, d_logits: np.ndarray, d_value: np.ndarray) -> list[np.ndarray]:
    """The gradient of the loss by all parameters."""
    x, h1, h2 = kept
    _, _, w2, _, wp, _, wv, _ = parameters
    d_scores, d_value = d_logits @ FEATURES, d_value[:, None]
    d_h2 = (d_scores @ wp.T + d_value @ wv.T) * (h2 > 0)
    d_h1 = (d_h2 @ w2.T) * (h1 > 0)
    return [
        x.T @ d_h1, d_h1.sum(0), h1.T @ d_h2, d_h2.sum(0),
        h2.T @ d_scores, d_scores.sum(0), h2.T @ d_value, d_value.sum(0),
    ]  # fmt: skip


def update(gradient: list[np.ndarray], rate: float, count: int) -> None:
    """A step of Adam, the gradient cut to a largest length."""
    norm = np.sqrt(sum(float((g * g).sum()) for g in gradient))
    for p, (m, v), g in zip(parameters, moments, gradient):
        g = g * np.float32(min(1.0, largest / (norm + 1e-6)))
        m += 0.1 * (g - m)
        v += 0.001 * (g * g - v)
        p -= np.float32(rate) * (m / (1 - 0.9**count)) / (np.sqrt(v / (1 - 0.999**count)) + 1e-5)


def drawn(p: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """A move for each row, with its probability."""
    summed = p.cumsum(1)
    action = (summed <= rng.random((len(p), 1), np.float32) * summed[:, -1:]).sum(1)
    # Sums of float32 may end a little below the number that was drawn.
    is_legal = legal[np.arange(len(p)), np.minimum(action, p.shape[1] - 1)]
    return np.where(is_legal, action, p.argmax(1))


def measured(games: int) -> tuple[float, float]:
    """The score of the likeliest moves against the judge, in deals that were not learned from, and the half width of
    its 95 % interval. The same deals each time, so that points of the curve can be compared."""
    judge = Practice(JUDGE, games, seed + 1_000_000)
    seen, legal = judge.reset()
    scores, is_over = np.zeros(games), np.zeros(games, bool)
    while not is_over.all():
        seen, legal, results, ended = judge.step(forward(seen, legal)[0].argmax(1))
        scores[ended & ~is_over] = results[ended & ~is_over]
        is_over |= ended
    # A deal is played in both seats and is the unit.
    deals = scores.reshape(2, -1).mean(0)
    return float(deals.mean()), float(1.96 * deals.std(ddof=1) / len(deals) ** 0.5)


iterations = max(1, steps // (envs_number * length))
is_short = iterations <= 10
curve: list[tuple[int, float, float]] = [(0, *measured(16 if is_short else 400))]
updates, stage, began = 0, -1, time.process_time()
for iteration in range(iterations):
    if stage != iteration * len(OPPONENTS) // iterations:
        stage = iteration * len(OPPONENTS) // iterations
        envs = Practice(OPPONENTS[stage], envs_number, seed + stage)
        observation, mask = envs.reset()
    shape = (length, envs_number)
    kept_x = np.zeros((*shape, inputs), np.float32)
    kept_mask = np.zeros((*shape, len(FEATURES)), bool)
    kept_action, kept_log_p = np.zeros(shape, int), np.zeros(shape, np.float32)
    reward, value, done = (np.zeros(shape, np.float32) for _ in range(3))
    won = []
    for t in range(length):
        kept_x[t], kept_mask[t] = observation, mask
        log_p, p, value[t], _ = forward(observation, mask)
        action = drawn(p, mask)
        kept_action[t], kept_log_p[t] = action, log_p[envs.rows, action]
        observation, mask, result, ended = envs.step(action)
        # A win is worth 1 and a loss -1, so that a net that knows nothing is right on average.
        reward[t], done[t] = np.where(ended, 2 * result - 1, 0), ended
        won.extend(result[ended])
    # Generalised advantage estimation. A game that ended says nothing of the next.
    following = forward(observation, mask)[2]
    advantage, last = np.zeros(shape, np.float32), np.zeros(envs_number, np.float32)
    for t in reversed(range(length)):
        goes_on = 1 - done[t]
        last = reward[t] + discount * following * goes_on - value[t] + discount * trace * goes_on * last
        advantage[t], following = last, value[t]
    target = (advantage + value).ravel()
    flat_x, flat_mask = kept_x.reshape(-1, inputs), kept_mask.reshape(-1, len(FEATURES))
    flat_action, flat_log_p, flat_advantage = kept_action.ravel(), kept_log_p.ravel(), advantage.ravel()
    for _ in range(epochs):
        for part in np.array_split(rng.permutation(length * envs_number), minibatches):
            number, at = len(part), np.arange(len(part))
            log_p, p, v, kept = forward(flat_x[part], flat_mask[part])
            a = flat_advantage[part]
            a = (a - a.mean()) / (a.std() + 1e-8)
            ratio = np.exp(log_p[at, flat_action[part]] - flat_log_p[part])
            # Where the clipped term is the smaller one, the move's probability is left alone.
            is_free = np.where(a > 0, ratio < 1 + clip, ratio > 1 - clip)
            slope = -(a * ratio * is_free) / number
            d_logits = -p * slope[:, None]
            d_logits[at, flat_action[part]] += slope
            weighted = p * log_p
            d_logits += np.float32(entropy_weight / number) * (weighted - p * weighted.sum(1, keepdims=True))
            updates += 1
            left = 1 - iteration / iterations
            update(backward(kept, d_logits, value_weight * (v - target[part]) / number), rate * left, updates)
    if (iteration + 1) % max(1, iterations // 10) == 0:
        curve.append(((iteration + 1) * envs_number * length, *measured(16 if is_short else 400)))
        print(
            f"{curve[-1][0]:>9} steps  {np.mean(won):.3f} against {OPPONENTS[stage]}  "
            f"{curve[-1][1]:.3f} +- {curve[-1][2]:.3f} against {JUDGE}  {time.process_time() - began:.0f} CPU-seconds",
            flush=True,
        )


def learned(seat: karuta.SeatView) -> int:
    """The move the policy likes best."""
    legal = np.zeros((1, len(FEATURES)), bool)
    legal[0, seat.legal_actions] = True
    return int(forward(seat.observation_tensor()[None], legal)[0].argmax())


print(karuta.match(GAME, [learned, JUDGE], deals=2 if is_short else 200, seed=7))

try:
    import matplotlib
except ModuleNotFoundError:
    sys.exit()
matplotlib.use("svg")
import matplotlib.pyplot as plt

at, scores, widths = zip(*curve)
plt.errorbar(at, scores, yerr=widths, marker="o", capsize=3)
plt.axhline(0.5, color="grey", linewidth=0.5)
plt.ylim(0, 1)
plt.xlabel("moves of the learner")
plt.ylabel(f"score against {JUDGE}, 95 % intervals")
plt.title("PPO at Hanamikoji")
plt.savefig(file, metadata={"Date": None})
print(f"the curve is in {file}")
