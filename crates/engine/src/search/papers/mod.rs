//! Programs of single papers, by their first authors. The searches beside this folder know none of it:
//! they have places where a rule can be put in.

pub mod by_plies;
pub mod pestalozzi;
pub mod schulz;
