//! Parts for learners.

pub(crate) mod encoder;
pub mod play;
