//! Daihinmin by the rules of the official server of the UEC Computer Daihinmin Convention (UECda).
//!
//! Five seats play a match of several games; the whole match is one game of the engine.
//!
//! - The game: [`rules`], [`cards`], [`moves`], [`field`], [`state`], `legal`, `apply`, [`deal`], [`view`], `worlds`.
//! - Text: [`text`]. Positions rebuilt from what a server tells: [`reconstruction`].
//! - Good play and what is likely: [`play`]; what learners need: `learning`; methods of a paper: [`papers`].
//! - What all of that is called in specs: [`parts`].

mod apply;
pub mod cards;
pub mod deal;
pub mod field;
mod learning;
mod legal;
pub mod moves;
pub mod numbering;
pub mod papers;
pub mod parts;
pub mod play;
pub mod reconstruction;
pub mod rules;
pub mod state;
#[cfg(test)]
mod tests;
pub mod text;
pub mod view;
mod worlds;

pub use apply::DEADLOCK;
pub use state::{Daihinmin, Phase, SEATS};
