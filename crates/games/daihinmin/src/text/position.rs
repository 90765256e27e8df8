//! Positions of Daihinmin as text. A whole position is the truth, hidden cards included:
//!
//! `game=1 seating=20314 titles=- phase=play turn=1 hands=../../../../.. played=-/-/-/-/- table=empty
//! order=normal lock=no first=1 last=1 passed=- passes=0 out=- tribute=-/- gifts=-/- tally=.. seed=7`
//!
//! For looking at moves it is enough to say what one hand and the table are:
//! `hand=S3,HT,D8,JO table=D9 order=normal lock=no`; the other cards are then given out in a fixed way.

use std::fmt::Write as _;

use karuta_engine::Seat;
use karuta_playable::error::InputError;
use karuta_playable::fields::{Fields, wrong};

use crate::cards::Cards;
use crate::deal::Chance;
use crate::field::Field;
use crate::moves::Move;
use crate::rules::Rules;
use crate::text::notation::{parse_cards, parse_play};
use crate::text::options::{Options, parse_seats};
use crate::text::validation;
use crate::{DEADLOCK, Daihinmin, Phase, SEATS};

pub(super) const PHASES: [(&str, Phase); 4] = [
    ("daifugo", Phase::DaifugoGives),
    ("fugo", Phase::FugoGives),
    ("play", Phase::Play),
    ("over", Phase::Over),
];

/// Writes a whole position.
pub fn position(state: &Daihinmin) -> String {
    let phase = PHASES.iter().find(|(_, phase)| *phase == state.phase).map_or("", |(name, _)| name);
    let mut text = format!("game={} seating={}", state.game, digits(state.seating));
    let titles = if state.titled { digits(state.order) } else { String::from("-") };
    let _ = write!(text, " titles={titles} phase={phase} turn={}", state.turn);
    let _ = write!(text, " hands={} played={}", by_seat(&state.hands), by_seat(&state.played));
    let top = if state.field.is_empty() { String::from("empty") } else { state.field.top.to_string() };
    let order = if state.field.reversed { "reversed" } else { "normal" };
    let lock = if state.field.locked { "yes" } else { "no" };
    let _ = write!(text, " table={top} order={order} lock={lock}");
    let passed = digits((0..SEATS as u8).filter(|&seat| state.has_passed(usize::from(seat))));
    let _ =
        write!(text, " first={} last={} passed={passed} passes={}", state.first, state.last, state.passes);
    let out = digits(state.finished[..usize::from(state.done)].iter().copied());
    let _ = write!(text, " out={out} tribute={} gifts={}", by_seat(&state.tribute), by_seat(&state.gifts));
    let rows = state.tally.map(|row| row.map(|count| count.to_string()).join("."));
    let _ = write!(text, " tally={} seed={:x}", rows.join("/"), state.chance.0);
    text
}

fn digits(seats: impl IntoIterator<Item = u8>) -> String {
    let text: String = seats.into_iter().map(|seat| char::from(b'0' + seat)).collect();
    if text.is_empty() { String::from("-") } else { text }
}

pub(super) fn by_seat(cards: &[Cards]) -> String {
    cards.iter().map(Cards::to_string).collect::<Vec<_>>().join("/")
}

/// Reads what [`position`] writes, or a single hand.
pub fn parse_position(options: &Options, text: &str) -> Result<Daihinmin, InputError> {
    let fields = Fields::read(text, &KEYS)?;
    let state = if fields.value("hand").is_some() {
        one_hand(options.rules, &fields)?
    } else if fields.value("hands").is_some() {
        whole(options.rules, &fields)?
    } else {
        let form = "expected hand=.. such as hand=S3,HT,D8,JO table=D9, or a whole position with hands=..";
        return Err(InputError::new(format!("{text:?} is no position: {form}")));
    };
    validation::check(&state)?;
    Ok(state)
}

