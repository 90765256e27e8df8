//! Tests over what the crate shows to others. One program for all of them: each would compile the searches again.

mod bandits;
mod connect_four;
mod playout_histories;
mod stopped;
