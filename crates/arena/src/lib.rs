//! x

pub mod record;
pub mod stats;
