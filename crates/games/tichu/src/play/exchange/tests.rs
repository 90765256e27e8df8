//! Tests of `exchange`.

use super::*;
use crate::cards::{card_name, parse_card};
use crate::rules::Rules;
use karuta_engine::Game as _;

fn hand(text: &str) -> Cards {
    text.split(' ').map(|name| parse_card(name).expect("a card")).collect()
}

fn given(text: &str, own: Call, partner: Call) -> Vec<String> {
    let giver = Giver::new(hand(text), own, partner, false);
    choose(&giver, shipped()).map(card_name).to_vec()
}

#[test]
fn opponents_get_what_is_in_the_way() {
    let cards = given("S2 B4 G7 R7 S8 B8 GT RT SJ BJ GQ RQ SK BA", Call::None, Call::None);
    assert!(cards.contains(&String::from("S2")) && cards.contains(&String::from("B4")), "{cards:?}");
    let strong = given("S2 B4 G6 R7 S7 SK BK GK SA BA GA Pho Dra Mah", Call::Grand, Call::None);
    assert!(
        [&strong[0], &strong[2]].iter().all(|name| ["S2", "B4", "G6"].contains(&name.as_str())),
        "{strong:?}"
    );
}

#[test]
fn a_partner_who_called_is_helped() {
    let hand = "S2 B4 G7 R9 S8 B8 GT R5 SJ B3 GQ R6 SA Dra";
    let helped = given(hand, Call::None, Call::Grand);
    assert!(["Dra", "SA"].contains(&helped[1].as_str()), "{helped:?}");
}

#[test]
fn gifts_are_three_cards_of_the_hand() {
    for seed in 0..200 {
        let mut state = Tichu::new(Rules::OFFICIAL, seed);
        while state.phase == crate::Phase::Grand {
            state.apply(Move::NO_CALL);
        }
        let gifts = choose(&giver(&state), shipped());
        let all: Cards = gifts.into_iter().collect();
        assert_eq!(all.len(), 3);
        assert!(state.hands[0].contains(all));
    }
}

#[test]
fn features_are_in_their_range() {
    let mut seen = vec![false; COUNT];
    for seed in 0..300 {
        let mut state = Tichu::new(Rules::OFFICIAL, seed);
        while state.phase == crate::Phase::Grand {
            state.apply(if seed % 5 == u64::from(state.turn) { Move::GRAND } else { Move::NO_CALL });
        }
        let giver = giver(&state);
        for way in 0..3 {
            for card in state.hands[0].iter() {
                giver.features(way, card, Some(9), |feature| seen[feature] = true);
            }
        }
    }
    assert!(seen.iter().filter(|&&seen| seen).count() > COUNT / 2);
}
