//! Inputs of the policy net: the features of [`super`], and more that only a net can use, or that would slow down the
//! playouts of weights alone. Knows what the seat to move knows; nothing of the net.

use super::{CLASSES, Offer, PLACES, PositionFeatures, class, few, plays_left, runs};
use crate::cards::{ACE, Cards};
use crate::combos::{Combo, Kind};
use crate::moves::Move;
use crate::{Call, Tichu};
use karuta_playable::weights::{self, Blocks};

/// Groups of inputs that follow those of [`super::BLOCKS`]: name, rows, columns.
pub const BLOCKS: &Blocks = &[
    // What would be left: leading or following by the plays it looks like, then the cards that win tricks.
    ("race", 2 * 8, 6),
    // Low single cards that would be left: leading or following by their number, then the lowest of them.
    ("lows", 2 * 6, 5),
    // Following by place and the class of what lies there, then how much higher the play is.
    ("over", (PLACES - 1) * CLASSES, 6),
    // Unseen singles, pairs or triples that are higher: leading or following by size and number, then as "rivals".
    ("above", 2 * 3 * 7, 5),
    // By place and who is out, then class.
    ("out", PLACES * 4, CLASSES),
    // Leading or following by the cards of both opponents, then class.
    ("hands", 2 * 25, CLASSES),
    // Leading or following by the cards left, then as "rivals".
    ("tempo", 2 * 7, 5),
    // By place and the plays that need another's trick to get rid of, then class.
    ("plan", PLACES * 7, CLASSES),
    // Leading or following, holding the trick or not, by the plays left, then the cards that win tricks.
    ("exit", 2 * 2 * 6, 4),
    // By place, whose call it is and the caller's cards, then class.
    ("caller", PLACES * 3 * 6, CLASSES),
    // By place and one's own cards, then class.
    ("stage", PLACES * 7, CLASSES),
    // Over the partner's play of this class, by the partner's cards, then as "rivals".
    ("mate", CLASSES * 6, 5),
    // Bombs by place and what the trick counts, then as "rivals".
    ("bomb", PLACES * 5, 5),
    // Cards that would be left of each rank, the Dog 0 and the Mah Jong 1, the Phoenix 15, the Dragon 16: one, two ...
    ("keeps", 17, 4),
    // Passes by place and the plays the hand looks like, then the cards that win tricks.
    ("pass-race", PLACES * 8, 6),
    // Passes by place and who is out.
    ("pass-out", PLACES, 4),
    // Passes by the cards of both opponents, then place.
    ("pass-hands", 25, PLACES),
    // Passes by place though a play left so few plays more, as "rest".
    ("pass-rest", PLACES, 8),
    // Passes by place and the number of unseen plays higher than what lies there, as "above".
    ("pass-above", PLACES * 3, 7),
    // Passes by place and whose call it is, then the caller's cards.
    ("pass-caller", PLACES * 3, 6),
    // Passes over the partner's play of this class, by the partner's cards, then as "rivals".
    ("pass-mate", CLASSES * 6, 5),
    // Passes by place and the class of what lies there, then the class of the lowest play given up.
    ("pass-over", PLACES * CLASSES, CLASSES),
    // Passes by place and the plays that need another's trick, then what the trick counts.
    ("pass-plan", PLACES * 7, 5),
    // Unseen cards of each rank, as "keeps".
    ("unseen", 17, 4),
    // Cards of the other seats, one after the other.
    ("cards", 3, 15),
    // What lies on the table: type, rank; nothing.
    ("table", 9, 17),
    // By place, what the trick counts.
    ("trick", PLACES, 5),
    // Calls of the seats, from one's own on: Tichu, Grand Tichu.
    ("calls", 4, 2),
    // The wished rank.
    ("wish", 1, 15),
];

/// The number of inputs, those of [`super`] included.
pub const COUNT: usize = super::COUNT + weights::count(BLOCKS);

const fn start(name: &str) -> usize {
    super::COUNT + weights::start(BLOCKS, name)
}

