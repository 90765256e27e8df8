//! Onitama on a board of N by N squares: 5 is the official game, 7 the board of Schulz's thesis.
//!
//! - The game: [`cards`], [`reach`], [`state`].
//! - Text: [`text`].
//! - Good play and exact endings: [`play`].
//! - What all of that is called in specs: [`parts`].

pub mod cards;
pub mod parts;
pub mod play;
pub mod reach;
pub mod state;
pub mod text;

pub use state::{End, Move, Onitama, Setting};
