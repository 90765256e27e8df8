//! The engine protocol, version 1: JSON lines between a referee and a program that plays (an engine). Documented
//! for people in `docs/engine-protocol.md`.
//!
//! - [`messages`]: what is said.
//! - [`process`]: engines as processes that do not outlive this one.
//! - [`exec`]: an engine as an agent of ours, with what becomes of its faults.
//! - `reveal`: the truth of a finished game.
//! - [`player`]: an agent of ours at one seat, asked by messages.
//! - [`engine`]: the loop that speaks for our agents.
//! - [`check`]: an engine of others, tested.

pub mod check;
pub mod engine;
pub mod exec;
pub mod faults;
pub mod messages;
pub mod player;
pub mod process;
mod reveal;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The longest line either side may send, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;
