//! Hanamikoji: the official game, and the variant of Hassan's thesis.
//!
//! - The game: [`rules`], [`cards`], [`moves`], [`state`], `legal`, `apply`, [`deal`], [`scoring`], [`view`],
//!   `worlds`; the cards that seats have offered and put aside in a round: [`played`].
//! - Text: [`text`].
//! - Good play and what is likely: [`play`]; what learners need: [`learning`]; what only the program of a paper
//!   does: [`papers`].
//! - What all of that is called in specs: [`parts`].

mod apply;
pub mod cards;
pub mod deal;
pub mod learning;
mod legal;
pub mod moves;
pub mod numbering;
pub mod papers;
pub mod parts;
pub mod play;
pub mod played;
pub mod rules;
pub mod scoring;
pub mod state;
#[cfg(test)]
mod tests;
pub mod text;
pub mod view;
mod worlds;

pub use state::{Hanamikoji, Phase};
