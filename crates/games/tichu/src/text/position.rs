//! Positions of Tichu as text, the whole truth, what is hidden too; and short ones that say no more than
//! what one seat plays from: `hand=S2,B3,Pho table=pair:5 wish=7`.

use std::fmt::{Display, Write as _};
use std::str::FromStr;

use karuta_playable::error::InputError;
use karuta_playable::fields::{Fields, wrong};

use crate::cards::{Cards, card_name, parse_card, parse_rank, rank_name};
use crate::combos::{Combo, Kind};
use crate::deal::{Chance, DEALT, Deck};
use crate::rules::Rules;
use crate::scoring::Tally;
use crate::text::validation::check;
use crate::{Call, NOBODY, Phase, Tichu};

/// The notation of positions.
pub const HELP: &str = "short, what one seat plays from: \"hand=S2,B3,G4,Pho table=pair:5 wish=7\", where \
     wanted with the cards of the table, top=S5,R5; cards are \
     suit and rank (S, B, G, R; 2 to 9, T, J, Q, K, A) or Mah, Dog, Pho, Dra, and table lead, single:10, \
     single:12.5 (a Phoenix on a queen), single:15 (the Dragon), pair:5, triple:5, fullhouse:4, \
     straight:9:5 (top and length), stairs:4:2 (top and pairs), bomb:9, bombsf:8:5; in full: hands and \
     played (by seat, with slashes), phase (grand, give, play, window, wish, gift), turn, table, top (its \
     cards), owner, asked, trick, won, out, calls, wish, given (joined by +, to the right, partner, left), \
     coming (with phase=grand: the six cards each seat gets after the calls), round, scores, tally, seed, as \
     karuta moves --seed prints them";

pub(super) const PHASES: [(&str, Phase); 7] = [
    ("grand", Phase::Grand),
    ("give", Phase::Give),
    ("play", Phase::Play),
    ("window", Phase::Window),
    ("wish", Phase::Wish),
    ("gift", Phase::Gift),
    ("over", Phase::Over),
];

const KEYS: [&str; 20] = [
    "hand", "hands", "played", "phase", "turn", "table", "top", "owner", "asked", "trick", "won", "out",
    "calls", "wish", "given", "coming", "round", "scores", "tally", "seed",
];

/// Writes a position.
pub fn position(state: &Tichu) -> String {
    let phase = PHASES.iter().find(|(_, phase)| *phase == state.phase).map_or("play", |(name, _)| name);
    let mut text = format!("round={} scores={} phase={phase}", state.round, list(state.scores, ","));
    let _ = write!(text, " turn={} hands={}", state.turn, list(state.hands, "/"));
    let none = [Cards::NONE; 4];
    let is_dealing = state.phase == Phase::Grand;
    let (played, coming) = if is_dealing { (none, state.played) } else { (state.played, none) };
    let _ = write!(text, " played={} table={}", list(played, "/"), table_text(state.top));
    let _ = write!(text, " top={} owner={} asked={}", state.top_cards, state.owner, state.asked);
    let _ = write!(text, " trick={} won={}", state.trick, list(state.won, ","));
    let out = &state.out[..usize::from(state.finished)];
    let _ = write!(text, " out={}", if out.is_empty() { "-".into() } else { list(out, ",") });
    let calls = state.calls.map(|call| match call {
        Call::None => "-",
        Call::Tichu => "tichu",
        Call::Grand => "grand",
    });
    let _ = write!(text, " calls={} wish={}", calls.join(","), wish_text(state.wish));
    let given = state.given.map(|cards| {
        let names = cards.iter().filter(|&&card| card != NOBODY).map(|&card| card_name(card));
        let names: Vec<String> = names.collect();
        if names.is_empty() { "-".into() } else { names.join("+") }
    });
    let Tally { doubles, calls, made, first } = state.tally;
    let tally = [list(doubles, ","), list(calls, ","), list(made, ","), list(first, ",")].join("/");
    let _ = write!(text, " given={}", given.join("/"));
    if coming != none {
        let _ = write!(text, " coming={}", list(coming, "/"));
    }
    let _ = write!(text, " tally={tally} seed={:x}", state.chance.0);
    text
}

