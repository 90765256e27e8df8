//! Tests of `calls`.

use super::*;
use crate::cards::parse_card;

fn cards(text: &str) -> Cards {
    text.split(' ').map(|name| parse_card(name).expect("a card")).collect()
}

#[test]
fn better_hands_lose_fewer_tricks() {
    let weak = cards("Dog S2 B3 G4 R6 S7 B8 GT RJ SQ B2 G6 RT SJ");
    let fair = cards("S2 B2 G5 R5 S8 B8 GJ RJ SQ BK GK RA S3 B3");
    let strong = cards("S2 B3 G4 R5 S6 B6 GK RK SA BA GA Pho Dra Mah");
    assert!(burden(weak) > burden(fair) + 1.0, "{} {}", burden(weak), burden(fair));
    assert!(burden(fair) > burden(strong) + 1.0, "{} {}", burden(fair), burden(strong));
    assert!(first_out(weak) < first_out(fair) && first_out(fair) < first_out(strong));
}

#[test]
fn sets_are_kept_together() {
    let straight = burden(cards("S2 B3 G4 R5 S6 B7"));
    assert!(straight < burden(cards("S2 B3 G4 R5 S7 B8")) - 3.0);
    assert!(burden(cards("S2 B2 S3 B3")) < burden(cards("S2 B2 S4 B4")));
    assert!(burden(cards("S9 B9 G9 R3 S3")) < burden(cards("S9 B9 G9")) + 0.1);
    assert!(burden(cards("S9 B9 G9 R9")) < burden(cards("S9 B9 G9")) - 1.0);
}

#[test]
fn only_strong_eights_call_grand() {
    assert!(calls_grand(cards("Dra Pho SA BA GA SK BK GQ")));
    assert!(!calls_grand(cards("Dog S2 S4 B6 G8 R9 SJ BQ")));
    assert!(!calls_grand(cards("Dra S2 S4 B6 G8 R9 SJ BQ")));
}
