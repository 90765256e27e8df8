//! Moves of Tichu as people write them: ranks without suits in any order, `5 5`, `Mah 2 3 4 Pho`, and
//! words for everything else.

use karuta_engine::{Game, Seat};

use crate::Tichu;
use crate::cards::{parse_card, parse_rank, rank_name};
use crate::moves::Move;
use karuta_playable::playable::TextError;

/// The name of a seat. Play goes to the right, so East follows South; partners sit opposite.
pub fn seat_name(seat: Seat) -> String {
    ["South", "East", "North", "West"][seat % 4].to_string()
}

/// Reads a move, which must be legal in `state`: its own spelling, or the cards in any order and with or
/// without suits, as long as only one move fits.
pub fn parse_move(state: &Tichu, text: &str) -> Result<Move, TextError> {
    let mut legal = Vec::new();
    state.moves(&mut legal);
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        parts.map(|word| if word == "10" { "t".into() } else { word.to_lowercase() }).collect()
    };
    let given = words(text);
    if let Some(&mv) = legal.iter().find(|mv| words(&mv.to_string()) == given) {
        return Ok(mv);
    }
    let sorted = |mut words: Vec<String>| {
        words.sort_unstable();
        words
    };
    let fitting = |form: fn(String) -> String| -> Vec<Move> {
        let wanted = sorted(given.iter().cloned().map(form).collect());
        let same = |mv: &&Move| sorted(words(&mv.to_string()).into_iter().map(form).collect()) == wanted;
        if wanted.is_empty() { Vec::new() } else { legal.iter().filter(same).copied().collect() }
    };
    let mut found = fitting(|word| word);
    if found.is_empty() {
        found = fitting(without_suit);
    }
    match found[..] {
        [mv] => Ok(mv),
        [one, other, ..] => {
            Err(TextError::new(format!("{text:?} can be read in more than one way: write {one} or {other}")))
        }
        [] => Err(illegal(text, &legal)),
    }
}

/// A suited card without its suit; other words as they are.
fn without_suit(word: String) -> String {
    match parse_card(&word) {
        Some(card) if (8..60).contains(&card) => rank_name(card / 4).to_lowercase().to_string(),
        Some(_) | None => parse_rank(&word).map_or(word, |rank| rank_name(rank).to_lowercase().to_string()),
    }
}

fn illegal(text: &str, legal: &[Move]) -> TextError {
    if legal.is_empty() {
        return TextError::new(format!("{text:?}: the game is over, there is nothing to play"));
    }
    let some: Vec<String> = legal.iter().take(4).map(Move::to_string).collect();
    let dots = if legal.len() > 4 { ", .." } else { "" };
    TextError::new(format!("{text:?} is no legal move here; legal: {}{dots}", some.join(", ")))
}
