//! The wire of the computer Daihinmin competition (UECda), protocols 20070 and 20140 and the older one
//! without a profile: codec, records, a server and a client.
//!
//! `table`, `laid`, `protocol`, `profile`, `log` and `config` know shapes and no rules; `line` and `lobby`
//! know connections; `plays` and `messages` translate between shapes and rules. On these stand the
//! server (`server`, `round`, `seat`) and the client (`client`, `memory`).

pub mod agents;
pub mod card_cells;
pub mod client;
pub mod config;
pub mod connection;
pub mod lobby;
pub mod log;
pub mod memory;
pub mod messages;
pub mod plays;
pub mod profile;
pub mod protocol;
mod round;
mod seat;
pub mod server;
pub mod table;

/// The number of players at a table.
pub const PLAYERS: usize = 5;

/// The port of the competition's server.
pub const PORT: u16 = 42485;
