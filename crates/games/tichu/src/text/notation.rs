//! Moves of Tichu as people write them: ranks without suits in any order, `5 5`, `Mah 2 3 4 Pho`, and
//! words for everything else. Cards may be given with their suits, and then those very cards are played.

use karuta_engine::{Game, Seat};
use karuta_playable::error::InputError;

use crate::Tichu;
use crate::cards::{Cards, card_name, parse_card, parse_rank, rank_name};
use crate::combos::Kind;
use crate::moves::Move;

/// The name of a seat. Play goes to the right, so East follows South; partners sit opposite.
pub fn seat_name(seat: Seat) -> String {
    ["South", "East", "North", "West"][seat % 4].to_string()
}

/// A move of `state` as text: without suits, unless its cards were chosen by name.
pub fn move_text(state: &Tichu, mv: Move) -> String {
    match mv.kind() {
        Some(kind) if mv.is_named() => {
            let cards = mv.named_cards(kind, state.hand(state.seat()));
            mv.unnamed().text_with(kind, cards)
        }
        Some(_) | None => mv.to_string(),
    }
}

/// Reads a move, which must be legal in `state`: its own spelling, or the cards in any order and with or
/// without suits, as long as only one move fits. Cards given with their suits are those that are played.
pub fn parse_move(state: &Tichu, text: &str) -> Result<Move, InputError> {
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
        let wanted: Cards = given.iter().filter_map(|word| suited(word)).collect();
        let hand = state.hand(state.seat());
        if let Some(card) = (wanted - hand).iter().next().filter(|_| state.turn().is_some()) {
            let what = format!("{} is not in the hand {hand}", card_name(card));
            return Err(InputError::new(format!("{text:?} is no legal move here: {what}")));
        }
        if given.iter().filter(|word| suited(word).is_some()).count() > wanted.len() as usize {
            return Err(InputError::new(format!("{text:?} is no legal move here: it names a card twice")));
        }
        found = fitting(without_suit);
        found.retain(|&mv| wanted.is_empty() || with_cards(state, mv, wanted).is_some());
        // The order of the words says which card the Phoenix replaces.
        let plain: Vec<String> = given.iter().cloned().map(without_suit).collect();
        let in_order =
            |mv: &&Move| words(&mv.to_string()).into_iter().map(without_suit).eq(plain.iter().cloned());
        if let Some(&mv) = found.iter().find(in_order) {
            found = vec![mv];
        }
        if let [mv] = found[..] {
            return Ok(with_cards(state, mv, wanted).unwrap_or(mv));
        }
    }
    match found[..] {
        [mv] => Ok(mv),
        [one, other, ..] => {
            Err(InputError::new(format!("{text:?} can be read in more than one way: write {one} or {other}")))
        }
        [] => Err(illegal(text, &legal)),
    }
}

/// The suited card that a word names.
fn suited(word: &str) -> Option<u8> {
    parse_card(word).filter(|card| (8..60).contains(card))
}

/// A play with the `wanted` cards among its own, the rest as it takes them by itself; `None` if it has no place for
/// them. What is no play, or takes these cards anyway, stays as it is.
fn with_cards(state: &Tichu, mv: Move, wanted: Cards) -> Option<Move> {
    let Some(kind) = mv.kind().filter(|_| !wanted.is_empty()) else { return Some(mv) };
    let hand = state.hand(state.seat());
    let starts = state.rules().quirks.has(crate::rules::Quirks::STARTS);
    let usual = mv.cards(kind, hand, starts);
    if usual.contains(wanted) {
        return Some(mv);
    }
    // Four of a kind and straight flushes have no other cards; straights told apart by their lowest card choose it.
    if kind.is_bomb() || starts || mv.by().is_some() {
        return None;
    }
    let mut cards = usual & Cards::PHOENIX | usual & Cards::MAH;
    for rank in 2..=14 {
        let (need, chosen) = (mv.needs(kind, rank), wanted.between(rank, rank));
        if chosen.len() > u32::from(need) {
            return None;
        }
        let left = need - chosen.len() as u8;
        let own = (usual - wanted).between(rank, rank).lowest_of(rank, left);
        cards |= chosen | own;
    }
    let is_flush = kind == Kind::Straight && !cards.flush_starts(cards.len() as u8).is_empty();
    (!is_flush && cards.len() == usual.len()).then(|| mv.named(kind, cards, hand))
}

/// A suited card without its suit; other words as they are.
fn without_suit(word: String) -> String {
    match parse_card(&word) {
        Some(card) if (8..60).contains(&card) => rank_name(card / 4).to_lowercase().to_string(),
        Some(_) | None => parse_rank(&word).map_or(word, |rank| rank_name(rank).to_lowercase().to_string()),
    }
}

fn illegal(text: &str, legal: &[Move]) -> InputError {
    if legal.is_empty() {
        return InputError::new(format!("{text:?}: the game is over, there is nothing to play"));
    }
    let some: Vec<String> = legal.iter().take(4).map(Move::to_string).collect();
    let dots = if legal.len() > 4 { ", .." } else { "" };
    InputError::new(format!("{text:?} is no legal move here; legal: {}{dots}", some.join(", ")))
}
