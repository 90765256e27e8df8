//! Hassan, Leiden 2025: agents for a variant of Hanamikoji.

pub(crate) mod action_order;
pub(crate) mod mistakes;
pub mod samplers;