pub(super) fn list<T: ToString>(items: impl IntoIterator<Item = T>, joint: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(joint)
}

fn wish_text(wish: u8) -> String {
    if wish == 0 { "none".into() } else { rank_name(wish).to_string() }
}

/// Writes what is on the table.
pub fn table_text(table: Option<Combo>) -> String {
    let Some(Combo { kind, len, height }) = table else { return "lead".into() };
    match kind {
        Kind::Single if height % 2 == 1 => format!("single:{}.5", height / 2),
        Kind::Single => format!("single:{}", height / 2),
        Kind::Pair | Kind::Triple | Kind::FullHouse | Kind::Four => format!("{}:{height}", kind.name()),
        Kind::Stairs | Kind::Straight | Kind::Flush => format!("{}:{height}:{len}", kind.name()),
    }
}

fn parse_table(value: &str) -> Result<Option<Combo>, InputError> {
    let expected = "lead, single:10, single:12.5, pair:5, triple:5, fullhouse:4, straight:9:5, stairs:4:2, \
                    bomb:9 or bombsf:8:5";
    let error = || wrong("table", value, expected);
    if value == "lead" {
        return Ok(None);
    }
    let parts: Vec<&str> = value.split(':').collect();
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == parts[0]).ok_or_else(error)?;
    let len = match (kind, &parts[1..]) {
        (Kind::Stairs | Kind::Straight | Kind::Flush, [_, len]) => len.parse::<u8>().map_err(|_| error())?,
        (Kind::Stairs | Kind::Straight | Kind::Flush, _) => return Err(error()),
        (_, [_]) => 0,
        (_, _) => return Err(error()),
    };
    if kind == Kind::Single {
        let height = single_height(parts[1]).ok_or_else(error)?;
        return Ok(Some(Combo::new(kind, 0, height)));
    }
    let rank = parse_rank(parts[1]).ok_or_else(error)?;
    let fits = match kind {
        Kind::Stairs => (2..=7).contains(&len) && rank > len,
        Kind::Straight => len >= 5 && rank >= len,
        Kind::Flush => len >= 5 && rank > len,
        Kind::Single | Kind::Pair | Kind::Triple | Kind::FullHouse | Kind::Four => true,
    };
    if fits { Ok(Some(Combo::new(kind, len, rank))) } else { Err(error()) }
}

/// Twice the value of a single: a rank, 1 for the Mah Jong, 15 for the Dragon, and a half more for a
/// Phoenix.
fn single_height(text: &str) -> Option<u8> {
    let (whole, half) = match text.strip_suffix(".5") {
        Some(whole) => (whole, 1),
        None => (text, 0),
    };
    match (whole.to_ascii_lowercase().as_str(), half) {
        ("1" | "mah", half) => Some(2 + half),
        ("15" | "dra", 0) => Some(Combo::DRAGON),
        (rank, half) => parse_rank(rank).map(|rank| 2 * rank + half),
    }
}

fn parse_wish(value: &str) -> Result<u8, InputError> {
    if value == "none" {
        return Ok(0);
    }
    parse_rank(value).ok_or_else(|| wrong("wish", value, "none, or a rank from 2 to 10, J, Q, K, A"))
}

fn parse_cards(key: &str, value: &str) -> Result<Cards, InputError> {
    if value == "-" {
        return Ok(Cards::NONE);
    }
    let mut cards = Cards::NONE;
    for name in value.split(',') {
        let card = parse_card(name).ok_or_else(|| {
            InputError::new(format!(
                "{key}: {name:?} is no card: expected S7, BT, Mah, Dog, Pho or Dra, with commas"
            ))
        })?;
        if cards.contains(Cards::one(card)) {
            return Err(InputError::new(format!("{key}: {} is named twice", card_name(card))));
        }
        cards |= Cards::one(card);
    }
    Ok(cards)
}

/// Reads what [`position`] writes, or a short position, in a game by `rules`.
pub fn parse_position(rules: Rules, text: &str) -> Result<Tichu, InputError> {
    let fields = Fields::read(text, &KEYS)?;
    match (fields.value("hand"), fields.value("hands")) {
        (Some(hand), None) => parse_short(rules, &fields, hand),
        (None, Some(hands)) => parse_full(rules, &fields, hands),
        (Some(_), Some(_)) => Err(InputError::new("hand= and hands= are both given: expected one of them")),
        (None, None) => Err(InputError::new(format!(
            "{text:?} is no position: expected hand=.. such as hand=S2,B3,Pho table=pair:5 wish=none"
        ))),
    }
}

