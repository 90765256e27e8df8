//! The plays a hand has, without their suits. Fast: playouts ask at every step.
//!
//! `subsets` finds the same by trying all sets of cards, and the tests compare the two.

use crate::cards::{ACE, Cards};
use crate::combos::{Combo, Kind};
use crate::moves::Move;
use crate::rules::{Phoenix, Quirks, Rules};

/// Bits of the suited ranks.
const SUITED_RANKS: u16 = 0x7FFC;

/// A hand with what its plays are found by.
struct Finder<'a> {
    hand: Cards,
    ranks: u16,
    has_phoenix: bool,
    rules: &'a Rules,
    out: &'a mut Vec<Move>,
}

/// Appends every combination that can be led.
pub fn leads(hand: Cards, rules: &Rules, out: &mut Vec<Move>) {
    let mut finder = Finder::new(hand, rules, out);
    finder.singles(0);
    let [twos, threes, fours] = hand.multiples();
    if twos != 0 || finder.has_phoenix {
        finder.pairs(twos, 0);
        finder.triples(twos, threes, 0);
        finder.stairs(twos, None);
        finder.full_houses(twos, threes, 0);
    }
    finder.straights(None);
    finder.fours(fours, 0);
    finder.flushes(None);
}

/// Appends every combination that beats `table`.
pub fn answers(hand: Cards, table: Combo, rules: &Rules, out: &mut Vec<Move>) {
    let mut finder = Finder::new(hand, rules, out);
    match table.kind {
        Kind::Single => finder.singles(table.height),
        Kind::Pair => finder.pairs(hand.multiples()[0], table.height),
        Kind::Triple => {
            let [twos, threes, _] = hand.multiples();
            finder.triples(twos, threes, table.height);
        }
        Kind::Stairs => finder.stairs(hand.multiples()[0], Some(table)),
        Kind::FullHouse if rules.quirks.has(Quirks::FULL_HOUSE) => {}
        Kind::FullHouse => {
            let [twos, threes, _] = hand.multiples();
            finder.full_houses(twos, threes, table.height);
        }
        Kind::Straight => finder.straights(Some(table)),
        Kind::Four | Kind::Flush => {}
    }
    bombs(hand, table, rules, out);
}

/// Appends every bomb that beats `table`.
#[inline]
pub fn bombs(hand: Cards, table: Combo, rules: &Rules, out: &mut Vec<Move>) {
    let (fours, starts) = (hand.fours(), hand.flush_starts(5));
    if fours == 0 && starts.is_empty() {
        return;
    }
    let mut finder = Finder::new(hand, rules, out);
    match table.kind {
        Kind::Flush => finder.flushes(Some(table)),
        Kind::Four => {
            finder.fours(fours, table.height);
            if !rules.quirks.has(Quirks::FLUSH_ON_FOUR) {
                finder.flushes(None);
            }
        }
        Kind::Single | Kind::Pair | Kind::Triple | Kind::Stairs | Kind::FullHouse | Kind::Straight => {
            finder.fours(fours, 0);
            finder.flushes(None);
        }
    }
}

/// True if the hand has a bomb that beats `table`.
#[inline]
pub fn has_bomb_on(hand: Cards, table: Combo, rules: &Rules) -> bool {
    let fours = hand.fours();
    match table.kind {
        Kind::Flush => {
            let longer =
                !rules.quirks.has(Quirks::FLUSH_LENGTH) && !hand.flush_starts(table.len + 1).is_empty();
            // The lowest card of a run of this length with a higher top.
            let above = table.height + 2 - table.len;
            longer || !hand.flush_starts(table.len).between(above, ACE).is_empty()
        }
        Kind::Four => {
            above(fours, table.height) != 0
                || (!rules.quirks.has(Quirks::FLUSH_ON_FOUR) && !hand.flush_starts(5).is_empty())
        }
        Kind::Single | Kind::Pair | Kind::Triple | Kind::Stairs | Kind::FullHouse | Kind::Straight => {
            fours != 0 || !hand.flush_starts(5).is_empty()
        }
    }
}

