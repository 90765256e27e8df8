//! Tests of the game as a whole: rules by example, numbers others agree on, statistics of random play.

mod foreign;
mod naming;
mod reference;
pub(crate) mod rules;
mod statistics;
