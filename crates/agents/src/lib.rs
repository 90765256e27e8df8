//! Agents built from text, and games whose type is forgotten: agents meet at tables and in contests, are
//! measured and trained. Everything is generic over the game; the crates `games/*/agents` instantiate it.
//!
//! Threads are started here and files are opened here; nothing is printed.

pub mod any;
pub mod bench;
pub mod contest;
pub mod entry;
pub mod kinds;
pub mod retrace;
pub mod runner;
pub mod table;
pub mod train;
