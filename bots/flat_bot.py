"""A bot for any game of karuta: flat Monte Carlo. It knows no rules: the referee makes the playouts.

karuta match hanamikoji 'exec:cmd=(python3 bots/flat_bot.py)' random --deals 10
"""
import json
import sys


def say(message):
    print(json.dumps(message), flush=True)


def hear():
    return json.loads(sys.stdin.readline() or '{"type": "quit"}')


def choose(question):
    """Asks for playouts of every move; returns the best move, or what another order interrupted."""
    id, moves = question["id"], [text for text, _ in question["legal"]]
    each = max(1, (question["budget"].get("iters") or 400) // len(moves))
    means = {}
    for move in moves:
        say({"type": "playouts", "id": id, "move": move, "count": each})
        order = hear()
        if order["type"] != "playouts":
            # Stopped: the best that is known.
            return max(means, key=means.get, default=moves[0]), order
        means[move] = order["mean"]
    return max(means, key=means.get), None


order = hear()
while order["type"] != "quit":
    kind, following = order["type"], None
    if kind == "hello":
        say({"type": "hello", "protocol": 1, "name": "flat (Python)", "games": ["*"], "needs": ["legal"]})
    elif kind == "game":
        say({"type": "ready"})
    elif kind == "go":
        move, following = choose(order)
        say({"type": "move", "id": order["id"], "move": move})
    elif kind == "ping":
        say({"type": "pong"})
    order = following if following and following["type"] != "stop" else hear()
