//! Searches and playouts of Onitama against slower or independent programs. One program for all of them: each would
//! compile the searches again.

mod alphabeta;
mod playouts;