const RACE: usize = start("race");
const LOWS: usize = start("lows");
const OVER: usize = start("over");
const ABOVE: usize = start("above");
const OUT: usize = start("out");
const HANDS: usize = start("hands");
const TEMPO: usize = start("tempo");
const PLAN: usize = start("plan");
const EXIT: usize = start("exit");
const CALLER: usize = start("caller");
const STAGE: usize = start("stage");
const MATE: usize = start("mate");
const BOMB: usize = start("bomb");
const KEEPS: usize = start("keeps");
const PASS_RACE: usize = start("pass-race");
const PASS_OUT: usize = start("pass-out");
const PASS_HANDS: usize = start("pass-hands");
const PASS_REST: usize = start("pass-rest");
const PASS_ABOVE: usize = start("pass-above");
const PASS_CALLER: usize = start("pass-caller");
const PASS_MATE: usize = start("pass-mate");
const PASS_OVER: usize = start("pass-over");
const PASS_PLAN: usize = start("pass-plan");
const UNSEEN: usize = start("unseen");
const CARDS: usize = start("cards");
const TABLE: usize = start("table");
const TRICK: usize = start("trick");
const CALLS: usize = start("calls");
const WISH: usize = start("wish");

/// Everything that the inputs of a position are made from.
pub struct Inputs<'a> {
    state: &'a Tichu,
    features: PositionFeatures,
    unseen: Cards,
    /// Unseen ranks of which there are two and three cards, the Phoenix helping.
    multiples: [u16; 2],
    /// The lowest rank whose single cards win tricks as far as is seen.
    control: u8,
    out: usize,
    hands: usize,
    caller: Option<usize>,
    stage: usize,
    /// Plays that need another's trick, as the hand is.
    plan: usize,
}

/// The best of what a seat gives up by passing: the lowest class of play, and the fewest plays more that one leaves.
#[derive(Clone, Copy, Debug)]
pub struct GivenUp {
    offer: Offer,
    rest: usize,
}

impl Default for GivenUp {
    fn default() -> Self {
        GivenUp { offer: Offer::default(), rest: 7 }
    }
}

