//! Tests of `action_order`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};

#[test]
fn all_orders_are_read_and_nothing_else() {
    let letters = ["S", "T", "G", "C"];
    let mut good = 0;
    for index in 0..256 {
        let text: String = (0..4).map(|at| letters[index >> (2 * at) & 3]).collect();
        good += usize::from(read(&text).is_ok());
    }
    assert_eq!(good, 24);
    for text in ["", "STG", "STGCS", "stgc", "STGX", "S T G C", "ＳTGC"] {
        let error = read(text).map(|_| ()).expect_err(text).to_string();
        assert!(error.contains("S, T, G and C"), "{error}");
    }
}

#[test]
fn a_bound_seat_plays_its_order_in_every_round() {
    let admits = read("GCTS").expect("an order");
    let mut rng = Rng::new(1);
    for rules in [Rules::HASSAN, Rules::OFFICIAL] {
        let mut state = Hanamikoji::new(rules, 3);
        let mut played = String::new();
        while let Some(seat) = state.turn() {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let all = moves.len();
            if seat == 0 {
                moves.retain(|&mv| admits(&state, mv));
            }
            // The order restricts actions, not answers to offers.
            assert!(state.pending().is_none() || moves.len() == all);
            let mv = moves[rng.index(moves.len())];
            if seat == 0 {
                played.extend(mv.action().map(|action| LETTERS[action as usize]));
            }
            state.apply(mv);
        }
        assert_eq!(played, "GCTS".repeat(usize::from(state.round())));
    }
}
