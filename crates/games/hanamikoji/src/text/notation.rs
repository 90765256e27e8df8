//! Moves of Hanamikoji as people write them.

use karuta_engine::{Game, Seat};

use crate::Hanamikoji;
use crate::cards::{Cards, SUITS};
use crate::moves::{Action, Move};
use crate::rules::Style;
use karuta_playable::playable::TextError;
use karuta_playable::spec::nearest;

/// The name of a seat, as the thesis has it.
pub fn seat_name(seat: Seat) -> String {
    format!("Player {}", seat + 1)
}

/// Cards written as the digits of their suits, in any order; `-` for none.
pub fn parse_cards(text: &str) -> Result<Cards, TextError> {
    if text == "-" {
        return Ok(Cards::NONE);
    }
    let suits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(SUITS as u32).map(|d| d as u8)).collect();
    // Longer texts would run over the byte of a suit.
    let suits = suits.filter(|suits| !suits.is_empty() && suits.len() <= 21);
    suits.map(|suits| suits.into_iter().collect()).ok_or_else(|| {
        TextError::new(format!("{text:?} are no cards: expected suits 0 to 6 such as 1124, or - for none"))
    })
}

/// Reads a move: a word and suits in any order, with or without spaces: `gift 3 4 6`, `take 41`,
/// `compete 2 4 / 1 1`. It must be legal in `state`.
pub fn parse_move(state: &Hanamikoji, text: &str) -> Result<Move, TextError> {
    const WORDS: [&str; 5] = ["secret", "trade", "gift", "compete", "take"];
    let lower = text.to_lowercase();
    let (word, rest) = match lower.trim().split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.replace([' ', ',', '\t'], "")),
        None => (lower.trim(), String::new()),
    };
    let Some(at) = WORDS.iter().position(|known| *known == word) else {
        let hint = nearest(word, &WORDS).map_or(String::new(), |name| format!("did you mean {name}? "));
        return Err(TextError::new(format!("no move {text:?}; {hint}moves are: {}", WORDS.join(", "))));
    };
    let paired = state.rules.style == Style::Official;
    let mv = match (Action::ALL.get(at), rest.split_once('/')) {
        (Some(Action::Compete), Some((one, other))) if paired => {
            Move::compete(parse_cards(one)?, parse_cards(other)?)
        }
        (Some(&action), _) => Move::play(action, parse_cards(&rest)?),
        (None, _) => Move::take(parse_cards(&rest)?),
    };
    let mut legal = Vec::new();
    state.moves(&mut legal);
    if legal.contains(&mv) {
        return Ok(mv);
    }
    // Moves of the same kind teach more than the first of the list.
    legal.sort_by_key(|other| other.action() != mv.action());
    let some: Vec<String> = legal.iter().take(3).map(Move::to_string).collect();
    let dots = if legal.len() > 3 { ", .." } else { "" };
    Err(TextError::new(format!("{text:?} is no legal move here; legal: {}{dots}", some.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::text::position::parse_position;
    use karuta_engine::Rng;
    use proptest::prelude::*;

    #[test]
    fn moves_are_read_in_any_order() {
        let thesis = parse_position(Rules::THESIS, "hands=1124445,0235556 removed=0").expect("a position");
        let read = |text: &str| parse_move(&thesis, text).map(|mv| mv.to_string());
        assert_eq!(read("compete 1 4 2 1"), Ok("compete 1 1 2 4".into()));
        assert_eq!(read(" Gift 524 "), Ok("gift 2 4 5".into()));
        assert_eq!(read("secret 5"), Ok("secret 5".into()));
        let error = |text: &str| parse_move(&thesis, text).expect_err("an error").to_string();
        assert!(error("secret 6").contains("legal: secret 1, secret 2, secret 4"), "{}", error("secret 6"));
        assert!(error("gitf 1 2 4").contains("did you mean gift?"));
        assert!(error("trade 1 8").contains("suits 0 to 6"));
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
            for rules in [Rules::THESIS, Rules::OFFICIAL] {
                let mut state = Hanamikoji::new(rules, seed);
                for _ in 0..rng.index(12) {
                    let mv = state.random_move(&mut Vec::new(), &mut rng);
                    prop_assert_eq!(parse_move(&state, &mv.to_string()), Ok(mv));
                    state.apply(mv);
                }
            }
        }
    }
}
