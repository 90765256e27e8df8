//! Choices made by rule: the cards to give away before a round, the wish, and the opponent who gets a trick won with
//! the Dragon. Knows what the seat knows.

use crate::cards::{ACE, Cards, rank_of};
use crate::moves::Move;
use crate::play::calls::{burden, first_out};
use crate::{Call, NOBODY, Tichu};

/// From this chance to be first out on a hand is kept together; below it the partner is helped.
const AMBITION: f32 = 0.35;

/// The cards that a hand of fourteen gives to the right, to the partner and to the left. `own` and
/// `partner` are what this seat and its partner have called.
pub fn gifts(hand: Cards, own: Call, partner: Call) -> [u8; 3] {
    let before = burden(hand);
    let mut losses = [0.0; 64];
    for card in hand.iter() {
        losses[usize::from(card)] = burden(hand - Cards::one(card)) - before;
    }
    let loss = |card: u8| losses[usize::from(card & 63)];
    let is_ambitious = own != Call::None || (partner == Call::None && first_out(hand) >= AMBITION);
    // To the partner first: the best that can be spared.
    let to_partner = pick(hand, |card| {
        let worth = match Cards::one(card) {
            Cards::DRAGON | Cards::PHOENIX if partner == Call::None => -3.0,
            Cards::DRAGON | Cards::PHOENIX => 2.5,
            Cards::DOG => -1.0,
            Cards::MAH => -0.5,
            _ => f32::from(rank_of(card)) / 7.0,
        };
        worth - loss(card) * if is_ambitious { 3.0 } else { 0.6 }
    });
    let left = hand - Cards::one(to_partner);
    let to_rival = |hand: Cards| {
        pick(hand, |card| {
            let harm = match Cards::one(card) {
                Cards::DRAGON | Cards::PHOENIX => 9.0,
                Cards::DOG => 0.0,
                Cards::MAH => 1.0,
                _ if rank_of(card) == ACE => 7.0,
                _ => f32::from(rank_of(card)) * 0.12,
            };
            -harm - loss(card)
        })
    };
    let right = to_rival(left);
    [right, to_partner, to_rival(left - Cards::one(right))]
}

/// The next card the seat to move gives.
pub fn next_gift(state: &Tichu) -> Move {
    let seat = state.seat();
    let made = state.given[seat].iter().take_while(|&&card| card != NOBODY).count();
    let gifts = gifts(state.hands[seat], state.calls[seat], state.calls[(seat + 2) & 3]);
    // Cards given so far may have been another's choice.
    let is_free = |card: u8| !state.given[seat][..made].contains(&card);
    let planned = gifts[made.min(2)];
    let card = if is_free(planned) { Some(planned) } else { gifts.into_iter().find(|&card| is_free(card)) };
    Move::give(card.unwrap_or(planned), made + 1)
}

/// The card of a hand that `worth` puts highest; the lower one of equals.
fn pick(hand: Cards, worth: impl Fn(u8) -> f32) -> u8 {
    let mut best = (NOBODY, f32::NEG_INFINITY);
    for card in hand.iter() {
        let worth = worth(card);
        if worth > best.1 {
            best = (card, worth);
        }
    }
    best.0
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
