//! Moves of Hanamikoji as people write them.

use karuta_engine::{Game, Seat};

use crate::Hanamikoji;
use crate::cards::{Cards, SUITS};
use crate::moves::{Action, Move};
use crate::rules::Style;
use crate::text::people::{GEISHAS, words};
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use karuta_playable::spec::nearest;

/// The name of a seat, as the thesis has it.
pub fn seat_name(seat: Seat) -> String {
    format!("Player {}", seat + 1)
}

/// Cards written as the digits of their suits, in any order; `-` for none.
pub fn parse_cards(text: &str) -> Result<Cards, InputError> {
    if text == "-" {
        return Ok(Cards::NONE);
    }
    let suits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(SUITS as u32).map(|d| d as u8)).collect();
    // Longer texts would run over the byte of a suit.
    let suits = suits.filter(|suits| !suits.is_empty() && suits.len() <= 21);
    suits.map(|suits| suits.into_iter().collect()).ok_or_else(|| {
        InputError::new(format!("{text:?} are no cards: expected suits 0 to 6 such as 1124, or - for none"))
    })
}

/// The cards of a move with colours as numbers and nothing between them but `/`: `red green` is `15`.
fn by_number(text: &str) -> Result<String, InputError> {
    let spread = text.replace('/', " / ").replace([',', '+'], " ");
    let number = |word: &str| {
        if word.chars().all(|c| c.is_digit(SUITS as u32) || c == '/' || c == '-') {
            return Ok(word.to_string());
        }
        let fitting: Vec<usize> = (0..SUITS).filter(|&suit| GEISHAS[suit].starts_with(word)).collect();
        match fitting.as_slice() {
            [suit] => Ok(suit.to_string()),
            [] => Err(InputError::new(format!(
                "no geisha {word:?}; there are: {}, or 0 to 6",
                GEISHAS.join(", ")
            ))),
            several => {
                let names: Vec<&str> = several.iter().map(|&suit| GEISHAS[suit]).collect();
                Err(InputError::new(format!("{word:?} could be {}: write more of it", names.join(" or "))))
            }
        }
    };
    spread.split_whitespace().map(number).collect()
}

/// The words of moves; the names on the tiles are understood as well.
const WORDS: [&str; 5] = ["secret", "trade", "gift", "compete", "take"];

/// Reads a move: a word and suits in any order, with or without spaces: `gift 3 4 6`, `take 41`,
/// `compete 2 4 / 1 1`. It must be legal in `state`.
pub fn parse_move(state: &Hanamikoji, text: &str) -> Result<Move, InputError> {
    let lower =
        text.to_lowercase().replace("trade-off", "trade").replace("competition", "compete").replace(':', " ");
    let (word, rest) = match lower.trim().split_once(char::is_whitespace) {
        Some((word, rest)) => (word, by_number(rest)?),
        None => (lower.trim(), String::new()),
    };
    let Some(at) = WORDS.iter().position(|known| *known == word) else {
        let hint = nearest(word, &WORDS).map_or(String::new(), |name| format!("did you mean {name}? "));
        return Err(InputError::new(format!("no move {text:?}; {hint}moves are: {}", WORDS.join(", "))));
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
    let some: Vec<String> = legal.iter().take(3).map(|&mv| words(mv, Ink::Plain)).collect();
    let dots = if legal.len() > 3 { ", .." } else { "" };
    Err(InputError::new(format!("{text:?} is no legal move here; legal: {}{dots}", some.join(", "))))
}

#[cfg(test)]
mod tests;
