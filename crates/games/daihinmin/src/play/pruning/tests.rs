//! Tests of `pruning`.

use super::*;
use crate::rules::Rules;
use crate::text::notation::parse_cards;
use karuta_engine::{Game, Rng};

#[test]
fn weak_cards_are_neither_eights_nor_strong() {
    let weak = |hand: &str, size| weak(parse_cards(hand).expect("cards"), size).to_string();
    assert_eq!(weak("S4,H4,D5,C8,SK,HA,S2,JO", 2), "S4,H4,D5,SK");
    assert_eq!(weak("S3,H4,D4,S5,S6,S7,S9,ST,SJ,SQ", 1), "S3,H4,D4,S5,S6,S7,S9");
    assert_eq!(weak("H8,D8,CA,S2,JO", 2), "H8,D8");
}

/// Every choice leaves a move, and the rule's gift is always among the weak ones.
#[test]
fn something_is_always_left() {
    let mut rng = Rng::new(3);
    let (mut gifts, mut leads) = (0, 0);
    let mut moves = Vec::new();
    for seed in 0..300 {
        let mut state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], seed);
        while state.turn().is_some() {
            moves.clear();
            state.moves(&mut moves);
            let few: Vec<Move> = moves.iter().copied().filter(|&mv| by_rule(&state, mv)).collect();
            let more: Vec<Move> = moves.iter().copied().filter(|&mv| weak_gifts(&state, mv)).collect();
            assert!(!few.is_empty() && few.iter().all(|mv| more.contains(mv)), "{state:?}");
            if state.gift_size().is_some() {
                assert!(few.len() == 1 && more.len() <= 36);
                gifts += 1;
            } else if state.field().is_empty() {
                assert!(!more.contains(&Move::PASS) && more.len() + 1 == moves.len());
                leads += 1;
            } else {
                assert_eq!(few, moves);
            }
            let mv = moves[rng.index(moves.len())];
            state.apply(mv);
        }
    }
    assert!(gifts == 600 && leads > 1_000, "{gifts} {leads}");
}
