//! Tests of `position`.

use super::*;
use crate::rules::Exchange;
use karuta_engine::{Game, Rng};
use proptest::prelude::*;

const HAND: &str = "hand=S2,B3,G4,R5,S7,B7,G9,RT,SJ,BQ,GK,RA,SA,Dog";

#[test]
fn short_positions_stand_for_full_ones() {
    let state = parse_position(Rules::OFFICIAL, &format!("{HAND} table=pair:5 wish=7")).expect("a position");
    assert_eq!((state.turn(), state.wish, state.owner), (Some(0), 7, 3));
    assert_eq!(state.hands.map(Cards::len), [14; 4]);
    assert_eq!(parse_position(Rules::OFFICIAL, &position(&state)), Ok(state));
    let small = parse_position(Rules::PESTALOZZI, "hand=S2,Pho table=single:12.5").expect("a position");
    assert_eq!(small.hands.map(Cards::len), [2, 14, 14, 14]);
    assert_eq!(small.played[0].len(), 12);
    assert_eq!(parse_position(Rules::PESTALOZZI, &position(&small)), Ok(small));
}

#[test]
fn tables_read_and_write() {
    let tables = "lead single:1 single:1.5 single:10 single:12.5 single:14.5 single:15 pair:5 triple:14 \
                  fullhouse:4 straight:9:5 straight:14:14 stairs:4:2 bomb:9 bombsf:8:5";
    for text in tables.split_whitespace() {
        assert_eq!(parse_table(text).map(table_text), Ok(text.to_string()));
    }
    for bad in "pair single:16 single:15.5 single:0.5 pair:15 pair:1 pair:5:2 straight:9 straight:9:4 \
                straight:4:5 straight:15:5 stairs:2:2 stairs:9:1 stairs:14:8 bombsf:5:5 bomb:0 : x:1"
        .split_whitespace()
    {
        let error = parse_table(bad).expect_err(bad).to_string();
        assert!(error.contains("expected lead, single:10"), "{error}");
    }
}

#[test]
fn bad_positions_are_named() {
    let error = |text: &str| parse_position(Rules::OFFICIAL, text).expect_err(text).to_string();
    assert!(error("").contains("expected hand="));
    assert!(error("hnd=S2").contains("no part of a position"));
    assert!(error("hand=S2 hand=S3").contains("twice"));
    assert!(error("hand=S2,S2").contains("named twice"));
    assert!(error("hand=X2").contains("no card"));
    assert!(error("hand=-").contains("expected 1 to 14"));
    assert!(error("hand=S2 wish=1").contains("expected none, or a rank"));
    assert!(error("hand=S2 turn=1").contains("does not go with hand="));
    assert!(error("hand=S2 seed=xyz").contains("hexadecimal"));
    assert!(error("hands=S2/S3").contains("expected four"));
    assert!(error("hands=S2/S3/S4/S5").contains("14"));
    assert!(error("hands=S2/S2/-/-").contains("two places"));
    assert!(error("hand=S2 hands=S2/S3/S4/S5").contains("one of them"));
    let rules = Rules { exchange: Exchange::None, ..Rules::PESTALOZZI };
    let full = position(&Tichu::new(rules, 1));
    let change = |from: &str, to: &str| {
        assert!(full.contains(from), "{from} in {full}");
        parse_position(rules, &full.replace(from, to)).expect_err(to).to_string()
    };
    assert!(change("phase=play", "phase=over").contains("expected grand"));
    assert!(change("phase=play", "phase=window").contains("table"));
    assert!(change("phase=play", "phase=gift").contains("does not fit the phase"));
    assert!(change("phase=play", "phase=give").contains("no cards are chosen"));
    assert!(change("phase=play", "phase=grand").contains("expected 8"));
    assert!(change("table=lead", "table=single:9").contains("cannot answer"));
    assert!(change("out=-", "out=1").contains("out"));
    assert!(change("out=-", "out=1,1").contains("order"));
    assert!(change("calls=-,-,-,-", "calls=-,-,-").contains("four seats"));
    assert!(change("given=-/-/-/-", "given=S2/-/-").contains("slashes"));
    assert!(change("won=0,0,0,0", "won=0,0,0").contains("4 numbers"));
    assert!(change("round=1", "round=0").contains("from 1"));
    assert!(change("tally=0,0/", "tally=0/").contains("double victories"));
}

/// Every kind of rules, so that every phase is met.
fn rules(seed: u64) -> Rules {
    [Rules::OFFICIAL, Rules::PESTALOZZI, Rules::PESTALOZZI_CODE, Rules { target: 300, ..Rules::OFFICIAL }]
        [(seed % 4) as usize]
}

#[test]
fn a_short_position_may_name_the_cards_on_the_table() {
    let state = parse_position(Rules::OFFICIAL, "hand=S7,B7,G9 table=pair:5 top=S5,R5").expect("it is one");
    assert_eq!((state.trick, state.hands[3].len(), state.top_cards.len()), (10, 12, 2));
    assert_eq!(parse_position(Rules::OFFICIAL, &position(&state)), Ok(state));
    for (text, part) in [
        ("hand=S7 table=pair:5 top=S5", "does not make up"),
        ("hand=S7 table=pair:5 top=S5,Dra,G5", "does not make up"),
        ("hand=S5,B7 table=pair:5 top=S5,R5", "both have S5"),
        ("hand=S7 table=lead top=S5", "top= and trick="),
    ] {
        let error = parse_position(Rules::OFFICIAL, text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,80}", fields in "hand=[SBGR][2-9TJQKA](,(S[2-9]|Pho|Dog|Mah))?( table=[a-z]{4,9}:[0-9]{1,2}(:[0-9])?)?( wish=[0-9KQ])?") {
        let _ = parse_position(Rules::OFFICIAL, &text);
        if let Ok(state) = parse_position(Rules::OFFICIAL, &fields) {
            prop_assert!(state.count_moves(&mut Vec::new()) > 0);
        }
    }

    #[test]
    fn reached_positions_read_back(seed in 0u64..4_000) {
        let mut rng = Rng::new(seed);
        let rules = rules(seed);
        let mut state = Tichu::new(rules, seed);
        for _ in 0..rng.index(130) {
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
