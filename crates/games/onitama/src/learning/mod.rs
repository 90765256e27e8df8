//! What learners need of Onitama.

pub mod encoder;
