//! Features of a play: the features by which policies tell plays apart. Knows the hand,
//! the table and which cards are out, as the seat to move does; nothing of the weights of features.
//!
//! Every feature is either there or not, so that a play's chance is a product of factors and a playout
//! needs no exponential.

use crate::cards::{ACE, Cards};
use crate::combos::{Combo, Kind};
use crate::moves::Move;
use crate::rules::Quirks;
use crate::{Call, Tichu};
use karuta_playable::weights::{self, Blocks};

pub mod inputs;

/// Groups of features: name, rows, columns. Within a group at most one feature is there.
pub const BLOCKS: &Blocks = &[
    // By place and type, then rank: Dog 0, Mah Jong 1, Dragon 15, Phoenix alone 16.
    ("play", PLACES * 8, 17),
    // Cards left after it: leading, following.
    ("left", 2, 15),
    // Plays more that the rest of the hand looks like, from four fewer on: leading, following.
    ("rest", 2, 8),
    // Cards used of a rank and held of it, in a run or not: leading, following.
    ("split", 2 * 3 * 2, 4),
    // The Phoenix in a type, by cards left.
    ("phoenix", 8, 4),
    // Cards of a straight, pairs of stairs: leading, following.
    ("length", 4, 15),
    // By place and what the trick counts, then class of strength.
    ("points", PLACES * 5, CLASSES),
    // By place and who has called, then class.
    ("called", PLACES * 5, CLASSES),
    // By place and the fewest cards an opponent holds, then class.
    ("rivals", PLACES * 5, CLASSES),
    // By place and the partner's cards, then class.
    ("partner", PLACES * 6, CLASSES),
    // Nothing unseen is higher (bombs apart), by place and type; the rest is one play or not.
    ("holds", PLACES * 3, 4),
    // Leads by type, low or high, while the next opponent holds so few.
    ("danger", 16, 4),
    // The Dog by one's own cards, then the partner's.
    ("dog", 4, 6),
    // Passes by place and what lies there, then its rank.
    ("pass", PLACES * 8, 17),
    // Passes with so many cards, by place.
    ("pass-left", PLACES, 15),
    // Passes by place and what the trick counts.
    ("pass-points", PLACES, 5),
    // Passes by place and who has called.
    ("pass-called", PLACES, 5),
    // Passes by place and the fewest cards an opponent holds.
    ("pass-rivals", PLACES, 5),
    // Passes by place and the partner's cards.
    ("pass-partner", PLACES, 6),
    // Passes by place though it had a play of this class at the least.
    ("pass-offer", PLACES, CLASSES),
];

/// Leading; after the opponent to the left, the partner, the opponent to the right; over one's own.
const PLACES: usize = 5;

/// Singles to nine, to queen, king, ace, Phoenix, Dragon; the rest low and high; bombs.
const CLASSES: usize = 9;

/// The number of features.
pub const COUNT: usize = weights::count(BLOCKS);

const fn start(name: &str) -> usize {
    weights::start(BLOCKS, name)
}

const PLAY: usize = start("play");
const LEFT: usize = start("left");
const REST: usize = start("rest");
const SPLIT: usize = start("split");
const PHOENIX: usize = start("phoenix");
const LENGTH: usize = start("length");
const POINTS: usize = start("points");
const CALLED: usize = start("called");
const RIVALS: usize = start("rivals");
const PARTNER: usize = start("partner");
const HOLDS: usize = start("holds");
const DANGER: usize = start("danger");
const DOG: usize = start("dog");
const PASS: usize = start("pass");
const PASS_LEFT: usize = start("pass-left");
const PASS_POINTS: usize = start("pass-points");
const PASS_CALLED: usize = start("pass-called");
const PASS_RIVALS: usize = start("pass-rivals");
const PASS_PARTNER: usize = start("pass-partner");
const PASS_OFFER: usize = start("pass-offer");

/// The features that all plays of a position share.
#[derive(Clone, Copy, Debug)]
pub struct PositionFeatures {
    hand: Cards,
    top: Option<Combo>,
    /// Plays the hand looks like.
    plays: usize,
    /// Ranks that are part of five or more in a row.
    runs: u16,
    /// Index of the first feature of a group that goes by place.
    place: usize,
    points: usize,
    called: usize,
    rivals: usize,
    partner: usize,
    /// Cards of the opponent who plays next.
    next: usize,
    /// The highest unseen single, pair and triple; the Dragon is 15.
    highest: [u8; 3],
    starts: bool,
}

/// The lowest class of play that a seat gives up by passing.
#[derive(Clone, Copy, Debug)]
pub struct Offer(usize);

impl Default for Offer {
    fn default() -> Self {
        Offer(CLASSES - 1)
    }
}

