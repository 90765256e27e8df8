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
pub const STRENGTHS: usize = 9;

/// The strengths by which hands are told apart: 1, the burden, Dragon, Phoenix, aces, kings, a bomb, Mah
/// Jong, Dog.
pub fn strengths(hand: Cards) -> [f32; STRENGTHS] {
    let has = |is: bool| f32::from(u8::from(is));
    let count = |rank: u8| hand.of_rank(rank).count_ones() as f32;
    [
        1.0,
        burden(hand),
        has(hand.contains(Cards::DRAGON)),
        has(hand.contains(Cards::PHOENIX)),
        count(ACE),
        count(ACE - 1),
        has(hand.has_bomb()),
        has(hand.contains(Cards::MAH)),
        has(hand.contains(Cards::DOG)),
    ]
}

/// Addition of each strength to the logarithm of the odds of being first out with a whole hand, fitted to rounds that
/// the learned policy played against itself.
const TICHU: [f32; STRENGTHS] = [-0.176, -0.464, 0.659, 0.727, 0.407, 0.092, -0.023, 0.226, -0.993];

/// The same with the first eight cards.
const GRAND: [f32; STRENGTHS] = [-1.319, -0.048, 0.68, 0.772, 0.301, 0.082, 0.185, 0.052, -0.275];

fn chance(weights: &[f32; STRENGTHS], hand: Cards) -> f32 {
    let sum: f32 = weights.iter().zip(strengths(hand)).map(|(weight, strength)| weight * strength).sum();
    1.0 / (1.0 + libm::expf(-sum))
}

/// The chance of being first out with a hand of fourteen cards.
pub fn first_out(hand: Cards) -> f32 {
    chance(&TICHU, hand)
}

/// The same seeing eight of them.
pub fn first_out_of_eight(hand: Cards) -> f32 {
    chance(&GRAND, hand)
}

/// Calls are made from here on. In rounds of the policy against itself, with calls, hands just above are
/// first out 55 times in 100: everybody plays against the seat that called, but its partner plays for it,
/// and after a Grand Tichu gives it its best card.
const TICHU_FROM: f32 = 0.5;
const GRAND_FROM: f32 = 0.46;

/// True if eight cards are good enough for a Grand Tichu.
pub fn calls_grand(hand: Cards) -> bool {
    first_out_of_eight(hand) >= GRAND_FROM
}

/// True if the seat to move should call Tichu now: on its turn, with a hand that is good enough while
/// nobody has got far, and with nobody of its team in the way.
pub fn calls_tichu(state: &Tichu) -> bool {
    if state.phase != Phase::Play || !state.may_call() {
        return false;
    }
    let me = state.seat();
    let hand = state.hands[me];
    let strong = hand & Cards(0xF << (4 * ACE) | Cards::PHOENIX.0 | Cards::DRAGON.0);
    if strong.len() < 2 && !hand.has_bomb() {
        return false;
    }
    let fewest = (1..4).map(|step| state.hands[(me + step) & 3].len()).min().unwrap_or(0);
    let is_partners = state.calls[(me + 2) & 3] != Call::None;
    !is_partners && fewest >= 9 && first_out(hand) >= TICHU_FROM
}

#[cfg(test)]
mod tests;
