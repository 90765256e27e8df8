//! Tests of `position`.

use super::*;
use crate::cards::Card;
use karuta_engine::{Game, Rng};
use proptest::prelude::*;

const START: &str = "1121100000000000000033433 ox,boar,horse,elephant,crab 0";

#[test]
fn the_opening_reads_and_writes() {
    let state = parse_position::<5>(START, 0).expect("a position");
    assert_eq!(position(&state), START);
    let cards = parse_cards("ox,boar,horse,elephant,crab", ',').expect("cards");
    assert_eq!(state, Onitama::opening(cards, 0, 0));
    let spaced = "11211 00000 00000 00000 33433 Ox, Boar, Horse, Elephant, Sea Snake 1";
    assert!(parse_position::<5>(spaced, 0).is_ok());
}

#[test]
fn bad_positions_are_named() {
    let error = |text: &str| parse_position::<5>(text, 0).expect_err("an error").to_string();
    assert!(error("112110 ox,boar,horse,elephant,crab 0").contains("6 squares"));
    assert!(error("1122100000000000000033433 ox,boar,horse,elephant,crab 0").contains("two masters"));
    assert!(error("1121100000000000000033433 ox,ox,horse,elephant,crab 0").contains("twice"));
    assert!(error("1121100000000000000033433 ox,boar,horse,elephant 0").contains("4 cards"));
    assert!(
        error("1121100000000000000033433 ox,boar,horse,elefant,crab 0").contains("did you mean elephant")
    );
    assert!(error("1121100000000000000033433 ox,boar,horse,elephant,crab 2").contains("not a seat"));
    assert!(error("1121100000000000000033333 ox,boar,horse,elephant,crab 0").contains("captured"));
    assert!(error("1111100000000000000033433 ox,boar,horse,elephant,crab 0").contains("a master"));
    assert!(error("9121100000000000000033433 ox,boar,horse,elephant,crab 0").contains("no piece"));
    assert!(error("").contains("missing"));
    assert!(error("1121100000000000000033433 ox,boar,horse,elephant,crab 0 9 9").contains("a draw at ply 9"));
    assert!(error("1121100000000000000033433 ox,boar,horse,elephant,crab 0 70000").contains("too many"));
}

#[test]
fn plies_and_cap_are_part_of_it() {
    let text = format!("{START} 41 300");
    let state = parse_position::<5>(&text, 0).expect("a position");
    assert_eq!((position(&state), state.plies(), state.setting().cap), (text, 41, 300));
    let short = parse_position::<5>(&format!("{START} 41"), 77).expect("a position");
    assert_eq!((short.plies(), short.setting().cap), (41, 77));
}

proptest! {
    #[test]
    fn no_position_panics(text in "[0-4]{23,26} [a-z,]{0,30} [01]?( [0-9]{1,6}){0,3}") {
        let _ = parse_position::<5>(&text, 0);
    }

    #[test]
    fn no_text_panics(text in ".{0,80}") {
        let _ = parse_position::<5>(&text, 0);
        let _ = parse_position::<7>(&text, 0);
    }

    #[test]
    fn reached_positions_read_back(seed in 0u64..1_000) {
        let mut rng = Rng::new(seed);
        let mut pool: Vec<Card> = Card::all().collect();
        rng.shuffle(&mut pool);
        let cap = [0, 200][rng.index(2)];
        let mut state = Onitama::<7>::opening([pool[0], pool[1], pool[2], pool[3], pool[4]], 0, cap);
        for _ in 0..rng.index(60) {
            if state.turn().is_some() {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                state.apply(mv);
            }
        }
        if state.turn().is_some() {
            // A position in the course of a game is read without knowing the move limit.
            let read_with = if state.plies() > 0 { 0 } else { cap };
            prop_assert_eq!(parse_position::<7>(&position(&state), read_with), Ok(state));
        }
    }
}
