//! Views of Hanamikoji as data, and the positions that such data say. Knows names of cards and plays; the checks are
//! those of positions.

use karuta_engine::{Game, Seat};
use karuta_playable::error::InputError;
use karuta_playable::knowledge::{Datum, Knowledge, UNSEEN};

use crate::Hanamikoji;
use crate::cards::{Cards, SUITS, Suit};
use crate::moves::Action;
use crate::rules::{Rules, Style};
use crate::text::people::GEISHAS;
use crate::text::position::{LETTERS, blank};
use crate::text::render::prompt;
use crate::text::validation::{Play, check_hand, due, kept, lay_down, left_over};
use crate::view::View;

fn names(cards: Cards) -> impl Iterator<Item = &'static str> {
    cards.iter().map(|suit| GEISHAS[usize::from(suit)])
}

/// Cards by name, or as many as there are where they are not seen.
fn cards(seen: Cards, count: u32) -> Datum {
    Datum::cards(names(seen), (count - seen.len()) as usize)
}

/// The cards in all places, the plays of this round, and what the rounds before have decided.
pub fn knowledge(view: &View) -> Knowledge {
    let own = view.seat();
    let mut known = Knowledge::default();
    let by_seat = |place: &dyn Fn(Seat) -> Datum| Datum::List((0..2).map(place).collect());
    let hand = |seat: Seat| match (seat == own, view.other_hand()) {
        (true, _) => cards(view.hand(), view.hand().len()),
        (false, Some(hand)) => cards(hand, hand.len()),
        (false, None) => cards(Cards::NONE, view.other_hand_len()),
    };
    let hidden = |seat: Seat, action: Action| {
        let aside = view.aside(seat);
        let seen = if action == Action::Secret { aside.secret() } else { aside.discards() };
        cards(seen, if view.plays(seat).has_used(action) { action.size() } else { 0 })
    };
    known.zones.add("hand", by_seat(&hand));
    known.zones.add("side", by_seat(&|seat| Datum::cards(names(view.pile(seat)), 0)));
    known.zones.add("secret", by_seat(&|seat| hidden(seat, Action::Secret)));
    known.zones.add("traded", by_seat(&|seat| hidden(seat, Action::Trade)));
    known.zones.add(
        "offer",
        view.pending().map_or(cards(Cards::NONE, 0), |(_, offer)| cards(offer, 4.min(offer.len()))),
    );
    known.zones.add("deck", cards(view.open.deck, view.deck_len()));
    known.zones.add("removed", cards(view.removed().unwrap_or(Cards::NONE), 1));
    known.facts.add("round", i64::from(view.round()));
    known.facts.add("first", view.rules().starter(view.round()) as i64);
    let turn = view.open.turn();
    known.facts.add("turn", turn.map_or(Datum::Nothing, |seat| Datum::Number(seat as i64)));
    let owner =
        |suit: usize| view.markers().owner(suit).map_or(Datum::Nothing, |seat| Datum::Number(seat as i64));
    known.facts.add("markers", Datum::List((0..SUITS).map(owner).collect()));
    let plays = |seat: Seat| Datum::list(view.plays(seat).iter().map(|action| play_text(view, seat, action)));
    known.facts.add("plays", by_seat(&plays));
    known.prompt = prompt(view, karuta_playable::ink::Ink::Plain);
    known
}

/// A play as it was seen: its word, its cards, and for an offer what was taken.
fn play_text(view: &View, seat: Seat, action: Action) -> String {
    let list = |cards: Cards| names(cards).collect::<Vec<_>>().join(" ");
    let (offers, aside) = (view.offers(seat), view.aside(seat));
    let (offered, taken, pair) = (offers.offered(action), offers.taken_of(action), aside.first_pair());
    let hidden = |seen: Cards| {
        if seen.is_empty() { vec![UNSEEN; action.size() as usize].join(" ") } else { list(seen) }
    };
    let shown = match action {
        Action::Secret => hidden(aside.secret()),
        Action::Trade => hidden(aside.discards()),
        Action::Gift | Action::Compete if !taken.is_empty() => format!("{} > {}", list(offered), list(taken)),
        Action::Compete if !pair.is_empty() => {
            format!("{} / {} > {UNSEEN}", list(pair), list(offered - pair))
        }
        Action::Gift | Action::Compete => format!("{} > {UNSEEN}", list(offered)),
    };
    format!("{} {shown}", action.name())
}

