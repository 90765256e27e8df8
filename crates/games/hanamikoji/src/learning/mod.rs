//! What learners need to know of the game.

pub(crate) mod encoder;
