//! Good play: policies, evaluations, knowledge for depth-first searches, and exact endings.

pub mod endings;
pub mod evaluation;
pub mod knowledge;
pub mod policies;
