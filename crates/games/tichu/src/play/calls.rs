//! Strength of a hand before it is played, and whether it is enough for a call. Knows hands and calls; nothing of how
//! tricks are played.

use crate::cards::{ACE, Cards};
use crate::{Call, Phase, Tichu};

/// Cost of a single of each rank to a hand, from the Dog on: about 1 for a trick that somebody else wins, 0 for one
/// that wins itself.
const SINGLE: [f32; 15] = [0.6, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.98, 0.95, 0.92, 0.85, 0.75, 0.5, 0.1];

/// The same for pairs.
const PAIR: [f32; 15] = [0.0, 0.0, 1.0, 1.0, 0.98, 0.96, 0.94, 0.9, 0.85, 0.8, 0.7, 0.6, 0.45, 0.2, -0.1];

/// The same for triples, and for full houses by their triple.
const TRIPLE: [f32; 15] = [0.0, 0.0, 0.85, 0.82, 0.78, 0.74, 0.7, 0.65, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, -0.1];

const DRAGON: f32 = -0.7;
const PHOENIX: f32 = -0.8;
const BOMB: f32 = -1.0;
const STAIRS: f32 = 0.7;

/// The number of tricks that a hand loses until it is out, by the best division into plays that a quick look finds:
/// less is better.
pub fn burden(hand: Cards) -> f32 {
    let mut special = 0.0;
    if hand.contains(Cards::DRAGON) {
        special += DRAGON;
    }
    if hand.contains(Cards::PHOENIX) {
        special += PHOENIX;
    }
    if hand.contains(Cards::DOG) {
        special += SINGLE[0];
    }
    let mut counts = [0u8; 15];
    for rank in 1..=ACE {
        counts[usize::from(rank)] = hand.of_rank(rank).count_ones() as u8;
    }
    let mut least = sets(&counts);
    for low in 1..=10usize {
        let mut top = low;
        while top <= usize::from(ACE) && counts[top] > 0 {
            let length = top + 1 - low;
            if length >= 5 {
                let mut left = counts;
                left[low..=top].iter_mut().for_each(|count| *count -= 1);
                let straight = 0.85 - 0.05 * (length - 5) as f32 - 0.04 * (top as f32 - 5.0);
                least = least.min(straight + sets(&left));
            }
            top += 1;
        }
    }
    least + special
}

/// The burden of cards that are played as sets.
fn sets(counts: &[u8; 15]) -> f32 {
    let mut sum = 0.0;
    // Pairs and triples that could go along in full houses or stairs.
    let (mut pairs, mut triples, mut dearest) = (0u32, 0u32, [0.0f32; 2]);
    let (mut stairs, mut length, mut in_row) = (0.0f32, 0, 0.0);
    for rank in 1..=usize::from(ACE) {
        match counts[rank] {
            0 => {}
            1 => sum += SINGLE[rank],
            2 => {
                sum += PAIR[rank];
                pairs += 1;
                if PAIR[rank] > dearest[0] {
                    dearest = [PAIR[rank], dearest[0]];
                } else if PAIR[rank] > dearest[1] {
                    dearest[1] = PAIR[rank];
                }
            }
            3 => {
                sum += TRIPLE[rank];
                triples += 1;
            }
            _ => sum += BOMB,
        }
        if counts[rank] == 2 {
            length += 1;
            in_row += PAIR[rank];
        }
        if counts[rank] != 2 || rank == usize::from(ACE) {
            if length >= 2 {
                stairs += (in_row - STAIRS).max(0.0);
            }
            (length, in_row) = (0, 0.0);
        }
    }
    let houses: f32 = dearest[..pairs.min(triples).min(2) as usize].iter().sum();
    sum - houses.max(stairs)
}

/// The number of strengths of a hand that are weighted.
pub const STRENGTHS: usize = 16;

/// The strengths by which hands are told apart: 1, the burden and its square, Dragon, Phoenix, both, aces, kings, a
/// bomb, Mah Jong, Dog, aces times burden, and the situation: the seat leads, cards that the foremost opponent and the
/// partner have played, an opponent has called.
fn strengths(hand: Cards, situation: [f32; 4]) -> [f32; STRENGTHS] {
    let has = |cards: Cards| f32::from(u8::from(hand.contains(cards)));
    let count = |rank: u8| hand.of_rank(rank).count_ones() as f32;
    let (burden, aces) = (burden(hand), count(ACE));
    let [leads, foremost, partner, called] = situation;
    [
        1.0,
        burden,
        burden * burden / 4.0,
        has(Cards::DRAGON),
        has(Cards::PHOENIX),
        has(Cards::DRAGON | Cards::PHOENIX),
        aces,
        count(ACE - 1),
        f32::from(u8::from(hand.has_bomb())),
        has(Cards::MAH),
        has(Cards::DOG),
        aces * burden,
        leads,
        foremost,
        partner,
        called,
    ]
}

/// The strengths of the seat to move: before it plays its first card, or before it sees more than eight.
pub fn strengths_of(state: &Tichu) -> [f32; STRENGTHS] {
    let me = state.seat();
    let gone = |step: usize| state.played[(me + step) & 3].len() as f32 / 14.0;
    let has_called = |step: usize| state.calls[(me + step) & 3] != Call::None;
    let is_called = f32::from(u8::from(has_called(1) || has_called(3)));
    let situation = match state.phase {
        Phase::Grand => [0.0, 0.0, 0.0, is_called],
        _ => [f32::from(u8::from(state.top.is_none())), gone(1).max(gone(3)), gone(2), is_called],
    };
    strengths(state.hands[me], situation)
}

