//! Agents built from text, and games whose type is forgotten: agents meet at tables and in contests, are
//! measured and trained. Everything is generic over the game; the crates `games/*/agents` instantiate it.
//!
//! Threads are started here and files are opened here; nothing is printed.

pub mod any;
pub mod any_agent;
pub mod bench;
pub mod builder;
pub mod catalogue;
pub mod contest;
pub mod entry;
pub mod exposure;
mod identity;
pub mod kind;
pub mod kinds;
pub mod nets;
pub mod openings;
pub mod protocol;
pub mod registry;
pub mod retrace;
pub mod runner;
pub mod seat;
pub mod state;
pub mod table;
pub mod train;
pub mod view_data;

pub use builder::{AgentBuilder, BuiltAgent};
pub use kind::{AgentKind, KindInfo, MakeAgent};
pub use registry::Registry;
