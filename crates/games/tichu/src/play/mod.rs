//! Good play, and what the other hands are likely to hold.

pub mod beliefs;
pub mod calls;
pub(crate) mod decision_rules;
pub mod endings;
pub mod exchange;
pub mod features;
pub mod network;
pub mod policies;
pub mod softmax;
