//! Hanamikoji, the official game and the variant of Hassan's thesis.

pub mod cards;
pub mod ledger;
pub mod moves;
pub mod rules;
pub mod scoring;
