//! The arena: all games by name, and the papers' experiments. The one room below the terminal that knows
//! every game.
//!
//! Threads are started here and files are opened here; nothing is printed.

pub mod chunk;
pub mod lab;
pub mod registry;
pub mod round_robin;
pub mod series;
