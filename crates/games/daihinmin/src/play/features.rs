//! Features by which policies tell plays apart. Knows the hand, the table and the cards that are out, as the seat to
//! move does; nothing of the weights of features.
//!
//! Every feature is either there or not, so that a play's chance is a product of factors and a playout
//! needs no exponential.

use crate::Daihinmin;
use crate::cards::Cards;
use crate::field::Field;
use crate::moves::{Kind, Move};
use crate::play::mate::SeatKnowledge;
use karuta_playable::weights::{self, Blocks};

/// Groups of features: name, rows, columns. Within a group exactly one feature, or none, is there.
pub const BLOCKS: &Blocks = &[
    // By size and kind, then strength.
    ("lead", 8, 13),
    ("follow", 8, 13),
    // Steps above the cards on the table.
    ("over", 1, 8),
    // Cards left after it: leading, following.
    ("left", 2, 12),
    // Held of the rank, used of it: leading, following.
    ("split", 8, 4),
    // Takes a card out of a sequence: leading, following.
    ("breaks", 2, 1),
    // Nobody can answer: leading, following.
    ("holds", 2, 8),
    // Ends the round by an eight, by cards left: leading, following.
    ("cuts", 2, 3),
    // The joker stands for a card: in a group, in a sequence.
    ("joker", 1, 2),
    // Locks the suits: answerable, not answerable.
    ("locks", 1, 2),
    // Turns the order, by how strong the rest of the hand is.
    ("revolts", 1, 4),
    // Leads the weakest card.
    ("weakest", 1, 1),
    // Leads so many cards while somebody holds so few.
    ("danger", 3, 3),
    // Goes over its own play.
    ("own", 1, 1),
    // Passes: what lies there, and how strong it is.
    ("pass", 8, 13),
    // Passes with so many cards.
    ("pass-left", 1, 12),
    // Passes while so many others may still answer.
    ("pass-rivals", 1, 5),
    // Passes while somebody holds so few.
    ("pass-fewest", 1, 5),
    // Passes though it had so many plays.
    ("pass-choices", 1, 5),
    // Passes with its own play on the table.
    ("pass-own", 1, 1),
    // Passes though it could not be answered, or could end the round with an eight.
    ("pass-chance", 1, 3),
];

/// The number of features.
pub const COUNT: usize = weights::count(BLOCKS);

const fn start(name: &str) -> usize {
    weights::start(BLOCKS, name)
}

const LEAD: usize = start("lead");
const FOLLOW: usize = start("follow");
const OVER: usize = start("over");
const LEFT: usize = start("left");
const SPLIT: usize = start("split");
const BREAKS: usize = start("breaks");
const HOLDS: usize = start("holds");
const CUTS: usize = start("cuts");
const JOKER: usize = start("joker");
const LOCKS: usize = start("locks");
const REVOLTS: usize = start("revolts");
const WEAKEST: usize = start("weakest");
const DANGER: usize = start("danger");
const OWN: usize = start("own");
const PASS: usize = start("pass");
const PASS_LEFT: usize = start("pass-left");
const PASS_RIVALS: usize = start("pass-rivals");
const PASS_FEWEST: usize = start("pass-fewest");
const PASS_CHOICES: usize = start("pass-choices");
const PASS_OWN: usize = start("pass-own");
const PASS_CHANCE: usize = start("pass-chance");

/// The features that all plays of a position share.
#[derive(Clone, Copy, Debug)]
pub struct PositionFeatures {
    known: SeatKnowledge,
    /// Cards of the hand that are part of a sequence of three.
    in_runs: Cards,
    weakest: Cards,
    /// The fewest cards somebody else holds.
    fewest: u32,
    /// The number of others that may still answer in this round.
    rivals: u32,
    /// True if the play on the table is the seat's own.
    own: bool,
}

/// Plays that a seat gives up by passing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offers {
    /// The number of plays.
    count: usize,
    /// True if one of them cannot be answered.
    holds: bool,
    /// True if one of them is an eight.
    cuts: bool,
}

impl PositionFeatures {
    /// Features of what the seat to move sees, while cards are played.
    #[inline]
    pub fn of(state: &Daihinmin) -> PositionFeatures {
        PositionFeatures::with(SeatKnowledge::of(state), state)
    }

    /// The same with a seat's knowledge from elsewhere; of the state only the public part is read.
    #[inline]
    pub(crate) fn with(known: SeatKnowledge, state: &Daihinmin) -> PositionFeatures {
        let me = usize::from(state.turn);
        let natural = (known.hand & Cards::NATURAL).0;
        let three = natural & natural >> 4 & natural >> 8;
        let ranks = Cards(natural);
        let weakest = match (ranks.is_empty(), state.field.reversed) {
            (true, _) => Cards::NONE,
            (false, false) => Cards::column(ranks.lowest() / 4),
            (false, true) => Cards::column(ranks.highest() / 4),
        };
        PositionFeatures {
            known,
            in_runs: Cards(three | three << 4 | three << 8),
            weakest,
            fewest: known.fewest,
            rivals: (state.active & !state.passed & !(1 << me)).count_ones(),
            own: !state.field.is_empty() && usize::from(state.last) == me,
        }
    }

