//! Moves: a card carries a piece, or is given away by a seat that is stuck.

use crate::cards::Card;

/// A card used to carry a piece, or given away by a seat that cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The card used.
    pub card: Card,
    /// The square left. Equal to `to` when the seat is stuck and only exchanges the card.
    pub from: u8,
    /// The square reached.
    pub to: u8,
}

impl Move {
    /// The exchange a stuck seat must make.
    pub fn pass(card: Card) -> Move {
        Move { card, from: 0, to: 0 }
    }

    /// True if no piece moves.
    pub fn is_pass(self) -> bool {
        self.from == self.to
    }
}
