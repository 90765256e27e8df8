//! The game's knowledge for depth-first searches in one world: points, a key, and an end with the round. In a world
//! nothing is hidden and all draws are fixed, so within a round it is an open game without chance. The next deal is
//! pure chance: a search that looked into it would take an accident for a reason.

use std::sync::Arc;

use karuta_engine::evaluation::{Knowledge, Oracle};
use karuta_engine::{MoveVerdict, Seat};

use crate::Hanamikoji;
use crate::cards::{CHARM, SUITS, Suit};
use crate::scoring::Markers;

/// So many points ahead are worth about 73 % when random agents play on, as a test measures.
const SCALE: f64 = 330.0;

pub(crate) const KNOWLEDGE: Knowledge<Hanamikoji> = Knowledge {
    evaluate,
    scale: SCALE,
    key,
    // No move wins or takes anything at once, and what an offer is worth only its answers show.
    urgency: |_, _, out| out.fill(0),
    noisy: |_, _| {},
    winning: |_| None,
};

/// Stops searches where the next round begins.
pub(crate) fn horizon() -> Arc<dyn Oracle<Hanamikoji>> {
    Arc::new(RoundEnd)
}

struct RoundEnd;

impl Oracle<Hanamikoji> for RoundEnd {
    fn probe(&self, state: &Hanamikoji) -> Option<MoveVerdict> {
        state.is_round_start().then(|| MoveVerdict::Score(of_markers(state.markers(), state.actor())))
    }
}

/// Value of a marker: a quarter of a win by four markers and its charm's share of one by eleven charm, in percent.
const fn worth(suit: usize) -> i32 {
    25 + 9 * CHARM[suit] as i32
}

/// The points of markers as they lie.
fn of_markers(markers: Markers, seat: Seat) -> i32 {
    (0..SUITS).map(|suit| worth(suit) * owner_sign(markers, suit, seat)).sum()
}

fn owner_sign(markers: Markers, suit: usize, seat: Seat) -> i32 {
    match markers.owner(suit) {
        Some(owner) if owner == seat => 1,
        Some(_) => -1,
        None => 0,
    }
}

/// A lead of a card and a half on the table takes a marker for certain, as far as this can tell.
const SURE: i32 = 6;

/// Points of a seat: for each geisha how likely its lead in cards takes the marker. A card on the table
/// or hidden to be scored counts four, one in hand two, since about half of those end on the other side
/// or nowhere. An offer that waits for its answer counts for nobody.
pub(crate) fn evaluate(state: &Hanamikoji, seat: Seat) -> i32 {
    let cards = |seat: Seat| (state.pile(seat) + state.aside[seat].secret(), state.hands[seat]);
    let ((own, hand), (other, other_hand)) = (cards(seat), cards(1 - seat));
    let points = |suit: usize| {
        let at = suit as Suit;
        let lead = |a: u8, b: u8| i32::from(a) - i32::from(b);
        let lead = 4 * lead(own.of(at), other.of(at)) + 2 * lead(hand.of(at), other_hand.of(at));
        let taken = lead.clamp(-SURE, SURE);
        // A marker that nobody takes stays with its owner.
        let kept = (SURE - taken.abs()) * owner_sign(state.markers, suit, seat);
        worth(suit) * (taken + kept)
    };
    (0..SUITS).map(points).sum::<i32>() / SURE
}

/// A number that tells positions of a world apart. In which order actions were taken makes no difference
/// to what follows.
fn key(state: &Hanamikoji) -> u64 {
    let [first, second] = [0, 1].map(|seat| u64::from(state.plays[seat].unused()));
    let rest = u64::from(state.round) << 32
        | u64::from(state.turn) << 24
        | u64::from(state.actor) << 20
        | (state.phase as u64) << 16
        | first << 8
        | second;
    let words = [
        state.hands[0].bytes(),
        state.hands[1].bytes(),
        state.offers[0].packed(),
        state.offers[1].packed(),
        state.aside[0].packed(),
        state.aside[1].packed(),
        state.deck.bytes(),
        state.chance.0,
        state.markers.index() as u64,
        rest,
    ];
    // Both halves of a product: every bit of a word touches every bit of the result.
    words.into_iter().fold(0xA076_1D64_78BD_642F, |hash, word| {
        let wide = u128::from(hash ^ word) * 0xE703_7ED1_A0B4_28DB;
        wide as u64 ^ (wide >> 64) as u64
    })
}

#[cfg(test)]
mod tests;
