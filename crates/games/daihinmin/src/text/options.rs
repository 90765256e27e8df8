//! The options of a match of Daihinmin.

use karuta_engine::Rng;

use crate::rules::Rules;
use crate::{Daihinmin, SEATS};
use karuta_playable::error::InputError;
use karuta_playable::spec::{Args, Param};

/// The rules of a match and how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The rules.
    pub rules: Rules,
    /// The seats from daifugo to daihinmin in the first game, if it has titles.
    pub titles: Option<[u8; SEATS]>,
}

/// The most games whose points the official server can keep.
const MOST_GAMES: u64 = 14_999;

/// The keys of a game spec.
pub const PARAMS: &[Param] = &[
    Param { name: "games", default: "1", help: "games of a match, 1 to 14999" },
    Param {
        name: "reset",
        default: "100",
        help: "titles are forgotten before game 1 and every so many games: 1 to 14999, or off",
    },
    Param {
        name: "reseat",
        default: "3",
        help: "places are drawn before game 1 and every so many games: 1 to 14999, or off",
    },
    Param { name: "exchange", default: "on", help: "whether cards are exchanged between titles: on, off" },
    Param {
        name: "titles",
        default: "none",
        help: "titles of the first game: the seats from daifugo to daihinmin, such as 01234, or none",
    },
];

/// Reads the options.
pub fn read(args: &Args<'_>) -> Result<Options, InputError> {
    let period = |key: &'static str| match args.text(key) {
        "off" => Ok(0),
        _ => args.number(key, 1..=MOST_GAMES).map(|n| n as u16),
    };
    let titles = match args.text("titles") {
        "none" => None,
        text => Some(parse_seats(text).ok_or_else(|| {
            args.bad("titles", text, "none, or every seat once from daifugo to daihinmin, such as 01234")
        })?),
    };
    let rules = Rules {
        games: args.number("games", 1..=MOST_GAMES)? as u16,
        reset: period("reset")?,
        reseat: period("reseat")?,
        exchange: args.switch("exchange")?,
    };
    Ok(Options { rules, titles })
}

/// Reads an order of all seats, a digit each.
pub(crate) fn parse_seats(text: &str) -> Option<[u8; SEATS]> {
    let digits: Vec<u8> = text.chars().map(|c| c.to_digit(5).map(|d| d as u8)).collect::<Option<_>>()?;
    let seats: [u8; SEATS] = digits.try_into().ok()?;
    (0..SEATS as u8).all(|seat| seats.contains(&seat)).then_some(seats)
}

/// A deal.
pub fn deal(options: &Options, rng: &mut Rng) -> Daihinmin {
    match options.titles {
        Some(order) => Daihinmin::titled(options.rules, order, rng.bits()),
        None => Daihinmin::new(options.rules, rng.bits()),
    }
}

#[cfg(test)]
mod tests;
