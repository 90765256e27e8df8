//! The table of a round: the play to beat, the lock, the order of ranks, and which plays beat it. Knows
//! hands and plays, not whose they are.

use crate::cards::Cards;
use crate::moves::{Kind, Move};

/// The table of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Field {
    /// The play to beat; a pass if the table is empty.
    pub top: Move,
    /// True if the suits are locked.
    pub locked: bool,
    /// True if a revolution has turned the order of the ranks round.
    pub reversed: bool,
}

/// The most cards a sequence can have.
pub(crate) const LONGEST: u32 = 15;

impl Field {
    /// True if nothing lies on the table.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.top.is_pass()
    }

    /// True if a hand may play this, or pass. Takes any play of the full set.
    pub fn allows(&self, hand: Cards, mv: Move) -> bool {
        match mv.kind() {
            Kind::Pass => true,
            Kind::Give | Kind::GiveUnseen => false,
            Kind::Single | Kind::Group | Kind::Sequence => {
                mv.is_well_formed() && hand.contains(mv.cards()) && self.is_beaten_by(mv)
            }
        }
    }

    /// True if a play beats what lies on the table.
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

    /// True if somebody who could use all of `cards` had an answer to what lies on the table.
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
}

/// The lowest row of every column that has at least so many (1 to 4) of `cards`.
#[inline]
pub(crate) fn rich_ranks(cards: Cards, least: u32) -> u64 {
    let cards = cards.0 & Cards::NATURAL.0;
    let pairs = cards - ((cards >> 1) & 0x5555_5555_5555_5555);
    let counts = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    // Adding this carries a column with enough into its top bit, and none into the next.
    let enough = counts + u64::from(8 - least) * crate::cards::FIRST_ROW;
    (enough >> 3) & crate::cards::FIRST_ROW
}

/// True if a sequence of so many cells begins in one of `starts`.
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
