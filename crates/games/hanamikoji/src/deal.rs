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

/// Cards drawn from one lot: seven of 21 leave a bias below 2^-33.
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

/// One card by suit to each seat in turn, each seat from a lot of its own.
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
mod tests {
    use super::*;

    fn share_of_sixes(rules: &Rules) -> [f64; 3] {
        const DEALS: u32 = 20_000;
        let mut chance = Chance(1);
        let mut sixes = [0u32; 3];
        for _ in 0..DEALS {
            let (hands, deck) = deal_round(rules, &mut chance);
            for (count, cards) in sixes.iter_mut().zip([hands[0], hands[1], deck]) {
                *count += u32::from(cards.of(6));
            }
            let removed = Cards::ALL - hands[0] - hands[1] - deck;
            assert_eq!(hands.map(Cards::len), [rules.style.dealt(); 2]);
            assert_eq!(removed.len(), 1);
        }
        sixes.map(|count| f64::from(count) / f64::from(DEALS))
    }

    #[test]
    fn by_card_every_place_gets_its_share() {
        let fair = share_of_sixes(&Rules::FAIR);
        for (share, cards) in fair.into_iter().zip([7.0, 7.0, 6.0]) {
            assert!((share - 5.0 * cards / 21.0).abs() < 0.03, "{fair:?}");
        }
        let official = share_of_sixes(&Rules::OFFICIAL);
        for (share, cards) in official.into_iter().zip([6.0, 6.0, 8.0]) {
            assert!((share - 5.0 * cards / 21.0).abs() < 0.03, "{official:?}");
        }
    }

    #[test]
    fn by_suit_the_deck_keeps_the_common_suit() {
        for deal_order in [DealOrder::Alternate, DealOrder::RemovedFirst, DealOrder::Block] {
            let [first, second, deck] = share_of_sixes(&Rules { deal_order, ..Rules::THESIS });
            assert!(deck > 2.0 && first < 1.4 && second < 1.6, "{deal_order:?}: {first} {second} {deck}");
        }
    }

    /// If this changes, every recorded game stops being replayable.
    #[test]
    fn the_deal_of_a_seed_never_changes() {
        let hands = |rules: &Rules| deal_round(rules, &mut Chance(1)).0.map(|hand| hand.to_string());
        assert_eq!(hands(&Rules::THESIS), ["1223566", "1344555"]);
        assert_eq!(hands(&Rules::FAIR), ["0134666", "2344555"]);
        assert_eq!(hands(&Rules::OFFICIAL), ["134666", "145566"]);
    }

    #[test]
    fn draws_are_as_likely_as_listed() {
        for rules in [Rules::THESIS, Rules::FAIR] {
            let state = Hanamikoji::new(rules, 3);
            for (card, p) in state.draws() {
                let drawn = (0..20_000u64).filter(|&seed| {
                    let mut state = Hanamikoji { chance: Chance(seed), ..state };
                    state.next_card() == card
                });
                let share = drawn.count() as f64 / 20_000.0;
                assert!((share - p).abs() < 0.02, "{card}: {share} instead of {p}");
            }
            assert!((state.draws().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn who_starts_is_dealt_to_first() {
        let mirrored = Rules { starts: 1, ..Rules::THESIS };
        let (hands, deck) = deal_round(&Rules::THESIS, &mut Chance(9));
        assert_eq!(deal_round(&mirrored, &mut Chance(9)), ([hands[1], hands[0]], deck));
    }
}
