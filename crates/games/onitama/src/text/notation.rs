//! Names of cards, colours and squares, and moves as people write them.

use karuta_engine::{Game, Seat};
use karuta_playable::error::InputError;

use crate::cards::{Card, Stamp};
use crate::moves::Move;
use crate::state::{Onitama, seat_of};

/// The colour of a seat.
pub fn colour_name<const N: usize>(seat: Seat) -> &'static str {
    if seat == seat_of::<N>(Stamp::Blue) { "Blue" } else { "Red" }
}

pub(super) fn square_name<const N: usize>(square: u8) -> String {
    let (x, y) = (square as usize % N, square as usize / N);
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

/// `boar a1a2`, or `pass boar` for the exchange of a stuck seat.
pub fn move_text<const N: usize>(mv: Move) -> String {
    let card = mv.card.face().name;
    if mv.is_pass() {
        return format!("pass {card}");
    }
    format!("{card} {}{}", square_name::<N>(mv.from), square_name::<N>(mv.to))
}

/// Reads a move: a card and two squares with or without blanks and dashes, or the squares alone where only one
/// card fits. It must be legal in `state`.
pub fn parse_move<const N: usize>(state: &Onitama<N>, text: &str) -> Result<Move, InputError> {
    let plain = |text: &str| text.to_lowercase().replace([' ', '\t', '-'], "");
    let given = plain(text);
    let mut legal = Vec::new();
    state.moves(&mut legal);
    if let Some(&mv) = legal.iter().find(|&&mv| plain(&move_text::<N>(mv)) == given) {
        return Ok(mv);
    }
    let squares = |mv: Move| format!("{}{}", square_name::<N>(mv.from), square_name::<N>(mv.to));
    let fitting: Vec<Move> =
        legal.iter().copied().filter(|&mv| !mv.is_pass() && squares(mv) == given).collect();
    let list = |moves: &[Move]| moves.iter().map(|&mv| move_text::<N>(mv)).collect::<Vec<_>>();
    match fitting.as_slice() {
        [mv] => Ok(*mv),
        [] => {
            let some = list(&legal[..legal.len().min(3)]).join(", ");
            let dots = if legal.len() > 3 { ", .." } else { "" };
            Err(InputError::new(format!("{text:?} is no legal move here; legal: {some}{dots}")))
        }
        several => {
            Err(InputError::new(format!("{text:?} could be {}: name the card", list(several).join(" or "))))
        }
    }
}

/// The square of this name.
pub(super) fn square<const N: usize>(name: &str) -> Option<u8> {
    let mut letters = name.bytes();
    let (x, y) = (letters.next()?.checked_sub(b'a')?, letters.next()?.checked_sub(b'1')?);
    (usize::from(x) < N && usize::from(y) < N && letters.next().is_none()).then(|| y * N as u8 + x)
}

/// Reads what [`move_text`] writes, whatever the position.
pub fn parse_seen<const N: usize>(text: &str) -> Option<Move> {
    let (first, second) = text.split_once(' ')?;
    if first == "pass" {
        return Some(Move::pass(Card::named(second)?));
    }
    let (from, to) = (square::<N>(second.get(..2)?)?, square::<N>(second.get(2..)?)?);
    (from != to).then_some(Move { card: Card::named(first)?, from, to })
}

/// Five different cards, written with `separator` between them.
pub fn parse_cards(text: &str, separator: char) -> Result<[Card; 5], InputError> {
    let cards: Vec<Card> = text.split(separator).map(parse_card).collect::<Result<_, _>>()?;
    let five: [Card; 5] = cards.try_into().map_err(|cards: Vec<Card>| {
        InputError::new(format!("{} cards in {text:?}; Onitama is played with five", cards.len()))
    })?;
    for (at, card) in five.iter().enumerate() {
        if five[..at].contains(card) {
            let name = card.face().name;
            return Err(InputError::new(format!("{name} is there twice in {text:?}; the five cards differ")));
        }
    }
    Ok(five)
}

/// A card by its name.
pub fn parse_card(text: &str) -> Result<Card, InputError> {
    Card::named(text).ok_or_else(|| {
        let names: Vec<&str> = Card::all().map(|card| card.face().name).collect();
        let hint = match karuta_playable::spec::nearest(&text.to_lowercase(), &names) {
            Some(name) => format!("did you mean {name}? "),
            None => String::new(),
        };
        InputError::new(format!("no card {text:?}; {hint}there are: {}", names.join(", ")))
    })
}
