//! What lies on the table and which plays beat it: the rules of one round. Knows hands and plays, not
//! whose they are.
//!
//! Two sets of plays are offered. The *full* set is everything the official server accepts. The
//! *canonical* set leaves out plays in which the joker stands for a card the hand holds itself: they
//! declare the same and differ only in giving the joker away for less.

use crate::cards::Cards;
use crate::moves::{Kind, Move, span};

/// The table of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Field {
    /// The play to beat; a pass if the table is empty.
    pub top: Move,
    /// Whether the suits are locked.
    pub locked: bool,
    /// Whether a revolution has turned the order of the ranks round.
    pub reversed: bool,
}

/// For every set of rows a hand has of a rank: the sets of two or more rows that it can declare, one
/// bit each, without (0) and with (1) the joker standing in for a row it does not have.
const DECLARED: [[u16; 16]; 2] = {
    let mut table = [[0; 16]; 2];
    let mut held = 1;
    while held < 16 {
        let mut declared = 1u32;
        while declared < 16 {
            let missing = (declared & !(held as u32)).count_ones();
            if declared.count_ones() >= 2 && missing < 2 {
                table[missing as usize][held] |= 1 << declared;
            }
            declared += 1;
        }
        held += 1;
    }
    table
};

/// The sets of so many rows, one bit each.
const OF_SIZE: [u16; 5] = {
    let mut table = [0; 5];
    let mut set = 0u32;
    while set < 16 {
        table[set.count_ones() as usize] |= 1 << set;
        set += 1;
    }
    table
};

/// The most cards a sequence can have.
const LONGEST: u32 = 15;

