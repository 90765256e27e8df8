//! Combinations without their cards: type, length and height, and which of them beats which.

use crate::rules::{Quirks, Rules};

/// The types of combinations, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// One card.
    Single,
    /// Two of a rank.
    Pair,
    /// Three of a rank.
    Triple,
    /// Consecutive pairs.
    Stairs,
    /// Three of a rank and two of another.
    FullHouse,
    /// Five or more consecutive ranks.
    Straight,
    /// All four of a rank, a bomb.
    Four,
    /// Five or more consecutive ranks of a suit, a bomb.
    Flush,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 8] = [
        Kind::Single,
        Kind::Pair,
        Kind::Triple,
        Kind::Stairs,
        Kind::FullHouse,
        Kind::Straight,
        Kind::Four,
        Kind::Flush,
    ];

    /// The name in positions and counts.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Single => "single",
            Kind::Pair => "pair",
            Kind::Triple => "triple",
            Kind::Stairs => "stairs",
            Kind::FullHouse => "fullhouse",
            Kind::Straight => "straight",
            Kind::Four => "bomb",
            Kind::Flush => "bombsf",
        }
    }

    /// The number of cards, where runs have so many pairs or cards.
    #[inline]
    pub fn size(self, len: u8) -> u8 {
        match self {
            Kind::Single => 1,
            Kind::Pair => 2,
            Kind::Triple => 3,
            Kind::Four => 4,
            Kind::FullHouse => 5,
            Kind::Stairs => 2 * len,
            Kind::Straight | Kind::Flush => len,
        }
    }

    /// True if it is a bomb.
    #[inline]
    pub fn is_bomb(self) -> bool {
        self >= Kind::Four
    }
}

/// A combination without its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combo {
    /// The type.
    pub kind: Kind,
    /// Pairs of stairs, cards of a straight; 0 where there is only one length.
    pub len: u8,
    /// Height for comparisons: the rank of the triple, the top rank of a run; of a single twice the rank, so that a
    /// Phoenix fits in between.
    pub height: u8,
}

impl Combo {
    /// The Phoenix led.
    pub const LED_PHOENIX: u8 = 3;
    /// The Dragon.
    pub const DRAGON: u8 = 30;

    /// A combination.
    #[inline]
    pub fn new(kind: Kind, len: u8, height: u8) -> Combo {
        Combo { kind, len, height }
    }

    /// True if it is the Dragon.
    #[inline]
    pub fn is_dragon(self) -> bool {
        self.kind == Kind::Single && self.height == Combo::DRAGON
    }

    /// True if this may be played on `table`.
    #[inline]
    pub fn beats(self, table: Combo, rules: &Rules) -> bool {
        let quirks = rules.quirks;
        match (self.kind, table.kind) {
            (Kind::FullHouse, Kind::FullHouse) if quirks.has(Quirks::FULL_HOUSE) => false,
            (Kind::Flush, Kind::Four) => !quirks.has(Quirks::FLUSH_ON_FOUR),
            (Kind::Flush, Kind::Flush) if self.len != table.len => {
                self.len > table.len && !quirks.has(Quirks::FLUSH_LENGTH)
            }
            (own, other) if own == other => self.len == table.len && self.height > table.height,
            (own, other) => own.is_bomb() && !other.is_bomb(),
        }
    }
}

#[cfg(test)]
mod tests;
