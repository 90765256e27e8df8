//! Choices made by rule: the cards to give away before a round, the wish, and the opponent who gets a trick won with
//! the Dragon. Knows what the seat knows.
//!
//! A card is given by weights of features, as cards are played: for every way, right, partner and left, a card has odds
//! by its rank, by how it stands in the hand, and by who has called. The weights are learned by self-play (the example
//! `fit_exchange`). Left and right have weights of their own, so that partners may keep to a convention: the opponents'
//! gifts of one team seldom meet in one hand as parts of a bomb.

use std::sync::OnceLock;

use crate::cards::{ACE, Cards, rank_of};
use crate::moves::Move;
use crate::play::calls::{burden, first_out};
use crate::{Call, NOBODY, Tichu};
use karuta_playable::weights::{self, Blocks};

/// The number of kinds of cards: Dog, Mah Jong, 2 to ace, Dragon, Phoenix.
const KINDS: usize = 17;

/// Groups of features: name, rows, columns. A row goes by the way the card is given and one thing more.
pub const BLOCKS: &Blocks = &[
    // By who has called Grand Tichu, then the card.
    ("gift", 3 * CALLED, KINDS),
    // By the chance to be first out, then the card.
    ("hope", 3 * HOPES, KINDS),
    // By the cards held of its rank, then the card.
    ("held", 3 * 4, KINDS),
    // By its part in straights, then the cards held of its rank.
    ("run", 3 * 4, 4),
    // By its neighbours that are pairs or more, then the cards held of its rank.
    ("stairs", 3 * 3, 4),
    // By whether the hand is one to be first out with, then how much worse the hand is without the card.
    ("loss", 3 * 2, LOSSES),
    // Part of a straight flush, by suits of its length.
    ("flush", 3, 2),
    // By the card that the other opponent gets: the same rank, the next, the same parity, any other.
    ("other", 3, 4),
];

/// Nobody; this seat; its partner; an opponent.
const CALLED: usize = 4;
const HOPES: usize = 5;
const LOSSES: usize = 12;

/// The number of features.
pub const COUNT: usize = weights::count(BLOCKS);

const fn start(name: &str) -> usize {
    weights::start(BLOCKS, name)
}

const GIFT: usize = start("gift");
const HOPE: usize = start("hope");
const HELD: usize = start("held");
const RUN: usize = start("run");
const STAIRS: usize = start("stairs");
const LOSS: usize = start("loss");
const FLUSH: usize = start("flush");
const OTHER: usize = start("other");

/// The order in which the cards are chosen: the partner's first, since it is the best that can be spared.
pub const ORDER: [usize; 3] = [1, 0, 2];

/// A hand that gives cards away.
#[derive(Clone, Copy, Debug)]
pub struct Giver {
    hand: Cards,
    called: usize,
    hope: usize,
    is_strong: usize,
    burden: f32,
    /// Ranks in five or more in a row, and those in six or more.
    runs: [u16; 2],
    /// Ranks with two cards or more.
    pairs: u16,
    flushes: Cards,
}

impl Giver {
    /// A hand of fourteen, by what this seat, its partner and the opponents have called.
    pub fn new(hand: Cards, own: Call, partner: Call, rivals: bool) -> Giver {
        let called = match (own, partner, rivals) {
            (Call::Tichu | Call::Grand, _, _) => 1,
            (Call::None, Call::Tichu | Call::Grand, _) => 2,
            (Call::None, Call::None, true) => 3,
            (Call::None, Call::None, false) => 0,
        };
        let chance = first_out(hand);
        let ranks = hand.ranks();
        Giver {
            hand,
            called,
            hope: [0.12, 0.2, 0.3, 0.42].iter().filter(|&&from| chance >= from).count(),
            is_strong: usize::from(chance >= 0.35),
            burden: burden(hand),
            runs: [in_rows(ranks, 5), in_rows(ranks, 6)],
            pairs: hand.multiples()[0],
            flushes: hand.in_flushes(),
        }
    }

    /// The features of giving a card in a way, 0 right, 1 to the partner, 2 left. `other` is the card that goes to the
    /// other opponent, if that is known.
    pub fn features(&self, way: usize, card: u8, other: Option<u8>, mut take: impl FnMut(usize)) {
        let kind = kind_of(card);
        take(GIFT + (way * CALLED + self.called) * KINDS + kind);
        take(HOPE + (way * HOPES + self.hope) * KINDS + kind);
        let one = Cards::one(card);
        let loss = burden(self.hand - one) - self.burden;
        let step = ((loss + 1.2) * 5.0).clamp(0.0, LOSSES as f32 - 1.0) as usize;
        take(LOSS + (way * 2 + self.is_strong) * LOSSES + step);
        if (1..15).contains(&kind) {
            let rank = kind as u8;
            let held = (self.hand.of_rank(rank).count_ones() as usize).clamp(1, 4) - 1;
            take(HELD + (way * 4 + held) * KINDS + kind);
            let bit = 1 << rank;
            let run = usize::from(self.runs[0] & bit != 0) + usize::from(self.runs[1] & bit != 0);
            take(RUN + (way * 4 + run) * 4 + held);
            let beside =
                usize::from(self.pairs & (bit << 1) != 0) + usize::from(self.pairs & (bit >> 1) != 0);
            take(STAIRS + (way * 3 + beside) * 4 + held);
            if self.flushes.meets(one) {
                take(FLUSH + way * 2);
            }
            if let Some(other) = other {
                let to = kind_of(other);
                let apart = kind.abs_diff(to);
                take(
                    OTHER
                        + way * 4
                        + if apart < 2 { apart } else { 3 - usize::from(apart.is_multiple_of(2)) },
                );
            }
        }
    }
}