/// A whole position in which cards may be missing.
pub(super) fn whole_unchecked(rules: Rules, text: &str) -> Result<Daihinmin, InputError> {
    whole(rules, &Fields::read(text, &KEYS)?)
}

/// The table as three of the words say.
fn parse_field(fields: &Fields<'_>) -> Result<Field, InputError> {
    let top = match fields.value("table") {
        None | Some("empty") => Move::PASS,
        Some(play) => parse_play(play).map_err(|error| InputError::new(format!("table={play}: {error}")))?,
    };
    let locked = word(fields, "lock", &["no", "yes"])? == 1;
    let reversed = word(fields, "order", &["normal", "reversed"])? == 1;
    if locked && top.is_pass() {
        return Err(InputError::new("lock=yes with an empty table: only a play can be locked"));
    }
    if locked && top.is_joker() {
        return Err(InputError::new("lock=yes with table=JO: a joker alone takes the lock away"));
    }
    Ok(Field { top, locked, reversed })
}

/// Seat 0 holds the hand and is to move; seat 4 made the play on the table. The other cards go round the
/// other seats, strongest first; what seat 0 lacks to eleven it has played.
fn one_hand(rules: Rules, fields: &Fields<'_>) -> Result<Daihinmin, InputError> {
    const WORDS: [&str; 4] = ["hand", "table", "order", "lock"];
    if let Some(key) = fields.other_than(&WORDS) {
        return Err(InputError::new(format!(
            "{key}=.. belongs to a whole position, with hands=.. and not hand=.."
        )));
    }
    let text = fields.value("hand").unwrap_or("-");
    let hand = parse_cards(text)?;
    if hand.is_empty() || hand.len() > 11 {
        return Err(InputError::new(format!("hand={text} has {} cards: expected 1 to 11", hand.len())));
    }
    let field = parse_field(fields)?;
    let table = field.top.cards();
    if hand.meets(table) {
        return Err(InputError::new(format!("{} lies on the table and is in the hand", hand & table)));
    }
    if table.len() > 11 {
        return Err(InputError::new(format!("table={} has more than the eleven cards of a hand", field.top)));
    }
    let mut state = Daihinmin { field, ..Daihinmin::blank(rules, 0) };
    state.hands[0] = hand;
    state.played[4] = table;
    let mut rest = Cards::ALL.without(hand | table);
    while state.hands[0].len() + state.played[0].len() < 11 {
        let card = Cards::bit(rest.lowest());
        state.played[0] |= card;
        rest = rest.without(card);
    }
    const SIZES: [u32; SEATS] = [11, 10, 10, 11, 11];
    let mut seat = 0;
    while !rest.is_empty() {
        let card = Cards::bit(rest.highest());
        if state.hands[seat].len() + state.played[seat].len() < SIZES[seat] {
            state.hands[seat] |= card;
            rest = rest.without(card);
        }
        seat = (seat + 1) % SEATS;
    }
    state.last = if table.is_empty() { 0 } else { 4 };
    for seat in (0..SEATS).filter(|&seat| state.hands[seat].is_empty()) {
        state.finished[usize::from(state.done)] = seat as u8;
        state.done += 1;
        state.active &= !(1 << seat);
    }
    let holder = (0..SEATS).find(|&seat| state.start_hand(seat).meets(Cards::DIAMOND_3));
    state.first = holder.expect("every card is somewhere") as u8;
    Ok(state)
}

