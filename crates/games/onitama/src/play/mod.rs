//! Good play: policies, evaluations, the value net, knowledge for depth-first searches, and exact endings.

pub mod endings;
pub mod evaluation;
pub mod knowledge;
pub mod network;
pub mod policies;
