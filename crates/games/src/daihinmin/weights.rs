//! The weights of this game's features as text.

use super::features::BLOCKS;
use crate::playable::TextError;
use crate::weights;

/// Reads weights.
pub fn read(text: &str) -> Result<Vec<f32>, TextError> {
    weights::read(BLOCKS, text)
}

/// Writes weights.
pub fn write(values: &[f32]) -> String {
    weights::write(BLOCKS, values)
}