impl PositionFeatures {
    /// Features of what the seat to move sees, while cards are played.
    #[inline]
    pub fn of(state: &Tichu) -> PositionFeatures {
        let me = state.seat();
        let hand = state.hands[me];
        let place = match state.top {
            None => 0,
            Some(_) => [4, 1, 2, 3][(me + 4 - usize::from(state.owner)) & 3],
        };
        let others = [(me + 1) & 3, (me + 3) & 3].map(|seat| state.hands[seat].len() as usize);
        let fewest = others.into_iter().filter(|&count| count > 0).min().unwrap_or(14);
        let unseen = state.played.iter().fold(Cards::ALL - hand, |left, &played| left - played);
        PositionFeatures {
            hand,
            top: state.top,
            plays: plays_left(hand),
            runs: runs(hand.ranks()),
            place,
            points: match state.trick {
                ..=0 => 0,
                1..=5 => 1,
                6..=15 => 2,
                16..=25 => 3,
                _ => 4,
            },
            called: called(state, me),
            rivals: few(fewest) - 1,
            partner: few(state.hands[(me + 2) & 3].len() as usize),
            next: others.into_iter().find(|&count| count > 0).unwrap_or(14),
            highest: highest(unseen),
            starts: state.rules.quirks.has(Quirks::STARTS),
        }
    }

    /// Calls `take` with every feature of a play, which is noted in `offer`.
    #[inline]
    pub fn play(&self, mv: Move, kind: Kind, offer: &mut Offer, mut take: impl FnMut(usize)) {
        let follows = usize::from(self.place != 0);
        let class = class(mv, kind);
        offer.0 = offer.0.min(class);
        let rank = if mv == Move::PHOENIX { 16 } else { usize::from(mv.rank()) };
        take(PLAY + (self.place * 8 + kind as usize) * 17 + rank);
        let cards = mv.cards(kind, self.hand, self.starts);
        let rest = self.hand - cards;
        let left = rest.len() as usize;
        take(LEFT + follows * 15 + left.min(14));
        let plays = plays_left(rest);
        take(REST + follows * 8 + (plays + 4).saturating_sub(self.plays).min(7));
        let phoenix = mv.phoenix() != 0;
        if (kind as usize) < 3 && (2..=14).contains(&rank) {
            let held = self.hand.of_rank(rank as u8).count_ones() as usize;
            let in_run = usize::from(self.runs >> rank & 1);
            let used = kind as usize - usize::from(phoenix);
            take(SPLIT + ((follows * 3 + used) * 2 + in_run) * 4 + held - 1);
        }
        if phoenix {
            take(PHOENIX + kind as usize * 4 + few_left(left));
        }
        match kind {
            Kind::Straight => take(LENGTH + follows * 15 + usize::from(mv.length())),
            Kind::Stairs => take(LENGTH + (2 + follows) * 15 + usize::from(mv.length())),
            Kind::Single | Kind::Pair | Kind::Triple | Kind::FullHouse | Kind::Four | Kind::Flush => {}
        }
        take(POINTS + (self.place * 5 + self.points) * CLASSES + class);
        take(CALLED + (self.place * 5 + self.called) * CLASSES + class);
        take(RIVALS + (self.place * 5 + self.rivals) * CLASSES + class);
        take(PARTNER + (self.place * 6 + self.partner) * CLASSES + class);
        if mv == Move::DOG {
            take(DOG + few_left(left) * 6 + self.partner);
            return;
        }
        let holds = usize::from(self.holds(mv, kind));
        let group = (kind as usize).min(2);
        take(HOLDS + (self.place * 3 + group) * 4 + holds * 2 + usize::from(plays <= 1));
        if follows == 0 && self.next <= 4 {
            let high = usize::from(mv.rank() > 10);
            take(DANGER + (kind as usize * 2 + high) * 4 + self.next - 1);
        }
    }

    /// Calls `take` with every feature of passing though there is this offer.
    #[inline]
    pub fn pass(&self, offer: &Offer, mut take: impl FnMut(usize)) {
        let Some(top) = self.top else { return };
        let rank = match top.kind {
            Kind::Single if top.height % 2 == 1 => 16,
            Kind::Single => usize::from(top.height / 2),
            _ => usize::from(top.height),
        };
        take(PASS + (self.place * 8 + top.kind as usize) * 17 + rank);
        take(PASS_LEFT + self.place * 15 + self.hand.len() as usize);
        take(PASS_POINTS + self.place * 5 + self.points);
        take(PASS_CALLED + self.place * 5 + self.called);
        take(PASS_RIVALS + self.place * 5 + self.rivals);
        take(PASS_PARTNER + self.place * 6 + self.partner);
        take(PASS_OFFER + self.place * CLASSES + offer.0);
    }