/// Cards of these names.
fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Cards, InputError> {
    let mut cards = Cards::NONE;
    for name in names {
        let suit = GEISHAS.iter().position(|geisha| geisha.eq_ignore_ascii_case(name));
        let suit = suit.ok_or_else(|| InputError::unknown("card", name, GEISHAS))?;
        cards += Cards::one(suit as Suit);
        if !Cards::ALL.contains(cards) {
            return Err(InputError::new(format!("there are more cards {name} than the game has")));
        }
    }
    Ok(cards)
}

/// Cards that were named, all of which must be seen.
fn seen_cards(zone: &str, places: &[Option<&str>]) -> Result<Cards, InputError> {
    let names: Option<Vec<&str>> = places.iter().copied().collect();
    let names = names.ok_or_else(|| InputError::new(format!("zone {zone}: a seat sees its own cards")))?;
    named(names).map_err(|error| InputError::new(format!("zone {zone}: {error}")))
}

/// A play as [`play_text`] writes it. The cards of one that was made face down may be unseen, and are then none.
fn parse_play(text: &str) -> Result<Play, InputError> {
    let bad = || {
        InputError::new(format!(
            "{text:?} is no play: expected secret red, trade ? ?, gift red red pink > pink, compete red blue green pink > \
             red pink, or > ? where the answer is due"
        ))
    };
    let (word, rest) = text.trim().split_once(char::is_whitespace).ok_or_else(bad)?;
    let action = Action::ALL.into_iter().find(|action| action.name() == word).ok_or_else(bad)?;
    let cards = |text: &str| named(text.split_whitespace());
    let unseen = |text: &str, count: u32| {
        text.split_whitespace().all(|word| word == UNSEEN)
            && text.split_whitespace().count() == count as usize
    };
    let (offer, taken) = match (rest.split_once('>'), action.is_offer()) {
        (Some((offer, taken)), true) if taken.trim() == UNSEEN => (offer, None),
        (Some((offer, taken)), true) => (offer, Some(cards(taken)?)),
        (None, false) if unseen(rest, action.size()) => {
            return Ok(Play { action, first: Cards::NONE, second: Cards::NONE, taken: None });
        }
        (None, false) => (rest, None),
        (Some(_), false) | (None, true) => return Err(bad()),
    };
    let (first, second) = match offer.split_once('/') {
        Some((first, second)) => (cards(first)?, cards(second)?),
        None => (cards(offer)?, Cards::NONE),
    };
    Some(Play { action, first, second, taken }).filter(Play::is_possible).ok_or_else(bad)
}

/// A play as positions write it.
fn position_play(play: &Play) -> String {
    let letter = LETTERS[play.action as usize];
    let cards = if play.second.is_empty() {
        play.first.to_string()
    } else {
        format!("{}/{}", play.first, play.second)
    };
    match (play.action.is_offer(), play.taken) {
        (false, _) => format!("{letter}{cards}"),
        (true, Some(taken)) => format!("{letter}{cards}>{taken}"),
        (true, None) => format!("{letter}{cards}>?"),
    }
}

