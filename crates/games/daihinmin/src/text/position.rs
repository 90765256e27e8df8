//! Positions of Daihinmin as text. A whole position is the truth, hidden cards included:
//!
//! `game=1 seating=20314 titles=- phase=play turn=1 hands=../../../../.. played=-/-/-/-/- table=empty
//! order=normal lock=no first=1 last=1 passed=- passes=0 out=- tribute=-/- gifts=-/- tally=.. seed=7`
//!
//! For looking at moves it is enough to say what one hand and the table are:
//! `hand=S3,HT,D8,JO table=D9 order=normal lock=no`; the other cards are then given out in a fixed way.

use std::fmt::Write as _;

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::deal::Chance;
use crate::field::Field;
use crate::moves::Move;
use crate::rules::Rules;
use crate::text::notation::{parse_cards, parse_play};
use crate::text::options::{Options, parse_seats};
use crate::text::validation;
use crate::{DEADLOCK, Daihinmin, Phase, SEATS};
use karuta_playable::playable::TextError;

const PHASES: [(&str, Phase); 4] = [
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

fn by_seat(cards: &[Cards]) -> String {
    cards.iter().map(Cards::to_string).collect::<Vec<_>>().join("/")
}

/// Reads what [`position`] writes, or a single hand.
pub fn parse_position(options: &Options, text: &str) -> Result<Daihinmin, TextError> {
    let fields = Fields::read(text)?;
    let state = if fields.value("hand").is_some() {
        one_hand(options.rules, &fields)?
    } else if fields.value("hands").is_some() {
        whole(options.rules, &fields)?
    } else {
        let form = "expected hand=.. such as hand=S3,HT,D8,JO table=D9, or a whole position with hands=..";
        return Err(TextError::new(format!("{text:?} is no position: {form}")));
    };
    validation::check(&state)?;
    Ok(state)
}

/// The table as three of the words say.
fn parse_field(fields: &Fields<'_>) -> Result<Field, TextError> {
    let top = match fields.value("table") {
        None | Some("empty") => Move::PASS,
        Some(play) => parse_play(play).map_err(|error| TextError::new(format!("table={play}: {error}")))?,
    };
    let locked = fields.word("lock", &["no", "yes"])? == 1;
    let reversed = fields.word("order", &["normal", "reversed"])? == 1;
    if locked && top.is_pass() {
        return Err(TextError::new("lock=yes with an empty table: only a play can be locked"));
    }
    if locked && top.is_joker() {
        return Err(TextError::new("lock=yes with table=JO: a joker alone takes the lock away"));
    }
    Ok(Field { top, locked, reversed })
}

/// Seat 0 holds the hand and is to move; seat 4 made the play on the table. The other cards go round the
/// other seats, strongest first; what seat 0 lacks to eleven it has played.
fn one_hand(rules: Rules, fields: &Fields<'_>) -> Result<Daihinmin, TextError> {
    const WORDS: [&str; 4] = ["hand", "table", "order", "lock"];
    if let Some((key, _)) = fields.0.iter().find(|(key, _)| !WORDS.contains(key)) {
        return Err(TextError::new(format!(
            "{key}=.. belongs to a whole position, with hands=.. and not hand=.."
        )));
    }
    let text = fields.value("hand").unwrap_or("-");
    let hand = parse_cards(text)?;
    if hand.is_empty() || hand.len() > 11 {
        return Err(TextError::new(format!("hand={text} has {} cards: expected 1 to 11", hand.len())));
    }
    let field = parse_field(fields)?;
    let table = field.top.cards();
    if hand.meets(table) {
        return Err(TextError::new(format!("{} lies on the table and is in the hand", hand & table)));
    }
    if table.len() > 11 {
        return Err(TextError::new(format!("table={} has more than the eleven cards of a hand", field.top)));
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

fn whole(rules: Rules, fields: &Fields<'_>) -> Result<Daihinmin, TextError> {
    let mut state = Daihinmin::blank(rules, 0);
    state.chance = Chance(fields.number("seed", 0, 0, u64::MAX, 16)?);
    state.game = fields.number("game", 1, 1, u64::from(rules.games), 10)? as u16;
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
            TextError::new(format!("phase={phase}: expected daifugo or fugo (to give), play or over"))
        })?;
    state.hands = fields.cards("hands")?;
    state.played = fields.cards("played")?;
    state.tribute = fields.cards("tribute")?;
    state.gifts = fields.cards("gifts")?;
    state.field = parse_field(fields)?;
    state.turn = fields.number("turn", 0, 0, 4, 10)? as u8;
    state.first = fields.number("first", 0, 0, 4, 10)? as u8;
    state.last = fields.number("last", u64::from(state.turn), 0, 4, 10)? as u8;
    state.passes = fields.number("passes", 0, 0, u64::from(DEADLOCK), 10)? as u8;
    for seat in fields.seats("passed")? {
        state.passed |= 1 << seat;
    }
    for seat in fields.seats("out")? {
        state.finished[usize::from(state.done)] = seat as u8;
        state.done += 1;
        state.active &= !(1 << seat);
    }
    if let Some(text) = fields.value("tally") {
        state.tally = parse_tally(text)?;
    }
    Ok(state)
}

fn order(text: &str, key: &str) -> Result<[u8; SEATS], TextError> {
    parse_seats(text)
        .ok_or_else(|| TextError::new(format!("{key}={text}: expected every seat once, such as 01234")))
}

fn parse_tally(text: &str) -> Result<[[u16; SEATS]; SEATS], TextError> {
    let bad = || {
        TextError::new(format!(
            "tally={text}: expected for each seat how often it came in 1st to 5th, 0.0.1.0.0/.."
        ))
    };
    let row = |row: &str| -> Option<[u16; SEATS]> {
        row.split('.').map(|n| n.parse().ok()).collect::<Option<Vec<u16>>>()?.try_into().ok()
    };
    let rows: Vec<[u16; SEATS]> = text.split('/').map(row).collect::<Option<_>>().ok_or_else(bad)?;
    rows.try_into().map_err(|_| bad())
}

/// The `key=value` words of a position.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    const KEYS: [&'static str; 19] = [
        "hand", "table", "order", "lock", "hands", "played", "game", "seating", "titles", "phase", "turn",
        "first", "last", "passed", "passes", "out", "tribute", "gifts", "tally",
    ];

    fn read(text: &'a str) -> Result<Fields<'a>, TextError> {
        let mut fields: Vec<(&str, &str)> = Vec::new();
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let is_known = Self::KEYS.contains(&key) || key == "seed";
            if value.is_empty() || !is_known {
                let keys = Self::KEYS.join("=.. ");
                return Err(TextError::new(format!(
                    "{word:?} is no part of a position: expected {keys}=.. seed=.."
                )));
            }
            if fields.iter().any(|&(given, _)| given == key) {
                return Err(TextError::new(format!("{key} is given twice in {text:?}")));
            }
            fields.push((key, value));
        }
        Ok(Fields(fields))
    }

    fn value(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|&&(given, _)| given == key).map(|&(_, value)| value)
    }

    /// The index of one of the words; the first one if none is given.
    fn word(&self, key: &str, words: &[&str]) -> Result<usize, TextError> {
        let Some(value) = self.value(key) else { return Ok(0) };
        words
            .iter()
            .position(|word| *word == value)
            .ok_or_else(|| TextError::new(format!("{key}={value}: expected {}", words.join(" or "))))
    }

    fn number(&self, key: &str, default: u64, least: u64, most: u64, radix: u32) -> Result<u64, TextError> {
        let Some(value) = self.value(key) else { return Ok(default) };
        u64::from_str_radix(value, radix).ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| {
            let kind = if radix == 16 { "a hexadecimal number" } else { "a number" };
            TextError::new(format!("{key}={value}: expected {kind} from {least} to {most}"))
        })
    }

    /// Sets of cards with slashes between them; none if nothing is given.
    fn cards<const N: usize>(&self, key: &str) -> Result<[Cards; N], TextError> {
        let Some(value) = self.value(key) else { return Ok([Cards::NONE; N]) };
        let sets = value.split('/').map(parse_cards).collect::<Result<Vec<_>, _>>()?;
        let given = sets.len();
        sets.try_into().map_err(|_| {
            TextError::new(format!("{key}=.. has {given} parts: expected {N}, with slashes, - for no cards"))
        })
    }

    /// Different seats, a digit each.
    fn seats(&self, key: &str) -> Result<Vec<Seat>, TextError> {
        let value = self.value(key).unwrap_or("-");
        let mut seats = Vec::new();
        for letter in value.chars().filter(|_| value != "-") {
            match letter.to_digit(5).map(|digit| digit as Seat) {
                Some(seat) if !seats.contains(&seat) => seats.push(seat),
                _ => {
                    let form = "expected different seats 0 to 4, a digit each, or -";
                    return Err(TextError::new(format!("{key}={value}: {form}")));
                }
            }
        }
        Ok(seats)
    }
}

#[cfg(test)]
mod tests;
