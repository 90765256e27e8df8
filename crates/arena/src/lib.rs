//! x

pub mod stats;
