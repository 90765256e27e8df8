//! The commands from end to end: the real binary as a child process, as people and scripts run it.

mod analysis;
mod bad_input;
mod child;
mod exhibition;
mod figures;
mod fuzz;
mod interruption;
mod lists;
mod matches;
mod play;
mod records;
mod solve;
mod speed;
mod tournaments;