impl<'a> Inputs<'a> {
    /// Inputs of what the seat to move sees, while cards are played.
    #[inline]
    pub fn of(state: &'a Tichu) -> Inputs<'a> {
        let features = PositionFeatures::of(state);
        let (me, hand) = (state.seat(), features.hand);
        let unseen = state.played.iter().fold(Cards::ALL - hand, |left, &played| left - played);
        let ranks = unseen.ranks();
        let [twos, threes, _] = unseen.multiples();
        let has_phoenix = unseen.contains(Cards::PHOENIX);
        let top = if ranks == 0 { 0 } else { 15 - ranks.leading_zeros() as u8 };
        let control = top.clamp(12, ACE);
        let opponents = [1, 3].map(|step| few(state.hands[(me + step) & 3].len() as usize).max(1) - 1);
        Inputs {
            state,
            features,
            unseen,
            multiples: if has_phoenix { [ranks & !2, twos] } else { [twos, threes] },
            control,
            out: out(state, me),
            hands: opponents[0] * 5 + opponents[1],
            caller: caller(state, me),
            stage: few_more(hand.len() as usize - 1),
            plan: features.plays.saturating_sub(controls(hand, control)).min(6),
        }
    }

    /// Calls `take` with every input that all moves of the position share.
    #[inline]
    pub fn shared(&self, mut take: impl FnMut(usize)) {
        let (state, features) = (self.state, &self.features);
        let me = state.seat();
        by_rank(UNSEEN, self.unseen, &mut take);
        for step in 1..4 {
            take(CARDS + (step - 1) * 15 + state.hands[(me + step) & 3].len() as usize);
        }
        take(
            TABLE
                + match features.top {
                    None => 8 * 17,
                    Some(top) => {
                        let rank = if top.height % 2 == 1 { 16 } else { usize::from(top.height / 2) };
                        let rank = if top.kind == Kind::Single { rank } else { usize::from(top.height) };
                        top.kind as usize * 17 + rank
                    }
                },
        );
        take(TRICK + features.place * 5 + features.points);
        for step in 0..4 {
            match state.calls[(me + step) & 3] {
                Call::None => {}
                Call::Tichu => take(CALLS + step * 2),
                Call::Grand => take(CALLS + step * 2 + 1),
            }
        }
        if state.wish > 0 {
            take(WISH + usize::from(state.wish));
        }
    }

    /// Calls `take` with every input of a play, which is noted in `given_up`.
    #[inline]
    pub fn play(&self, mv: Move, kind: Kind, given_up: &mut GivenUp, mut take: impl FnMut(usize)) {
        let features = &self.features;
        features.play(mv, kind, &mut given_up.offer, &mut take);
        let follows = usize::from(features.place != 0);
        let class = class(mv, kind);
        let rest = features.hand - mv.cards(kind, features.hand, features.starts);
        let plays = plays_left(rest);
        given_up.rest = given_up.rest.min((plays + 4).saturating_sub(features.plays).min(7));
        let wins = controls(rest, self.control);
        take(RACE + (follows * 8 + plays.min(7)) * 6 + wins.min(5));
        let (lows, lowest) = lows(rest);
        take(LOWS + (follows * 6 + lows) * 5 + lowest);
        take(OUT + (features.place * 4 + self.out) * CLASSES + class);
        take(HANDS + (follows * 25 + self.hands) * CLASSES + class);
        take(TEMPO + (follows * 7 + few_more(rest.len() as usize)) * 5 + features.rivals);
        take(PLAN + (features.place * 7 + self.plan) * CLASSES + class);
        by_rank(KEEPS, rest, &mut take);
        if mv == Move::DOG {
            return;
        }
        if let Some(top) = features.top {
            take(OVER + ((features.place - 1) * CLASSES + class_of(top)) * 6 + jump(mv, kind, top));
        }
        if (kind as usize) < 3 {
            let rank =
                if mv == Move::PHOENIX { features.top.map_or(1, |top| top.height / 2) } else { mv.rank() };
            let above = self.above(kind as usize, rank);
            take(ABOVE + ((follows * 3 + kind as usize) * 7 + above) * 5 + features.rivals);
        }
        let holds = usize::from(features.holds(mv, kind));
        take(EXIT + ((follows * 2 + holds) * 6 + plays.min(5)) * 4 + wins.min(3));
        if let Some(caller) = self.caller {
            take(CALLER + (features.place * 18 + caller) * CLASSES + class);
        }
        take(STAGE + (features.place * 7 + self.stage) * CLASSES + class);
        if let (2, Some(top)) = (features.place, features.top) {
            take(MATE + (class_of(top) * 6 + features.partner) * 5 + features.rivals);
        }
        if kind.is_bomb() {
            take(BOMB + (features.place * 5 + features.points) * 5 + features.rivals);
        }
    }

    /// Calls `take` with every input of passing though this is given up.
    #[inline]
    pub fn pass(&self, given_up: &GivenUp, mut take: impl FnMut(usize)) {
        let features = &self.features;
        let Some(top) = features.top else { return };
        features.pass(&given_up.offer, &mut take);
        let place = features.place;
        let wins = controls(features.hand, self.control);
        take(PASS_RACE + (place * 8 + features.plays.min(7)) * 6 + wins.min(5));
        take(PASS_OUT + place * 4 + self.out);
        take(PASS_HANDS + self.hands * PLACES + place);
        take(PASS_REST + place * 8 + given_up.rest);
        if (top.kind as usize) < 3 {
            let rank = if top.kind == Kind::Single { top.height / 2 } else { top.height };
            take(PASS_ABOVE + (place * 3 + top.kind as usize) * 7 + self.above(top.kind as usize, rank));
        }
        if let Some(caller) = self.caller {
            take(PASS_CALLER + place * 18 + caller);
        }
        if place == 2 {
            take(PASS_MATE + (class_of(top) * 6 + features.partner) * 5 + features.rivals);
        }
        take(PASS_OVER + (place * CLASSES + class_of(top)) * CLASSES + given_up.offer.0);
        take(PASS_PLAN + (place * 7 + self.plan) * 5 + features.points);
        by_rank(KEEPS, features.hand, &mut take);
    }

    /// Unseen plays of one, two or three cards above a rank, in classes.
    #[inline]
    fn above(&self, size: usize, rank: u8) -> usize {
        let count = match size {
            0 if rank >= 15 => 0,
            0 => (self.unseen.0 >> (4 * (u32::from(rank) + 1))).count_ones(),
            _ => (u32::from(self.multiples[size - 1]) >> (u32::from(rank.min(14)) + 1)).count_ones(),
        };
        match count {
            0..=2 => count as usize,
            3..=4 => 3,
            5..=8 => 4,
            9..=14 => 5,
            _ => 6,
        }
    }
}

/// Calls `take` for every rank among cards with the number of its cards.
#[inline]
fn by_rank(from: usize, cards: Cards, take: &mut impl FnMut(usize)) {
    let mut left = cards.0 & !(Cards::PHOENIX.0 | Cards::DRAGON.0);
    while left != 0 {
        let rank = left.trailing_zeros() / 4;
        let held = left >> (4 * rank) & 15;
        take(from + rank as usize * 4 + held.count_ones() as usize - 1);
        left &= !(15 << (4 * rank));
    }
    if cards.contains(Cards::PHOENIX) {
        take(from + 15 * 4);
    }
    if cards.contains(Cards::DRAGON) {
        take(from + 16 * 4);
    }
}

/// The class of strength of what lies on the table.
#[inline]
fn class_of(top: Combo) -> usize {
    match top.kind {
        Kind::Single if top.height % 2 == 1 => 4,
        Kind::Single => match top.height / 2 {
            0..=9 => 0,
            10..=12 => 1,
            13 => 2,
            14 => 3,
            _ => 5,
        },
        Kind::Four | Kind::Flush => 8,
        Kind::Pair | Kind::Triple | Kind::Stairs | Kind::FullHouse | Kind::Straight => {
            6 + usize::from(top.height > 10)
        }
    }
}

/// Steps from what lies there up to a play: one, two, three, to five steps, more; a bomb or the Phoenix alone.
#[inline]
fn jump(mv: Move, kind: Kind, top: Combo) -> usize {
    if mv == Move::PHOENIX || kind.is_bomb() {
        return 5;
    }
    let under = if top.kind == Kind::Single { top.height / 2 } else { top.height };
    match mv.rank().saturating_sub(under) {
        0..=1 => 0,
        2 => 1,
        3 => 2,
        4..=5 => 3,
        _ => 4,
    }
}

/// Nobody is out, the partner, an opponent, an opponent and the partner.
#[inline]
fn out(state: &Tichu, me: usize) -> usize {
    if state.finished == 0 {
        return 0;
    }
    let is_out = |step: usize| state.hands[(me + step) & 3].is_empty();
    usize::from(is_out(2)) + 2 * usize::from(is_out(1) || is_out(3))
}

/// The call that may still succeed, one's own, the partner's or an opponent's, with the caller's cards.
#[inline]
fn caller(state: &Tichu, me: usize) -> Option<usize> {
    if state.calls == [Call::None; 4] || state.finished > 0 {
        return None;
    }
    let cards = |step: usize| {
        let seat = (me + step) & 3;
        (state.calls[seat] != Call::None).then(|| few(state.hands[seat].len() as usize))
    };
    let opponent = || cards(1).or_else(|| cards(3)).map(|few| 12 + few);
    cards(0).or_else(|| cards(2).map(|few| 6 + few)).or_else(opponent)
}

/// The cards that win tricks by themselves: the Dragon, the Phoenix, suited ranks from `control` on, and a bomb.
#[inline]
fn controls(cards: Cards, control: u8) -> usize {
    let high = Cards(cards.0 >> (4 * u32::from(control)));
    (high.len() + u32::from(cards.fours() != 0)) as usize
}

/// The number of low ranks, 2 to 8, with one card that is no part of a run, and the lowest of them: none, 2 and 3, 4
/// and 5, 6 and 7, 8.
#[inline]
fn lows(cards: Cards) -> (usize, usize) {
    let ranks = cards.ranks();
    let low = Cards(cards.0 & 0xF_FFFF_FF00);
    let twos = if low.len() > (ranks & 0x1FC).count_ones() { cards.multiples()[0] } else { 0 };
    let alone = ranks & !runs(ranks) & !twos & 0x1FC;
    match alone {
        0 => (0, 0),
        _ => (alone.count_ones().min(5) as usize, alone.trailing_zeros() as usize / 2),
    }
}

#[inline]
fn few_more(left: usize) -> usize {
    match left {
        0..=3 => left,
        4..=5 => 4,
        6..=8 => 5,
        _ => 6,
    }
}

#[cfg(test)]
mod tests;
