//! Chance: the hidden seed of a position, the deal of a round and the draws from the deck that follow
//! from it.

use crate::Hanamikoji;
use crate::cards::{Cards, Lot};
use crate::rules::{DealBy, DealOrder, Rules};

/// The seed from which all coming deals and draws follow: the state of splitmix64. Views hide it, and
/// a sampled world gets a new one, so nothing can be learned from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Chance(pub u64);

impl Chance {
    /// Random bits for a few small draws.
    #[inline]
    pub(crate) fn lot(&mut self) -> Lot {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Lot::new(z ^ (z >> 31))
    }
}

/// Cards drawn from one random word: seven of 21 leave a bias below 2^-33.
const PER_LOT: u32 = 7;

/// Deals `count` cards out of `deck` in the way of the rules.
#[inline]
pub(crate) fn deal(deck: &mut Cards, count: u32, by: DealBy, mut lots: impl FnMut() -> Lot) -> Cards {
    let mut dealt = Cards::NONE;
    let mut left = count;
    while left > 0 {
        let some = left.min(PER_LOT);
        let mut lot = lots();
        match by {
            DealBy::Card => dealt += deck.draw(some, &mut lot),
            DealBy::Suit => {
                for _ in 0..some {
                    dealt += deck.draw_by_suit(&mut lot);
                }
            }
        }
        left -= some;
    }
    dealt
}

/// The hands and the deck of a new round; the removed card is the one in neither.
pub(crate) fn deal_round(rules: &Rules, chance: &mut Chance) -> ([Cards; 2], Cards) {
    let mut deck = Cards::ALL;
    let mut hands = [Cards::NONE; 2];
    let by = rules.deal_by;
    let size = rules.style.dealt();
    let first = usize::from(rules.starts);
    let mut give = |count: u32| deal(&mut deck, count, by, || chance.lot());
    match (rules.deal_order, by) {
        // With a shuffled deck every order of dealing comes to the same, and blocks are fastest.
        (_, DealBy::Card) | (DealOrder::Block, DealBy::Suit) => {
            hands[first] = give(size);
            hands[1 - first] = give(size);
            give(1);
        }
        (order, DealBy::Suit) => {
            if order == DealOrder::RemovedFirst {
                give(1);
            }
            hands = deal_alternately(&mut deck, size, first, chance);
            if order == DealOrder::Alternate {
                deal(&mut deck, 1, by, || chance.lot());
            }
        }
    }
    (hands, deck)
}

/// One card by suit to each seat in turn, each seat from a random word of its own.
fn deal_alternately(deck: &mut Cards, size: u32, first: usize, chance: &mut Chance) -> [Cards; 2] {
    let mut hands = [Cards::NONE; 2];
    let mut lots = [chance.lot(), chance.lot()];
    for _ in 0..size {
        hands[first] += deck.draw_by_suit_from_many(&mut lots[0]);
        hands[1 - first] += deck.draw_by_suit_from_many(&mut lots[1]);
    }
    hands
}

impl Hanamikoji {
    /// The cards that may be drawn next, by suit, each with its probability.
    pub fn draws(&self) -> impl Iterator<Item = (Cards, f64)> {
        let urn = match self.rules.deal_by {
            DealBy::Suit => self.deck.suits(),
            DealBy::Card => self.deck,
        };
        let all = f64::from(urn.len());
        urn.each_suit().map(move |suit| (Cards::one(suit), f64::from(urn.of(suit)) / all))
    }

    /// The card the hidden seed brings next. The deck must not be empty.
    #[inline]
    pub(crate) fn next_card(&mut self) -> Cards {
        let mut lot = self.chance.lot();
        let mut deck = self.deck;
        match self.rules.deal_by {
            DealBy::Suit => deck.draw_by_suit(&mut lot),
            DealBy::Card => deck.draw(1, &mut lot),
        }
    }
}

#[cfg(test)]
mod tests;
