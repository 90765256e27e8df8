//! Cards by suit, counted in the bytes of one word, and lots drawn from them. Knows no rules.
//!
//! A byte per suit leaves room for prefix sums and comparisons of all suits at once, so drawing a
//! card takes a handful of instructions and no loop or table.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A suit is a geisha, numbered 0 to 6.
pub type Suit = u8;

/// The number of geishas.
pub const SUITS: usize = 7;

/// The charm of each geisha, which is also the number of her cards.
pub const CHARM: [u8; SUITS] = [2, 2, 2, 3, 3, 4, 5];

/// A one in the byte of every suit.
const ONES: u64 = 0x0001_0101_0101_0101;

/// The top bit of the byte of every suit.
const TOPS: u64 = ONES << 7;

/// Multiplying by this leaves in each byte the sum of it and all lower ones; the eighth byte, which
/// has no suit, gets the total.
const PREFIX: u64 = 0x0101_0101_0101_0101;

/// A number of cards of each suit; never more than a byte holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u64);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);

    /// The whole set of 21.
    pub const ALL: Cards = Cards(0x0005_0403_0302_0202);

    /// One card of this suit.
    #[inline]
    pub fn one(suit: Suit) -> Cards {
        debug_assert!(usize::from(suit) < SUITS, "no suit {suit}");
        Cards(1 << (8 * u32::from(suit)))
    }

    /// Cards packed by the records of `played`, one byte per suit.
    #[inline]
    pub(crate) const fn from_bytes(bytes: u64) -> Cards {
        Cards(bytes)
    }

    /// The bytes, suit 0 lowest.
    #[inline]
    pub(crate) const fn bytes(self) -> u64 {
        self.0
    }

    /// The number of cards of one suit.
    #[inline]
    pub fn of(self, suit: Suit) -> u8 {
        (self.0 >> (8 * u32::from(suit))) as u8
    }

    /// The number of cards.
    #[inline]
    pub fn len(self) -> u32 {
        (self.0.wrapping_mul(PREFIX) >> 56) as u32
    }

    /// True if there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if every card of `other` is here too.
    #[inline]
    pub fn contains(self, other: Cards) -> bool {
        ((self.0 | TOPS) - other.0) & TOPS == TOPS
    }

    /// One card of each suit of which there are at least `count` (1 to 127).
    #[inline]
    pub fn at_least(self, count: u64) -> Cards {
        Cards((((self.0 | TOPS) - count * ONES) & TOPS) >> 7)
    }

    /// One card of each suit that is here.
    #[inline]
    pub fn suits(self) -> Cards {
        Cards(((self.0 + (TOPS - ONES)) & TOPS) >> 7)
    }

    /// The suits of which there are more here than in `other`, as bits.
    #[inline]
    pub(crate) fn beats(self, other: Cards) -> u8 {
        let more = (((self.0 | TOPS) - other.0 - ONES) & TOPS) >> 7;
        // Byte i moves its one to bit 56 + i; every other product lands below or falls off the top.
        (more.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    }

    /// The lowest suit, of which there must be one.
    #[inline]
    pub fn lowest(self) -> Suit {
        debug_assert!(!self.is_empty(), "no card has no suit");
        (self.0.trailing_zeros() / 8) as Suit
    }

    /// The suit of every card, ascending.
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        (0..SUITS as Suit).flat_map(move |suit| (0..self.of(suit)).map(move |_| suit))
    }

    /// The suits that are here, ascending.
    pub fn each_suit(self) -> impl Iterator<Item = Suit> {
        (0..SUITS as Suit).filter(move |&suit| self.of(suit) > 0)
    }

    /// Takes out `count` cards at random, every card equally likely. There must be so many.
    #[inline]
    pub fn draw(&mut self, count: u32, lot: &mut Lot) -> Cards {
        let mut urn = Urn::new(*self);
        let mut drawn = 0;
        for _ in 0..count {
            drawn += urn.draw(lot).0;
        }
        self.0 -= drawn;
        Cards(drawn)
    }

    /// Takes out one card of a suit drawn at random, every suit that is here equally likely.
    #[inline]
    pub fn draw_by_suit(&mut self, lot: &mut Lot) -> Cards {
        let card = Urn::new(self.suits()).draw(lot);
        *self -= card;
        card
    }

    /// The same, faster while most suits are here: any of the seven is tried first. One that is missing
    /// makes way for an even draw among the others, which leaves all of them equally likely.
    #[inline]
    pub fn draw_by_suit_from_many(&mut self, lot: &mut Lot) -> Cards {
        let card = Cards(1 << (8 * lot.below(SUITS as u32)));
        if self.0 & (card.0 * 0xFF) == 0 {
            return self.draw_by_suit(lot);
        }
        *self -= card;
        card
    }
}

impl Add for Cards {
    type Output = Cards;
    #[inline]
    fn add(self, other: Cards) -> Cards {
        Cards(self.0 + other.0)
    }
}

impl AddAssign for Cards {
    #[inline]
    fn add_assign(&mut self, other: Cards) {
        self.0 += other.0;
    }
}

impl Sub for Cards {
    type Output = Cards;
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        debug_assert!(self.contains(other), "{other:?} is not in {self:?}");
        Cards(self.0 - other.0)
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        *self = *self - other;
    }
}

impl Sum for Cards {
    fn sum<I: Iterator<Item = Cards>>(cards: I) -> Cards {
        cards.fold(Cards::NONE, Add::add)
    }
}

impl FromIterator<Suit> for Cards {
    fn from_iter<I: IntoIterator<Item = Suit>>(suits: I) -> Cards {
        suits.into_iter().map(Cards::one).sum()
    }
}

/// The suits of the cards as digits, ascending; `-` for none.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.iter().map(|suit| char::from(b'0' + suit)).collect();
        f.pad(if text.is_empty() { "-" } else { &text })
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Sixty-four random bits spent on several small draws. Each draw takes its share off the top, so
/// the bias stays below the product of all the ranges over 2^64.
#[derive(Clone, Copy, Debug)]
pub struct Lot(u64);

impl Lot {
    /// A lot from fresh random bits.
    #[inline]
    pub fn new(bits: u64) -> Lot {
        Lot(bits)
    }

    /// A number below `n`, which must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "a draw needs something to draw from");
        let wide = u128::from(self.0) * u128::from(n);
        self.0 = wide as u64;
        (wide >> 64) as u32
    }
}

/// Cards to draw from, kept as prefix sums: a draw then needs no multiplication of its own.
#[derive(Clone, Copy)]
struct Urn {
    /// In the byte of a suit: 127 and the number of cards up to that suit.
    sums: u64,
    left: u32,
}

impl Urn {
    #[inline]
    fn new(cards: Cards) -> Urn {
        let sums = cards.0.wrapping_mul(PREFIX);
        Urn { sums: (sums | TOPS) - ONES, left: (sums >> 56) as u32 }
    }

    #[inline]
    fn draw(&mut self, lot: &mut Lot) -> Cards {
        let rank = u64::from(lot.below(self.left));
        // The bytes in which the top bit survives have more cards than the rank: the drawn suit and all
        // above it. Sums are small enough for no byte to borrow from the next.
        let reached = (self.sums - rank * ONES) & TOPS;
        self.sums -= reached >> 7;
        self.left -= 1;
        Cards((reached & reached.wrapping_neg()) >> 7)
    }
}

#[cfg(test)]
mod tests;
