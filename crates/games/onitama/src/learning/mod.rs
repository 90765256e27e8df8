//! What learners need of Onitama.

pub mod encoder;
pub mod values;
