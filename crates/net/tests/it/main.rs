//! The wire from end to end: real sockets on this machine, friendly and hostile clients.

mod bytes;
mod guests;
mod hostile;
mod litama;
mod matches;
mod pace;
mod quirks;
mod replay;
mod views;
