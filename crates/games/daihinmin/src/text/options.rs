//! The options of a match of Daihinmin.

use karuta_engine::Rng;

use crate::rules::Rules;
use crate::{Daihinmin, SEATS};
use karuta_playable::spec::{Args, Param, SpecError};

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
pub fn read(args: &Args<'_>) -> Result<Options, SpecError> {
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
mod tests {
    use super::*;
    use karuta_playable::spec::Spec;

    fn options(text: &str) -> Result<Options, SpecError> {
        let spec = Spec::parse(text)?;
        let args = Args::new(&spec, PARAMS)?;
        let options = read(&args)?;
        assert_eq!(args.keys_read().len(), PARAMS.len(), "every key is read");
        Ok(options)
    }

    #[test]
    fn the_default_is_one_official_game() {
        let plain = options("daihinmin").expect("options");
        assert_eq!(plain, Options { rules: Rules::OFFICIAL, titles: None });
        let bent =
            options("daihinmin:games=50,reset=off,reseat=1,exchange=off,titles=43210").expect("options");
        assert_eq!(bent.rules, Rules { games: 50, reset: 0, reseat: 1, exchange: false });
        assert_eq!(bent.titles, Some([4, 3, 2, 1, 0]));
    }

    #[test]
    fn bad_options_are_named() {
        let error = |text: &str| options(text).expect_err("an error").to_string();
        assert!(error("daihinmin:games=0").contains("1 to 14999"));
        assert!(error("daihinmin:reset=never").contains("reset=never"));
        for text in ["0123", "01233", "012345", "x1234"] {
            assert!(error(&format!("daihinmin:titles={text}")).contains("such as 01234"), "{text}");
        }
    }

    #[test]
    fn titles_begin_with_the_exchange() {
        let titled = options("daihinmin:titles=31420").expect("options");
        let state = deal(&titled, &mut Rng::new(1));
        assert_eq!(state.gift_size(), Some(2));
        assert_eq!((state.title(3), state.title(0)), (Some(0), Some(4)));
        assert_eq!(state.hand(3).len(), 13);
    }
}
