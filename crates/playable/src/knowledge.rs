//! `Knowledge`: a seat's view as data, zones with cards, facts, and the question it is asked. Knows how such data are
//! kept and read; which zones and facts there are is said by each game.

use std::collections::BTreeMap;
use std::fmt;

use karuta_engine::Seat;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::InputError;

/// A card that the seat cannot see.
pub const UNSEEN: &str = "?";

/// The most items that a list may have; no zone of any game comes near.
const MOST: usize = 1_000;

/// A value of a zone or fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Datum {
    /// Nothing: unknown, or none.
    Nothing,
    /// Yes or no.
    Yes(bool),
    /// A count, a seat, points.
    Number(i64),
    /// A card, a square, a word.
    Text(String),
    /// Several of them.
    List(Vec<Datum>),
}

impl Datum {
    /// The names of cards that are seen, then a sign for each that is not.
    pub fn cards<T: ToString>(seen: impl IntoIterator<Item = T>, unseen: usize) -> Datum {
        let seen = seen.into_iter().map(|card| Datum::Text(card.to_string()));
        Datum::List(seen.chain((0..unseen).map(|_| Datum::Text(UNSEEN.to_string()))).collect())
    }

    /// Several of anything.
    pub fn list<T: Into<Datum>>(items: impl IntoIterator<Item = T>) -> Datum {
        Datum::List(items.into_iter().map(Into::into).collect())
    }

    /// The claim that `given`, as a person in this seat may have written it, says nothing else than this value: what is
    /// left open says nothing, a number stands for so many unseen cards, cards come in any order, and a list of cards
    /// where every seat has one is the person's own.
    fn allows(&self, given: &Datum, seat: Seat) -> bool {
        match (given, self) {
            (Datum::Nothing, _) => true,
            (Datum::List(cards), Datum::List(own))
                if cards.first().is_some_and(Datum::is_text) && own.iter().all(Datum::is_list) =>
            {
                own.get(seat).is_some_and(|own| own.allows(given, seat))
            }
            (Datum::Number(count), Datum::List(cards)) => {
                i64::try_from(cards.len()) == Ok(*count) && cards.iter().all(Datum::is_unseen)
            }
            (Datum::List(given), Datum::List(own)) if given.iter().chain(own).all(Datum::is_text) => {
                let sorted = |list: &[Datum]| {
                    let mut names: Vec<String> = list.iter().filter_map(Datum::plain).collect();
                    names.sort();
                    names
                };
                sorted(given) == sorted(own)
            }
            (Datum::List(given), Datum::List(own)) => {
                given.len() == own.len() && own.iter().zip(given).all(|(own, given)| own.allows(given, seat))
            }
            (Datum::Text(_), Datum::Text(_)) => self.plain() == given.plain(),
            (given, own) => given == own,
        }
    }

    fn is_text(&self) -> bool {
        matches!(self, Datum::Text(_))
    }

    fn is_unseen(&self) -> bool {
        matches!(self, Datum::Text(text) if text == UNSEEN)
    }

    fn is_list(&self) -> bool {
        matches!(self, Datum::List(_))
    }

    /// A text for comparison: in small letters, and with the words between signs in order, for the cards of a play come
    /// in any.
    fn plain(&self) -> Option<String> {
        let Datum::Text(text) = self else { return None };
        let in_order = |text: &str, sign: &str| {
            let mut words: Vec<&str> =
                text.split(sign).map(str::trim).filter(|word| !word.is_empty()).collect();
            words.sort_unstable();
            words.join(sign)
        };
        let lower = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        // A play of several piles begins with its name, which belongs to no pile.
        let (name, cards) = match lower.split_once(' ') {
            Some((name, cards)) if lower.contains('/') => (name, cards),
            _ => ("", lower.as_str()),
        };
        let parts = cards.split('>').map(|part| {
            let piles: Vec<String> = part.split('/').map(|pile| in_order(pile, " ")).collect();
            in_order(&piles.join("/"), "/")
        });
        Some(format!("{name} {}", parts.collect::<Vec<_>>().join(">")))
    }
}

impl From<i64> for Datum {
    fn from(number: i64) -> Datum {
        Datum::Number(number)
    }
}

