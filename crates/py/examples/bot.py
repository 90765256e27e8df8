"""A bot in twenty lines: flat Monte Carlo search, written in Python, against agents of the program.

    python bot.py [DEALS]
"""

import sys

import karuta


def flat(seat: karuta.SeatView, playouts: int = 30) -> int:
    """The move with the best mean result of random games in worlds that fit what the seat knows."""

    def value(action: int) -> float:
        results = (seat.world(n).child(action).playout(n)[seat.player] for n in range(playouts))
        return sum(results) / playouts

    return max(seat.legal_actions, key=value)


if __name__ == "__main__":
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    print(karuta.match("hanamikoji", [flat, "random"], deals=deals))
    print(karuta.match("hanamikoji", [flat, "flat:iters=300"], deals=deals))