impl Field {
    /// Whether nothing lies on the table.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.top.is_pass()
    }

    /// Appends the canonical plays of a hand, passing left out.
    #[inline]
    pub fn canonical(&self, hand: Cards, out: &mut Vec<Move>) {
        self.list::<false>(hand, out);
    }

    /// Appends the full plays of a hand, passing left out.
    pub fn full(&self, hand: Cards, out: &mut Vec<Move>) {
        self.list::<true>(hand, out);
    }

    /// Whether a hand may play this, or pass. Takes any play of the full set.
    pub fn allows(&self, hand: Cards, mv: Move) -> bool {
        match mv.kind() {
            Kind::Pass => true,
            Kind::Give | Kind::GiveUnseen => false,
            Kind::Single | Kind::Group | Kind::Sequence => {
                mv.is_well_formed() && hand.contains(mv.cards()) && self.is_beaten_by(mv)
            }
        }
    }

    /// Whether a play beats what lies on the table.
    pub fn is_beaten_by(&self, mv: Move) -> bool {
        let top = self.top;
        if top.is_pass() {
            return true;
        }
        if top.is_joker() {
            return mv == Move::SPADE_3;
        }
        if mv.is_joker() {
            return top.kind() == Kind::Single;
        }
        if mv.kind() != top.kind() || mv.len() != top.len() || (self.locked && mv.suits() != top.suits()) {
            return false;
        }
        // A sequence has to lie entirely beyond the other; singles and groups span one column.
        let reach = if mv.kind() == Kind::Sequence { mv.len() } else { 1 };
        if self.reversed { mv.column() + reach <= top.column() } else { top.column() + reach <= mv.column() }
    }

    /// Lays a play on the table; says whether it ends the round at once.
    #[inline]
    pub(crate) fn lay(&mut self, mv: Move) -> bool {
        let cuts = mv.cuts() || self.top.is_joker();
        // A joker alone has no suits, and takes the lock away.
        self.locked = !mv.is_joker() && (self.locked || mv.suits() == self.top.suits());
        self.reversed ^= mv.revolts();
        self.top = mv;
        cuts
    }

    /// Takes everything off the table; the order of the ranks stays.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.top = Move::PASS;
        self.locked = false;
    }

    /// Whether somebody who could use all of `cards` had an answer to what lies on the table.
    #[inline]
    pub(crate) fn is_answerable(&self, cards: Cards) -> bool {
        let top = self.top;
        match top.kind() {
            Kind::Single => {
                let (naturals, joker) = self.singles(cards);
                joker || !naturals.is_empty()
            }
            Kind::Group => {
                let count = top.len();
                if count >= 5 {
                    return false;
                }
                let need = count - u32::from(cards.meets(Cards::JOKER));
                rich_ranks(cards & self.stronger(), need) != 0
            }
            Kind::Sequence => {
                let (low, count) = (top.column(), top.len());
                let starts = if self.reversed {
                    if low < count {
                        return false;
                    }
                    Cards::CELLS.below(4 * (low - count + 1))
                } else {
                    if low + 2 * count > LONGEST {
                        return false;
                    }
                    Cards::CELLS.without(Cards::CELLS.below(4 * (low + count)))
                };
                let rows = if self.locked { top.suits() } else { 0xF };
                has_sequence(cards, starts & Cards::rows(rows), count)
            }
            Kind::Pass | Kind::Give | Kind::GiveUnseen => !cards.is_empty(),
        }
    }

    /// The natural cards that beat a single, joker and spade 3 apart.
    #[inline]
    pub(crate) fn stronger(&self) -> Cards {
        let column = self.top.column();
        let ranks = if self.reversed {
            Cards::NATURAL.below(4 * column)
        } else {
            Cards::NATURAL.without(Cards((1 << (4 * column + 4)) - 1))
        };
        if self.locked { ranks & Cards::rows(self.top.suits() & 0xF) } else { ranks }
    }

    /// The natural singles that may be played, and whether the joker may be played alone.
    #[inline]
    pub(crate) fn singles(&self, hand: Cards) -> (Cards, bool) {
        if self.top.is_pass() {
            return (hand & Cards::NATURAL, hand.meets(Cards::JOKER));
        }
        if self.top.kind() != Kind::Single {
            return (Cards::NONE, false);
        }
        if self.top.is_joker() {
            return (hand & Cards::SPADE_3, false);
        }
        (hand & self.stronger(), hand.meets(Cards::JOKER))
    }

    #[inline]
    fn list<const FULL: bool>(&self, hand: Cards, out: &mut Vec<Move>) {
        let (naturals, joker) = self.singles(hand);
        out.extend(naturals.iter().map(Move::single));
        if joker {
            out.push(Move::JOKER);
        }
        let top = self.top;
        match top.kind() {
            Kind::Single => {}
            Kind::Group => {
                // Nothing follows five: the joker is gone.
                if top.len() < 5 {
                    let sets = if self.locked { 1 << top.suits() } else { OF_SIZE[top.len() as usize] };
                    // Rows stand for each other with a joker, so a lock must not narrow the ranks.
                    let ranks = Field { locked: false, ..*self }.stronger();
                    groups::<FULL>(hand, ranks, sets, top.len() - 1, out);
                }
            }
            Kind::Sequence => {
                let (low, count) = (top.column(), top.len());
                let starts = if self.reversed {
                    if low < count {
                        return;
                    }
                    Cards::CELLS.below(4 * (low - count + 1))
                } else {
                    if low + 2 * count > LONGEST {
                        return;
                    }
                    Cards::CELLS.without(Cards::CELLS.below(4 * (low + count)))
                };
                let rows = if self.locked { top.suits() } else { 0xF };
                sequences::<FULL>(hand, starts & Cards::rows(rows), count..=count, out);
            }
            Kind::Pass | Kind::Give | Kind::GiveUnseen => {
                groups::<FULL>(hand, Cards::NATURAL, u16::MAX, 1, out);
                if hand.meets(Cards::JOKER) {
                    let whole = (1..14).map(Cards::column).filter(|&rank| hand.contains(rank));
                    out.extend(whole.map(Move::five));
                }
                sequences::<FULL>(hand, Cards::CELLS, 3..=LONGEST, out);
            }
        }
    }
}