impl From<String> for Datum {
    fn from(text: String) -> Datum {
        Datum::Text(text)
    }
}

impl From<&str> for Datum {
    fn from(text: &str) -> Datum {
        Datum::Text(text.to_string())
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Datum::Nothing => f.write_str("null"),
            Datum::Yes(yes) => write!(f, "{yes}"),
            Datum::Number(number) => write!(f, "{number}"),
            Datum::Text(text) => write!(f, "{text:?}"),
            Datum::List(items) => {
                let items: Vec<String> = items.iter().map(Datum::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
        }
    }
}

/// Names with values, in the order in which they are told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries(Vec<(String, Datum)>);

impl Entries {
    /// Adds a value.
    pub fn add(&mut self, name: &str, value: impl Into<Datum>) {
        self.0.push((name.to_string(), value.into()));
    }

    /// The claim that nothing is said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Datum)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The value of this name; `None` where it is left open.
    pub fn get(&self, name: &str) -> Option<&Datum> {
        self.0
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, value)| value)
            .filter(|value| **value != Datum::Nothing)
    }

    /// The first entry of `given` that contradicts these, as a sentence.
    fn contradiction(&self, what: &str, given: &Entries, seat: Seat) -> Option<InputError> {
        for (name, value) in &given.0 {
            let Some((_, own)) = self.0.iter().find(|(own, _)| own == name) else {
                let names = self.0.iter().map(|(name, _)| name.as_str());
                return Some(InputError::unknown(what, name, names));
            };
            if !own.allows(value, seat) {
                let [value, own] = [value, own].map(shortened);
                return Some(InputError::new(format!(
                    "{what} {name} is {value}: from the rest of the view follows {own}"
                )));
            }
        }
        None
    }
}

/// A value with its middle left out where it is long.
fn shortened(value: &Datum) -> String {
    const LONGEST: usize = 90;
    let text = value.to_string();
    let length = text.chars().count();
    if length <= LONGEST {
        return text;
    }
    let (head, tail) = (LONGEST / 2, LONGEST / 2 - 4);
    let letters: Vec<char> = text.chars().collect();
    format!("{} .. {}", String::from_iter(&letters[..head]), String::from_iter(&letters[length - tail..]))
}

impl Serialize for Entries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entries, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with a value for each name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut found = BTreeMap::new();
                let mut entries = Entries::default();
                while let Some((name, value)) = map.next_entry::<String, Datum>()? {
                    if found.insert(name.clone(), ()).is_some() {
                        return Err(A::Error::custom(format!("{name} is given twice")));
                    }
                    if found.len() > MOST {
                        return Err(A::Error::custom(format!("more than {MOST} names")));
                    }
                    entries.0.push((name, value));
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Names)
    }
}

/// A seat's knowledge of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// The places of cards; those the seat cannot see are [`UNSEEN`]. By seat where every seat has such a place.
    pub zones: Entries,
    /// All else that is known: whose turn it is, scores, calls.
    pub facts: Entries,
    /// The question that the table waits for an answer to, as a sentence; empty once the game is over.
    pub prompt: String,
}

