//! Pestalozzi's report on Tichu agents (2019), as it is printed and as its program is written.

pub mod determinization;
pub(crate) mod encoders;
pub(crate) mod node_keys;
pub mod priors;
pub(crate) mod rewards;
pub(crate) mod search;
