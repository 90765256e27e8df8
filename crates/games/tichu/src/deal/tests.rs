//! Tests of `deal`.

use super::*;
use crate::rules::Rules;

#[test]
fn hands_are_dealt_in_full() {
    for seed in 0..200 {
        for rules in [Rules::PESTALOZZI, Rules { exchange: Exchange::None, ..Rules::PESTALOZZI }] {
            let state = Tichu::new(rules, seed);
            assert_eq!(state.phase, Phase::Play);
            assert_eq!(state.hands.map(Cards::len), [14; 4]);
            assert_eq!(state.hands.iter().fold(Cards::NONE, |all, &hand| all | hand), Cards::ALL);
            assert!(state.hands[state.seat()].contains(Cards::MAH));
        }
    }
}

#[test]
fn every_place_is_equally_likely() {
    let mut dragons = [0u32; 4];
    for seed in 0..8_000 {
        let state = Tichu::new(Rules::PESTALOZZI, seed);
        for (count, hand) in dragons.iter_mut().zip(state.hands) {
            *count += u32::from(hand.contains(Cards::DRAGON));
        }
    }
    assert!(dragons.iter().all(|&count| (1_800..2_200).contains(&count)), "{dragons:?}");
}

/// If this changes, every recorded game stops being replayable.
#[test]
fn the_deal_of_a_seed_never_changes() {
    let state = Tichu::new(Rules { exchange: Exchange::None, ..Rules::PESTALOZZI }, 1);
    assert_eq!(state.hands[0].to_string(), PIN);
}

const PIN: &str = "S4,R6,G6,R7,B7,S7,B8,B9,ST,RJ,SJ,BQ,GA,SA";
