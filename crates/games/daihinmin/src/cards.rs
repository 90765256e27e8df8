//! Cards as bits of one word, laid out by strength. Knows no rules of play.
//!
//! Bit `4 * column + row` is a cell: columns 1 to 13 are the ranks 3 to 2, columns 0 and 14 are places
//! where only a joker can stand, and within a column the rows run club, diamond, heart, spade upwards.
//! A joker in a hand is bit 60. So the highest bit is always the strongest card in the order in which
//! tribute is paid, a rank is a nibble, and the next card of a sequence is four bits up.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use karuta_engine::Rng;

/// A set of cards, or of cells in which cards are declared to stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Cards(pub u64);

/// The column of the eights.
pub const EIGHT: u32 = 6;

/// The column above the twos, where a joker may end a sequence.
pub const TOP_COLUMN: u32 = 14;

/// The letters of the rows, from the lowest bit of a column up.
pub const SUIT_LETTERS: [char; 4] = ['C', 'D', 'H', 'S'];

/// The letters of the ranks by column; columns 0 and 14 hold jokers only.
pub const RANK_LETTERS: [char; 15] =
    ['0', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2', 'X'];

/// The lowest row of every column.
pub(crate) const FIRST_ROW: u64 = 0x0111_1111_1111_1111;

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The joker in a hand.
    pub const JOKER: Cards = Cards(1 << 60);
    /// The 52 natural cards.
    pub const NATURAL: Cards = Cards(0x00FF_FFFF_FFFF_FFF0);
    /// All 53 cards.
    pub const ALL: Cards = Cards(Cards::NATURAL.0 | Cards::JOKER.0);
    /// Every cell, the places of jokers below 3 and above 2 included.
    pub const CELLS: Cards = Cards(0x0FFF_FFFF_FFFF_FFFF);
    /// Aces, twos and the joker.
    pub const STRONG: Cards = Cards(0xFF << 48 | Cards::JOKER.0);
    /// The card that beats a joker played alone.
    pub const SPADE_3: Cards = Cards(1 << 7);
    /// The card whose holder moves first.
    pub const DIAMOND_3: Cards = Cards(1 << 5);

    /// The cell of a column (0 to 14) and row (0 club to 3 spade).
    #[inline]
    pub const fn cell(column: u32, row: u32) -> Cards {
        Cards(1 << (4 * column + row))
    }

    /// The four cells of a column.
    #[inline]
    pub const fn column(column: u32) -> Cards {
        Cards(0xF << (4 * column))
    }

    /// Every cell whose row is in a set of rows, one bit each.
    #[inline]
    pub const fn rows(rows: u32) -> Cards {
        Cards(FIRST_ROW * rows as u64)
    }

    /// The card of this bit, which must be one of the 53.
    #[inline]
    pub const fn bit(bit: u32) -> Cards {
        Cards(1 << bit)
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if every card of `other` is here too.
    #[inline]
    pub const fn contains(self, other: Cards) -> bool {
        other.0 & !self.0 == 0
    }

    /// True if a card of `other` is here.
    #[inline]
    pub const fn meets(self, other: Cards) -> bool {
        self.0 & other.0 != 0
    }

    /// These without those of `other`.
    #[inline]
    pub const fn without(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// Those weaker than a bit.
    #[inline]
    pub const fn below(self, bit: u32) -> Cards {
        Cards(self.0 & ((1 << bit) - 1))
    }

    /// The lowest bit; there must be one.
    #[inline]
    pub const fn lowest(self) -> u32 {
        self.0.trailing_zeros()
    }

    /// The highest bit; there must be one.
    #[inline]
    pub const fn highest(self) -> u32 {
        63 - self.0.leading_zeros()
    }

    /// The rows of one column, one bit each.
    #[inline]
    pub const fn rows_of(self, column: u32) -> u32 {
        (self.0 >> (4 * column)) as u32 & 0xF
    }

    /// The `count` strongest: the joker, then by rank, equal ranks spade first. There must be so many.
    #[inline]
    pub fn strongest(self, count: u32) -> Cards {
        let mut left = self;
        for _ in 0..count {
            left.0 &= !(1 << left.highest());
        }
        self.without(left)
    }

    /// The `count` weakest, as the sample client hands them over: by rank, equal ranks spade first, never
    /// the joker. There must be so many.
    pub fn weakest(self, count: u32) -> Cards {
        self.without(Cards::JOKER).by_rank().take(count as usize).fold(Cards::NONE, |all, card| all | card)
    }

    /// The cards, weakest bit first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cards> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left & left.wrapping_neg();
            left ^= lowest;
            (lowest != 0).then_some(Cards(lowest))
        })
    }

    /// The cards by rising rank, each rank spade first, the joker last: the order of the written tables.
    pub fn by_rank(self) -> impl Iterator<Item = Cards> {
        let natural = (0..=TOP_COLUMN).flat_map(move |column| {
            (0..4).rev().map(move |row| Cards::cell(column, row)).filter(move |&card| self.contains(card))
        });
        natural.chain(Some(Cards::JOKER).filter(move |&joker| self.contains(joker)))
    }

    /// The `nth` card from below; there must be more than that.
    #[inline]
    pub fn nth(self, nth: u32) -> Cards {
        let mut left = self.0;
        for _ in 0..nth {
            left &= left - 1;
        }
        Cards(left & left.wrapping_neg())
    }

    /// Takes out `count` cards, every choice equally likely. There must be so many.
    pub fn draw(&mut self, count: u32, rng: &mut Rng) -> Cards {
        let mut drawn = Cards::NONE;
        for _ in 0..count {
            let card = self.nth(rng.below(u64::from(self.len())) as u32);
            drawn |= card;
            *self = self.without(card);
        }
        drawn
    }
}

impl BitOr for Cards {
    type Output = Cards;
    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Cards) {
        self.0 |= other.0;
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl BitAndAssign for Cards {
    #[inline]
    fn bitand_assign(&mut self, other: Cards) {
        self.0 &= other.0;
    }
}

impl Not for Cards {
    type Output = Cards;
    #[inline]
    fn not(self) -> Cards {
        Cards(!self.0)
    }
}

impl FromIterator<Cards> for Cards {
    fn from_iter<I: IntoIterator<Item = Cards>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, BitOr::bitor)
    }
}

/// `S3,HT,JO` by rising rank; `-` for none.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.pad("-");
        }
        f.pad(&self.by_rank().map(card_name).collect::<Vec<_>>().join(","))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A suit letter and a rank letter, or `JO`.
pub fn card_name(card: Cards) -> String {
    if card == Cards::JOKER {
        return String::from("JO");
    }
    let bit = card.lowest();
    let (column, row) = (bit / 4, bit % 4);
    [SUIT_LETTERS[row as usize], RANK_LETTERS[column as usize]].iter().collect()
}

#[cfg(test)]
mod tests;
