//! The games: rules, views, notation, and the parts each offers to searches.
//!
//! No search algorithm lives here, nothing is printed or opened, and no thread is started.

pub mod daihinmin;
pub mod encoding;
pub mod hanamikoji;
pub mod onitama;
pub mod playable;
pub mod spec;
pub mod tichu;
mod weights;
