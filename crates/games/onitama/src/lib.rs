//! Onitama on a board of N by N squares: 5 is the official game, 7 the board of Schulz's thesis.
//!
//! - The game: [`cards`], [`reach`], [`moves`], [`state`], `legal`, `apply`, [`deal`]. Nothing is hidden, so a
//!   position is its own view.
//! - Text: [`text`].
//! - Good play and exact endings: [`play`].
//! - Boards of up to 13 squares a side, for experiments: [`large`].
//! - What all of that is called in specs: [`parts`].

mod apply;
pub mod cards;
pub mod deal;
pub mod large;
pub mod learning;
mod legal;
pub mod moves;
pub mod numbering;
pub mod parts;
pub mod play;
pub mod reach;
pub mod state;
pub mod text;

pub use moves::Move;
pub use state::{End, Onitama, Setting};
