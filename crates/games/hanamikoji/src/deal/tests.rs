//! Tests of `deal`.

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
        let [first, second, deck] = share_of_sixes(&Rules { deal_order, ..Rules::HASSAN });
        assert!(deck > 2.0 && first < 1.4 && second < 1.6, "{deal_order:?}: {first} {second} {deck}");
    }
}

/// If this changes, every recorded game stops being replayable.
#[test]
fn the_deal_of_a_seed_never_changes() {
    let hands = |rules: &Rules| deal_round(rules, &mut Chance(1)).0.map(|hand| hand.to_string());
    assert_eq!(hands(&Rules::HASSAN), ["1223566", "1344555"]);
    assert_eq!(hands(&Rules::FAIR), ["0134666", "2344555"]);
    assert_eq!(hands(&Rules::OFFICIAL), ["134666", "145566"]);
}

#[test]
fn draws_are_as_likely_as_listed() {
    for rules in [Rules::HASSAN, Rules::FAIR] {
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
    let mirrored = Rules { starts: 1, ..Rules::HASSAN };
    let (hands, deck) = deal_round(&Rules::HASSAN, &mut Chance(9));
    assert_eq!(deal_round(&mirrored, &mut Chance(9)), ([hands[1], hands[0]], deck));
}
