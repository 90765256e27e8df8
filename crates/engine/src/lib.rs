//! Rules of search: what a game is, what an agent is, and the searches between them.
//!
//! This crate names no game, reads no text, opens nothing, prints nothing and starts no thread.
//! It is generic over the [`Game`]; everything a person chooses (playout, selection rule, budget)
//! is a value held at a seam that is crossed at most once per playout or tree step.

pub mod agent;
pub mod bandit;
pub mod budget;
pub mod chances;
pub mod conform;
pub mod evaluation;
pub mod game;
mod hasher;
pub mod objective;
pub mod playout;
pub mod referee;
pub mod rng;
pub mod rules_first;
pub mod search;
pub mod stop;
pub mod toys;
pub mod worlds;

pub use agent::{
    Agent, Basis, Bound, Choice, Decision, Effort, Ended, Fault, MoveVerdict, Note, Progress, Ranked, Reveal,
};
pub use budget::{Budget, Deadline};
pub use game::{Game, MAX_SEATS, Scores, Seat};
pub use referee::Referee;
pub use rng::Rng;
pub use stop::Stop;
