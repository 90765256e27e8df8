//! Tests of `notation`.

use super::*;
use crate::rules::Rules;
use crate::text::position::parse_position;
use karuta_engine::Rng;
use proptest::prelude::*;

#[test]
fn moves_are_read_in_any_order() {
    let thesis = parse_position(Rules::HASSAN, "hands=1124445,0235556 removed=0").expect("a position");
    let read = |text: &str| parse_move(&thesis, text).map(|mv| mv.to_string());
    assert_eq!(read("compete 1 4 2 1"), Ok("compete 1 1 2 4".into()));
    assert_eq!(read(" Gift 524 "), Ok("gift 2 4 5".into()));
    assert_eq!(read("secret 5"), Ok("secret 5".into()));
    let error = |text: &str| parse_move(&thesis, text).expect_err("an error").to_string();
    assert!(
        error("secret 6").contains("legal: secret: red, secret: yellow, secret: orange"),
        "{}",
        error("secret 6")
    );
    assert!(error("gitf 1 2 4").contains("did you mean gift?"));
    assert!(error("trade 1 8").contains("or 0 to 6"));
    assert!(error("take 1").contains("no legal move"));
    assert!(error("").contains("moves are: secret"));
}

#[test]
fn official_competitions_come_in_pairs() {
    let state = parse_position(Rules::OFFICIAL, "hands=1124445,023555 removed=0").expect("a position");
    let mv = parse_move(&state, "compete 4 2 / 1 1").expect("a move");
    assert_eq!(mv.to_string(), "compete 1 1 / 2 4");
    assert!(parse_move(&state, "compete 1 1 2 4").is_err());
    let mut next = state;
    next.apply(mv);
    assert!(parse_move(&next, "take 4 2").is_ok());
    assert!(parse_move(&next, "take 1 2").is_err());
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,40}", words in "(secret|trade|gift|compete|take)[ 0-9/,]{0,30}") {
        let state = Hanamikoji::new(Rules::OFFICIAL, 1);
        let _ = parse_move(&state, &text);
        let _ = parse_move(&state, &words);
    }

    #[test]
    fn legal_moves_read_back(seed in 0u64..300) {
        let mut rng = Rng::new(seed);
        for rules in [Rules::HASSAN, Rules::OFFICIAL] {
            let mut state = Hanamikoji::new(rules, seed);
            for _ in 0..rng.index(12) {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                prop_assert_eq!(parse_move(&state, &mv.to_string()), Ok(mv));
                state.apply(mv);
            }
        }
    }
}
