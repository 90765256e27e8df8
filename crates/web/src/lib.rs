//! The page: play, watch and analyse games in a browser. Knows sockets, HTML and what a seat is shown; must
//! not know any kind of agent by name, and never shows a seat more than its view.

mod board;
mod chances;
pub mod frame;
pub mod game;
pub mod games;
mod guard;
mod judged;
mod lab;
mod lessons;
mod limits;
mod moments;
mod pages;
mod record;
mod searchers;
pub mod server;
pub mod server_state;
pub mod skin;
pub mod skins;
mod socket;
pub mod store;
mod study;
mod table;
pub mod token;
mod words;

pub use server::{Server, ServerConfig};
