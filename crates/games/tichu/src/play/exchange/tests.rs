//! Tests of `exchange`.

use super::*;
use crate::cards::{card_name, parse_card};

fn given(text: &str, own: Call, partner: Call) -> Vec<String> {
    let hand = text.split(' ').map(|name| parse_card(name).expect("a card")).collect();
    gifts(hand, own, partner).map(card_name).to_vec()
}

#[test]
fn opponents_get_what_is_in_the_way() {
    let hand = "S2 B4 G7 R7 S8 B8 GT RT SJ BJ GQ RQ SK BA";
    let cards = given(hand, Call::None, Call::None);
    assert!(cards.contains(&String::from("S2")) && cards.contains(&String::from("B4")), "{cards:?}");
    let ambitious = given("S2 B4 G6 R7 S7 SK BK GK SA BA GA Pho Dra Mah", Call::Grand, Call::None);
    assert!(ambitious.iter().all(|name| ["S2", "B4", "G6"].contains(&name.as_str())), "{ambitious:?}");
}

#[test]
fn a_partner_who_called_is_helped() {
    let hand = "S2 B4 G7 R9 S8 B8 GT R5 SJ B3 GQ R6 SK Dra";
    assert_eq!(given(hand, Call::None, Call::Grand)[1], "Dra");
    assert_ne!(given(hand, Call::None, Call::None)[1], "Dra");
}
