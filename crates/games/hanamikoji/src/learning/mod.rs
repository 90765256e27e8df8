//! Parts for learners.

pub(crate) mod encoder;
