//! House rules as tests: format, lints and documents; which room may name, print, open or start what.

mod commits;
mod documents;
mod floor_plan;
mod glossary;
mod map;
mod rooms;
mod rules;
mod source;
