//! Parts for searches of two seats: evaluations, knowledge for depth-first search, exact endings. Knows no
//! search.

use std::sync::Arc;

use karuta_engine::Game;
use karuta_engine::evaluation::{Evaluate, Knowledge, Oracle};

use crate::error::InputError;
use crate::spec::Named;

/// The parts of a game of two seats, be it open or open in each of its worlds.
pub struct TwoSeat<G: Game> {
    /// Evaluations of unfinished positions, the best first; never empty.
    pub evaluations: Vec<Named<Evaluate<G>>>,
    /// Knowledge for a depth-first search.
    pub knowledge: Knowledge<G>,
    /// The order in which a tree tries moves it knows nothing about: more first.
    pub order: Option<fn(&G, G::Move) -> i32>,
    /// Tables of exact endings.
    pub endgame: Option<Endgame<G>>,
}

/// The way a game's endings are solved, stored and read.
pub struct Endgame<G: Game> {
    /// The text that says which endings are meant, with an example.
    pub help: &'static str,
    /// Solves the endings that the text names. The callback gets the part of the work that is done.
    pub solve: fn(&str, &mut dyn FnMut(f64)) -> Result<Solved, InputError>,
    /// Reads a table from the bytes of a file.
    pub read: fn(&[u8]) -> Result<Arc<dyn Oracle<G>>, InputError>,
    /// Endings that are solved so quickly that an agent may do it during a game; `None` where they are not.
    pub own: Option<OwnEndings<G>>,
}

/// Endings that an agent solves by itself.
pub struct OwnEndings<G: Game> {
    /// The endings that a game may come to from a position, as text: the same text, the same endings.
    pub of: fn(&G) -> String,
    /// Solves the endings of this text; `None` if it is told to stop, which it asks every tenth of a second or so.
    pub solve: fn(&str, &dyn Fn() -> bool) -> Option<Arc<dyn Oracle<G>>>,
}

impl<G: Game> Clone for OwnEndings<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for OwnEndings<G> {}

/// Solved endings: the bytes of a file, and what is in it.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The content of a file.
    pub bytes: Vec<u8>,
    /// Counts by material; the last one is the total.
    pub classes: Vec<SolvedClass>,
    /// The positions by the plies to their end, odd for wins of the seat to move; the first is for draws.
    pub lengths: Vec<u64>,
    /// A position whose win takes longest.
    pub longest: Option<String>,
}

/// Endings of one class of material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedClass {
    /// The name.
    pub name: String,
    /// The counts.
    pub counts: SolvedCounts,
}

/// Endings counted by their value to the seat to move. Each is counted once, whichever seat is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolvedCounts {
    /// All of them.
    pub positions: u64,
    /// Those that are won.
    pub wins: u64,
    /// Those that are won with the next move.
    pub wins_at_once: u64,
    /// Those that are lost.
    pub losses: u64,
    /// Those that nobody can win.
    pub draws: u64,
    /// Plies of the longest win against the best defence; 0 if there is none.
    pub longest_win: u32,
}
