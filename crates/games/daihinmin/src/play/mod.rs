//! Good play, and what the other hands are likely to hold.

pub mod beliefs;
pub mod decision_rules;
pub mod endings;
pub mod features;
pub mod habits;
pub mod mate;
pub mod policies;
pub(crate) mod pruning;
pub mod remainder;
pub mod softmax;
