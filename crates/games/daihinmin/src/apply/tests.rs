//! Tests of `apply`.

use super::*;
use crate::rules::Rules;
use crate::text::notation::{parse_cards, parse_move};
use karuta_engine::Game;

/// A game in which these are all the cards; seat 0 leads and seats sit in order.
fn table(hands: [&str; SEATS]) -> Daihinmin {
    let mut state = Daihinmin::blank(Rules::OFFICIAL, 1);
    for (seat, hand) in hands.into_iter().enumerate() {
        state.hands[seat] = parse_cards(hand).expect("cards");
    }
    state
}

#[track_caller]
fn play(state: &mut Daihinmin, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = parse_move(state, text).expect("a legal move");
        state.apply(mv);
    }
}

fn legal(state: &Daihinmin) -> String {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

const PLAIN: [&str; SEATS] = ["S4,S9,SK", "H5,HT,HA", "D6,DJ,D2", "C7,CQ,H3", "H6,HK,S3,JO"];

#[test]
fn the_last_to_play_must_pass_too() {
    let mut state = table(PLAIN);
    play(&mut state, "SK pass pass pass pass");
    assert_eq!((state.turn(), state.field().top.to_string()), (Some(0), "SK".into()), "he may go on");
    assert_eq!(legal(&state), "pass");
    play(&mut state, "pass");
    assert_eq!((state.turn(), state.field().is_empty(), state.passed), (Some(0), true, 0));
    // A seat that has passed is not asked again, though the table has changed.
    play(&mut state, "S4 H5 pass CQ HK pass");
    assert_eq!(state.turn(), Some(1));
    play(&mut state, "HA pass");
    assert_eq!(state.turn(), Some(4));
}

#[test]
fn an_eight_ends_the_round() {
    let mut state = table(["S7,S8,S4,SQ", "H5,H6,H7,JO", "D3,D4", "C3,C4", "C5,C6"]);
    play(&mut state, "S7 pass pass pass pass S8");
    assert_eq!((state.turn(), state.field().is_empty()), (Some(0), true));
    play(&mut state, "S4 H5 pass pass pass pass H6 H7");
    assert_eq!((state.turn(), state.field().is_empty()), (Some(1), false));
    // A joker that stands for an eight in a sequence cuts, a joker alone does not.
    let mut state = table(["S6,S7,S4", "H5", "D3", "C3", "C5"]);
    state.hands[0] |= crate::cards::Cards::JOKER;
    let mut other = state;
    play(&mut state, "S6-S7-JO:S8");
    assert_eq!((state.turn(), state.field().is_empty()), (Some(0), true));
    play(&mut other, "JO");
    assert_eq!((other.turn(), other.field().is_empty()), (Some(1), false));
}

#[test]
fn only_the_spade_3_beats_the_joker() {
    for reversed in [false, true] {
        let mut state = table(["S4,JO,S9", "S3,H3,H2,HQ", "D3", "C3", "C5"]);
        state.field.reversed = reversed;
        play(&mut state, "JO");
        assert_eq!(legal(&state), "S3 pass");
        play(&mut state, "S3");
        assert_eq!((state.turn(), state.field().is_empty()), (Some(1), true), "the round is over");
    }
}

#[test]
fn equal_suits_lock_and_a_joker_unlocks() {
    let mut state = table(["S4,S9,HQ,SA", "S5,HT,HA", "D6,SJ,JO", "C7,CQ,H3", "SK,HK,S3"]);
    play(&mut state, "S4 S5");
    assert!(state.field().locked);
    assert_eq!(legal(&state), "SJ JO pass");
    play(&mut state, "SJ pass SK");
    assert!(state.field().locked, "the lock lasts");
    assert_eq!(legal(&state), "SA pass");
    play(&mut state, "pass pass JO");
    assert!(!state.field().locked);
    let mut state = table(["S4,H4,SA", "S5,D5,HA", "S6,D6,SJ,JO", "C7,D7,H3", "D9,S9,S3"]);
    play(&mut state, "S4+H4 S5+D5");
    assert!(!state.field().locked, "half the suits do not lock");
    play(&mut state, "JO:S6+D6");
    assert!(state.field().locked, "a joker counts as the suit it stands for");
    play(&mut state, "pass");
    assert_eq!(legal(&state), "S9+D9 pass");
}

#[test]
fn revolutions_turn_the_order_and_back() {
    let mut state = table(["S4,H4,D4,C4,S9,S3", "H5,HT,HA", "D6,D7,DT,DJ,D9,D3,D2", "C7,CQ", "HK,S2"]);
    play(&mut state, "S4+H4+D4+C4");
    assert!(state.field().reversed);
    play(&mut state, "pass pass pass pass pass S9");
    assert_eq!(legal(&state), "H5 pass");
    play(&mut state, "pass D3 pass pass pass pass D2 pass pass S3");
    assert!(state.field().reversed, "until the end of the game");
    let mut state = table(["S4,S5,S6,S7,JO,HQ", "D9,DT,DJ,DQ,DK,H3", "D3", "C7,CQ", "HK,S2"]);
    play(&mut state, "S4-S5-S6-S7");
    assert!(!state.field().reversed, "four in sequence do not");
    let mut state = table(["S3,S4,S5,S6,JO,HQ", "D9,DT,DJ,DQ,DK,H3", "D3", "C7,CQ", "HK,S2"]);
    play(&mut state, "S3-S4-S5-S6-JO:S7");
    assert!(state.field().reversed);
    state.field.reversed = false;
    play(&mut state, "D9-DT-DJ-DQ-DK");
    assert!(state.field().reversed, "a sequence of five does, on another too");
    let mut state = table(["S4,H4,D4,C4,JO,SQ", "H5,HT,HA", "D6", "C7", "HK"]);
    play(&mut state, "S4+H4+D4+C4+JO");
    assert!(state.field().reversed);
    assert_eq!(legal(&state), "pass", "nothing follows five");
}

#[test]
fn the_next_seat_leads_for_who_is_out() {
    let mut state = table(["S2", "H5,HT", "D6,DJ", "C7,CQ", "HK,H3"]);
    state.seating = [0, 2, 4, 1, 3];
    state.know_neighbours();
    play(&mut state, "S2 pass pass pass pass");
    assert_eq!((state.turn(), state.field().is_empty()), (Some(2), true));
    assert_eq!(state.finished().collect::<Vec<_>>(), [0]);
    // Out with the last play of a round in which all others have passed: the round is over at once.
    let mut state = table(["SK,S2", "H5,HT", "D6,DJ", "C7,CQ", "HK,H3"]);
    play(&mut state, "SK pass pass pass pass S2");
    assert_eq!((state.turn(), state.field().is_empty()), (Some(1), true));
}

#[test]
fn four_out_end_the_game() {
    let mut state = table(["S2", "H5", "D6", "C7", "HK,H3"]);
    play(&mut state, "S2 pass pass pass pass H5 D6 C7");
    assert_eq!(state.turn(), None);
    assert_eq!(state.finished().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    let payoffs = state.payoff();
    assert_eq!([0, 1, 2, 3, 4].map(|seat| payoffs[seat]), [1.0, 0.75, 0.5, 0.25, 0.0]);
}

#[test]
fn twenty_passes_end_the_game_by_lot() {
    let mut firsts = [0; SEATS];
    for seed in 0..200 {
        let mut state = table(["S2,S9", "H5,HT", "D6,DJ", "C7,CQ", "HK"]);
        state.chance.0 = seed;
        play(&mut state, "S9 pass pass pass HK pass pass");
        assert_eq!(state.finished().collect::<Vec<_>>(), [4]);
        // Four pass in a round on an empty table; the lead stays.
        for _ in 0..18 {
            assert!(state.turn().is_some());
            play(&mut state, "pass");
        }
        assert_eq!(state.turn(), None);
        let order: Vec<Seat> = state.finished().collect();
        assert_eq!(order[0], 4, "who is out keeps his place");
        firsts[order[1]] += 1;
    }
    assert!(firsts[..4].iter().all(|&n| (25..75).contains(&n)), "{firsts:?}");
}

#[test]
fn plays_interrupt_the_count_of_passes() {
    let mut state = table(["S4,S9", "H5,HT", "D6,DJ", "C7,CQ", "HK,H3"]);
    play(&mut state, "pass pass pass pass pass pass pass pass pass pass S4");
    assert_eq!(state.passes(), 0);
}
