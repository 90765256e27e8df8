//! Parts for learners.

pub(crate) mod encoder;
pub(crate) mod policy_weights;