fn whole(rules: Rules, fields: &Fields<'_>) -> Result<Daihinmin, InputError> {
    let mut state = Daihinmin::blank(rules, 0);
    state.chance = Chance(fields.seed()?);
    state.game = fields.number("game", 1, 1, rules.games)?;
    if let Some(text) = fields.value("seating") {
        state.seating = order(text, "seating")?;
    }
    state.know_neighbours();
    if let Some(text) = fields.value("titles").filter(|&text| text != "-") {
        state.order = order(text, "titles")?;
        state.titled = true;
    }
    let phase = fields.value("phase").unwrap_or("play");
    state.phase =
        PHASES.iter().find(|(name, _)| *name == phase).map(|&(_, phase)| phase).ok_or_else(|| {
            InputError::new(format!("phase={phase}: expected daifugo or fugo (to give), play or over"))
        })?;
    state.hands = cards(fields, "hands")?;
    state.played = cards(fields, "played")?;
    state.tribute = cards(fields, "tribute")?;
    state.gifts = cards(fields, "gifts")?;
    state.field = parse_field(fields)?;
    state.turn = fields.number("turn", 0, 0, 4)?;
    state.first = fields.number("first", 0, 0, 4)?;
    state.last = fields.number("last", state.turn, 0, 4)?;
    state.passes = fields.number("passes", 0, 0, DEADLOCK)?;
    for seat in seats(fields, "passed")? {
        state.passed |= 1 << seat;
    }
    for seat in seats(fields, "out")? {
        state.finished[usize::from(state.done)] = seat as u8;
        state.done += 1;
        state.active &= !(1 << seat);
    }
    if let Some(text) = fields.value("tally") {
        state.tally = parse_tally(text)?;
    }
    Ok(state)
}

fn order(text: &str, key: &str) -> Result<[u8; SEATS], InputError> {
    parse_seats(text)
        .ok_or_else(|| InputError::new(format!("{key}={text}: expected every seat once, such as 01234")))
}

fn parse_tally(text: &str) -> Result<[[u16; SEATS]; SEATS], InputError> {
    let bad = || {
        InputError::new(format!(
            "tally={text}: expected for each seat how often it came in 1st to 5th, 0.0.1.0.0/.."
        ))
    };
    let row = |row: &str| -> Option<[u16; SEATS]> {
        row.split('.').map(|n| n.parse().ok()).collect::<Option<Vec<u16>>>()?.try_into().ok()
    };
    let rows: Vec<[u16; SEATS]> = text.split('/').map(row).collect::<Option<_>>().ok_or_else(bad)?;
    rows.try_into().map_err(|_| bad())
}

const KEYS: [&str; 20] = [
    "hand", "table", "order", "lock", "hands", "played", "game", "seating", "titles", "phase", "turn",
    "first", "last", "passed", "passes", "out", "tribute", "gifts", "tally", "seed",
];

/// The index of one of the words; the first one if none is given.
fn word(fields: &Fields<'_>, key: &str, words: &[&str]) -> Result<usize, InputError> {
    let Some(value) = fields.value(key) else { return Ok(0) };
    let found = words.iter().position(|word| *word == value);
    found.ok_or_else(|| wrong(key, value, &words.join(" or ")))
}

/// Sets of cards with slashes between them; none if nothing is given.
fn cards<const N: usize>(fields: &Fields<'_>, key: &str) -> Result<[Cards; N], InputError> {
    let Some(value) = fields.value(key) else { return Ok([Cards::NONE; N]) };
    let sets = value.split('/').map(parse_cards).collect::<Result<Vec<_>, _>>()?;
    let given = sets.len();
    sets.try_into().map_err(|_| {
        InputError::new(format!("{key}=.. has {given} parts: expected {N}, with slashes, - for no cards"))
    })
}

/// Different seats, a digit each.
fn seats(fields: &Fields<'_>, key: &str) -> Result<Vec<Seat>, InputError> {
    let value = fields.value(key).unwrap_or("-");
    let mut seats = Vec::new();
    for letter in value.chars().filter(|_| value != "-") {
        match letter.to_digit(5).map(|digit| digit as Seat) {
            Some(seat) if !seats.contains(&seat) => seats.push(seat),
            _ => return Err(wrong(key, value, "different seats 0 to 4, a digit each, or -")),
        }
    }
    Ok(seats)
}

#[cfg(test)]
mod tests;