/// A position that looks to a seat as zones and facts say.
pub fn position_of(rules: Rules, seat: Seat, known: &Knowledge) -> Result<String, InputError> {
    let other = 1 - seat;
    let number = |fact: &str, otherwise: i64| -> Result<i64, InputError> {
        Ok(known.number(fact)?.unwrap_or(otherwise))
    };
    let round = number("round", 1)?;
    let usual = u16::try_from(round).map_or(0, |round| rules.starter(round) as i64);
    let mut head = format!("round={round} first={}", number("first", usual)?);
    if let Some(markers) = known.items("markers", SUITS)? {
        let digit = |owner: &String| match owner.as_str() {
            "-" => "0",
            "0" => "1",
            "1" => "2",
            _ => "x",
        };
        head += &format!(" markers={}", markers.iter().map(digit).collect::<String>());
    }
    let plays = known.lists("plays", 2)?.unwrap_or_else(|| vec![Vec::new(); 2]);
    let read = |seat: usize| plays[seat].iter().map(|text| parse_play(text)).collect::<Result<Vec<_>, _>>();
    let mut plays = [read(0)?, read(1)?];
    if let Some(play) = plays[seat].iter().find(|play| play.first.is_empty()) {
        return Err(InputError::new(format!(
            "your {} is unseen: a seat sees its own cards",
            play.action.name()
        )));
    }
    let hands = known.cards_by_seat("hand", 2, seat)?;
    let missing =
        || InputError::new("zone hand is missing: expected your cards, such as [\"red\", \"pink\"]");
    let [mine, theirs] = {
        let mut hands = hands.ok_or_else(missing)?;
        let theirs = hands[other].take();
        [hands[seat].take(), theirs]
    };
    let mine = seen_cards("hand", &mine.ok_or_else(missing)?)?;
    // Everything but what the other seat hides, to find out how much that is.
    let mut state = blank(rules, &head)?;
    state.hands[seat] = mine;
    lay_down(&mut state, &plays)?;
    check_hand(&state, seat)?;
    let theirs_due = due(&state, other);
    if let Some(theirs) = theirs.filter(|theirs| theirs.len() != theirs_due as usize) {
        return Err(InputError::new(format!(
            "seat {other} holds {} cards and should hold {theirs_due} by now",
            theirs.len()
        )));
    }
    let pool = left_over(&state)?;
    let removed = match known.cards("removed")? {
        Some(places) if places.first().is_some_and(Option::is_some) => Some(seen_cards("removed", &places)?),
        _ if rules.removed_in_pool => None,
        _ => return Err(InputError::new("zone removed is missing: by these rules the removed card is seen")),
    };
    let hidden =
        |action: Action| plays[other].iter().position(|play| play.action == action && play.first.is_empty());
    let fill = Fill {
        state,
        other,
        pool,
        due: theirs_due,
        secret: hidden(Action::Secret),
        traded: hidden(Action::Trade),
        removed,
    };
    let Some(found) = fill.find() else {
        return Err(InputError::new(format!(
            "no cards that are left fit the hidden places of seat {other}: left are {pool}"
        )));
    };
    if let Some(at) = fill.secret {
        plays[other][at].first = found.secret;
    }
    if let Some(at) = fill.traded {
        plays[other][at].first = found.traded;
    }
    let text = |seat: usize| match plays[seat].iter().map(position_play).collect::<Vec<_>>().join("+") {
        text if text.is_empty() => String::from("-"),
        text => text,
    };
    let hands = if seat == 0 { [mine, found.hand] } else { [found.hand, mine] };
    Ok(format!(
        "{head} hands={},{} plays={},{} deck={} removed={}",
        hands[0],
        hands[1],
        text(0),
        text(1),
        found.deck,
        found.removed
    ))
}

/// The search for hidden cards that fit.
struct Fill {
    /// The position without them.
    state: Hanamikoji,
    other: Seat,
    /// The cards that lie in hidden places.
    pool: Cards,
    /// The number of cards of the other hand.
    due: u32,
    /// The places of plays face down among the plays of the other seat.
    secret: Option<usize>,
    traded: Option<usize>,
    /// The removed card, where it is seen.
    removed: Option<Cards>,
}

/// Hidden cards that fit.
struct Hidden {
    secret: Cards,
    traded: Cards,
    hand: Cards,
    deck: Cards,
    removed: Cards,
}

impl Fill {
    /// Tries all cards that may lie face down; the hand then gets what it must have kept.
    fn find(&self) -> Option<Hidden> {
        let secrets = choices(self.pool, u32::from(self.secret.is_some()));
        for secret in secrets {
            let pool = self.pool - secret;
            for traded in choices(pool, if self.traded.is_some() { 2 } else { 0 }) {
                let pool = pool - traded;
                let removed = match self.removed {
                    Some(card) => vec![card],
                    None => choices(pool, 1),
                };
                let fitting = removed.into_iter().filter(|&card| pool.contains(card));
                if let Some(found) =
                    fitting.map(|card| self.rest(secret, traded, card, pool - card)).find_map(|found| found)
                {
                    return Some(found);
                }
            }
        }
        None
    }

    /// Hand and deck, once the rest is chosen.
    fn rest(&self, secret: Cards, traded: Cards, removed: Cards, pool: Cards) -> Option<Hidden> {
        let mut state = self.state;
        if self.secret.is_some() {
            state.aside[self.other].hide(Action::Secret, secret);
        }
        if self.traded.is_some() {
            state.aside[self.other].hide(Action::Trade, traded);
        }
        let mut hand =
            if state.rules.style == Style::Hassan { kept(&state, self.other) } else { Cards::NONE };
        if !pool.contains(hand) || hand.len() > self.due {
            return None;
        }
        let mut deck = Cards::NONE;
        for suit in (pool - hand).iter() {
            let place = if hand.len() < self.due { &mut hand } else { &mut deck };
            *place += Cards::one(suit);
        }
        (hand.len() == self.due).then_some(Hidden { secret, traded, hand, deck, removed })
    }
}

/// Every choice of so many (at most two) of `cards`.
fn choices(cards: Cards, count: u32) -> Vec<Cards> {
    if count == 0 {
        return vec![Cards::NONE];
    }
    let mut all = Vec::new();
    for suit in (0..SUITS as Suit).filter(|&suit| cards.of(suit) > 0) {
        let rest = cards - Cards::one(suit);
        all.extend(choices(rest, count - 1).into_iter().map(|more| more + Cards::one(suit)));
    }
    all
}
