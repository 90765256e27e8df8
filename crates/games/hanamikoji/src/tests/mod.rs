//! Tests of the game as a whole: rules by example, statistics of random play, worlds against exact beliefs.

mod rules;
mod statistics;
mod worlds;
