//! Onitama as text: moves, positions, options and what a terminal shows.

pub mod notation;
pub mod options;
pub(crate) mod people;
pub mod position;
pub mod render;
mod validation;
pub(crate) mod zones;
