//! Methods of papers on Hanamikoji, a module for each paper, named after its first author.

pub mod hassan;
