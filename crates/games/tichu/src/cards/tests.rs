//! Tests of `cards`.

use super::*;

pub fn cards(text: &str) -> Cards {
    text.split([' ', ',']).map(|name| parse_card(name).expect("a card")).collect()
}

#[test]
fn the_deck_has_56_cards_and_100_points() {
    assert_eq!(Cards::ALL.len(), 56);
    assert_eq!(Cards::ALL.points(), 100);
    assert_eq!(cards("S5 BT GK Dra").points(), 50);
    assert_eq!(cards("Pho RA Dog").points(), -25);
}

#[test]
fn names_read_back() {
    for card in Cards::ALL.iter() {
        assert_eq!(parse_card(&card_name(card)), Some(card));
    }
    for bad in ["", "S", "S1", "S15", "X4", "Sä", "ä4", "SS", "Mahh", "4"] {
        assert_eq!(parse_card(bad), None, "{bad}");
    }
    assert_eq!(parse_card("s10"), parse_card("ST"));
}

#[test]
fn ranks_are_counted() {
    let hand = cards("Mah S2 B2 G2 R2 S3 B3 G3 SA RA Pho Dra Dog");
    assert_eq!(hand.ranks(), 1 << 1 | 1 << 2 | 1 << 3 | 1 << 14);
    assert_eq!(hand.multiples(), [1 << 2 | 1 << 3 | 1 << 14, 1 << 2 | 1 << 3, 1 << 2]);
    assert_eq!(hand.fours(), 1 << 2);
    assert_eq!(hand.lowest_of(3, 2), cards("B3 G3"));
    assert_eq!(hand.between(2, 3).len(), 7);
    assert_eq!(hand.between(14, 14), cards("SA RA"));
}

#[test]
fn flushes_are_found() {
    let hand = cards("SA SK SQ SJ ST S9 B2 B3 B4 B5 Mah Pho");
    assert_eq!(hand.flush_starts(5), cards("S9 ST"));
    assert_eq!(hand.flush_starts(6), cards("S9"));
    assert_eq!(hand.in_flushes(), cards("SA SK SQ SJ ST S9"));
    assert!(hand.has_bomb());
    assert!(!(hand - cards("SJ")).has_bomb(), "four and the Mah Jong are no bomb");
}
