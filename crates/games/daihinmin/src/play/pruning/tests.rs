//! Tests of `pruning`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};

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
            assert!(!few.is_empty(), "{state:?}");
            if state.gift_size().is_some() {
                assert_eq!(few.len(), 1);
                gifts += 1;
            } else if state.field().is_empty() {
                assert!(!few.contains(&Move::PASS) && few.len() + 1 == moves.len());
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

#[test]
fn gifts_by_policy_are_the_likeliest() {
    for seed in 0..40 {
        let state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], seed);
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let left = |admits: fn(&Daihinmin, Move) -> bool| -> Vec<Move> {
            moves.iter().copied().filter(|&mv| admits(&state, mv)).collect()
        };
        let (one, few) = (left(by_policy), left(by_few));
        assert!(one.len() == 1 && few.len() == FEW && few.contains(&one[0]), "{one:?} of {few:?}");
    }
}
