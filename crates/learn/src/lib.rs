//! Nets that learn games by playing: the one room that knows matrices.
//!
//! Games say through their encoders what a net is told; this room knows what a net is, how it learns and
//! how it is kept in a file. It prints nothing and starts no threads.

pub mod dmc;
pub mod dqn;
pub mod file;
pub mod kernels;
pub mod net;
pub mod others;
pub mod player;
pub mod policy_gradient;
pub mod replay;
pub mod report;
pub mod samples;
pub mod shipped;
pub mod teach;
