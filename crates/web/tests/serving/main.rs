//! The server over real sockets: games to their end, restarts, and everything that must be refused.

mod client;
mod games;
mod lab;
mod refusals;
