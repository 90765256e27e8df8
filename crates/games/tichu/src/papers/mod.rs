//! Programs of papers, a module for each paper, named after its author.

pub mod pestalozzi;
