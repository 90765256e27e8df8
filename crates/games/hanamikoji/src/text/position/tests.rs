//! Tests of `position`.

use super::*;
use karuta_engine::{Game, Rng};
use proptest::prelude::*;

const START: &str =
    "round=1 first=0 markers=0000000 hands=1124445,0235556 plays=-,- deck=336666 removed=0 seed=7";

#[test]
fn positions_read_and_write() {
    let state = parse_position(Rules::HASSAN, START).expect("a position");
    assert_eq!(position(&state), START);
    assert!(state.is_round_start());
    let short = parse_position(Rules::HASSAN, "hands=1124445,0235556 removed=0 seed=7");
    assert_eq!(short.as_ref(), Ok(&state));
}

#[test]
fn an_open_offer_is_part_of_it() {
    let text =
        "round=2 first=1 markers=1020000 hands=1124445,0235 plays=-,G556>? deck=336666 removed=0 seed=0";
    let state = parse_position(Rules::HASSAN, text).expect("a position");
    assert_eq!(position(&state), text);
    assert_eq!(state.turn(), Some(0));
    assert_eq!(state.pending().map(|(action, _)| action), Some(Action::Gift));
    let text =
        "round=1 first=0 markers=0000000 hands=445,023556 plays=C11/24>?,- deck=0335666 removed=6 seed=0";
    let state = parse_position(Rules::OFFICIAL, text).expect("a position");
    assert_eq!(position(&state), text);
    assert_eq!(state.count_moves(&mut Vec::new()), 2);
}

#[test]
fn bad_positions_are_named() {
    let error = |text: &str| parse_position(Rules::HASSAN, text).expect_err("an error").to_string();
    assert!(error("").contains("expected hands="));
    assert!(error("hand=1").contains("no part of a position"));
    assert!(error("hands=1124445").contains("one seat"));
    assert!(error("hands=1124448,0235556").contains("suits 0 to 6"));
    assert!(error("hands=112444,0235556").contains("holds 6 cards and should hold 7"));
    assert!(error("hands=0002445,0235556").contains("more cards of a suit"));
    assert!(error("hands=1124445,0235556").contains("one card is removed"));
    assert!(error("hands=1124445,0235556 removed=1").contains("one card is removed"));
    assert!(error("hands=1124445,0235556 removed=0 deck=33666").contains("making up"));
    assert!(error("hands=1124445,0235556 round=4").contains("ends with round 3"));
    assert!(error("hands=1124445,0235556 markers=1111000").contains("already decided"));
    assert!(error("hands=1124445,0235556 markers=00000").contains("seven digits"));
    assert!(error("hands=1124445,0235556 seed=xyz").contains("hexadecimal"));
    assert!(error("hands=1124445,0235556 seed=1 seed=2").contains("twice"));
    assert!(error("hands=1,2 plays=S3,S4+T11").contains("take turns"));
    assert!(error("hands=1,2 plays=S3+S3,S4").contains("twice"));
    assert!(error("hands=1,2 plays=G355>?,S4").contains("only the last offer"));
    assert!(error("hands=1,2 plays=G35>?,-").contains("is no play"));
    assert!(error("hands=1,2 plays=S3>3,-").contains("is no play"));
    assert!(error("hands=1,2 plays=C11/24>?,-").contains("a competition is written"));
    assert!(error("hands=1,2 plays=S0+T11+G222>2+C3333>33,-").contains("is no play"));
}

#[test]
fn taken_cards_are_somewhere() {
    // Seat 0 hid a 6 and then took another, which it must still have.
    let read = |text: &str| parse_position(Rules::HASSAN, text);
    let lost = "hands=00112233,34455 plays=S6,G666>6 removed=4";
    assert!(read(lost).expect_err("an error").to_string().contains("seat 0 took 6"));
    assert!(read("hands=00112236,34455 plays=S6,G666>6 removed=4").is_ok());
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,80}", fields in "(hands|plays|deck|removed|markers)=[0-6STGC>?/,+-]{0,25} hands=[0-6]{4,9},[0-6]{4,9} plays=[STGC][0-6]{1,4}(>[0-6]{1,2})?,-") {
        for rules in [Rules::HASSAN, Rules::OFFICIAL] {
            let _ = parse_position(rules, &text);
            let _ = parse_position(rules, &fields);
        }
    }

    /// Whatever is read as a position can be looked at and played on.
    #[test]
    fn what_is_read_can_be_played(hands in "[0-6]{7},[0-6]{7}", removed in "[0-6]") {
        if let Ok(state) = parse_position(Rules::FAIR, &format!("hands={hands} removed={removed}")) {
            let mut rng = Rng::new(1);
            let world = Hanamikoji::sample(&state.view(0), &mut rng);
            prop_assert_eq!(world.view(0), state.view(0));
        }
    }

    #[test]
    fn reached_positions_read_back(seed in 0u64..2_000) {
        let mut rng = Rng::new(seed);
        let rules = [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL][(seed % 3) as usize];
        let mut state = Hanamikoji::new(Rules { starts: (seed % 2) as u8, ..rules }, seed);
        for _ in 0..rng.index(30) {
            if state.turn().is_some() {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                state.apply(mv);
            }
        }
        if state.turn().is_some() {
            prop_assert_eq!(parse_position(rules, &position(&state)), Ok(state));
        }
    }
}
