//! Cards and moves of Daihinmin as text. Knows how they are written, not what is good or legal.
//!
//! A card is a suit letter (S H D C) and a rank letter (3 4 5 6 7 8 9 T J Q K A 2), the joker is `JO`.
//! A joker that stands in for a card is `JO:` and that card; below the threes it stands at rank 0, above
//! the twos at rank X. Groups are joined by `+`, sequences by `-`.

use karuta_engine::Seat;
use karuta_playable::error::InputError;

use crate::Daihinmin;
use crate::cards::{Cards, RANK_LETTERS, SUIT_LETTERS, TOP_COLUMN};
use crate::moves::{Joker, Kind, Move};

/// The titles, best first.
pub const TITLES: [&str; 5] = ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"];

/// The name of a seat.
pub fn seat_name(seat: Seat) -> String {
    format!("Player {seat}")
}

/// Reads one card.
pub fn parse_card(text: &str) -> Result<Cards, InputError> {
    if text.eq_ignore_ascii_case("jo") {
        return Ok(Cards::JOKER);
    }
    let card = parse_cell(text).filter(|&cell| Cards::NATURAL.contains(cell));
    card.ok_or_else(|| {
        InputError::new(format!(
            "{text:?} is no card: expected a suit S H D C and a rank 3456789TJQKA2, or JO"
        ))
    })
}

/// A suit and a rank, the ranks of jokers outside the natural ones included.
fn parse_cell(text: &str) -> Option<Cards> {
    let mut letters = text.chars().map(|letter| letter.to_ascii_uppercase());
    let (suit, rank) = (letters.next()?, letters.next()?);
    let row = SUIT_LETTERS.iter().position(|&letter| letter == suit)?;
    let column = RANK_LETTERS.iter().position(|&letter| letter == rank)?;
    letters.next().is_none().then(|| Cards::cell(column as u32, row as u32))
}

/// Reads cards separated by commas, `-` for none.
pub fn parse_cards(text: &str) -> Result<Cards, InputError> {
    if text == "-" {
        return Ok(Cards::NONE);
    }
    collect(text.split(','), text)
}

fn collect<'a>(words: impl Iterator<Item = &'a str>, text: &str) -> Result<Cards, InputError> {
    let mut cards = Cards::NONE;
    for word in words {
        let card = parse_card(word)?;
        if cards.meets(card) {
            return Err(InputError::new(format!("{word} is given twice in {text:?}")));
        }
        cards |= card;
    }
    Ok(cards)
}

/// Reads a play, whether or not anybody may make it.
pub fn parse_play(text: &str) -> Result<Move, InputError> {
    let bad = || {
        InputError::new(format!(
            "{text:?} is no play: expected a card S7, the joker JO, a group S7+H7 or S7+JO:H7, or three or \
             more in sequence S4-S5-JO:S6"
        ))
    };
    let (mut natural, mut joker) = (Cards::NONE, Joker::Absent);
    let mut count = 0;
    for word in text.split(['+', '-']) {
        count += 1;
        let stands = word.get(..3).filter(|start| start.eq_ignore_ascii_case("jo:")).map(|_| &word[3..]);
        if let Some(cell) = stands {
            let cell = parse_cell(cell).ok_or_else(bad)?;
            if joker != Joker::Absent {
                return Err(bad());
            }
            joker = Joker::At(cell);
        } else if word.eq_ignore_ascii_case("jo") {
            if joker != Joker::Absent {
                return Err(bad());
            }
            joker = Joker::Fifth;
        } else {
            let card =
                parse_card(word).map_err(|error| if count == 1 && text == word { bad() } else { error })?;
            if natural.meets(card) {
                return Err(InputError::new(format!("{word} is given twice in {text:?}")));
            }
            natural |= card;
        }
    }
    if natural.is_empty() && count == 1 && joker == Joker::Fifth {
        return Ok(Move::JOKER);
    }
    // A joker alone stands for no card, so it is not written as if it did.
    let play = Move::of(natural, joker).filter(|play| !play.is_joker()).ok_or_else(bad)?;
    let joint = if play.kind() == Kind::Sequence { '+' } else { '-' };
    if text.contains(joint) { Err(bad()) } else { Ok(play) }
}

/// Reads a move and checks that it is legal, plays of the full set included.
pub fn parse_move(state: &Daihinmin, text: &str) -> Result<Move, InputError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mv = match words[..] {
        [word] if word.eq_ignore_ascii_case("pass") => Move::PASS,
        [give, ref cards @ ..] if give.eq_ignore_ascii_case("give") => {
            Move::give(collect(cards.iter().copied(), text)?)
        }
        [word] => parse_play(word)?,
        _ => return Err(InputError::new(format!("{text:?} is no move: {}", expected(state)))),
    };
    if state.allows(mv) {
        return Ok(mv);
    }
    Err(InputError::new(format!("{text:?} is no legal move here; {}", expected(state))))
}

/// A hint for error messages: the form of a move that would be accepted.
fn expected(state: &Daihinmin) -> String {
    match state.gift_size() {
        Some(1) => String::from("expected one card of the hand, such as: give C3"),
        Some(_) => String::from("expected two cards of the hand, such as: give C3 D4"),
        None => {
            let mut plays = Vec::new();
            state.field().canonical(state.hand(usize::from(state.turn)), &mut plays);
            let some: Vec<String> = plays.iter().take(3).map(Move::to_string).collect();
            let dots = if plays.len() > 3 { ", .." } else { "" };
            let list = if some.is_empty() { String::new() } else { format!(", {}", some.join(", ")) };
            format!("legal: pass{list}{dots}")
        }
    }
}

const _: () = assert!(RANK_LETTERS.len() == TOP_COLUMN as usize + 1);
