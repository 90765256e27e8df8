//! Views of Daihinmin as data, and the positions that such data say. Knows names of cards and facts; the checks are
//! those of positions.

use karuta_engine::{Game as _, Rng, Seat};
use karuta_playable::error::InputError;
use karuta_playable::knowledge::{Datum, Knowledge, UNSEEN};

use crate::cards::Cards;
use crate::deal::TRIBUTE;
use crate::rules::Rules;
use crate::text::notation::{parse_card, parse_cards};
use crate::text::position::{PHASES, by_seat, position, whole_unchecked};
use crate::text::render::prompt;
use crate::view::View;
use crate::{Phase, SEATS};

/// The cards in all places, the table, titles and exchange, and the results of earlier games.
pub fn knowledge(view: &View) -> Knowledge {
    let open = view.open();
    let mut known = Knowledge::default();
    let seats = |place: &dyn Fn(Seat) -> Datum| Datum::List((0..SEATS).map(place).collect());
    let hand = |seat: Seat| {
        let seen = open.hand(seat);
        Datum::cards(names(seen), (view.count(seat) - seen.len()) as usize)
    };
    known.zones.add("hand", seats(&hand));
    known.zones.add("played", seats(&|seat| Datum::cards(names(open.played(seat)), 0)));
    known.zones.add("table", Datum::cards(names(open.field.top.cards()), 0));
    let numbers = |list: &mut dyn Iterator<Item = Seat>| {
        Datum::List(list.map(|seat| Datum::Number(seat as i64)).collect())
    };
    known.facts.add("game", i64::from(open.game()));
    known.facts.add("seating", numbers(&mut open.seating.iter().map(|&seat| usize::from(seat))));
    let titles = || numbers(&mut open.order.iter().map(|&seat| usize::from(seat)));
    known.facts.add("titles", if open.titled { titles() } else { Datum::Nothing });
    let phase = PHASES.iter().find(|(_, phase)| *phase == open.phase).map_or("", |(name, _)| name);
    known.facts.add("phase", phase);
    known.facts.add("turn", open.turn().map_or(Datum::Nothing, |seat| Datum::Number(seat as i64)));
    let top = if open.field.is_empty() { String::from("empty") } else { open.field.top.to_string() };
    known.facts.add("table", top);
    known.facts.add("order", if open.field.reversed { "reversed" } else { "normal" });
    known.facts.add("lock", Datum::Yes(open.field.locked));
    known.facts.add("first", i64::from(open.first));
    known.facts.add("last", i64::from(open.last));
    known.facts.add("passed", numbers(&mut (0..SEATS).filter(|&seat| open.has_passed(seat))));
    known.facts.add("passes", i64::from(open.passes));
    known.facts.add("out", numbers(&mut open.finished()));
    known.facts.add(
        "tribute",
        Datum::List((0..2).map(|pair| changed_hands(view, pair, open.tribute[pair], true)).collect()),
    );
    known.facts.add(
        "gifts",
        Datum::List((0..2).map(|pair| changed_hands(view, pair, open.gifts[pair], false)).collect()),
    );
    let row = |seat: Seat| Datum::list(open.tally[seat].iter().map(|&count| i64::from(count)));
    known.facts.add("tally", seats(&row));
    known.prompt = prompt(open, view.seat());
    known
}

fn names(cards: Cards) -> Vec<String> {
    if cards.is_empty() { Vec::new() } else { cards.to_string().split(',').map(String::from).collect() }
}

/// The cards of a pair's exchange, as far as they were seen.
fn changed_hands(view: &View, pair: usize, seen: Cards, is_tribute: bool) -> Datum {
    let open = view.open();
    let is_made = open.titled
        && open.rules.exchange
        && match open.phase {
            Phase::DaifugoGives => is_tribute,
            Phase::FugoGives => is_tribute || pair == 0,
            Phase::Play | Phase::Over => true,
        };
    let count = if is_made { TRIBUTE[pair] } else { 0 };
    Datum::cards(names(seen), count.saturating_sub(seen.len()) as usize)
}

