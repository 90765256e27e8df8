"""Memory while many games are played: it must not grow with their number.

    python memory.py [GAMES]

Four fifths of the games are played in batches against agents inside, one fifth move by move with everything that a
state can be asked, and wrong moves in between. All games take part.
"""

import gc
import random
import resource
import sys

import karuta
import karuta.vector

SPECS = ["onitama5", "hanamikoji", "hanamikoji:rules=official", "daihinmin", "tichu:rules=report"]


def resident() -> int:
    """Bytes of memory in use now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def play_batches(spec: str, games: int, seed: int) -> int:
    """Plays so many games or a few more in batches and says how many."""
    players = karuta.load_game(spec).num_players()
    envs = karuta.vector.make(spec, min(256, games), seed=seed, opponents=[None] + ["random"] * (players - 1))
    _, mask, _ = envs.reset()
    done = 0
    while done < games:
        _, _, terminated, _, mask, _ = envs.step(mask.argmax(1))
        done += int(terminated.sum())
    return done


def play_states(spec: str, games: int, seed: int) -> int:
    """Plays games move by move."""
    rng = random.Random(seed)
    game = karuta.load_game(spec)
    for number in range(games):
        state, asked = game.new_initial_state(seed, number), rng.randrange(8)
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.move_number() == asked:
                state.observation_tensor()
                state.legal_actions_mask()
                other = state.resample(state.current_player(), number).clone()
                other.information_state_string(), other.view(), state.serialize(), state.playout(number)
                try:
                    state.apply_action(-1)
                except karuta.MoveError:
                    pass
            state.apply_action(legal[int(rng.random() * len(legal))])
    return games


def play(games: int, seed: int) -> int:
    """Plays about so many games of all kinds and says how many."""
    each = max(1, games // (5 * len(SPECS)))
    return sum(play_batches(spec, 4 * each, seed) + play_states(spec, each, seed) for spec in SPECS)


if __name__ == "__main__":
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    # The first games fill what is kept on purpose: tables of moves, memory that the allocator holds.
    done, part = play(total // 50, 0), 0
    gc.collect()
    before = resident()
    print(f"{done:>9} games  {before / 1e6:.1f} MB", flush=True)
    while done < total:
        part += 1
        done += play(total // 10, part)
        gc.collect()
        print(f"{done:>9} games  {resident() / 1e6:.1f} MB  ({(resident() - before) / 1e6:+.1f} MB)", flush=True)