/// Addition of each strength to the logarithm of the odds that a seat which calls Tichu with its first card is first
/// out, fitted to rounds in which such calls were tried (the example `fit_calls`).
const TICHU: [f32; STRENGTHS] = [
    0.461, -0.574, 0.026, 0.726, 0.7, 0.103, 0.337, 0.083, -0.038, -0.358, -0.781, 0.038, 0.566, -0.565,
    -1.083, 0.0,
];

/// The same for Grand Tichu, with the first eight cards.
const GRAND: [f32; STRENGTHS] =
    [-0.795, -0.186, 0.093, 0.844, 0.886, 0.066, 0.36, 0.1, 0.082, 0.162, -0.322, 0.001, 0.0, 0.0, 0.0, 0.0];

/// Points that a call costs or brings beside its stake, since everybody then plays for or against the seat that
/// called: a constant, and a part that grows with its chance.
const TICHU_ELSE: [f32; 2] = [-2.4, 5.4];
const GRAND_ELSE: [f32; 2] = [13.8, -63.8];

fn chance(weights: &[f32; STRENGTHS], strengths: &[f32; STRENGTHS]) -> f32 {
    let sum: f32 = weights.iter().zip(strengths).map(|(weight, strength)| weight * strength).sum();
    1.0 / (1.0 + libm::expf(-sum))
}

/// The chance of being first out with a hand of fourteen cards that nobody has played from, when called.
pub fn first_out(hand: Cards) -> f32 {
    chance(&TICHU, &strengths(hand, [0.5, 0.1, 0.1, 0.0]))
}

/// The worth of a call of the seat to move: in a single round the points it brings, in a match the chance of winning
/// the match that it brings.
pub fn worth(state: &Tichu) -> f32 {
    let (weights, other, stake) = match state.phase {
        Phase::Grand => (&GRAND, GRAND_ELSE, 200.0),
        _ => (&TICHU, TICHU_ELSE, 100.0),
    };
    let chance = chance(weights, &strengths_of(state));
    let rest = other[0] + other[1] * chance;
    if state.rules.target == 0 {
        return stake * (2.0 * chance - 1.0) + rest;
    }
    let team = state.seat() % 2;
    let standing = Standing {
        own: state.scores[team] as f32,
        others: state.scores[1 - team] as f32,
        target: f32::from(state.rules.target),
    };
    let first = standing.after_round(FIRST, stake + rest) - standing.after_round(FIRST, 0.0);
    let beaten = standing.after_round(BEATEN, rest - stake) - standing.after_round(BEATEN, 0.0);
    chance * first + (1.0 - chance) * beaten
}

/// The mean difference of a round's points, calls apart, for the team of the seat that is first out, and for its team
/// if it is not, as rounds of the policy had them.
const FIRST: f32 = 66.0;
const BEATEN: f32 = -15.0;

/// Differences of a round around its mean, equally likely.
const SPREAD: [f32; 5] = [-150.0, -70.0, 0.0, 70.0, 150.0];

/// The scores of a match.
struct Standing {
    own: f32,
    others: f32,
    target: f32,
}

impl Standing {
    /// The chance of winning the match after a round with a difference of about `mean`, and `extra` points for the own
    /// team.
    fn after_round(&self, mean: f32, extra: f32) -> f32 {
        let chances = SPREAD.map(|by| {
            let difference = mean + by;
            let after = Standing {
                own: self.own + 50.0 + difference / 2.0 + extra,
                others: self.others + 50.0 - difference / 2.0,
                ..*self
            };
            after.chance()
        });
        chances.iter().sum::<f32>() / SPREAD.len() as f32
    }

    /// The chance of winning the match: a lead counts by the rounds in which it can be lost.
    fn chance(&self) -> f32 {
        let lead = self.own - self.others;
        let missing = self.target - self.own.max(self.others);
        if missing <= 0.0 && lead != 0.0 {
            return f32::from(u8::from(lead > 0.0));
        }
        let rounds = (missing / 110.0).max(0.5);
        1.0 / (1.0 + libm::expf(-1.7 * lead / (130.0 * libm::sqrtf(rounds))))
    }
}

/// True if the seat to move should call Grand Tichu.
pub fn calls_grand(state: &Tichu) -> bool {
    let is_partners = state.calls[(state.seat() + 2) & 3] != Call::None;
    !is_partners && worth(state) > 0.0
}

/// True if the seat to move should call Tichu with the first card it plays now. The right lasts until that card, so a
/// call before a pass would only tell.
pub fn calls_tichu(state: &Tichu) -> bool {
    if state.phase != Phase::Play || !state.may_call() {
        return false;
    }
    let me = state.seat();
    let hand = state.hands[me];
    let strong = hand & Cards(0xF << (4 * ACE) | Cards::PHOENIX.0 | Cards::DRAGON.0);
    if strong.is_empty() && !hand.has_bomb() {
        return false;
    }
    let is_partners = state.calls[(me + 2) & 3] != Call::None;
    !is_partners && worth(state) > 0.0
}

#[cfg(test)]
mod tests;