/// A seat with a hand and a table before it, whose cards may be named. It sits at seat 0; the others get the rest of
/// the deck, and what is left over counts as played.
fn parse_short(rules: Rules, fields: &Fields<'_>, hand: &str) -> Result<Tichu, InputError> {
    if let Some(key) = fields.other_than(&["hand", "table", "top", "wish", "seed"]) {
        return Err(InputError::new(format!(
            "{key}= does not go with hand=: expected table=, top=, wish= or seed="
        )));
    }
    let hand = parse_cards("hand", hand)?;
    if hand.is_empty() || hand.len() > DEALT {
        return Err(InputError::new(format!("hand= has {} cards: expected 1 to 14", hand.len())));
    }
    let mut state = Tichu::empty(rules, Chance(fields.seed()?));
    state.top_cards = fields.value("top").map_or(Ok(Cards::NONE), |value| parse_cards("top", value))?;
    state.trick = state.top_cards.points() as i16;
    if let Some(card) = (hand & state.top_cards).iter().next() {
        return Err(InputError::new(format!("hand= and top= both have {}", card_name(card))));
    }
    let mut deck = Deck::of(Cards::ALL - hand - state.top_cards);
    let mut lots = Chance(state.chance.0);
    state.hands[0] = hand;
    for other in 1..4 {
        let laid = if other == 3 { state.top_cards.len() } else { 0 };
        state.hands[other] = deck.hand(DEALT.saturating_sub(laid), || lots.bits());
    }
    state.played[3] = state.top_cards;
    state.played[0] = deck.hand(DEALT - hand.len(), || lots.bits());
    state.top = fields.value("table").map_or(Ok(None), parse_table)?;
    state.wish = fields.value("wish").map_or(Ok(0), parse_wish)?;
    state.owner = if state.top.is_some() { 3 } else { 0 };
    check(&state)?;
    Ok(state)
}

fn parse_full(rules: Rules, fields: &Fields<'_>, hands: &str) -> Result<Tichu, InputError> {
    let state = read_full(rules, fields, hands)?;
    check(&state)?;
    Ok(state)
}

/// A whole position in which cards may be missing.
pub(super) fn full_unchecked(rules: Rules, text: &str) -> Result<Tichu, InputError> {
    let fields = Fields::read(text, &KEYS)?;
    read_full(rules, &fields, fields.value("hands").unwrap_or_default())
}

fn read_full(rules: Rules, fields: &Fields<'_>, hands: &str) -> Result<Tichu, InputError> {
    let mut state = Tichu::empty(rules, Chance(fields.seed()?));
    state.hands = by_seat("hands", hands)?;
    if let Some(value) = fields.value("played") {
        state.played = by_seat("played", value)?;
    }
    if let Some(value) = fields.value("phase") {
        let found = PHASES.iter().find(|(name, _)| *name == value && *name != "over");
        state.phase =
            found.ok_or_else(|| wrong("phase", value, "grand, give, play, window, wish or gift"))?.1;
    }
    if let Some(seat) = (0..4).find(|&seat| state.phase == Phase::Grand && !state.played[seat].is_empty()) {
        return Err(InputError::new(format!(
            "seat {seat} played cards: expected none before the Grand calls"
        )));
    }
    if let Some(value) = fields.value("coming") {
        if state.phase != Phase::Grand {
            return Err(wrong("coming", value, "phase=grand, before which cards are still to come"));
        }
        state.played = by_seat("coming", value)?;
    }
    state.round = fields.number("round", 1, 1, rules.rounds)?;
    state.turn = fields.number("turn", 0, 0, 3)?;
    state.top = fields.value("table").map_or(Ok(None), parse_table)?;
    state.top_cards = fields.value("top").map_or(Ok(Cards::NONE), |value| parse_cards("top", value))?;
    state.owner = fields.number("owner", state.turn, 0, 3)?;
    state.asked = fields.number("asked", 0, 0, 3)?;
    state.trick = fields.number("trick", 0, -25, 125)?;
    state.won = numbers(fields, "won", -25, 125)?;
    state.scores = numbers(fields, "scores", -1_000_000, 1_000_000)?;
    state.wish = fields.value("wish").map_or(Ok(0), parse_wish)?;
    if let Some(value) = fields.value("out").filter(|&value| value != "-") {
        for seat in value.split(',') {
            let seat = seat.parse::<u8>().ok().filter(|&seat| seat < 4 && !state.out.contains(&seat));
            let seat =
                seat.ok_or_else(|| wrong("out", value, "the seats that are out in order, such as 2,0"))?;
            state.out[usize::from(state.finished)] = seat;
            state.finished += 1;
        }
    }
    if let Some(value) = fields.value("calls") {
        state.calls = parse_calls(value)?;
    }
    if let Some(value) = fields.value("given") {
        state.given = parse_given(value)?;
    }
    if let Some(value) = fields.value("tally") {
        state.tally = parse_tally(value)?;
    }
    Ok(state)
}

