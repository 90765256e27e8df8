//! The wire of the computer Daihinmin competition (UECda), protocols 20070 and 20140 and the older one
//! without a profile: codec, records, a server and a client.
//!
//! `table`, `laid`, `protocol`, `profile`, `log` and `config` know shapes and no rules.

pub mod config;
pub mod laid;
pub mod line;
pub mod log;
pub mod profile;
pub mod protocol;
pub mod table;

/// How many sit at a table.
pub const PLAYERS: usize = 5;

/// Where the competition's server listens.
pub const PORT: u16 = 42485;
