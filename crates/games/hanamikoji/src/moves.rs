//! Moves as choices of cards: listing them, counting them, drawing one at random. A move is a choice of
//! suits, not of cards: which of two equal cards is played makes no difference to anybody.

use std::fmt;

use crate::cards::{Cards, Lot, SUITS, Suit};

/// The four actions of a turn; a seat takes each of them once a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Action {
    /// Hide one card, to be scored.
    Secret,
    /// Discard two cards unseen.
    Trade,
    /// Offer three cards, of which the other seat takes one.
    Gift,
    /// Offer four cards, of which the other seat takes two.
    Compete,
}

impl Action {
    /// All four, in the order moves are listed.
    pub const ALL: [Action; 4] = [Action::Secret, Action::Trade, Action::Gift, Action::Compete];

    /// The number of cards it needs.
    #[inline]
    pub const fn size(self) -> u32 {
        self as u32 + 1
    }

    /// True if the other seat answers.
    #[inline]
    pub const fn is_offer(self) -> bool {
        matches!(self, Action::Gift | Action::Compete)
    }

    /// The number of cards the other seat takes.
    #[inline]
    pub const fn taken(self) -> u32 {
        match self {
            Action::Secret | Action::Trade => 0,
            Action::Gift => 1,
            Action::Compete => 2,
        }
    }

    /// The word in moves as text.
    pub const fn name(self) -> &'static str {
        match self {
            Action::Secret => "secret",
            Action::Trade => "trade",
            Action::Gift => "gift",
            Action::Compete => "compete",
        }
    }
}

/// An action with its cards, or the cards taken from an offer.
///
/// In the byte of a suit: four bits of cards, four bits of cards in the second pair of an official
/// competition. The eighth byte says which action, or that cards are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u64);

const TAG: u32 = 56;
const TAKE: u64 = 4;
const LOW: u64 = 0x000F_0F0F_0F0F_0F0F;

impl Move {
    /// An action with its cards.
    #[inline]
    pub fn play(action: Action, cards: Cards) -> Move {
        Move(cards.bytes() | (action as u64) << TAG)
    }

    /// A competition in two pairs, whichever is named first.
    pub fn compete(one: Cards, other: Cards) -> Move {
        let differ = (one.bytes() ^ other.bytes()).trailing_zeros() / 8 * 8;
        let at = |pair: Cards| pair.bytes().checked_shr(differ).unwrap_or(0) as u8;
        // The pair with more of the lowest suit in which they differ comes first, which is the
        // order of the sorted pairs.
        let (first, second) = if at(one) > at(other) { (one, other) } else { (other, one) };
        Move::play(Action::Compete, Cards::from_bytes(first.bytes() | second.bytes() << 4))
    }

    /// The answer to an offer.
    #[inline]
    pub fn take(cards: Cards) -> Move {
        Move(cards.bytes() | TAKE << TAG)
    }

    /// A secret or trade as the other seat sees it.
    pub fn face_down(action: Action) -> Move {
        Move::play(action, Cards::NONE)
    }

    /// The action; `None` for the answer to an offer.
    #[inline]
    pub fn action(self) -> Option<Action> {
        Action::ALL.get((self.0 >> TAG) as usize).copied()
    }

    /// All its cards; none if they are face down.
    #[inline]
    pub fn cards(self) -> Cards {
        Cards::from_bytes((self.0 & LOW) + (self.0 >> 4 & LOW))
    }

    /// The cards of a move that does not pair them, as the thesis' moves never do.
    #[inline]
    pub(crate) fn unpaired(self) -> Cards {
        Cards::from_bytes(self.0 & LOW)
    }

    /// The two pairs of an official competition; the second is empty in every other move.
    #[inline]
    pub fn pairs(self) -> (Cards, Cards) {
        (Cards::from_bytes(self.0 & LOW), Cards::from_bytes(self.0 >> 4 & LOW))
    }
}

/// `gift 3 4 6`; cards nobody has seen are question marks.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.action().map_or("take", Action::name);
        f.write_str(word)?;
        let (first, second) = self.pairs();
        for suit in first.iter() {
            write!(f, " {suit}")?;
        }
        if !second.is_empty() {
            f.write_str(" /")?;
        }
        for suit in second.iter() {
            write!(f, " {suit}")?;
        }
        let unseen = if first.is_empty() { self.action().map_or(0, Action::size) } else { 0 };
        (0..unseen).try_for_each(|_| f.write_str(" ?"))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Calls `found` with every choice of `count` of these cards, in the order of their sorted suits.