fn by_seat(key: &str, value: &str) -> Result<[Cards; 4], InputError> {
    let hands = value.split('/').map(|cards| parse_cards(key, cards)).collect::<Result<Vec<_>, _>>()?;
    hands.try_into().map_err(|hands: Vec<Cards>| {
        InputError::new(format!("{key}= names {} seats: expected four, with slashes", hands.len()))
    })
}

fn parse_calls(value: &str) -> Result<[Call; 4], InputError> {
    let error = || wrong("calls", value, "-, tichu or grand for each of four seats, with commas");
    let calls = value.split(',').map(|call| match call {
        "-" => Some(Call::None),
        "tichu" => Some(Call::Tichu),
        "grand" => Some(Call::Grand),
        _ => None,
    });
    let calls = calls.collect::<Option<Vec<Call>>>().ok_or_else(error)?;
    calls.try_into().map_err(|_| error())
}

fn parse_given(value: &str) -> Result<[[u8; 3]; 4], InputError> {
    let error =
        || wrong("given", value, "- or up to three cards joined by + for each of four seats, with slashes");
    let mut given = [[NOBODY; 3]; 4];
    if value.split('/').count() != 4 {
        return Err(error());
    }
    for (cards, text) in given.iter_mut().zip(value.split('/')).filter(|(_, text)| *text != "-") {
        if text.split('+').count() > 3 {
            return Err(error());
        }
        for (card, name) in cards.iter_mut().zip(text.split('+')) {
            *card = parse_card(name).ok_or_else(error)?;
        }
    }
    Ok(given)
}

fn parse_tally(value: &str) -> Result<Tally, InputError> {
    let error =
        || wrong("tally", value, "double victories, calls, calls made, rounds first out: 0,0/0,0,0,0/..");
    let parts: Vec<&str> = value.split('/').collect();
    let &[doubles, calls, made, first] = &parts[..] else { return Err(error()) };
    Ok(Tally {
        doubles: split_numbers(doubles).ok_or_else(error)?,
        calls: split_numbers(calls).ok_or_else(error)?,
        made: split_numbers(made).ok_or_else(error)?,
        first: split_numbers(first).ok_or_else(error)?,
    })
}

fn split_numbers<T: FromStr, const N: usize>(text: &str) -> Option<[T; N]> {
    let numbers = text.split(',').map(|number| number.parse().ok()).collect::<Option<Vec<T>>>()?;
    numbers.try_into().ok()
}

/// So many numbers from `least` to `most` with commas; zeros if none are given.
fn numbers<T, const N: usize>(fields: &Fields<'_>, key: &str, least: T, most: T) -> Result<[T; N], InputError>
where
    T: FromStr + PartialOrd + Display + Default + Copy,
{
    let Some(value) = fields.value(key) else { return Ok([T::default(); N]) };
    let found = split_numbers::<T, N>(value).filter(|all| all.iter().all(|n| *n >= least && *n <= most));
    let range = || format!("{N} numbers from {least} to {most}, with commas");
    found.ok_or_else(|| wrong(key, value, &range()))
}

#[cfg(test)]
mod tests;
