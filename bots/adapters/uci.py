"""A bridge to programs that speak a protocol like UCI, the universal chess interface, in any game of karuta.

karuta match onitama5 'exec:cmd=(python3 bots/adapters/uci.py ./program --its options)' random --deals 10

The program hears uci, isready, ucinewgame, position TEXT (as karuta writes positions), go with nodes, depth or
movetime, stop and quit; it says uciok, readyok, info .. and bestmove MOVE. A move that is not among the legal ones
is passed on as it is: the referee counts it as a fault.
"""
import json
import subprocess
import sys
import threading

program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
name = "UCI program"
asked = None


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def tell(text):
    program.stdin.write(text + "\n")
    program.stdin.flush()


def await_word(word):
    global name
    for line in program.stdout:
        if line.startswith("id name "):
            name = line[len("id name "):].strip()
        if line.split()[:1] == [word]:
            return line
    sys.exit(1)


def answer():
    """Passes on what the program says once it thinks."""
    for line in program.stdout:
        words = line.split(maxsplit=1)
        if words[:1] == ["bestmove"] and len(words) == 2:
            say({"type": "move", "id": asked, "move": words[1].strip()})


tell("uci")
await_word("uciok")
tell("isready")
await_word("readyok")
threading.Thread(target=answer, daemon=True).start()
for line in sys.stdin:
    order = json.loads(line)
    kind = order["type"]
    if kind == "hello":
        say({"type": "hello", "protocol": 1, "name": name, "games": ["*"], "needs": ["position"]})
    elif kind == "game":
        tell("ucinewgame")
        say({"type": "ready"})
    elif kind == "go":
        asked = order["id"]
        budget = order["budget"]
        limits = {"iters": "nodes", "nodes": "nodes", "depth": "depth", "ms": "movetime"}
        chosen = [f"{limits[key]} {budget[key]}" for key in limits if budget.get(key) is not None]
        tell("position " + order["position"])
        tell("go " + (chosen[0] if chosen else "movetime 1000"))
    elif kind == "stop":
        tell("stop")
    elif kind == "ping":
        say({"type": "pong"})
    elif kind == "quit":
        break
tell("quit")
