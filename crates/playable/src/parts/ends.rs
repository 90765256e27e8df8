//! Ends of lines of a search before the game is over, with their values: the end of a round, a place,
//! a reward. Knows no search.

use std::sync::Arc;

use crate::error::InputError;
use karuta_engine::Game;
use karuta_engine::evaluation::{Oracle, ValueFn};
use karuta_engine::playout::{Playout, RoundNumber};

/// An end with its name, or a family of ends whose names are parsed.
pub struct End<G: Game> {
    /// The name in specs; of a family, one of those it reads.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Lines stop here unless something else is asked for.
    pub is_usual: bool,
    /// The claim that a word names one of a family; `None` for an end that has but its own name.
    pub family: Option<fn(&str) -> bool>,
    /// The end that a word names, by the table that comes with the game.
    pub read: fn(&str) -> Result<LineEnd<G>, InputError>,
    /// The same with the text of the user's own table; `None` where an end takes no table.
    pub by_table: Option<fn(&str, &str) -> Result<LineEnd<G>, InputError>>,
    /// The value of the end in points, for depth-first searches of two seats, which stop there in any case.
    pub points: Option<Arc<dyn Oracle<G>>>,
}

impl<G: Game> End<G> {
    /// An end of this name, which needs no table.
    pub fn new(
        name: &'static str,
        help: &'static str,
        read: fn(&str) -> Result<LineEnd<G>, InputError>,
    ) -> End<G> {
        End { name, help, is_usual: false, family: None, read, by_table: None, points: None }
    }

    /// The claim that a word names this end.
    pub fn is_named(&self, word: &str) -> bool {
        self.name == word || self.family.is_some_and(|is_one| is_one(word))
    }
}

/// An end of lines, with its value.
pub struct LineEnd<G: Game> {
    /// The values of the ends.
    pub value: Arc<dyn ValueFn<G>>,
    /// The worst and the best value.
    pub range: (f64, f64),
    /// The way lines are stopped.
    pub stops: Stops<G>,
}

/// The way lines are stopped.
pub enum Stops<G: Game> {
    /// The game is over there in the worlds that are searched.
    Shorten(fn(&mut G)),
    /// Searches and playouts stop at the end of the round.
    Round(RoundEnd<G>),
}

/// Makes playouts of one sort.
pub type MakePlayout<G> = fn() -> Box<dyn Playout<G>>;

/// The end of a round.
pub struct RoundEnd<G: Game> {
    /// The round a position belongs to; one that is over and not yet dealt anew belongs to the next.
    pub number: RoundNumber<G>,
    /// Makes a playout that stops with the round, every legal move equally likely.
    pub uniform: MakePlayout<G>,
}

// Function pointers copy whatever the game; derived impls would bound every use.
impl<G: Game> Clone for LineEnd<G> {
    fn clone(&self) -> Self {
        LineEnd { value: Arc::clone(&self.value), ..*self }
    }
}

impl<G: Game> Clone for Stops<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Stops<G> {}

impl<G: Game> Clone for RoundEnd<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for RoundEnd<G> {}
