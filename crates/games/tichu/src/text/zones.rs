//! Views of Tichu as data, and the positions that such data say. Knows names of cards and facts; the checks are those
//! of positions.

use karuta_engine::{Rng, Seat};
use karuta_playable::error::InputError;
use karuta_playable::knowledge::{Datum, Knowledge, UNSEEN};

use crate::cards::{Cards, card_name, parse_card, rank_name};
use crate::combos::Combo;
use crate::plays::leads;
use crate::rules::{Quirks, Rules};
use crate::text::position::{PHASES, full_unchecked, list, position, table_text};
use crate::text::render::prompt;
use crate::view::View;
use crate::{Call, NOBODY, Phase, Tichu, UNKNOWN};

fn names(cards: Cards) -> Vec<String> {
    cards.iter().map(card_name).collect()
}

fn by_seat(place: impl Fn(Seat) -> Datum) -> Datum {
    Datum::List((0..4).map(place).collect())
}

/// The cards in all places, the table, calls, wish and exchange, and the points.
pub fn knowledge(view: &View) -> Knowledge {
    let open = view.open();
    let mut known = Knowledge::default();
    let put = view.known();
    let hand = |seat: Seat| {
        let seen = if view.sees_all() { open.hands[seat] } else { open.hands[seat] | put[seat] };
        let count = if view.sees_all() { seen.len() } else { view.hand_len(seat) };
        Datum::cards(names(seen), (count - seen.len()) as usize)
    };
    known.zones.add("hand", by_seat(hand));
    let played = if open.phase == Phase::Grand { [Cards::NONE; 4] } else { open.played };
    known.zones.add("played", by_seat(|seat| Datum::cards(names(played[seat]), 0)));
    known.zones.add("table", Datum::cards(names(open.top_cards), 0));
    known.facts.add("round", i64::from(open.round));
    known.facts.add("scores", Datum::list(open.scores.map(i64::from)));
    let phase = PHASES.iter().find(|(_, phase)| *phase == open.phase).map_or("play", |(name, _)| name);
    known.facts.add("phase", phase);
    let seat = |seat: u8| Datum::Number(i64::from(seat));
    known.facts.add("turn", if open.phase == Phase::Over { Datum::Nothing } else { seat(open.turn) });
    known.facts.add("asked", if open.phase == Phase::Window { seat(open.asked) } else { Datum::Nothing });
    known.facts.add("table", table_text(open.top));
    known.facts.add("owner", seat(open.owner));
    known.facts.add("trick", i64::from(open.trick));
    known.facts.add("won", Datum::list(open.won.map(i64::from)));
    known.facts.add("out", Datum::list(open.finished().map(|seat| seat as i64)));
    let call = |seat: Seat| match open.calls[seat] {
        Call::None => Datum::Nothing,
        Call::Tichu => Datum::from("tichu"),
        Call::Grand => Datum::from("grand"),
    };
    known.facts.add("calls", by_seat(call));
    known
        .facts
        .add("wish", if open.wish == 0 { Datum::Nothing } else { rank_name(open.wish).to_string().into() });
    let given = |seat: Seat| {
        let made = open.given[seat].iter().filter(|&&card| card != NOBODY);
        Datum::list(made.map(|&card| if card == UNKNOWN { UNSEEN.to_string() } else { card_name(card) }))
    };
    known.facts.add("given", by_seat(given));
    let tally = &open.tally;
    let counts = [
        Datum::list(tally.doubles.map(i64::from)),
        Datum::list(tally.calls.map(i64::from)),
        Datum::list(tally.made.map(i64::from)),
        Datum::list(tally.first.map(i64::from)),
    ];
    known.facts.add("tally", Datum::List(counts.to_vec()));
    known.prompt = prompt(open, view.seat());
    known
}

/// Cards that were named, and the number of those that were not.
fn read_cards(zone: &str, places: &[Option<&str>]) -> Result<(Cards, u32), InputError> {
    let mut cards = Cards::NONE;
    for name in places.iter().flatten() {
        let card = parse_card(name).map(Cards::one).ok_or_else(|| {
            InputError::new(format!(
                "zone {zone}: {name:?} is no card: expected S7, BT, Mah, Dog, Pho or Dra"
            ))
        })?;
        if cards.meets(card) {
            return Err(InputError::new(format!("zone {zone}: {name} is there twice")));
        }
        cards |= card;
    }
    Ok((cards, places.iter().filter(|place| place.is_none()).count() as u32))
}

/// A position that looks to a seat as zones and facts say.
pub fn position_of(rules: Rules, seat: Seat, known: &Knowledge) -> Result<String, InputError> {
    let missing =
        || InputError::new("zone hand is missing: expected your cards, such as [\"S7\", \"BT\", \"Dog\"]");
    let hands = known.cards_by_seat("hand", 4, seat)?.ok_or_else(missing)?;
    let (hand, unseen) = read_cards("hand", hands[seat].as_deref().ok_or_else(missing)?)?;
    if unseen > 0 {
        return Err(InputError::new(format!("zone hand: seat {seat} sees its own cards")));
    }
    let mut played = [Cards::NONE; 4];
    for (at, cards) in known.cards_by_seat("played", 4, seat)?.unwrap_or_default().iter().enumerate() {
        let (cards, unseen) = read_cards("played", cards.as_deref().unwrap_or_default())?;
        if unseen > 0 {
            return Err(InputError::new("zone played: all that was played is seen"));
        }
        played[at] = cards;
    }
    let mut held = [Cards::NONE; 4];
    held[seat] = hand;
    let mut text = format!("hands={} played={}", list(held, "/"), list(played, "/"));
    words(known, seat, rules, &mut text)?;
    let mut open = full_unchecked(rules, &text)?;
    open.given = given(known)?;
    let view = View { seat, open, sees_all: false };
    check_counts(&view, &hands)?;
    // Any fixed seed will do: what is dealt here is not told.
    Ok(position(&view.sample(&mut Rng::new(1))))
}

