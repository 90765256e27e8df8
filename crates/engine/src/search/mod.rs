//! Searches. Each is an [`crate::Agent`] made from parts; none knows a game by name.

pub mod alphabeta;
pub mod census;
pub mod cfr;
pub mod expectiminimax;
pub mod flat;
pub mod mcts;
pub mod minimax;
pub mod over_worlds;
pub mod papers;
pub mod priors;
pub mod split;
