//! Tests of `cards`.

use super::*;
use karuta_engine::Rng;

#[test]
fn all_cards_are_the_charms() {
    let counts: Vec<u8> = (0..7).map(|suit| Cards::ALL.of(suit)).collect();
    assert_eq!(counts, CHARM);
    assert_eq!(Cards::ALL.len(), 21);
    assert_eq!(Cards::ALL.to_string(), "001122333444555566666");
}

/// Every multiset of `count` cards out of 21.
fn hands(count: usize, from: Suit, held: Cards, out: &mut Vec<Cards>) {
    if count == 0 {
        return out.push(held);
    }
    for suit in from..SUITS as Suit {
        if held.of(suit) < CHARM[usize::from(suit)] {
            hands(count - 1, suit, held + Cards::one(suit), out);
        }
    }
}

#[test]
fn distinct_hands_are_as_many_as_counted() {
    for (size, count) in [(6, 611), (7, 910)] {
        let mut out = Vec::new();
        hands(size, 0, Cards::NONE, &mut out);
        assert_eq!(out.len(), count);
    }
}

#[test]
fn whole_words_agree_with_suit_by_suit() {
    let mut out = Vec::new();
    hands(6, 0, Cards::NONE, &mut out);
    for &a in &out {
        assert_eq!(a.len(), 6);
        assert_eq!(a.iter().collect::<Cards>(), a);
        assert_eq!(a.lowest(), a.iter().next().expect("a card"));
        let b = out[a.bytes() as usize % out.len()];
        let by_suit = |claim: fn(u8, u8) -> bool| -> Vec<bool> {
            (0..7).map(|suit| claim(a.of(suit), b.of(suit))).collect()
        };
        let bits: Vec<bool> = (0..7).map(|suit| a.beats(b) >> suit & 1 == 1).collect();
        assert_eq!(bits, by_suit(|a, b| a > b));
        assert_eq!(a.contains(b), by_suit(|a, b| a >= b).iter().all(|&holds| holds));
        for count in 1..5u8 {
            let suits: Cards = (0..7).filter(|&suit| a.of(suit) >= count).collect();
            assert_eq!(a.at_least(u64::from(count)), suits);
        }
        assert_eq!(a.suits(), a.each_suit().collect());
    }
}

#[test]
fn draws_are_even_by_card_and_by_suit() {
    let cards: Cards = [0, 3, 3, 3, 6, 6].into_iter().collect();
    let mut rng = Rng::new(1);
    let (mut by_card, mut by_suit, mut second) = ([0i32; SUITS], [0i32; SUITS], [0i32; SUITS]);
    const DRAWS: i32 = 60_000;
    for _ in 0..DRAWS {
        let mut lot = Lot::new(rng.bits());
        let mut left = cards;
        by_card[usize::from(left.draw(1, &mut lot).lowest())] += 1;
        second[usize::from(left.draw(1, &mut lot).lowest())] += 1;
        by_suit[usize::from({ cards }.draw_by_suit(&mut lot).lowest())] += 1;
    }
    let close = |seen: [i32; SUITS], sixths: [i32; SUITS]| {
        seen.iter().zip(sixths).all(|(&n, share)| (n - share * DRAWS / 6).abs() < 600)
    };
    assert!(close(by_card, [1, 0, 0, 3, 0, 0, 2]), "{by_card:?}");
    assert!(close(second, [1, 0, 0, 3, 0, 0, 2]), "{second:?}");
    assert!(close(by_suit, [2, 0, 0, 2, 0, 0, 2]), "{by_suit:?}");
}

#[test]
fn drawing_all_leaves_none() {
    let mut cards = Cards::ALL;
    let mut lot = Lot::new(0x0123_4567_89AB_CDEF);
    assert_eq!(cards.draw(21, &mut lot), Cards::ALL);
    assert!(cards.is_empty());
}
