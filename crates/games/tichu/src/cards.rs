//! Cards and sets of cards as 64-bit masks. Knows ranks, suits and points, not what may be played.
//!
//! A card is the bit `4 * rank + suit`: Dog 0, Mah Jong 4, the suited ranks 2 to 14 at 8 to 59, Phoenix
//! 60, Dragon 61. The cards of a rank are one hexadecimal digit, and a step of four bits goes to the next
//! rank of the same suit, so a few shifts find every straight flush at once.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Cards(pub u64);

/// The suits from lowest to highest, as the report's program orders them: Star, Pagoda, Jade, Sword.
pub const SUITS: [char; 4] = ['R', 'B', 'G', 'S'];

/// The letters of ranks; 0 and 1 are the Dog and the Mah Jong.
const RANKS: [char; 15] = ['?', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

/// The highest suited rank.
pub const ACE: u8 = 14;

/// One bit per rank, on its lowest suit.
const ONES: u64 = 0x1111_1111_1111_1111;

/// The suited cards.
const SUITED: u64 = 0x0FFF_FFFF_FFFF_FF00;

/// The lowest so many cards of a rank's four, by the cards held.
const LOWEST: [[u8; 5]; 16] = lowest();

const fn lowest() -> [[u8; 5]; 16] {
    let mut table = [[0u8; 5]; 16];
    let mut held = 0;
    while held < 16 {
        let mut count = 1;
        while count < 5 {
            let taken = table[held][count - 1];
            let left = held as u8 & !taken;
            table[held][count] = taken | (left & left.wrapping_neg());
            count += 1;
        }
        held += 1;
    }
    table
}

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The Dog.
    pub const DOG: Cards = Cards(1);
    /// The Mah Jong.
    pub const MAH: Cards = Cards(1 << 4);
    /// The Phoenix.
    pub const PHOENIX: Cards = Cards(1 << 60);
    /// The Dragon.
    pub const DRAGON: Cards = Cards(1 << 61);
    /// The whole deck.
    pub const ALL: Cards = Cards(SUITED | 1 | 1 << 4 | 1 << 60 | 1 << 61);

    /// The set of one card, by its bit.
    #[inline]
    pub fn one(card: u8) -> Cards {
        Cards(1 << (card & 63))
    }

    /// The number of cards.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if all of `other` are among these.
    #[inline]
    pub fn contains(self, other: Cards) -> bool {
        other.0 & !self.0 == 0
    }

    /// True if any of `other` is among these.
    #[inline]
    pub fn meets(self, other: Cards) -> bool {
        self.0 & other.0 != 0
    }

    /// The four bits of a rank.
    #[inline]
    pub fn of_rank(self, rank: u8) -> u8 {
        (self.0 >> (4 * (rank & 15))) as u8 & 15
    }

    /// True if there is a natural card of this rank, 1 to 14.
    #[inline]
    pub fn has_rank(self, rank: u8) -> bool {
        self.of_rank(rank) != 0
    }

    /// The lowest `count` cards of a rank.
    #[inline]
    pub fn lowest_of(self, rank: u8, count: u8) -> Cards {
        let four = LOWEST[usize::from(self.of_rank(rank))][usize::from(count.min(4))];
        Cards(u64::from(four) << (4 * (rank & 15)))
    }

    /// The suited cards and the Mah Jong of the ranks from `low` to `high`.
    #[inline]
    pub fn between(self, low: u8, high: u8) -> Cards {
        let below = |rank: u8| (1u64 << (4 * u32::from(rank & 15))) - 1;
        Cards(self.0 & (below(high + 1) & !below(low)))
    }

    /// Bit `r` is set where rank `r`, 1 to 14, has at least one card.
    #[inline]
    pub fn ranks(self) -> u16 {
        let x = self.0 & (SUITED | Cards::MAH.0);
        gather((x | x >> 1 | x >> 2 | x >> 3) & ONES)
    }

    /// Like [`Cards::ranks`] for ranks with at least two, three and four cards.
    #[inline]
    pub fn multiples(self) -> [u16; 3] {
        let x = self.0 & SUITED;
        let twos = x - ((x >> 1) & 0x5555_5555_5555_5555);
        let counts = (twos & 0x3333_3333_3333_3333) + ((twos >> 2) & 0x3333_3333_3333_3333);
        let (bit0, bit1, bit2) = (counts & ONES, counts >> 1 & ONES, counts >> 2 & ONES);
        [gather(bit1 | bit2), gather(bit0 & bit1 | bit2), gather(bit2)]
    }

    /// The ranks of which all four are held, as in [`Cards::ranks`].
    #[inline]
    pub fn fours(self) -> u16 {
        let x = self.0 & SUITED;
        let all = x & x >> 1 & x >> 2 & x >> 3 & ONES;
        if all == 0 { 0 } else { gather(all) }
    }

    /// The lowest cards of all runs of exactly `len` of a suit; runs within longer ones too.
    #[inline]
    pub fn flush_starts(self, len: u8) -> Cards {
        let x = self.0 & SUITED;
        let mut runs = x & x >> 4;
        let mut known = 2;
        while known < len {
            runs &= x >> (4 * known);
            known += 1;
        }
        Cards(runs)
    }

    /// The cards that are part of a straight flush.
    #[inline]
    pub fn in_flushes(self) -> Cards {
        let starts = self.flush_starts(5).0;
        if starts == 0 {
            return Cards::NONE;
        }
        Cards(starts | starts << 4 | starts << 8 | starts << 12 | starts << 16)
    }

    /// True if four of a kind or a straight flush is among them.
    #[inline]
    pub fn has_bomb(self) -> bool {
        self.fours() != 0 || !self.flush_starts(5).is_empty()
    }

    /// Sum of their points.
    #[inline]
    pub fn points(self) -> i32 {
        let fives = self.0 & 0xF << 20;
        let tens = self.0 & (0xF << 40 | 0xF << 52);
        let special = 25 * (self.0 >> 61 & 1) as i32 - 25 * (self.0 >> 60 & 1) as i32;
        5 * fives.count_ones() as i32 + 10 * tens.count_ones() as i32 + special
    }

    /// The cards from lowest to highest, each by its bit.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let card = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(card)
        })
    }
}

