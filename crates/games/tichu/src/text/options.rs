//! The options of a game of Tichu: which rules, and every point in which they may be bent.

use crate::rules::{Bombs, By, Exchange, Gift, Phoenix, Quirks, Rules, Tie, WishRule};
use karuta_playable::error::InputError;
use karuta_playable::spec::{Args, Param};

/// The keys of a game spec.
pub const PARAMS: &[Param] = &[
    Param {
        name: "rules",
        default: "official",
        help: "official, report (Pestalozzi's simplifications: cards exchanged and wished at random, no calls, \
               bombs in turn), report-code (the same as his program plays it); the other options bend these",
    },
    Param {
        name: "target",
        default: "0",
        help: "the points a match is played to, such as 1000; 0 for a single round",
    },
    Param {
        name: "tie",
        default: "extra-round",
        help: "what equal totals beyond the target mean: extra-round, draw",
    },
    Param { name: "rounds", default: "50", help: "the last round of a match whatever the points: 1 to 1000" },
    Param {
        name: "bombs",
        default: "auto",
        help: "when bombs may be played: in-turn, out-of-turn; auto: out-of-turn for official",
    },
    Param {
        name: "wish",
        default: "auto",
        help: "what a wish allows if it can be fulfilled: strict (only that), bomb-exempt (or any bomb), \
               none (nobody wishes); auto: bomb-exempt for official, else strict",
    },
    Param {
        name: "wish_by",
        default: "auto",
        help: "who says what is wished: choice, lot (any rank or none); auto: choice for official, else lot",
    },
    Param {
        name: "wish_optional",
        default: "on",
        help: "whether the Mah Jong may be played without a wish: on, off",
    },
    Param {
        name: "exchange",
        default: "auto",
        help: "the exchange before a round: chosen, random, none; auto: chosen for official, else random",
    },
    Param { name: "calls", default: "auto", help: "Tichu and Grand Tichu: on, off; auto: on for official" },
    Param {
        name: "phoenix",
        default: "ask",
        help: "plays with the Phoenix that can be read in two ways: ask (both are offered), high",
    },
    Param {
        name: "gift",
        default: "auto",
        help: "who gets a trick won with the Dragon: chosen, right (the seat to the right); auto: right for \
               report-code, else chosen",
    },
    Param {
        name: "quirks",
        default: "auto",
        help: "deviations of the report's program: none, all, or some of full-house, low-phoenix, \
               flush-on-four, flush-length, ten, suited, last-dragon, starts joined by +; auto: all for \
               report-code",
    },
];

/// Reads the rules.
pub fn read(args: &Args<'_>) -> Result<Rules, InputError> {
    let preset = match args.word("rules", &["official", "report", "report-code"])? {
        0 => Rules::OFFICIAL,
        1 => Rules::PESTALOZZI,
        _ => Rules::PESTALOZZI_CODE,
    };
    Ok(Rules {
        target: args.number("target", 0..=60_000)? as u16,
        tie: if args.word("tie", &["extra-round", "draw"])? == 0 { Tie::ExtraRound } else { Tie::Draw },
        rounds: args.number("rounds", 1..=1000)? as u16,
        bombs: match args.word("bombs", &["auto", "in-turn", "out-of-turn"])? {
            0 => preset.bombs,
            1 => Bombs::InTurn,
            _ => Bombs::OutOfTurn,
        },
        wish: match args.word("wish", &["auto", "strict", "bomb-exempt", "none"])? {
            0 => preset.wish,
            1 => WishRule::Strict,
            2 => WishRule::BombExempt,
            _ => WishRule::None,
        },
        wish_by: match args.word("wish_by", &["auto", "choice", "lot"])? {
            0 => preset.wish_by,
            1 => By::Choice,
            _ => By::Lot,
        },
        wish_optional: args.word("wish_optional", &["on", "off"])? == 0,
        exchange: match args.word("exchange", &["auto", "chosen", "random", "none"])? {
            0 => preset.exchange,
            1 => Exchange::Chosen,
            2 => Exchange::ByLot,
            _ => Exchange::None,
        },
        calls: match args.word("calls", &["auto", "on", "off"])? {
            0 => preset.calls,
            word => word == 1,
        },
        phoenix: if args.word("phoenix", &["ask", "high"])? == 0 { Phoenix::Ask } else { Phoenix::High },
        gift: match args.word("gift", &["auto", "chosen", "right"])? {
            0 => preset.gift,
            1 => Gift::Chosen,
            _ => Gift::Right,
        },
        quirks: match args.text("quirks") {
            "auto" => preset.quirks,
            "none" => Quirks::NONE,
            "all" => Quirks::ALL,
            list => read_quirks(list)?,
        },
    })
}

fn read_quirks(list: &str) -> Result<Quirks, InputError> {
    let mut quirks = Quirks::NONE;
    for name in list.split('+') {
        let at = Quirks::NAMES.iter().position(|&known| known == name.trim());
        let at = at.ok_or_else(|| InputError::unknown("quirk", name, Quirks::NAMES))?;
        quirks.0 |= 1 << at;
    }
    Ok(quirks)
}

#[cfg(test)]
mod tests;