impl Knowledge {
    /// Refuses what a person in this seat has `given` where it says something else than this knowledge, or something
    /// that nobody can say.
    pub fn check(&self, given: &Knowledge, seat: Seat) -> Result<(), InputError> {
        let wrong = self.zones.contradiction("zone", &given.zones, seat);
        match wrong.or_else(|| self.facts.contradiction("fact", &given.facts, seat)) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The cards of a zone, a place for each: `None` is one that is not seen.
    pub fn cards(&self, zone: &str) -> Result<Option<Vec<Option<&str>>>, InputError> {
        self.zones.get(zone).map(|value| places(zone, value)).transpose()
    }

    /// The cards of a zone by seat; nothing for a seat of which nothing is said. A single list of cards is `own`'s.
    pub fn cards_by_seat(
        &self,
        zone: &str,
        seats: usize,
        own: Seat,
    ) -> Result<Option<Vec<Option<Vec<Option<&str>>>>>, InputError> {
        let Some(value) = self.zones.get(zone) else { return Ok(None) };
        let Datum::List(by_seat) = value else {
            return Err(wrong("zone", zone, value, "a list of cards for each seat"));
        };
        if !by_seat.is_empty() && by_seat.iter().all(Datum::is_text) {
            let mut all = vec![None; seats];
            all[own] = Some(places(zone, value)?);
            return Ok(Some(all));
        }
        if by_seat.len() != seats {
            return Err(wrong("zone", zone, value, &format!("a list of cards for each of {seats} seats")));
        }
        let seat = |value: &'_ Datum| value != &Datum::Nothing;
        let all = by_seat.iter().map(|value| seat(value).then(|| places(zone, value)).transpose());
        Ok(Some(all.collect::<Result<_, _>>()?))
    }

    /// A word of the facts.
    pub fn word(&self, fact: &str) -> Result<Option<&str>, InputError> {
        match self.facts.get(fact) {
            None => Ok(None),
            Some(Datum::Text(text)) => Ok(Some(text)),
            Some(value) => Err(wrong("fact", fact, value, "a word")),
        }
    }

    /// A number of the facts.
    pub fn number(&self, fact: &str) -> Result<Option<i64>, InputError> {
        match self.facts.get(fact) {
            None => Ok(None),
            Some(Datum::Number(number)) => Ok(Some(*number)),
            Some(value) => Err(wrong("fact", fact, value, "a whole number")),
        }
    }

    /// A yes or no of the facts.
    pub fn yes(&self, fact: &str) -> Result<Option<bool>, InputError> {
        match self.facts.get(fact) {
            None => Ok(None),
            Some(Datum::Yes(yes)) => Ok(Some(*yes)),
            Some(value) => Err(wrong("fact", fact, value, "true or false")),
        }
    }

    /// The items of a list of the facts, at most so many, each as its text; `-` for nothing.
    pub fn items(&self, fact: &str, most: usize) -> Result<Option<Vec<String>>, InputError> {
        let Some(value) = self.facts.get(fact) else { return Ok(None) };
        items(fact, value, most).map(Some)
    }

    /// The lists of a list of the facts, one for each of so many seats.
    pub fn lists(&self, fact: &str, count: usize) -> Result<Option<Vec<Vec<String>>>, InputError> {
        let Some(value) = self.facts.get(fact) else { return Ok(None) };
        let lists = match value {
            Datum::List(lists) if lists.len() == count => lists,
            _ => return Err(wrong("fact", fact, value, &format!("{count} lists"))),
        };
        let all = lists.iter().map(|list| match list {
            Datum::Nothing => Ok(Vec::new()),
            list => items(fact, list, MOST),
        });
        Ok(Some(all.collect::<Result<_, _>>()?))
    }
}

fn items(fact: &str, value: &Datum, most: usize) -> Result<Vec<String>, InputError> {
    let Datum::List(list) = value else { return Err(wrong("fact", fact, value, "a list")) };
    if list.len() > most {
        return Err(wrong("fact", fact, value, &format!("at most {most} items")));
    }
    let text = |item: &Datum| match item {
        Datum::Nothing => Ok(String::from("-")),
        Datum::Number(number) => Ok(number.to_string()),
        Datum::Text(text) => Ok(text.clone()),
        Datum::Yes(_) | Datum::List(_) => Err(wrong("fact", fact, value, "a list of words or numbers")),
    };
    list.iter().map(text).collect()
}

/// The error about a value that does not suit.
pub fn wrong(what: &str, name: &str, value: &Datum, expected: &str) -> InputError {
    InputError::new(format!("{what} {name} is {}: expected {expected}", shortened(value)))
}

fn places<'a>(zone: &str, value: &'a Datum) -> Result<Vec<Option<&'a str>>, InputError> {
    let expected = "names of cards, or the number of those that are not seen";
    let bad = || wrong("zone", zone, value, expected);
    match value {
        Datum::Number(count) => {
            let count = usize::try_from(*count).ok().filter(|&count| count <= MOST).ok_or_else(bad)?;
            Ok(vec![None; count])
        }
        Datum::List(cards) if cards.len() <= MOST => {
            let card = |card: &'a Datum| match card {
                Datum::Text(name) => Ok((name != UNSEEN).then_some(name.as_str())),
                _ => Err(bad()),
            };
            cards.iter().map(card).collect()
        }
        _ => Err(bad()),
    }
}

#[cfg(test)]
mod tests;
