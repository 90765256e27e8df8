//! Positions of Onitama as one line of text.

use karuta_playable::error::InputError;
use std::fmt::Write as _;

use super::notation::parse_cards;
use super::validation::check_setting;
use crate::{Onitama, Setting};

/// The squares as digits, the five cards, the seat to move; once plies have been made also how many and the
/// ply at which the game is a draw (0 for never), for both decide how it goes on.
pub fn position<const N: usize>(state: &Onitama<N>) -> String {
    let s = state.setting();
    let mut text = String::with_capacity(N * N + 40);
    for square in 0..N * N {
        text.push(char::from(b'0' + digit(&s, square)));
    }
    let cards = [s.hands[0][0], s.hands[0][1], s.hands[1][0], s.hands[1][1], s.side];
    let names: Vec<&str> = cards.iter().map(|card| card.face().name).collect();
    let _ = write!(text, " {} {}", names.join(","), s.turn);
    if state.plies() > 0 {
        let _ = write!(text, " {} {}", state.plies(), s.cap);
    }
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
pub fn parse_position<const N: usize>(text: &str, cap: u16) -> Result<Onitama<N>, InputError> {
    let form = format!(
        "{} digits a1, b1, .. row by row, five cards, the seat to move, if you like the plies made and the ply \
         of the draw",
        N * N
    );
    let shape = |what: &str| InputError::new(format!("{text:?} is no position: {what}; expected {form}"));
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_digits = |word: &&&str| word.chars().all(|c| c.is_ascii_digit() || c == '/');
    let rows = words.iter().take_while(is_digits).count();
    let digits: String = words[..rows].concat().replace('/', "");
    let rest = &words[rows..];
    let is_number = |word: &&&str| word.chars().all(|c| c.is_ascii_digit());
    // Without a number the last word is taken for the seat, and the error says so.
    let numbers = rest.iter().rev().take_while(is_number).count().clamp(1, 3);
    let Some((names, [seat, counts @ ..])) = rest.len().checked_sub(numbers).map(|at| rest.split_at(at))
    else {
        return Err(shape("the cards are missing"));
    };
    let count = |at: usize| match counts.get(at) {
        Some(word) => word.parse::<u16>().map(Some).map_err(|_| shape(&format!("{word} plies are too many"))),
        None => Ok(None),
    };
    let (ply, cap) = (count(0)?.unwrap_or(0), count(1)?.unwrap_or(cap));
    if cap != 0 && ply >= cap {
        return Err(shape(&format!("after {ply} plies the game was a draw at ply {cap}")));
    }
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
    Ok(Onitama::from_setting(setting).after_plies(ply))
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
mod tests;
