//! Moves as numbers: a fixed id for every move of a game, for masks, nets and programs that do not want text.
//! Knows how numbers are kept; which move has which is each game's `numbering.rs`. Numbers are a contract: a
//! change of any of them raises the version, and tests compare them with a file.

use std::collections::HashMap;
use std::hash::Hash;

use karuta_engine::{Game, Seat};

/// The numbering of a game's moves, from 0. Moves as others observe them (face down) have numbers too.
///
/// A number may depend on what everybody can see of the position, such as whose cards are whose in Onitama, but
/// never on what is hidden.
pub struct Numbering<G: Game> {
    /// Raised with every change of a number.
    pub version: u32,
    /// The count of numbers by the rules of this position.
    pub count: fn(&G) -> usize,
    /// The number of a move that `Seat` makes in this position.
    pub id: fn(&G, Seat, G::Move) -> Option<usize>,
    /// The move of a number; it need not be legal.
    pub mv: fn(&G, Seat, usize) -> Option<G::Move>,
}

// Derived, these would ask the same of the game.
impl<G: Game> Clone for Numbering<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Numbering<G> {}

/// Moves numbered in the order of a list.
pub struct Numbers<M> {
    moves: Vec<M>,
    ids: HashMap<M, u32>,
}

impl<M: Copy + Eq + Hash> Numbers<M> {
    /// Numbers the moves of a list; one that is there twice keeps its first number and takes no other.
    pub fn new(all: impl IntoIterator<Item = M>) -> Self {
        let mut numbers = Numbers { moves: Vec::new(), ids: HashMap::new() };
        for mv in all {
            let next = numbers.moves.len() as u32;
            if *numbers.ids.entry(mv).or_insert(next) == next {
                numbers.moves.push(mv);
            }
        }
        numbers
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The claim that there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The number of a move.
    pub fn id(&self, mv: M) -> Option<usize> {
        self.ids.get(&mv).map(|&id| id as usize)
    }

    /// The move of a number.
    pub fn mv(&self, id: usize) -> Option<M> {
        self.moves.get(id).copied()
    }
}
