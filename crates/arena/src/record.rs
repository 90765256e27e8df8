//! The record of finished deal groups, the only truth of a match.
//!
//! Knows which groups of which plan were finished and how they went, and keeps them in an SQLite
//! file that survives being killed at any moment. Must not know rules, agents or figures: games
//! and contestants are the texts they were asked for by, and nobody computes here.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// What is played: everything that decides how a deal group with a given index goes.
///
/// The number of deals is not part of it: a longer run of the same plan continues the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The game's canonical spec.
    pub game: String,
    /// The contestants' canonical specs.
    pub contestants: Vec<String>,
    /// What all chance is derived from.
    pub seed: u64,
    /// The version of the program; another one may play otherwise.
    pub version: String,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            game,
            contestants,
            seed,
            version,
        } = self;
        let contestants = contestants.join(" against ");
        write!(f, "{game}: {contestants}, seed {seed}, version {version}")
    }
}

/// One deal replayed with the contestants rotated through the seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupRecord {
    /// Which group of its plan, counted from zero.
    pub index: u64,
    /// The games, one for each seating.
    pub games: Vec<GameRecord>,
}

/// One game as it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The contestant at each seat.
    pub seating: Vec<usize>,
    /// The position it started from, as text.
    pub start: String,
    /// The moves, as text.
    pub moves: Vec<String>,
    /// What each seat got, from 0 worst to 1 best.
    pub payoffs: Vec<f64>,
    /// How many moves were made.
    pub plies: u32,
    /// What else the game measures, by name.
    pub measures: BTreeMap<String, f64>,
    /// What each seat spent on its decisions.
    pub effort: Vec<Effort>,
}

/// What a seat spent on its decisions in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// How many decisions it made.
    pub decisions: u32,
    /// How many playouts they took.
    pub playouts: u64,
    /// How long they took, in nanoseconds.
    pub nanos: u64,
}
