//! Allocation is the enemy: once their buffers have grown, playouts make none at all, and searches none per
//! iteration.

mod allocations;
mod playouts;
mod searches;
mod tichu;
