//! The commands from end to end: the real binary as a child process, as people and scripts run it.

mod analysis;
mod bad_input;
// Systems without such signals do not use the functions that send them.
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
mod child;
mod chunks;
mod engine;
mod examples;
mod exhibition;
mod experiments;
mod figures;
mod fuzz;
mod interruption;
mod lab;
mod lists;
mod litama;
mod matches;
mod memory;
mod nets;
mod old_spellings;
mod play;
mod records;
mod serving;
mod size;
mod solve;
mod speed;
#[cfg(unix)]
mod terminal;
mod threads;
mod tournaments;
mod uecda;
mod views;
mod widths;
