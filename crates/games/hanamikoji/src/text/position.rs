//! Positions of Hanamikoji as text, the whole truth: what is hidden, too.
//!
//! `round=1 first=0 markers=0000000 hands=3445,011234556 plays=C1124>14,- deck=36666 removed=0 seed=7`
//!
//! Everything but the hands can be left out where it has an obvious value. Plays are listed by seat in
//! the order they were made, joined by `+`: a letter (S, T, G, C), its cards, and for an offer `>` with
//! the cards that were taken, or `?` if it waits for an answer.

use std::fmt::Write as _;

use karuta_engine::Seat;
use karuta_playable::error::InputError;
use karuta_playable::fields::Fields;

use crate::cards::{Cards, SUITS};
use crate::deal::Chance;
use crate::moves::Action;
use crate::rules::Rules;
use crate::scoring::Markers;
use crate::text::notation::parse_cards;
use crate::text::validation::{Play, check_hands, check_story, lay_down, place_rest};
use crate::{Hanamikoji, Phase};

pub(crate) const LETTERS: [char; 4] = ['S', 'T', 'G', 'C'];

/// Writes a position.
pub fn position(state: &Hanamikoji) -> String {
    let mut text = format!("round={} first={} markers=", state.round, state.rules.starter(state.round));
    for suit in 0..SUITS {
        let _ = write!(text, "{}", state.markers.owner(suit).map_or(0, |seat| seat + 1));
    }
    let _ = write!(text, " hands={},{}", state.hands[0], state.hands[1]);
    let _ = write!(text, " plays={},{}", plays_text(state, 0), plays_text(state, 1));
    let _ = write!(text, " deck={} removed={} seed={:x}", state.deck, state.removed(), state.chance.0);
    text
}

fn plays_text(state: &Hanamikoji, seat: Seat) -> String {
    let (offers, aside) = (state.offers[seat], state.aside[seat]);
    let texts: Vec<String> = state.plays[seat]
        .iter()
        .map(|action| {
            let letter = LETTERS[action as usize];
            let taken = offers.taken_of(action);
            let offered = offers.offered(action);
            match action {
                Action::Secret => format!("{letter}{}", aside.secret()),
                Action::Trade => format!("{letter}{}", aside.discards()),
                Action::Gift | Action::Compete if !taken.is_empty() => format!("{letter}{offered}>{taken}"),
                Action::Compete if !aside.first_pair().is_empty() => {
                    let first = aside.first_pair();
                    format!("{letter}{first}/{}>?", offered - first)
                }
                Action::Gift | Action::Compete => format!("{letter}{offered}>?"),
            }
        })
        .collect();
    if texts.is_empty() { "-".to_string() } else { texts.join("+") }
}

/// Reads what [`position`] writes, in a game by `rules`.
pub fn parse_position(rules: Rules, text: &str) -> Result<Hanamikoji, InputError> {
    let fields = Fields::read(text, &KEYS)?;
    let mut state = start(rules, &fields)?;
    let [first, second] = by_seat(&fields, "hands")?.ok_or_else(|| {
        InputError::new(format!("{text:?} is no position: expected hands=.. such as hands=1124445,0235556"))
    })?;
    let plays = match by_seat(&fields, "plays")? {
        Some([one, other]) => [parse_plays(one)?, parse_plays(other)?],
        None => [Vec::new(), Vec::new()],
    };
    state.hands = [parse_cards(first)?, parse_cards(second)?];
    lay_down(&mut state, &plays)?;
    check_hands(&state)?;
    place_rest(&mut state, fields.value("deck"), fields.value("removed"))?;
    check_story(&state)?;
    Ok(state)
}

/// A round before anything is dealt, by the words round=.., first=.. and markers=..
pub(crate) fn blank(rules: Rules, text: &str) -> Result<Hanamikoji, InputError> {
    start(rules, &Fields::read(text, &KEYS)?)
}

fn start(mut rules: Rules, fields: &Fields<'_>) -> Result<Hanamikoji, InputError> {
    let round = fields.number("round", 1, 1, u16::MAX)?;
    if fields.value("first").is_some() {
        rules.starts = fields.number("first", 0, 0, 1)? ^ ((round - 1) & 1) as u8;
    }
    if rules.rounds != 0 && round > u16::from(rules.rounds) {
        return Err(InputError::new(format!("round={round}: the game ends with round {}", rules.rounds)));
    }
    let markers = fields.value("markers").map_or(Ok(Markers::default()), parse_markers)?;
    let mut state = Hanamikoji::empty(rules, round, markers, Chance(fields.seed()?));
    state.phase = Phase::Play;
    Ok(state)
}

const KEYS: [&str; 8] = ["round", "first", "markers", "hands", "plays", "deck", "removed", "seed"];

/// The two values of a key, with a comma between them.
fn by_seat<'a>(fields: &Fields<'a>, key: &str) -> Result<Option<[&'a str; 2]>, InputError> {
    let Some(value) = fields.value(key) else { return Ok(None) };
    match value.split_once(',') {
        Some((first, second)) => Ok(Some([first, second])),
        None => Err(InputError::new(format!("{key}={value} names one seat: expected both, with a comma"))),
    }
}

fn parse_markers(value: &str) -> Result<Markers, InputError> {
    let digits: Vec<usize> = value.chars().filter_map(|c| c.to_digit(3)).map(|d| d as usize).collect();
    if digits.len() != SUITS || value.len() != SUITS {
        let form = "expected seven digits, 0 unclaimed, 1 seat 0, 2 seat 1";
        return Err(InputError::new(format!("markers={value}: {form}")));
    }
    let markers = Markers::from_index(digits.iter().rev().fold(0, |index, digit| 3 * index + digit));
    if markers.is_decisive() {
        return Err(InputError::new(format!("markers={value}: these have already decided the game")));
    }
    Ok(markers)
}

fn parse_plays(text: &str) -> Result<Vec<Play>, InputError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split('+').map(parse_play).collect()
}

fn parse_play(text: &str) -> Result<Play, InputError> {
    let bad = || {
        InputError::new(format!("{text:?} is no play: expected S3, T45, G355>5, C1124>14 or an open G355>?"))
    };
    let mut rest = text.chars();
    let at = rest.next().and_then(|c| LETTERS.iter().position(|&letter| letter == c)).ok_or_else(bad)?;
    let action = Action::ALL[at];
    let (cards, taken) = match (rest.as_str().split_once('>'), action.is_offer()) {
        (Some((cards, "?")), true) => (cards, None),
        (Some((cards, taken)), true) => (cards, Some(parse_cards(taken)?)),
        (None, false) => (rest.as_str(), None),
        (Some(_), false) | (None, true) => return Err(bad()),
    };
    let (first, second) = match cards.split_once('/') {
        Some((first, second)) => (parse_cards(first)?, parse_cards(second)?),
        None => (parse_cards(cards)?, Cards::NONE),
    };
    Some(Play { action, first, second, taken }).filter(Play::is_possible).ok_or_else(bad)
}

#[cfg(test)]
mod tests;
