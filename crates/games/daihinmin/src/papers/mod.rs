//! Methods of papers on Daihinmin, a module for each paper, named after its first author.

pub mod okubo;
