//! Tests of the game as a whole: plays against those found by brute force.

mod reference;
