//! The legal moves of a position: plays that beat the table, the pass, and gifts in the exchange.
//!
//! Two sets of plays are offered. The *full* set is everything the official server accepts. The
//! *canonical* set leaves out plays in which the joker stands for a card the hand holds itself: they
//! declare the same and differ only in giving the joker away for less.

use karuta_engine::{Game as _, Rng};

use crate::cards::Cards;
use crate::deal::TRIBUTE;
use crate::field::{Field, LONGEST, rich_ranks};
use crate::moves::{Kind, Move, span};
use crate::state::{Daihinmin, Phase};

impl Daihinmin {
    /// Appends the legal moves with canonical plays.
    #[inline]
    pub(crate) fn list_moves(&self, out: &mut Vec<Move>) {
        let hand = self.hands[usize::from(self.turn)];
        match self.phase {
            Phase::Play => {
                self.field.canonical(hand, out);
                out.push(Move::PASS);
            }
            Phase::DaifugoGives => Self::gift_moves(hand, TRIBUTE[0], out),
            Phase::FugoGives => Self::gift_moves(hand, TRIBUTE[1], out),
            Phase::Over => {}
        }
    }

    /// Appends every legal move with every play the official server accepts; see the top of this file.
    pub fn full_moves(&self, out: &mut Vec<Move>) {
        match self.phase {
            Phase::Play => {
                self.field.full(self.hands[usize::from(self.turn)], out);
                out.push(Move::PASS);
            }
            Phase::DaifugoGives | Phase::FugoGives | Phase::Over => self.moves(out),
        }
    }

    /// True if a move, of the full set or not, may be made now. What is allowed can be applied.
    pub fn allows(&self, mv: Move) -> bool {
        let hand = self.hands[usize::from(self.turn)];
        match self.gift_size() {
            Some(size) => mv.kind() == Kind::Give && mv.len() == size && hand.contains(mv.cards()),
            None => self.phase == Phase::Play && self.field.allows(hand, mv),
        }
    }

    /// The gift that the official server makes for a seat whose choice in the exchange is not valid: the strongest
    /// cards. `None` outside the exchange.
    pub fn forced_gift(&self) -> Option<Move> {
        self.gift_size().map(|size| Move::give(self.hands[usize::from(self.turn)].strongest(size)))
    }

    /// The number of cards that the seat to move has to give; `None` outside the exchange.
    pub fn gift_size(&self) -> Option<u32> {
        match self.phase {
            Phase::DaifugoGives => Some(TRIBUTE[0]),
            Phase::FugoGives => Some(TRIBUTE[1]),
            Phase::Play | Phase::Over => None,
        }
    }

    /// Every choice of one or two cards.
    pub(crate) fn gift_moves(hand: Cards, size: u32, out: &mut Vec<Move>) {
        for card in hand.iter() {
            if size == 1 {
                out.push(Move::give(card));
            } else {
                let lower = hand.below(card.lowest());
                out.extend(lower.iter().map(|other| Move::give(card | other)));
            }
        }
    }

    /// A random move that answers a single card, without listing all; nothing in other positions.
    #[inline]
    pub(crate) fn draw_answer(&self, rng: &mut Rng) -> Option<Move> {
        if self.phase != Phase::Play || self.field.top.kind() != Kind::Single {
            return None;
        }
        let (naturals, joker) = self.field.singles(self.hands[usize::from(self.turn)]);
        let plays = naturals.len() + u32::from(joker);
        if plays == 0 {
            return Some(Move::PASS);
        }
        let pick = rng.below(u64::from(plays) + 1) as u32;
        Some(match pick {
            0 => Move::PASS,
            pick if pick <= naturals.len() => Move::single(naturals.nth(pick - 1)),
            _ => Move::JOKER,
        })
    }
}

impl Field {
    /// Appends the canonical plays of a hand, passing left out.
    #[inline]
    pub fn canonical(&self, hand: Cards, out: &mut Vec<Move>) {
        self.list::<false>(hand, out);
    }

    /// Appends the full plays of a hand, passing left out.
    pub fn full(&self, hand: Cards, out: &mut Vec<Move>) {
        self.list::<true>(hand, out);
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
