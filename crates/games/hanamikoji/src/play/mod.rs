//! Good play, what the other hand is likely to hold, and what searches ask of a world.

pub mod beliefs;
pub(crate) mod chance_nodes;
pub mod inputs;
pub(crate) mod knowledge;
pub mod network;
pub mod policies;
pub mod recall;
pub mod round_values;
