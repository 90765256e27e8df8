//! House rules as tests: format, lints and documents; which room may name, print, open or start what.

mod documents;
mod floor_plan;
mod rooms;
mod rules;
mod source;
mod tools;
