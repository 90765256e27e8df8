//! Tichu as text: moves, positions, options and what a terminal shows.

pub(crate) mod notation;
pub mod options;
pub(crate) mod people;
pub(crate) mod position;
pub(crate) mod render;
mod validation;
pub(crate) mod zones;