/// Refuses cards in two places, hands of a wrong size, and known cards that cannot be where they were put; drawing a
/// world relies on it.
fn check_counts(view: &View, hands: &[Option<Vec<Option<&str>>>]) -> Result<(), InputError> {
    let open = &view.open;
    let mut seen = open.hands[view.seat];
    for cards in open.played {
        if seen.meets(cards) {
            return Err(InputError::new(format!(
                "{} is in two places: expected every card once",
                seen & cards
            )));
        }
        seen |= cards;
    }
    if open.phase == Phase::Window && usize::from(open.asked) != view.seat {
        return Err(InputError::new(format!(
            "fact asked is {}: nobody else hears of that question",
            open.asked
        )));
    }
    let known = view.known();
    let mut places = Cards::NONE;
    for (seat, cards) in known.iter().enumerate() {
        let count = hand_len(open, seat)?;
        if seat == view.seat {
            let held = open.hands[seat].len();
            if held != count {
                return Err(InputError::new(format!(
                    "seat {seat} holds {held} cards: {count} follow from what it played"
                )));
            }
            continue;
        }
        if let Some(given) = hands[seat].as_ref().filter(|given| given.len() as u32 != count) {
            let held = given.len();
            return Err(InputError::new(format!(
                "seat {seat} holds {held} cards: {count} follow from what it played"
            )));
        }
        if cards.len() > count || seen.meets(*cards) || places.meets(*cards) {
            return Err(InputError::new(format!("fact given: {cards} cannot be with seat {seat}")));
        }
        places |= *cards;
    }
    Ok(())
}

fn hand_len(open: &Tichu, seat: Seat) -> Result<u32, InputError> {
    let played = open.played[seat].len();
    match open.phase {
        Phase::Grand if played == 0 => Ok(crate::deal::FIRST),
        Phase::Grand => Err(InputError::new("zone played: expected none before the Grand calls")),
        _ => crate::deal::DEALT.checked_sub(played).ok_or_else(|| {
            InputError::new(format!("seat {seat} played {played} cards: expected at most 14"))
        }),
    }
}

/// The cards that changed hands, as far as they were seen.
fn given(known: &Knowledge) -> Result<[[u8; 3]; 4], InputError> {
    let mut given = [[NOBODY; 3]; 4];
    let Some(lists) = known.lists("given", 4)? else { return Ok(given) };
    for (own, names) in given.iter_mut().zip(&lists) {
        if names.len() > own.len() {
            return Err(InputError::new("fact given: expected up to three cards for each seat"));
        }
        for (place, name) in own.iter_mut().zip(names) {
            *place = match name.as_str() {
                UNSEEN => UNKNOWN,
                name => parse_card(name)
                    .ok_or_else(|| InputError::new(format!("fact given: {name:?} is no card")))?,
            };
        }
    }
    Ok(given)
}

/// The facts as the words of a position.
fn words(known: &Knowledge, seat: Seat, rules: Rules, text: &mut String) -> Result<(), InputError> {
    let turn = known.number("turn")?.unwrap_or(seat as i64);
    *text += &format!(" turn={turn}");
    for fact in ["round", "trick", "asked"] {
        if let Some(number) = known.number(fact)? {
            *text += &format!(" {fact}={number}");
        }
    }
    let plain = |word: &str| word.replace(char::is_whitespace, "");
    for fact in ["phase", "wish"] {
        if let Some(word) = known.word(fact)? {
            *text += &format!(" {fact}={}", plain(word));
        }
    }
    let (top, _) = read_cards("table", &known.cards("table")?.unwrap_or_default())?;
    let table = match known.word("table")? {
        Some(word) => plain(word),
        None => table_text(combination(top, &rules)?),
    };
    let is_lead = table == "lead";
    let usual = if is_lead { turn } else { (turn + 3).rem_euclid(4) };
    *text += &format!(" table={table} top={top} owner={}", known.number("owner")?.unwrap_or(usual));
    for (fact, most) in [("scores", 2), ("won", 4), ("out", 4), ("calls", 4)] {
        if let Some(items) = known.items(fact, most)?.filter(|items| !items.is_empty()) {
            *text += &format!(" {fact}={}", items.join(","));
        }
    }
    if let Some(rows) = known.lists("tally", 4)? {
        let rows: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
        *text += &format!(" tally={}", rows.join("/"));
    }
    Ok(())
}

/// The combination that some cards are, where they can only be one.
fn combination(cards: Cards, rules: &Rules) -> Result<Option<Combo>, InputError> {
    if cards.is_empty() {
        return Ok(None);
    }
    let mut plays = Vec::new();
    leads(cards, rules, &mut plays);
    let low = rules.quirks.has(Quirks::LOW_PHOENIX);
    let whole = plays.iter().filter_map(|mv| {
        let kind = mv.kind()?;
        (u32::from(mv.size(kind)) == cards.len()).then(|| mv.combo(kind, None, low))
    });
    let mut found: Vec<Combo> = Vec::new();
    for combo in whole {
        if !found.contains(&combo) {
            found.push(combo);
        }
    }
    match found[..] {
        // A single Phoenix is as high as what it was played on.
        [combo] if cards != Cards::PHOENIX => Ok(Some(combo)),
        [] => Err(InputError::new(format!("zone table: {cards} are no combination"))),
        _ => Err(InputError::new(format!(
            "zone table: {cards} can be read in more than one way: expected the fact table, such as \"pair:5\""
        ))),
    }
}
