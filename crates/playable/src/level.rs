//! The strength of the opponent a person asks for. Knows the five names; which agent a game gives to each is said by
//! that game.

use crate::error::InputError;
use std::fmt;

/// A strength of play, the same five for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For a first game.
    Beginner,
    /// For those who know the rules.
    Easy,
    /// For those who have played before.
    Medium,
    /// For experienced players.
    Hard,
    /// The strongest agent of the game.
    Best,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level::Beginner, Level::Easy, Level::Medium, Level::Hard, Level::Best];

    /// The name people type.
    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Best => "best",
        }
    }

    /// The level of this name.
    pub fn parse(name: &str) -> Result<Level, InputError> {
        let found = Level::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| InputError::unknown("level", name, Level::ALL.map(Level::name)))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
