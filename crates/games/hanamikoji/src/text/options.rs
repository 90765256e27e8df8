//! The options of a game of Hanamikoji: which rules, and every point in which they may be bent.

use karuta_engine::{Rng, Seat};

use crate::Hanamikoji;
use crate::rules::{DealBy, DealOrder, Priority, Rules, Tiebreak};
use karuta_playable::error::InputError;
use karuta_playable::spec::{Args, Param};

/// The rules of a game and who starts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The rules. Their `starts` is overruled by a lot.
    pub rules: Rules,
    /// True if a lot says who starts.
    pub starts_by_lot: bool,
}

/// The keys of a game spec.
pub const PARAMS: &[Param] = &[
    Param {
        name: "rules",
        default: "thesis",
        help: "thesis-compat (the thesis' game as its numbers show it was programmed; thesis is short for \
               it), fair (the same from a shuffled deck, nothing leaked), official; the other options bend \
               these",
    },
    Param {
        name: "deal_by",
        default: "auto",
        help: "how a card is dealt or drawn: suit (any suit left, then a card of it), card (any card left); \
               auto: suit for thesis-compat, else card",
    },
    Param {
        name: "deal_order",
        default: "alternate",
        help: "alternate (a card to each seat in turn, then the removed one), removed-first, block (one \
               hand after the other); matters when dealing by suit",
    },
    Param {
        name: "removed_in_pool",
        default: "auto",
        help: "on: the removed card is hidden like any other; off: both seats know it; auto: off for \
               thesis-compat, else on",
    },
    Param {
        name: "priority",
        default: "auto",
        help: "what wins if one seat has four markers and the other eleven charm: markers, charm; auto: \
               charm for official, else markers",
    },
    Param {
        name: "tiebreak",
        default: "auto",
        help: "what decides after the last round: markers-charm-tier (more markers, more charm, the highest \
               charm held alone), charm-tier, charm, draw; auto: charm-tier for official, else \
               markers-charm-tier",
    },
    Param {
        name: "rounds",
        default: "auto",
        help: "the last round: 1 to 99, or off for no limit; auto: off for official, else 3",
    },
    Param { name: "starts", default: "0", help: "the seat that starts the first round: 0, 1, random" },
];

/// Reads the options.
pub fn read(args: &Args<'_>) -> Result<Options, InputError> {
    let preset = match args.word("rules", &["thesis", "thesis-compat", "fair", "official"])? {
        0 | 1 => Rules::HASSAN,
        2 => Rules::FAIR,
        _ => Rules::OFFICIAL,
    };
    let deal_by = match args.word("deal_by", &["auto", "suit", "card"])? {
        0 => preset.deal_by,
        1 => DealBy::Suit,
        _ => DealBy::Card,
    };
    let deal_order = match args.word("deal_order", &["alternate", "removed-first", "block"])? {
        0 => DealOrder::Alternate,
        1 => DealOrder::RemovedFirst,
        _ => DealOrder::Block,
    };
    let removed_in_pool = match args.word("removed_in_pool", &["auto", "on", "off"])? {
        0 => preset.removed_in_pool,
        word => word == 1,
    };
    let priority = match args.word("priority", &["auto", "markers", "charm"])? {
        0 => preset.priority,
        1 => Priority::Markers,
        _ => Priority::Charm,
    };
    let tiebreak =
        match args.word("tiebreak", &["auto", "markers-charm-tier", "charm-tier", "charm", "draw"])? {
            0 => preset.tiebreak,
            1 => Tiebreak::MarkersCharmTier,
            2 => Tiebreak::CharmTier,
            3 => Tiebreak::Charm,
            _ => Tiebreak::Draw,
        };
    let rounds = match args.text("rounds") {
        "auto" => preset.rounds,
        "off" => 0,
        _ => args.number("rounds", 1..=99)? as u8,
    };
    let starts = args.word("starts", &["0", "1", "random"])?;
    let rules = Rules {
        style: preset.style,
        deal_by,
        deal_order,
        removed_in_pool,
        priority,
        tiebreak,
        rounds,
        starts: u8::from(starts == 1),
    };
    Ok(Options { rules, starts_by_lot: starts == 2 })
}

/// A deal.
pub fn deal(options: &Options, rng: &mut Rng) -> Hanamikoji {
    // Drawn whether needed or not, so that the cards of a deal do not depend on who starts.
    let lot: Seat = rng.index(2);
    let starts = if options.starts_by_lot { lot as u8 } else { options.rules.starts };
    Hanamikoji::new(Rules { starts, ..options.rules }, rng.bits())
}

#[cfg(test)]
mod tests;
