//! Tichu: the official game, and the simplified one of Pestalozzi's report.
//!
//! Seats 0 and 2 play against 1 and 3; a round or a match of several rounds is one game of the engine.
//!
//! - The game: [`rules`], [`cards`], [`combos`], [`moves`], [`state`], [`plays`], `legal`, `apply`, [`deal`],
//!   `scoring`, [`view`], `worlds`. Plays found by brute force and counted: [`subsets`], `counts`.
//! - Text: [`text`].
//! - Good play and what is likely: [`play`]; what learners need: `learning`; what only the program of a paper
//!   does: [`papers`].
//! - What all of that is called in specs: `parts`, `presets`.

mod apply;
pub mod cards;
pub mod combos;
mod counts;
pub mod deal;
pub mod learning;
mod legal;
pub mod moves;
pub mod numbering;
pub mod papers;
mod parts;
pub mod play;
pub mod plays;
mod presets;
pub mod rules;
mod scoring;
pub mod state;
pub mod subsets;
#[cfg(test)]
mod tests;
pub mod text;
pub mod view;
mod worlds;

pub use state::{Call, Phase, Tichu};
pub(crate) use state::{NOBODY, UNKNOWN};