/// A number for each kind of card: Dog 0, Mah Jong 1, ranks as they are, Dragon 15, Phoenix 16.
fn kind_of(card: u8) -> usize {
    match Cards::one(card) {
        Cards::PHOENIX => 16,
        _ => usize::from(rank_of(card)),
    }
}

/// The ranks that are part of `length` or more in a row.
fn in_rows(ranks: u16, length: u32) -> u16 {
    let starts = (1..length).fold(ranks, |starts, by| starts & (ranks >> by));
    (0..length).fold(0, |all, by| all | (starts << by))
}

/// The weights that come with the program.
pub fn shipped() -> &'static [f32] {
    static WEIGHTS: OnceLock<Vec<f32>> = OnceLock::new();
    let text = include_str!("weights/exchange.txt");
    WEIGHTS.get_or_init(|| weights::read(BLOCKS, text).expect("shipped weights can be read"))
}

/// The same without a convention, for partners who do not know it: both opponents get cards by the mean of the weights
/// of left and right.
pub fn without_convention() -> &'static [f32] {
    static WEIGHTS: OnceLock<Vec<f32>> = OnceLock::new();
    WEIGHTS.get_or_init(|| {
        let mut all = shipped().to_vec();
        let mut from = 0;
        for &(_, rows, columns) in BLOCKS {
            let (one, other) = (from, from + rows / 3 * 2 * columns);
            for at in 0..rows / 3 * columns {
                let mean = (all[one + at] + all[other + at]) / 2.0;
                (all[one + at], all[other + at]) = (mean, mean);
            }
            from += rows * columns;
        }
        all
    })
}

/// The cards that a hand of fourteen gives to the right, to the partner and to the left, by weights.
pub fn choose(giver: &Giver, weights: &[f32]) -> [u8; 3] {
    let mut chosen = [NOBODY; 3];
    for way in ORDER {
        let other = Some(chosen[2 - way]).filter(|&card| way != 1 && card != NOBODY);
        let mut best = (NOBODY, f32::NEG_INFINITY);
        for card in giver.hand.iter().filter(|card| !chosen.contains(card)) {
            let mut sum = 0.0;
            giver.features(way, card, other, |feature| sum += weights[feature]);
            if sum > best.1 {
                best = (card, sum);
            }
        }
        chosen[way] = best.0;
    }
    chosen
}

/// The seat to move as a giver.
pub fn giver(state: &Tichu) -> Giver {
    let seat = state.seat();
    let call = |step: usize| state.calls[(seat + step) & 3];
    Giver::new(state.hands[seat], call(0), call(2), call(1) != Call::None || call(3) != Call::None)
}

/// The next card the seat to move gives, by weights.
pub fn next_gift(state: &Tichu, weights: &[f32]) -> Move {
    let seat = state.seat();
    let made = state.given[seat].iter().take_while(|&&card| card != NOBODY).count();
    let gifts = choose(&giver(state), weights);
    // Cards given so far may have been another's choice.
    let is_free = |card: u8| !state.given[seat][..made].contains(&card);
    let planned = gifts[made.min(2)];
    let card = if is_free(planned) { Some(planned) } else { gifts.into_iter().find(|&card| is_free(card)) };
    Move::give(card.unwrap_or(planned), made + 1)
}

/// The rank to wish after the Mah Jong: the one of which most cards are unseen, and the highest of those;
/// somebody will have to part with it.
pub fn wish(state: &Tichu) -> u8 {
    let hand = state.hands[state.seat()];
    let unseen = state.played.iter().fold(Cards::ALL - hand, |left, &played| left - played);
    let ranks = (2..=ACE).rev();
    let best = ranks.max_by_key(|&rank| (unseen.of_rank(rank).count_ones(), rank));
    best.unwrap_or(ACE)
}

/// The number of places to the right that the trick won with the Dragon goes: to the opponent with more cards, who is
/// less likely to keep it.
pub fn gift(state: &Tichu) -> usize {
    let me = state.seat();
    let [right, left] = [1, 3].map(|way| state.hands[(me + way) & 3].len());
    if left > right { 3 } else { 1 }
}

#[cfg(test)]
mod tests;
