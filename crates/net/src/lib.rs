//! Sockets for games: other people's protocols, spoken by our agents.
//!
//! The one room that opens connections. It may know the game a protocol belongs to, but no agent: those
//! it gets from the arena by their specs. Nothing is printed; what is worth saying goes to a callback.

pub mod litama;
pub mod uecda;