/// Packs the lowest bit of every hexadecimal digit.
#[inline]
fn gather(spread: u64) -> u16 {
    let x = spread & ONES;
    let x = (x | x >> 3) & 0x0303_0303_0303_0303;
    let x = (x | x >> 6) & 0x000F_000F_000F_000F;
    let x = (x | x >> 12) & 0x0000_00FF_0000_00FF;
    (x | x >> 24) as u16
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

/// Takes cards away.
impl Sub for Cards {
    type Output = Cards;
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        self.0 &= !other.0;
    }
}

impl FromIterator<u8> for Cards {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, |set, card| set | Cards::one(card))
    }
}

/// The rank of a card: 0 Dog, 1 Mah Jong, 2 to 14, 15 for Phoenix and Dragon.
pub fn rank_of(card: u8) -> u8 {
    card / 4
}

/// The name of a rank from 1 to 14.
pub fn rank_name(rank: u8) -> char {
    RANKS[usize::from(rank).min(14)]
}

/// Reads a rank from 2 to 14: `2` to `9`, `10` or `T`, `J`, `Q`, `K`, `A`, or a number.
pub fn parse_rank(text: &str) -> Option<u8> {
    let upper = text.to_ascii_uppercase();
    if let Ok(number) = upper.parse::<u8>() {
        return (2..=ACE).contains(&number).then_some(number);
    }
    let mut letters = upper.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    (2..=ACE).find(|&rank| rank_name(rank) == letter)
}

/// The name of a card: `S7`, `Mah`.
pub fn card_name(card: u8) -> String {
    match Cards::one(card) {
        Cards::DOG => "Dog".into(),
        Cards::MAH => "Mah".into(),
        Cards::PHOENIX => "Pho".into(),
        Cards::DRAGON => "Dra".into(),
        _ => format!("{}{}", SUITS[usize::from(card & 3)], rank_name(rank_of(card))),
    }
}

/// Reads the name of a card, in any case.
pub fn parse_card(text: &str) -> Option<u8> {
    match text.to_ascii_lowercase().as_str() {
        "dog" => return Some(0),
        "mah" => return Some(4),
        "pho" => return Some(60),
        "dra" => return Some(61),
        _ => {}
    }
    let suit = text.chars().next()?.to_ascii_uppercase();
    let suit = SUITS.iter().position(|&letter| letter == suit)?;
    let rank = parse_rank(text.get(1..)?)?;
    Some(4 * rank + suit as u8)
}

/// Cards with commas, `-` for none.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let names: Vec<String> = self.iter().map(card_name).collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests;