pub(crate) fn each_choice(cards: Cards, count: u32, found: &mut impl FnMut(Cards)) {
    fn extend(cards: Cards, count: u32, from: Suit, held: Cards, found: &mut impl FnMut(Cards)) {
        if count == 0 {
            return found(held);
        }
        for suit in from..SUITS as Suit {
            if cards.of(suit) > held.of(suit) {
                extend(cards, count - 1, suit, held + Cards::one(suit), found);
            }
        }
    }
    extend(cards, count, 0, Cards::NONE, found);
}

/// The different ways to pair four cards: one to three of them.
pub(crate) fn pairings(four: Cards) -> impl Iterator<Item = Move> {
    let mut suits = [0; 4];
    for (slot, suit) in suits.iter_mut().zip(four.iter()) {
        *slot = suit;
    }
    let pair = |i: usize, j: usize| Cards::one(suits[i]) + Cards::one(suits[j]);
    let all = [(1, 2, 3), (2, 1, 3), (3, 1, 2)].map(|(i, j, k)| Move::compete(pair(0, i), pair(j, k)));
    (0..3).filter(move |&at| !all[..at].contains(&all[at])).map(move |at| all[at])
}

/// n over k for the numbers of suits, by k.
const CHOOSE: [[u32; 8]; 5] = {
    let mut table = [[0; 8]; 5];
    table[0] = [1; 8];
    let mut n = 1;
    while n < 8 {
        let mut k = 1;
        while k < 5 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Counts of a hand's suits by how many cards they have: enough to count choices and to draw one uniformly.
pub(crate) struct Choices {
    /// The suits of which there are at least 1, 2, 3, 4, and how many suits those are.
    suits: [Cards; 4],
    n: [u32; 4],
}

impl Choices {
    #[inline]
    pub(crate) fn of(cards: Cards) -> Choices {
        let suits = [1, 2, 3, 4].map(|count| cards.at_least(count));
        Choices { suits, n: suits.map(Cards::len) }
    }

    /// The numbers of choices of `count` cards by pattern: all different, a pair and different ones,
    /// two pairs, three equal and perhaps another, four equal.
    #[inline]
    fn patterns(&self, count: u32) -> [u32; 5] {
        let [n, pairs, triples, fours] = self.n;
        let choose = |n: u32, k: usize| CHOOSE[k][n as usize & 7];
        let others = n.saturating_sub(1);
        match count {
            1 => [n, 0, 0, 0, 0],
            2 => [choose(n, 2), pairs, 0, 0, 0],
            3 => [choose(n, 3), pairs * others, 0, triples, 0],
            _ => [choose(n, 4), pairs * choose(others, 2), choose(pairs, 2), triples * others, fours],
        }
    }

    /// The number of choices of `count` cards.
    #[inline]
    pub(crate) fn count(&self, count: u32) -> u32 {
        self.patterns(count).iter().sum()
    }

    /// The number of ways to choose two pairs.
    pub(crate) fn count_pairings(&self) -> u32 {
        let [different, pair, pairs, triple, four] = self.patterns(4);
        3 * different + 2 * pair + 2 * pairs + triple + four
    }

    /// A choice of `count` cards at random, every choice equally likely.
    #[inline]
    pub(crate) fn draw(&self, count: u32, lot: &mut Lot) -> Cards {
        let rank = lot.below(self.count(count));
        self.draw_ranked(count, rank, lot)
    }

    /// The same with the first lot already drawn: a number below [`Choices::count`], which picks the
    /// pattern.
    #[inline]
    pub(crate) fn draw_ranked(&self, count: u32, mut rank: u32, lot: &mut Lot) -> Cards {
        let patterns = self.patterns(count);
        let mut pattern = 0;
        while rank >= patterns[pattern] {
            rank -= patterns[pattern];
            pattern += 1;
        }
        let [mut singles, mut pairs, mut triples, mut fours] = self.suits;
        match pattern {
            0 => singles.draw(count, lot),
            1 => {
                let pair = pairs.draw(1, lot);
                pair + pair + (singles - pair).draw(count - 2, lot)
            }
            2 => {
                let two = pairs.draw(2, lot);
                two + two
            }
            3 => {
                let triple = triples.draw(1, lot);
                triple + triple + triple + (singles - triple).draw(count - 3, lot)
            }
            _ => {
                let four = fours.draw(1, lot);
                four + four + four + four
            }
        }
    }
}

#[cfg(test)]
mod tests;
