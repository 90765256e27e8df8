//! Parts for learners.

pub mod encoder;
pub mod values;
