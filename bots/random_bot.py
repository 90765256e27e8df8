"""A bot for any game of karuta: plays one of the legal moves at random.

karuta match onitama5 'exec:cmd=(python3 bots/random_bot.py)' random --deals 10
"""
import json
import random
import sys


def say(message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    order = json.loads(line)
    kind = order["type"]
    if kind == "hello":
        say({"type": "hello", "protocol": 1, "name": "random (Python)", "games": ["*"], "needs": ["legal"]})
    elif kind == "game":
        random.seed(order.get("seed"))
        say({"type": "ready"})
    elif kind == "go":
        text, _ = random.choice(order["legal"])
        say({"type": "move", "id": order["id"], "move": text})
    elif kind == "ping":
        say({"type": "pong"})
    elif kind == "quit":
        break