/// Cards that were named, and the number of those that were not.
fn read_cards(zone: &str, places: &[Option<&str>]) -> Result<(Cards, u32), InputError> {
    let mut cards = Cards::NONE;
    for name in places.iter().flatten() {
        let card = parse_card(name).map_err(|error| InputError::new(format!("zone {zone}: {error}")))?;
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
        || InputError::new("zone hand is missing: expected your cards and the number of each other seat's");
    let hands = known.cards_by_seat("hand", SEATS, seat)?.ok_or_else(missing)?;
    let (mut held, mut counts) = ([Cards::NONE; SEATS], [0; SEATS]);
    for (at, hand) in hands.iter().enumerate() {
        let hand = hand.as_ref().ok_or_else(missing)?;
        let (cards, unseen) = read_cards("hand", hand)?;
        if (at == seat && unseen > 0) || (at != seat && !cards.is_empty()) {
            return Err(InputError::new(format!("zone hand: seat {seat} sees its own cards and no others")));
        }
        held[at] = cards;
        counts[at] = u8::try_from(hand.len()).map_err(|_| missing())?;
    }
    let mut played = [Cards::NONE; SEATS];
    for (at, cards) in known.cards_by_seat("played", SEATS, seat)?.unwrap_or_default().iter().enumerate() {
        let (cards, unseen) = read_cards("played", cards.as_deref().unwrap_or_default())?;
        if unseen > 0 {
            return Err(InputError::new("zone played: all that was played is seen"));
        }
        played[at] = cards;
    }
    let mut text = format!("hands={} played={}", by_seat(&held), by_seat(&played));
    words(known, seat, &mut text)?;
    let open = whole_unchecked(rules, &text)?;
    let view = View::entered(seat, open, counts);
    view.check_counts()?;
    let mut world = open;
    // Any fixed seed will do: what is dealt here is not told.
    if !view.try_fill(&mut world, &mut Rng::new(1)) {
        return Err(InputError::new(
            "no deal of the unseen cards fits the exchange, the first player and the counts",
        ));
    }
    Ok(position(&world))
}

/// The facts as the words of a position.
fn words(known: &Knowledge, seat: Seat, text: &mut String) -> Result<(), InputError> {
    for fact in ["game", "first", "last", "passes"] {
        if let Some(number) = known.number(fact)? {
            *text += &format!(" {fact}={number}");
        }
    }
    *text += &format!(" turn={}", known.number("turn")?.unwrap_or(seat as i64));
    for fact in ["phase", "table", "order"] {
        if let Some(word) = known.word(fact)? {
            *text += &format!(" {fact}={}", word.replace(char::is_whitespace, ""));
        }
    }
    for fact in ["seating", "titles", "passed", "out"] {
        if let Some(seats) = known.items(fact, SEATS)? {
            *text +=
                &format!(" {fact}={}", if seats.is_empty() { String::from("-") } else { seats.concat() });
        }
    }
    if let Some(lock) = known.yes("lock")? {
        *text += if lock { " lock=yes" } else { " lock=no" };
    }
    for fact in ["tribute", "gifts"] {
        if let Some(pairs) = known.lists(fact, 2)? {
            let seen = pairs.iter().map(|cards| {
                let seen: Vec<&str> =
                    cards.iter().map(String::as_str).filter(|card| *card != UNSEEN).collect();
                parse_cards(if seen.is_empty() { String::from("-") } else { seen.join(",") }.as_str())
            });
            let seen = seen.collect::<Result<Vec<_>, _>>()?;
            *text += &format!(" {fact}={}", by_seat(&seen));
        }
    }
    if let Some(rows) = known.lists("tally", SEATS)? {
        let rows: Vec<String> = rows.iter().map(|row| row.join(".")).collect();
        *text += &format!(" tally={}", rows.join("/"));
    }
    Ok(())
}