/// The ranks above `rank`.
#[inline]
fn above(ranks: u16, rank: u8) -> u16 {
    ranks & (!1u32 << rank) as u16
}

/// The ranks in a mask from the lowest.
#[inline]
fn each(mut ranks: u16, mut act: impl FnMut(u8)) {
    while ranks != 0 {
        act(ranks.trailing_zeros() as u8);
        ranks &= ranks - 1;
    }
}

impl<'a> Finder<'a> {
    #[inline]
    fn new(hand: Cards, rules: &'a Rules, out: &'a mut Vec<Move>) -> Finder<'a> {
        Finder { hand, ranks: hand.ranks(), has_phoenix: hand.contains(Cards::PHOENIX), rules, out }
    }

    /// Singles above a height, which is twice the rank; 0 for a lead.
    #[inline]
    fn singles(&mut self, height: u8) {
        if height == 0 && self.hand.contains(Cards::DOG) {
            self.out.push(Move::DOG);
        }
        let out = &mut *self.out;
        each(above(self.ranks, height / 2), |rank| out.push(Move::same(Kind::Single, rank)));
        let is_stopped =
            height == Combo::DRAGON || (height > 2 && self.rules.quirks.has(Quirks::LOW_PHOENIX));
        if self.has_phoenix && !is_stopped {
            self.out.push(Move::PHOENIX);
        }
        if self.hand.contains(Cards::DRAGON) && height < Combo::DRAGON {
            self.out.push(Move::DRAGON);
        }
    }

    #[inline]
    fn pairs(&mut self, twos: u16, height: u8) {
        let out = &mut *self.out;
        each(above(twos, height), |rank| out.push(Move::same(Kind::Pair, rank)));
        if self.has_phoenix {
            each(above(self.ranks & SUITED_RANKS, height), |rank| {
                out.push(Move::same(Kind::Pair, rank).with_phoenix(rank));
            });
        }
    }

    #[inline]
    fn triples(&mut self, twos: u16, threes: u16, height: u8) {
        let out = &mut *self.out;
        each(above(threes, height), |rank| out.push(Move::same(Kind::Triple, rank)));
        if self.has_phoenix {
            each(above(twos, height), |rank| out.push(Move::same(Kind::Triple, rank).with_phoenix(rank)));
        }
    }

    fn full_houses(&mut self, twos: u16, threes: u16, height: u8) {
        let (has_phoenix, singles) = (self.has_phoenix, self.ranks & SUITED_RANKS);
        let keeps_low = self.rules.phoenix == Phoenix::Ask;
        let out = &mut *self.out;
        each(above(threes, height), |triple| {
            each(twos & !(1 << triple), |pair| out.push(Move::full_house(triple, pair)));
            if has_phoenix {
                each(singles & !(1 << triple), |pair| {
                    out.push(Move::full_house(triple, pair).with_phoenix(pair));
                });
            }
        });
        if has_phoenix {
            each(above(twos, height), |triple| {
                // Two pairs and the Phoenix can be read either way.
                let pairs = if keeps_low { twos } else { twos & ((1 << triple) - 1) };
                each(pairs & !(1 << triple), |pair| {
                    out.push(Move::full_house(triple, pair).with_phoenix(triple));
                });
            });
        }
    }

    /// Stairs of any length, or higher ones of the length on the table.
    fn stairs(&mut self, twos: u16, table: Option<Combo>) {
        let singles = self.ranks & SUITED_RANKS;
        let (shortest, longest, lowest) = match table {
            Some(top) => (top.len, top.len, top.height + 2 - top.len),
            None => (2, 7, 2),
        };
        let usable = if self.has_phoenix { singles } else { twos };
        each(usable & (!0u16 << lowest), |low| {
            // The one rank that has a single card, once the run has met it.
            let mut gap = 0;
            for top in low..=ACE.min(low + longest - 1) {
                if twos & 1 << top == 0 {
                    if gap != 0 || usable & 1 << top == 0 {
                        return;
                    }
                    gap = top;
                }
                let len = top + 1 - low;
                if len < shortest {
                    continue;
                }
                let run = Move::run(Kind::Stairs, top, len);
                if gap != 0 {
                    self.out.push(run.with_phoenix(gap));
                    continue;
                }
                self.out.push(run);
                if self.has_phoenix {
                    (low..=top).for_each(|rank| self.out.push(run.with_phoenix(rank)));
                }
            }
        });
    }

    /// Straights of any length, or higher ones of the length on the table.
    fn straights(&mut self, table: Option<Combo>) {
        if (self.ranks.count_ones() + u32::from(self.has_phoenix)) < 5 {
            return;
        }
        let (shortest, longest, lowest) = match table {
            Some(top) => (top.len, top.len, top.height + 2 - top.len),
            None => (5, 14, 1),
        };
        let flushes = self.hand.in_flushes();
        for low in lowest..=(ACE + 1 - shortest) {
            let mut gap = 0;
            for top in low..=ACE.min(low + longest - 1) {
                if self.ranks & 1 << top == 0 {
                    // The Phoenix is not the Mah Jong.
                    if gap != 0 || !self.has_phoenix || top == 1 {
                        break;
                    }
                    gap = top;
                }
                let len = top + 1 - low;
                if len < shortest {
                    continue;
                }
                if gap != 0 {
                    self.straight(low, top, gap);
                    continue;
                }
                if self.is_plain(low, top, flushes) {
                    self.straight(low, top, 0);
                }
                if self.has_phoenix {
                    (low.max(2)..=top).for_each(|rank| self.straight(low, top, rank));
                }
            }
        }
    }

    /// True if the ranks have a straight that is no bomb.
    #[inline]
    fn is_plain(&self, low: u8, top: u8, flushes: Cards) -> bool {
        if flushes.is_empty() || self.rules.quirks.has(Quirks::SUITED) {
            return true;
        }
        let cards = self.hand.between(low, top);
        let len = top + 1 - low;
        cards.len() > u32::from(len) || cards.flush_starts(len).is_empty()
    }

    #[inline]
    fn straight(&mut self, low: u8, top: u8, phoenix: u8) {
        let straight = Move::run(Kind::Straight, top, top + 1 - low).with_phoenix(phoenix);
        if phoenix == low && top < ACE && self.rules.phoenix == Phoenix::High {
            return;
        }
        if self.rules.quirks.has(Quirks::TEN) && low == 10 && phoenix == 10 && self.ranks & 1 << 10 == 0 {
            return;
        }
        if !self.rules.quirks.has(Quirks::STARTS) || phoenix == low || low == 1 {
            self.out.push(straight);
            return;
        }
        let suits = self.hand.of_rank(low);
        (0..4).filter(|suit| suits & 1 << suit != 0).for_each(|suit| self.out.push(straight.in_suit(suit)));
    }

    #[inline]
    fn fours(&mut self, fours: u16, height: u8) {
        let out = &mut *self.out;
        each(above(fours, height), |rank| out.push(Move::same(Kind::Four, rank)));
    }

    /// Straight flushes of any length, or those that beat the one on the table.
    fn flushes(&mut self, table: Option<Combo>) {
        for start in self.hand.flush_starts(5).iter() {
            let (low, suit) = (start / 4, start % 4);
            let mut top = low;
            while top <= ACE && self.hand.contains(Cards::one(4 * top + suit)) {
                let combo = Combo::new(Kind::Flush, top + 1 - low, top);
                if combo.len >= 5 && table.is_none_or(|table| combo.beats(table, self.rules)) {
                    self.out.push(Move::run(Kind::Flush, top, combo.len).in_suit(suit));
                }
                top += 1;
            }
        }
    }
}
