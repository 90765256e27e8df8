//! Tests of `search`.

use super::*;
use crate::rules::Rules;
use crate::text::position::parse_position;
use karuta_engine::Game;
use karuta_playable::playable::Playable;

fn state(text: &str) -> Tichu {
    parse_position(Rules::PESTALOZZI_CODE, text).expect(text)
}

fn moves(state: &Tichu, wanted: impl Fn(&Tichu, Move) -> bool) -> Vec<String> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves.into_iter().filter(|&mv| wanted(state, mv)).map(|mv| mv.to_string()).collect()
}

#[test]
fn the_last_cards_go_out_but_for_stairs() {
    assert_eq!(moves(&state("hand=S7,B7"), goes_out), ["7 7"]);
    assert_eq!(moves(&state("hand=S7,B7,R7"), goes_out), ["7 7 7"]);
    assert_eq!(moves(&state("hand=S7,B7,R8,S8"), goes_out), [""; 0]);
    assert_eq!(moves(&state("hand=S7 table=single:5"), goes_out), ["7"]);
    let mut called = state("hand=S7,B7");
    called.calls[2] = Call::Tichu;
    assert_eq!(moves(&called, goes_out), [""; 0]);
}

#[test]
fn simpler_rules_have_no_wish_and_two_takers() {
    let mut plain = state("hand=Mah,S7,B7,Dra");
    assert_eq!(plain.rules.gift, Gift::Right);
    simplify(&mut plain);
    plain.apply(plain.parse_move("Mah").expect("a move"));
    assert_eq!(plain.wish, 0);
    // A wish that is open stays.
    let mut open = state("hand=S7,B8,Dra table=single:5 wish=7");
    simplify(&mut open);
    assert_eq!(moves(&open, |_, _| true), ["7"]);
}

#[test]
fn the_report_counts_cards_and_places() {
    let mut state = state("hand=S7,B7,R9");
    assert_eq!(points(&state, 0), 11);
    assert_eq!(points(&state, 1), 0);
    state.phase = Phase::Over;
    state.out = [2, 0, 1, 255];
    assert_eq!([0, 1, 2, 3].map(|seat| points(&state, seat)), [27, 8, 64, -1_000_000]);
}

#[test]
fn taking_a_trick_is_a_ply() {
    let mut state = state("hand=S7,B7,R9 table=single:14");
    state.turn = 2;
    state.owner = 3;
    let mut after = state;
    after.apply(Move::PASS);
    assert_eq!((after.top, plies(&state, &after)), (None, 2));
    state.turn = 1;
    let mut after = state;
    after.apply(Move::PASS);
    assert_eq!(plies(&state, &after), 1);
}