/// Groups whose declared rows are in `sets`, which takes at least `least` natural cards beside a joker.
#[inline]
fn groups<const FULL: bool>(hand: Cards, ranks: Cards, sets: u16, least: u32, out: &mut Vec<Move>) {
    let has_joker = hand.meets(Cards::JOKER);
    let mut left = rich_ranks(hand & ranks, if has_joker { least } else { least + 1 });
    while left != 0 {
        let column = left.trailing_zeros() / 4;
        left &= left - 1;
        let held = hand.rows_of(column);
        let plain = DECLARED[0][held as usize] & sets;
        let mut declared = plain;
        while declared != 0 {
            let rows = declared.trailing_zeros();
            declared &= declared - 1;
            let cells = Cards(u64::from(rows) << (4 * column));
            out.push(Move::group(cells));
            if FULL && has_joker {
                out.extend(cells.iter().map(|cell| Move::group(cells.without(cell)).with_joker_at(cell)));
            }
        }
        if has_joker {
            let mut declared = DECLARED[1][held as usize] & sets;
            while declared != 0 {
                let rows = declared.trailing_zeros();
                declared &= declared - 1;
                let natural = Cards(u64::from(rows & held) << (4 * column));
                let cell = Cards(u64::from(rows & !held) << (4 * column));
                out.push(Move::group(natural).with_joker_at(cell));
            }
        }
    }
}

/// The lowest row of every column that has at least so many (1 to 4) of `cards`.
#[inline]
fn rich_ranks(cards: Cards, least: u32) -> u64 {
    let cards = cards.0 & Cards::NATURAL.0;
    let pairs = cards - ((cards >> 1) & 0x5555_5555_5555_5555);
    let counts = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    // Adding this carries a column with enough into its top bit, and none into the next.
    let enough = counts + u64::from(8 - least) * crate::cards::FIRST_ROW;
    (enough >> 3) & crate::cards::FIRST_ROW
}

/// Whether a sequence of so many cells begins in one of `starts`.
#[inline]
fn has_sequence(cards: Cards, starts: Cards, count: u32) -> bool {
    let held = (cards & Cards::NATURAL).0;
    let has_joker = cards.meets(Cards::JOKER);
    let (mut all, mut gap) = (held, if has_joker { Cards::CELLS.0 & !held } else { 0 });
    for step in 1..count {
        let missing = (Cards::CELLS.0 & !held) >> (4 * step);
        gap = gap & (held >> (4 * step)) | if has_joker { all & missing } else { 0 };
        all &= held >> (4 * step);
    }
    (all | gap) & starts.0 != 0
}

/// Sequences that begin in one of `starts`. All suits are looked at side by side: `all` marks where so
/// many held cards begin, `gap` where exactly one of so many cells is missing.
#[inline]
fn sequences<const FULL: bool>(
    hand: Cards,
    starts: Cards,
    counts: std::ops::RangeInclusive<u32>,
    out: &mut Vec<Move>,
) {
    let held = (hand & Cards::NATURAL).0;
    let has_joker = hand.meets(Cards::JOKER);
    let (mut all, mut gap) = (held, if has_joker { Cards::CELLS.0 & !held } else { 0 });
    for count in 2..=*counts.end() {
        let shift = 4 * (count - 1);
        let missing = (Cards::CELLS.0 & !held) >> shift;
        gap = gap & (held >> shift) | if has_joker { all & missing } else { 0 };
        all &= held >> shift;
        if all | gap == 0 {
            return;
        }
        if count < *counts.start() {
            continue;
        }
        for start in (Cards(all) & starts).iter() {
            let cells = span(start.lowest(), count);
            out.push(Move::sequence(cells));
            if FULL && has_joker {
                out.extend(cells.iter().map(|cell| Move::sequence(cells.without(cell)).with_joker_at(cell)));
            }
        }
        for start in (Cards(gap) & starts).iter() {
            let cells = span(start.lowest(), count);
            let natural = cells & Cards(held);
            out.push(Move::sequence(natural).with_joker_at(cells.without(natural)));
        }
    }
}
