//! The wire from end to end: real sockets on this machine, friendly and hostile clients.

mod bytes;