    /// Calls `take` with every feature of a play, which is noted in `offers`; says whether nobody can answer it.
    #[inline]
    pub fn play(&self, mv: Move, offers: &mut Offers, mut take: impl FnMut(usize)) -> bool {
        let SeatKnowledge { hand, field, .. } = self.known;
        let follows = usize::from(!field.is_empty());
        let (class, strength) = (class(mv), strength(mv, field.reversed));
        take(if follows == 0 { LEAD } else { FOLLOW } + class * 13 + strength);
        let left = hand.len() - mv.len();
        take(LEFT + follows * 12 + (left as usize).min(11));
        let holds = self.known.holds(mv);
        offers.count += 1;
        offers.holds |= holds;
        offers.cuts |= mv.cuts();
        if holds {
            take(HOLDS + follows * 8 + class);
        }
        let natural = mv.natural();
        if mv.kind() != Kind::Sequence {
            if !natural.is_empty() {
                let held = hand.rows_of(natural.lowest() / 4).count_ones() as usize;
                take(SPLIT + (follows * 4 + held - 1) * 4 + natural.len() as usize - 1);
            }
            if natural.meets(self.in_runs) {
                take(BREAKS + follows);
            }
            if mv.uses_joker() && mv.kind() == Kind::Group {
                take(JOKER);
            }
        } else if mv.uses_joker() {
            take(JOKER + 1);
        }
        if mv.cuts() {
            take(CUTS + follows * 3 + bucket(left));
        }
        if mv.revolts() {
            take(REVOLTS + self.rest(mv));
        }
        if follows == 0 {
            if natural.meets(self.weakest) {
                take(WEAKEST);
            }
            if self.fewest <= 3 {
                take(DANGER + (self.fewest as usize - 1) * 3 + (mv.len() as usize).min(3) - 1);
            }
            return holds;
        }
        let gap = strength.saturating_sub(self::strength(field.top, field.reversed));
        take(OVER + gap.min(7));
        if !field.locked && !mv.is_joker() && mv.suits() == field.top.suits() {
            take(LOCKS + usize::from(holds));
        }
        if self.own {
            take(OWN);
        }
        holds
    }

    /// Calls `take` with every feature of passing though there are these offers.
    #[inline]
    pub fn pass(&self, offers: &Offers, mut take: impl FnMut(usize)) {
        let SeatKnowledge { hand, field, .. } = self.known;
        take(PASS + class(field.top) * 13 + strength(field.top, field.reversed));
        take(PASS_LEFT + (hand.len() as usize).min(11));
        take(PASS_RIVALS + self.rivals as usize);
        take(PASS_FEWEST + (self.fewest as usize).min(5) - 1);
        take(PASS_CHOICES + offers.count.clamp(1, 5) - 1);
        if self.own {
            take(PASS_OWN);
        }
        if offers.holds || offers.cuts {
            take(PASS_CHANCE + usize::from(offers.cuts) + usize::from(offers.holds) - 1);
        }
    }

    /// Strength of the hand in the order after a play that reverses it, 0 to 3.
    fn rest(&self, mv: Move) -> usize {
        let rest = (self.known.hand & Cards::NATURAL).without(mv.cards());
        if rest.is_empty() {
            return 3;
        }
        let reversed = !self.known.field.reversed;
        let sum: u32 = rest.iter().map(|card| card_strength(card, reversed)).sum();
        (4 * sum / (13 * rest.len())).min(3) as usize
    }
}

#[inline]
fn bucket(left: u32) -> usize {
    match left {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

/// Kinds and sizes: single, joker alone, pair, three, four or five of a rank, sequences of three, four
/// and more. An empty table counts as a single.
#[inline]
pub(crate) fn class(mv: Move) -> usize {
    match mv.kind() {
        Kind::Single if mv.is_joker() => 1,
        Kind::Group => mv.len().min(4) as usize,
        Kind::Sequence => mv.len().min(5) as usize + 2,
        Kind::Pass | Kind::Single | Kind::Give | Kind::GiveUnseen => 0,
    }
}

#[inline]
fn card_strength(card: Cards, reversed: bool) -> u32 {
    let column = (card.lowest() / 4).clamp(1, 13);
    if reversed { 13 - column } else { column - 1 }
}

/// The strength of the weakest card, 0 to 12 in the order of the moment.
#[inline]
pub(crate) fn strength(mv: Move, reversed: bool) -> usize {
    let cells = mv.cells();
    if cells.is_empty() {
        return if mv.is_joker() { 12 } else { 0 };
    }
    let end = if reversed { cells.highest() } else { cells.lowest() };
    card_strength(Cards::bit(end), reversed) as usize
}

/// The plays among which a policy chooses: finishing ones alone if there are any, and on an empty table
/// no pass. Says whether passing is one of the choices.
#[inline]
pub fn choices(hand: Cards, field: &Field, out: &mut Vec<Move>) -> bool {
    out.clear();
    field.canonical(hand, out);
    if let Some(&last) = out.iter().find(|mv| mv.cards() == hand) {
        out.clear();
        out.push(last);
        return false;
    }
    !field.is_empty()
}

#[cfg(test)]
mod tests;
