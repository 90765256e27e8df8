//! Tests of `position`.

use super::*;
use karuta_engine::{Game, Rng};
use proptest::prelude::*;

const SHORT: Options =
    Options { rules: Rules { games: 5, reset: 3, reseat: 2, exchange: true }, titles: None };

#[test]
fn positions_survive_being_written_down() {
    let mut rng = Rng::new(1);
    for seed in 0..30 {
        let mut state = Daihinmin::new(SHORT.rules, seed);
        loop {
            let text = position(&state);
            assert_eq!(parse_position(&SHORT, &text).as_ref(), Ok(&state), "{text}");
            if state.turn().is_none() {
                break;
            }
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
    }
}

#[test]
fn a_game_of_passes_survives_too() {
    let rules = Rules::OFFICIAL;
    let mut state = Daihinmin::new(rules, 3);
    let mut turns = 0;
    while state.turn().is_some() {
        state.apply(Move::PASS);
        turns += 1;
    }
    assert_eq!(turns, 20);
    let options = Options { rules, titles: None };
    assert_eq!(parse_position(&options, &position(&state)), Ok(state));
}

fn read(text: &str) -> Result<Daihinmin, InputError> {
    parse_position(&Options { rules: Rules::OFFICIAL, titles: None }, text)
}

#[test]
fn one_hand_is_enough_to_look_at_moves() {
    let state = read("hand=S3,HT,D8,DJ,C9,CK,S2,JO table=D9 lock=yes order=reversed").expect("a position");
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let text: Vec<String> = moves.iter().map(Move::to_string).collect();
    assert_eq!(text, ["D8", "JO", "pass"]);
    for text in [
        "hand=JO",
        "hand=S3 table=JO",
        "hand=C3,C4,JO table=S0",
        "hand=S3 table=H3-H4-H5-H6-H7-H8-H9-HT-HJ-HQ-HK",
    ] {
        match read(text) {
            Ok(state) => assert_eq!(read(&position(&state)), Ok(state), "{text}"),
            Err(error) => assert!(text.contains("S0"), "{error}"),
        }
    }
    let odd = read("hand=H3,H4 table=JO:S0-S3-S4").expect("a joker below the threes");
    assert_eq!(odd.field().top.column(), 0);
    let odd = read("hand=H3,H4 table=SA-S2-JO:SX").expect("a joker above the twos");
    assert_eq!(odd.field().top.to_string(), "SA-S2-JO:SX");
    let odd = read("hand=H3,H4 table=S5+H5+D5+C5+JO").expect("five of a kind");
    assert_eq!(odd.field().top.len(), 5);
}

#[test]
fn bad_positions_are_explained() {
    for (text, says) in [
        ("", "expected hand=.."),
        ("hand=S1", "is no card"),
        ("hand=JO:S3", "is no card"),
        ("hand=S3,S3", "given twice"),
        ("hand=-", "has 0 cards"),
        ("hand=", "is no part"),
        ("hand=S3,S4,S5,S6,S7,S8,S9,ST,SJ,SQ,SK,SA", "has 12 cards"),
        ("hand=S3 table=S4-S5", "is no play"),
        ("hand=S3 table=S4+S5", "is no play"),
        ("hand=S3 table=S4+H4+H4", "given twice"),
        ("hand=S3 table=H4-H5-H6-D7", "is no play"),
        ("hand=S3 table=JO:D7", "is no play"),
        ("hand=S3 table=JO+JO", "is no play"),
        ("hand=S3 table=S4-H4", "is no play"),
        ("hand=S3 table=JO+S4+H4+D4", "is no play"),
        ("hand=S3 table=S3", "lies on the table and is in the hand"),
        ("hand=S3,JO table=S4+JO:H4", "lies on the table and is in the hand"),
        ("hand=S3 lock=yes", "only a play can be locked"),
        ("hand=S3 table=JO lock=yes", "takes the lock away"),
        ("hand=S3 order=up", "expected normal or reversed"),
        ("hand=S3 lock=maybe", "expected no or yes"),
        ("hand=S3 hand=S4", "given twice"),
        ("hand=S3 turn=1", "belongs to a whole position"),
        ("hand=S3 colour=red", "is no part of a position"),
        ("hands=S3/S4", "has 2 parts"),
        ("hands=-/-/-/-/-", "all 53 are needed"),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(says), "{text}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn whole_positions_are_checked() {
    let mut state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], 5);
    let exchange = position(&state);
    let mut rng = Rng::new(2);
    for _ in 0..25 {
        let mv = state.random_move(&mut Vec::new(), &mut rng);
        state.apply(mv);
    }
    let play = position(&state);
    assert!(read(&exchange).is_ok() && read(&play).is_ok());
    let with = |text: &str, key: &str, value: &str| -> String {
        let words = text.split_whitespace().map(|word| match word.split_once('=') {
            Some((k, _)) if k == key => format!("{key}={value}"),
            _ => word.to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    for (text, key, value, says) in [
        (&play, "turn", "5", "from 0 to 4"),
        (&play, "game", "2", "from 1 to 1"),
        (&play, "seating", "01223", "every seat once"),
        (&play, "titles", "-", "expected 0 and 0 cards"),
        (&play, "phase", "sleep", "expected daifugo"),
        (&play, "phase", "over", "all five seats"),
        (&play, "out", "00", "different seats"),
        (&play, "out", "01234", "seats are out"),
        (&play, "tribute", "JO/S2", "expected 2 and 2 cards"),
        (&play, "tally", "1.0.0.0.0/0.1.0.0.0/0.0.1.0.0/0.0.0.1.0/0.0.0.0.1", "expected 0 games"),
        (&play, "tally", "1", "how often"),
        (&play, "seed", "xyz", "hexadecimal"),
        (&play, "passed", "01234", "has passed"),
        (&exchange, "turn", "3", "is the one to give"),
        (&exchange, "phase", "play", "was dealt"),
    ] {
        let broken = with(text, key, value);
        let error = read(&broken).expect_err(&broken).to_string();
        assert!(error.contains(says), "{key}={value}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "(hand|table|order|lock|hands|passed|out|tally)=[SHDCJO0-9TJQKAX2,+:/-]{0,40}( table=[SHDCJO3-9TJQKAX20:+-]{0,20})?") {
        if let Ok(state) = read(&text) {
            prop_assert_eq!(read(&position(&state)), Ok(state));
        }
    }
}
