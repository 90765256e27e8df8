//! Positions of Onitama as one line of text.

use std::fmt::Write as _;

use karuta_playable::playable::TextError;

use super::notation::parse_cards;
use super::validation::check_setting;
use crate::{Onitama, Setting};

/// The squares as digits, the five cards, the seat to move.
pub fn position<const N: usize>(state: &Onitama<N>) -> String {
    let s = state.setting();
    let mut text = String::with_capacity(N * N + 40);
    for square in 0..N * N {
        text.push(char::from(b'0' + digit(&s, square)));
    }
    let cards = [s.hands[0][0], s.hands[0][1], s.hands[1][0], s.hands[1][1], s.side];
    let names: Vec<&str> = cards.iter().map(|card| card.face().name).collect();
    let _ = write!(text, " {} {}", names.join(","), s.turn);
    text
}

pub(super) fn digit(s: &Setting, square: usize) -> u8 {
    let bit = 1 << square;
    match (s.pieces[0] & bit != 0, s.pieces[1] & bit != 0) {
        (true, _) => 1 + u8::from(s.masters[0] == bit),
        (_, true) => 3 + u8::from(s.masters[1] == bit),
        (false, false) => 0,
    }
}

/// Reads what [`position`] writes. Card names may hold spaces; squares may be grouped by spaces or
/// slashes, as people paste them.
pub fn parse_position<const N: usize>(text: &str, cap: u16) -> Result<Onitama<N>, TextError> {
    let form = format!("{} digits a1, b1, .. row by row, five cards, the seat to move", N * N);
    let shape = |what: &str| TextError::new(format!("{text:?} is no position: {what}; expected {form}"));
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_digits = |word: &&&str| word.chars().all(|c| c.is_ascii_digit() || c == '/');
    let rows = words.iter().take_while(is_digits).count();
    let digits: String = words[..rows].concat().replace('/', "");
    let Some((seat, names)) = words[rows..].split_last() else {
        return Err(shape("the cards are missing"));
    };
    if digits.len() != N * N {
        return Err(shape(&format!("{} squares", digits.len())));
    }
    let turn = match *seat {
        "0" => 0,
        "1" => 1,
        other => return Err(shape(&format!("{other:?} is not a seat (0 or 1)"))),
    };
    let cards = parse_cards(&names.concat(), ',')?;
    let (pieces, masters) = place::<N>(&digits).map_err(|what| shape(&what))?;
    let hands = [[cards[0], cards[1]], [cards[2], cards[3]]];
    let setting = Setting { pieces, masters, hands, side: cards[4], turn, cap };
    check_setting::<N>(&setting).map_err(shape)?;
    Ok(Onitama::from_setting(setting))
}

fn place<const N: usize>(digits: &str) -> Result<([u64; 2], [u64; 2]), String> {
    let (mut pieces, mut masters) = ([0u64; 2], [0u64; 2]);
    for (square, c) in digits.chars().enumerate() {
        let bit = 1u64 << square;
        let (seat, is_master) = match c {
            '0' => continue,
            '1' => (0, false),
            '2' => (0, true),
            '3' => (1, false),
            '4' => (1, true),
            other => return Err(format!("{other:?} is no piece (0 empty, 1 2 seat 0, 3 4 seat 1)")),
        };
        pieces[seat] |= bit;
        if is_master && std::mem::replace(&mut masters[seat], bit) != 0 {
            return Err(format!("seat {seat} has two masters"));
        }
    }
    Ok((pieces, masters))
}

#[cfg(test)]
mod tests {
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
    }

    proptest! {
        #[test]
        fn no_position_panics(text in "[0-4]{23,26} [a-z,]{0,30} [01]?") {
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
            let mut state = Onitama::<7>::opening([pool[0], pool[1], pool[2], pool[3], pool[4]], 0, 0);
            for _ in 0..rng.index(60) {
                if state.turn().is_some() {
                    let mv = state.random_move(&mut Vec::new(), &mut rng);
                    state.apply(mv);
                }
            }
            if state.turn().is_some() {
                let back = parse_position::<7>(&position(&state), 0).expect("what was written");
                prop_assert_eq!(back.setting(), state.setting());
            }
        }
    }
}
