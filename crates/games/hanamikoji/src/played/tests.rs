//! Tests of `played`.

use super::*;

fn cards(suits: &[u8]) -> Cards {
    suits.iter().copied().collect()
}

#[test]
fn offers_keep_what_was_taken() {
    let mut offers = Offers::default();
    offers.offer(Action::Gift, cards(&[6, 6, 6]));
    assert_eq!(offers.left(), cards(&[6, 6, 6]));
    offers.take(Action::Gift, cards(&[6]));
    offers.offer(Action::Compete, cards(&[5, 5, 5, 5]));
    offers.take(Action::Compete, cards(&[5, 5]));
    assert_eq!(offers.offered(Action::Gift), cards(&[6, 6, 6]));
    assert_eq!(offers.taken_of(Action::Gift), cards(&[6]));
    assert_eq!(offers.offered(Action::Compete), cards(&[5, 5, 5, 5]));
    assert_eq!(offers.taken_of(Action::Compete), cards(&[5, 5]));
    assert_eq!(offers.left(), cards(&[5, 5, 6, 6]));
}

#[test]
fn hidden_cards_and_pairs_do_not_mix() {
    let mut aside = Aside::default();
    aside.hide(Action::Trade, cards(&[4, 4]));
    aside.hide(Action::Secret, cards(&[4]));
    aside.set_pair(cards(&[4, 4]));
    assert_eq!((aside.secret(), aside.discards()), (cards(&[4]), cards(&[4, 4])));
    assert_eq!(aside.first_pair(), cards(&[4, 4]));
    assert_eq!(aside.open().cards(), Cards::NONE);
    aside.set_pair(Cards::NONE);
    assert_eq!(aside, Aside::new(cards(&[4]), cards(&[4, 4])));
}

#[test]
fn plays_keep_their_order() {
    let mut plays = Plays::default();
    for (index, action) in [Action::Compete, Action::Secret, Action::Gift].into_iter().enumerate() {
        plays.push(index as u8, action);
    }
    assert_eq!(plays.iter().collect::<Vec<_>>(), [Action::Compete, Action::Secret, Action::Gift]);
    assert_eq!(plays.unused(), 1 << Action::Trade as u8);
}
