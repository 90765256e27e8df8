//! The arena: the one room that erases game types. Names become games and agents, agents meet at
//! tables and in matches, results become records and statistics.
//!
//! Threads are started here and files are opened here; nothing is printed.

pub mod any;
pub mod bench;
pub mod contest;
pub mod kinds;
pub mod lab;
pub mod record;
pub mod registry;
pub mod retrace;
pub mod runner;
pub mod stats;
pub mod summary;
pub mod table;
pub mod train;
