//! Tests of `cards`.

use super::*;

#[test]
fn there_are_53_cards() {
    assert_eq!((Cards::NATURAL.len(), Cards::ALL.len(), Cards::CELLS.len()), (52, 53, 60));
    assert_eq!(Cards::SPADE_3.to_string(), "S3");
    assert_eq!(Cards::DIAMOND_3.to_string(), "D3");
    assert_eq!(Cards::cell(13, 0).to_string(), "C2");
    assert_eq!(Cards::JOKER.to_string(), "JO");
    assert_eq!(Cards::column(EIGHT).to_string(), "S8,H8,D8,C8");
}

#[test]
fn tribute_takes_spades_before_clubs() {
    assert_eq!(Cards::ALL.strongest(3).to_string(), "S2,H2,JO");
    assert_eq!(Cards::ALL.weakest(3).to_string(), "S3,H3,D3");
    assert_eq!((Cards::JOKER | Cards::SPADE_3).weakest(1), Cards::SPADE_3);
}

#[test]
fn draws_are_even() {
    let mut rng = Rng::new(1);
    let mut seen = [0i32; 5];
    for _ in 0..50_000 {
        let mut urn = Cards(0b11111);
        seen[urn.draw(2, &mut rng).highest() as usize] += 1;
        assert_eq!(urn.len(), 3);
    }
    // Of the ten pairs, so many have their higher card there.
    for (found, share) in seen.iter().zip([0, 5_000, 10_000, 15_000, 20_000]) {
        assert!((found - share).abs() < 500, "{seen:?}");
    }
}
