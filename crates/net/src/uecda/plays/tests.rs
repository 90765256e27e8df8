//! Tests of `plays`.

use super::*;
use karuta_daihinmin::field::Field;

#[test]
fn every_play_of_a_hand_survives_the_table() {
    let mut plays = vec![Move::PASS];
    for hand in ["SKHKDKCKSASTSJSQS2H2J3", "S3S4S5S6H3D3C3C4D5D6J3", "H3H4D2DAC9C8S8H8D8J3C2"] {
        let hand = hand_of(&crate::uecda::log::read_cards(hand).expect("cards"));
        assert_eq!(hand.len(), 11);
        assert_eq!(hand_of(&laid_hand(hand)), hand);
        Field::default().full(hand, &mut plays);
    }
    assert!(plays.len() > 100, "{}", plays.len());
    for mv in plays {
        for reversed in [false, true] {
            assert_eq!(play_of(&laid_play(mv, reversed)), Some(mv));
        }
    }
}

/// The official server takes more cards with it, by mistake.
#[test]
fn the_spade_three_beats_a_joker_only_alone() {
    let laid = |text: &str| crate::uecda::log::read_cards(text).expect("cards");
    let hand = hand_of(&laid("S3S5H3H9D4C4"));
    for reversed in [false, true] {
        let field = Field { top: Move::JOKER, locked: false, reversed };
        let takes = |text: &str| play_of(&laid(text)).is_some_and(|mv| field.allows(hand, mv));
        assert!(takes("S3"));
        for more in ["S3H9", "S3S5", "S3H3", "S3D4C4", "H3", "S5"] {
            assert!(!takes(more), "{more}");
        }
    }
}

#[test]
fn a_joker_in_its_own_row_is_the_fifth_card_or_nothing() {
    let laid = |text: &str| crate::uecda::log::read_cards(text).expect("cards");
    assert_eq!(play_of(&laid("J3")), None);
    assert_eq!(play_of(&laid("S5H5D5J5")), None);
    assert_eq!(play_of(&laid("S5H5D5C5J6")), None);
    assert_eq!(play_of(&laid("S5H5D5C5J5")).map(Move::len), Some(5));
    assert_eq!(play_of(&laid("Lx")), Some(Move::JOKER));
}
