//! Good play: policies, evaluations, what depth-first searches ask, and exact endings.

pub mod endings;
pub mod evaluation;
pub mod knowledge;
pub mod policies;
