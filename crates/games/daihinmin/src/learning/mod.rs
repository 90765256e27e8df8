//! What learners need to know of the game.

pub(crate) mod encoder;
pub(crate) mod policy_weights;
