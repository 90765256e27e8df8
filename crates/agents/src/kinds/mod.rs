//! The kinds of agents: one file each with its name, help, parameters and builder, one word in the
//! list below. Help, documents and menus print these tables.

mod advice;
mod alphabeta;
mod axes;
mod bandits;
mod budget;
mod census;
mod cfr;
mod components;
pub(crate) mod endgame;
mod ends;
mod exec;
mod expectiminimax;
mod flat;
mod mcts;
mod memory;
mod minimax;
mod nets;
mod objective;
mod parallel;
mod playouts;
mod plies;
mod random;
pub(crate) mod rules;
mod select;
mod split;
mod tree;
mod usable;
mod worlds;

use std::sync::Arc;

use karuta_playable::playable::Playable;

use crate::builder::{AgentBuilder, BuiltAgent};
use crate::kind::{AgentKind, KindInfo, MakeAgent};

/// The kinds of agents that come with the project, made for one game.
pub fn standard<G: Playable>() -> Vec<Arc<dyn AgentKind<G>>> {
    vec![
        Arc::new(random::Random),
        Arc::new(flat::Flat),
        Arc::new(mcts::Mcts),
        Arc::new(minimax::Minimax),
        Arc::new(plies::Plies),
        Arc::new(alphabeta::AlphaBeta),
        Arc::new(expectiminimax::Expectiminimax),
        Arc::new(worlds::SampledWorlds),
        Arc::new(census::Census),
        Arc::new(cfr::Cfr),
        Arc::new(split::Split),
        Arc::new(nets::Dmc),
        Arc::new(nets::Dqn),
        Arc::new(exec::Exec),
    ]
}

/// The kinds of agents of games that only experiments play: a random one and the tree search. Every kind is compiled
/// anew for every game, and makes the program larger by as much.
pub fn for_experiments<G: Playable>() -> Vec<Arc<dyn AgentKind<G>>> {
    vec![Arc::new(random::Random), Arc::new(mcts::Mcts)]
}
