//! What only the program of a paper does, by its first author. The searches beside this folder know none of it:
//! they have places where a rule can be put in.

pub mod by_plies;
pub mod pestalozzi;
pub mod schulz;
