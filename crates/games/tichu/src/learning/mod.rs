//! Parts for learners.

pub(crate) mod encoder;
pub mod play;
pub(crate) mod policy_weights;