    /// True if nothing that is unseen can be higher, bombs apart.
    #[inline]
    fn holds(&self, mv: Move, kind: Kind) -> bool {
        let [single, pair, triple] = self.highest;
        match kind {
            Kind::Single if mv == Move::PHOENIX => {
                let under = self.top.map_or(1, |top| top.height / 2);
                single <= under
            }
            Kind::Single => mv.rank() >= single,
            Kind::Pair | Kind::Stairs => mv.rank() >= pair,
            Kind::Triple | Kind::FullHouse => mv.rank() >= triple,
            Kind::Straight => mv.rank() >= single.min(ACE),
            Kind::Four | Kind::Flush => true,
        }
    }
}

/// The class of strength of a play.
#[inline]
fn class(mv: Move, kind: Kind) -> usize {
    match kind {
        Kind::Single => match mv {
            Move::PHOENIX => 4,
            Move::DRAGON => 5,
            _ => match mv.rank() {
                0..=9 => 0,
                10..=12 => 1,
                13 => 2,
                _ => 3,
            },
        },
        Kind::Four | Kind::Flush => 8,
        Kind::Pair | Kind::Triple | Kind::Stairs | Kind::FullHouse | Kind::Straight => {
            6 + usize::from(mv.rank() > 10)
        }
    }
}

/// Nobody, the seat itself, its partner, one opponent, an opponent and a partner or itself.
#[inline]
fn called(state: &Tichu, me: usize) -> usize {
    if state.calls == [Call::None; 4] || state.finished > 0 {
        return 0;
    }
    let has = |step: usize| state.calls[(me + step) & 3] != Call::None;
    let ours = if has(0) { 1 } else { 2 * usize::from(has(2)) };
    match (ours, has(1) || has(3)) {
        (ours, false) => ours,
        (0, true) => 3,
        (_, true) => 4,
    }
}

/// Counts of cards: none, one, two, to four, to seven, more.
#[inline]
fn few(count: usize) -> usize {
    match count {
        0..=2 => count,
        3..=4 => 3,
        5..=7 => 4,
        _ => 5,
    }
}

#[inline]
fn few_left(left: usize) -> usize {
    match left {
        0..=1 => 0,
        2..=4 => 1,
        5..=8 => 2,
        _ => 3,
    }
}

/// The ranks that are part of five or more in a row.
#[inline]
fn runs(ranks: u16) -> u16 {
    let starts = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4;
    if starts == 0 { 0 } else { starts | starts << 1 | starts << 2 | starts << 3 | starts << 4 }
}

/// The number of plays needed to get rid of these cards, by a quick look: a run counts as one, every other rank as
/// one, a pair goes with a triple, and the Phoenix goes with something.
#[inline]
fn plays_left(cards: Cards) -> usize {
    let ranks = cards.ranks();
    let in_runs = runs(ranks);
    let special = u32::from(cards.contains(Cards::DRAGON)) + u32::from(cards.contains(Cards::DOG));
    let alone = u32::from(cards == Cards::PHOENIX);
    let mut plays = (ranks & !in_runs).count_ones() + special + alone;
    // Most hands are short and hold no more than a card of each rank.
    if cards.len() > ranks.count_ones() + special {
        let [twos, threes, _] = cards.multiples();
        // Pairs in a run leave cards behind.
        plays += (twos & in_runs).count_ones();
        plays -= (threes & !in_runs).count_ones().min((twos & !threes & !in_runs).count_ones());
    }
    (plays + u32::from(in_runs != 0)) as usize
}

/// The highest rank of which one, two and three unseen cards are left, the Phoenix helping.
#[inline]
fn highest(unseen: Cards) -> [u8; 3] {
    let ranks = unseen.ranks();
    let [twos, threes, _] = unseen.multiples();
    let top = |ranks: u16| if ranks == 0 { 0 } else { 15 - ranks.leading_zeros() as u8 };
    let has_phoenix = unseen.contains(Cards::PHOENIX);
    // The Phoenix is half a step higher than an ace.
    let single = if has_phoenix || unseen.contains(Cards::DRAGON) { 15 } else { top(ranks) };
    if has_phoenix { [single, top(ranks & !2), top(twos)] } else { [single, top(twos), top(threes)] }
}

/// The plays among which a policy chooses, after what the rules offer: one that ends the hand alone,
/// unless the partner has called and may still be first. Says whether passing is one of the choices.
#[inline]
pub fn choices(state: &Tichu, out: &mut Vec<Move>) -> bool {
    out.clear();
    let may_pass = state.list_plays(out);
    let me = state.seat();
    let size = state.hands[me].len();
    let last = out.iter().find(|mv| mv.kind().is_some_and(|kind| u32::from(mv.size(kind)) == size));
    if let Some(&last) = last
        && (state.finished > 0 || state.calls[(me + 2) & 3] == Call::None)
    {
        out.clear();
        out.push(last);
        return false;
    }
    may_pass
}

#[cfg(test)]
mod tests;
