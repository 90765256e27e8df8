//! What only the program of a paper does, a module for each paper, named after its author.

pub mod pestalozzi;
