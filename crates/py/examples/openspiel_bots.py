"""OpenSpiel's own searches against ours: MCTS in Onitama, ISMCTS in Hanamikoji, with as many playouts.

    python openspiel_bots.py [GAMES] [PLAYOUTS]
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import karuta
import karuta.openspiel

games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
playouts = int(sys.argv[2]) if len(sys.argv) > 2 else 50
karuta.openspiel.register()


def theirs(game: pyspiel.Game, seed: int) -> pyspiel.Bot:
    """OpenSpiel's search for a game."""
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, 0.7, playouts, evaluator, random_state=rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 0.7, playouts, random_state=rng)
    # Worlds that fit what the player knows come from karuta.
    bot.set_resampler(karuta.openspiel.resampler(seed))
    return bot


for spec in ["onitama5", "hanamikoji"]:
    game = pyspiel.load_game(f"karuta_{spec}")
    won = 0.0
    for number in range(games):
        # Every deal is played twice, with each bot in each seat.
        state, seat = game.new_initial_state(), number % 2
        state.apply_action(number // 2)
        ours = karuta.Agent(f"mcts:iters={playouts}", karuta.load_game(spec), seed=number)
        bot = theirs(game, number)
        while not state.is_terminal():
            mine = state.current_player() == seat
            state.apply_action(ours.step(state.karuta) if mine else int(bot.step(state)))
        won += state.returns()[seat]
    print(f"{spec}: mcts of karuta scores {won / games:.1%} against OpenSpiel's with {playouts} playouts each")
