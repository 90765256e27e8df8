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

    /// Whether it is a bomb.
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
    /// What it is compared by: the rank of the triple, the top rank of a run. Of a single twice the
    /// rank, so that a Phoenix fits in between.
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

    /// Whether it is the Dragon.
    #[inline]
    pub fn is_dragon(self) -> bool {
        self.kind == Kind::Single && self.height == Combo::DRAGON
    }

    /// Whether this may be played on `table`.
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
mod tests {
    use super::*;

    fn beats(own: (Kind, u8, u8), table: (Kind, u8, u8), rules: &Rules) -> bool {
        Combo::new(own.0, own.1, own.2).beats(Combo::new(table.0, table.1, table.2), rules)
    }

    #[test]
    fn bombs_are_ordered_by_length_and_rank() {
        let official = |own, table| beats(own, table, &Rules::OFFICIAL);
        assert!(official((Kind::Four, 0, 2), (Kind::Single, 0, Combo::DRAGON)));
        assert!(official((Kind::Four, 0, 3), (Kind::Four, 0, 2)));
        assert!(!official((Kind::Four, 0, 14), (Kind::Flush, 5, 6)));
        assert!(official((Kind::Flush, 5, 6), (Kind::Four, 0, 14)));
        assert!(official((Kind::Flush, 6, 7), (Kind::Flush, 5, 14)));
        assert!(!official((Kind::Flush, 5, 14), (Kind::Flush, 6, 7)));
        assert!(official((Kind::Flush, 5, 7), (Kind::Flush, 5, 6)));
        assert!(!official((Kind::Flush, 5, 6), (Kind::Flush, 5, 6)));
        assert!(!official((Kind::Single, 0, 28), (Kind::Four, 0, 2)));
    }

    #[test]
    fn lengths_must_agree() {
        let official = |own, table| beats(own, table, &Rules::OFFICIAL);
        assert!(official((Kind::Straight, 5, 10), (Kind::Straight, 5, 9)));
        assert!(!official((Kind::Straight, 6, 10), (Kind::Straight, 5, 9)));
        assert!(!official((Kind::Stairs, 3, 9), (Kind::Stairs, 2, 4)));
        assert!(!official((Kind::Pair, 0, 9), (Kind::Triple, 0, 4)));
        assert!(official((Kind::FullHouse, 0, 9), (Kind::FullHouse, 0, 4)));
    }

    #[test]
    fn the_reports_program_beats_less() {
        let code = |own, table| beats(own, table, &Rules::REPORT_CODE);
        assert!(!code((Kind::FullHouse, 0, 9), (Kind::FullHouse, 0, 4)));
        assert!(code((Kind::Four, 0, 9), (Kind::FullHouse, 0, 4)));
        assert!(!code((Kind::Flush, 5, 9), (Kind::Four, 0, 4)));
        assert!(!code((Kind::Flush, 6, 9), (Kind::Flush, 5, 4)));
        assert!(code((Kind::Flush, 5, 9), (Kind::Flush, 5, 8)));
    }
}
