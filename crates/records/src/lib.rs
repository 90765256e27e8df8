//! Finished games as data: records that survive a kill, and the statistics computed from them. Knows no
//! game type and no agent.
//!
//! Files are opened here; nothing is printed.

pub mod content;
pub mod merge;
pub mod record;
pub mod stats;
pub mod summary;
