//! The options of a game of Onitama, read from a spec.

use crate::cards::{Card, Set};
use crate::deal::{Cards, Options, Starts};
use crate::text::notation::parse_card;
use karuta_playable::error::InputError;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::{Args, Param};

/// The keys of a game spec.
pub const PARAMS: &[Param] = &[
    Param {
        name: "cards",
        default: "base",
        help: "sets or cards to deal from, joined by +: base, sensei, promo, names; exactly five names \
               are dealt as written (two to seat 0, two to seat 1, the side card)",
    },
    Param {
        name: "starts",
        default: "stamp",
        help: "who moves first: stamp (the colour of the side card; drawn where it has none), 0, 1, random",
    },
    Param {
        name: "cap",
        default: "auto",
        help: "plies after which the game is a draw: a number, off, or auto (off in analysis; in matches \
               300 on 5x5 and 500 on 7x7)",
    },
];

/// Reads the options of a board of `N`.
pub fn read<const N: usize>(args: &Args<'_>, purpose: Purpose) -> Result<Options, InputError> {
    read_for(args, purpose, match_cap::<N>())
}

/// Reads the options of a board whose matches end at ply `match_cap`.
pub(crate) fn read_for(args: &Args<'_>, purpose: Purpose, match_cap: u16) -> Result<Options, InputError> {
    let starts = match args.word("starts", &["stamp", "0", "1", "random"])? {
        0 => Starts::Stamp,
        3 => Starts::Lot,
        seat => Starts::Seat(seat - 1),
    };
    let cap = match (args.text("cap"), purpose) {
        ("off", _) | ("auto", Purpose::Analysis) => 0,
        ("auto", Purpose::Match) => match_cap,
        _ => args.number("cap", 1..=u64::from(u16::MAX))? as u16,
    };
    Ok(Options { cards: read_cards(args.text("cards"))?, starts, cap })
}

/// Random 5x5 games last 36 plies and random 7x7 games 78 on average, and one in ten thousand goes
/// beyond these; agents that want to win are quicker still.
const fn match_cap<const N: usize>() -> u16 {
    if N == 5 { 300 } else { 500 }
}

fn read_cards(text: &str) -> Result<Cards, InputError> {
    let mut pool: Vec<Card> = Vec::new();
    let mut by_name = true;
    for word in text.split(['+', ',']).map(str::trim) {
        let set = match word {
            "base" => Some(Set::Base),
            "sensei" => Some(Set::Sensei),
            "promo" => Some(Set::Promo),
            _ => None,
        };
        by_name &= set.is_none();
        let cards: Vec<Card> = match set {
            Some(set) => Card::all().filter(|card| card.face().set == set).collect(),
            None => vec![
                parse_card(word)
                    .map_err(|error| InputError::new(format!("the sets are base, sensei, promo; {error}")))?,
            ],
        };
        for card in cards {
            if pool.contains(&card) {
                return Err(InputError::new(format!("cards={text} names {} twice", card.face().name)));
            }
            pool.push(card);
        }
    }
    match <[Card; 5]>::try_from(pool) {
        Ok(five) if by_name => Ok(Cards::Exactly(five)),
        Ok(five) => Ok(Cards::Pool(five.to_vec())),
        Err(pool) if pool.len() < 5 => {
            Err(InputError::new(format!("cards={text} gives {} cards; a deal needs five", pool.len())))
        }
        Err(pool) => Ok(Cards::Pool(pool)),
    }
}

#[cfg(test)]
mod tests;
