//! Worlds that fit a view: all of them, and where cards may be that the other seat took.

pub(crate) mod enumeration;
pub(crate) mod taken;
