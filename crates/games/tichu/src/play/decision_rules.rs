//! Decisions that are made by rule in front of a search: calls, exchange, the ending of two. Knows what
//! the seat knows.

use std::sync::Arc;

use karuta_engine::evaluation::Outlook;
use karuta_engine::sure::Sure;
use karuta_engine::{Decision, Game, Scores};

use crate::deal::Chance;
use crate::moves::{Move, What};
use crate::play::endings::Endings;
use crate::play::{calls, exchange};
use crate::view::View;
use crate::{Phase, Tichu};
use karuta_playable::playable::{Places, Ruling, TextError};

/// The rules by name.
pub(crate) fn rulings() -> Vec<Ruling<Tichu>> {
    vec![
        Ruling {
            name: "calls",
            help: "Grand Tichu and Tichu by the chance to be first out that a hand promises",
            is_usual: true,
            make: || Box::new(Calls),
        },
        Ruling {
            name: "no-calls",
            help: "nothing is ever called",
            is_usual: false,
            make: || Box::new(NoCalls),
        },
        Ruling {
            name: "exchange",
            help: "what is in the way goes to the opponents, the best that can be spared to the partner",
            is_usual: true,
            make: || Box::new(Exchange),
        },
        Ruling {
            name: "random-exchange",
            help: "cards are given away by lot",
            is_usual: false,
            make: || Box::new(RandomExchange),
        },
        Ruling {
            name: "endings",
            help: "the ending of two is played right",
            is_usual: true,
            make: || Box::new(CertainEndings(Endings::new(14))),
        },
    ]
}

/// A search behind these rules neither calls nor expects calls; those made stand.
pub(crate) fn without_calls(view: &mut View, legal: &mut Vec<Move>) {
    view.forbid_calls();
    legal.retain(|&mv| mv != Move::TICHU);
}

/// What rounds are worth to a search in the middle of a match: it looks no further than the round.
pub(crate) fn places() -> Places<Tichu> {
    Places {
        help: "round: a search looks no further than the round and wants as many points more than the others \
               as it can get",
        usual: "round",
        read: |text| match text {
            "round" => Ok(Arc::new(RoundPoints)),
            _ => Err(TextError::new("round")),
        },
        measured: |_, _| Err(TextError::new("round: nothing is measured for it")),
        shorten: Tichu::shorten,
    }
}

/// The payoffs of a single round, as the game has them.
struct RoundPoints;

impl Outlook<Tichu> for RoundPoints {
    fn payoffs(&self, state: &Tichu) -> Scores {
        if state.turn().is_none() { state.payoff() } else { Scores::even(0.5) }
    }
}

struct Calls;

impl Sure<Tichu> for Calls {
    fn find(&mut self, decision: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        let hand = world.hand(decision.seat);
        match world.phase {
            Phase::Grand if calls::calls_grand(hand) => Some(Move::GRAND),
            Phase::Grand => Some(Move::NO_CALL),
            Phase::Play if calls::calls_tichu(world) => Some(Move::TICHU),
            _ => None,
        }
    }
}

struct NoCalls;

impl Sure<Tichu> for NoCalls {
    fn find(&mut self, _: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        (world.phase == Phase::Grand).then_some(Move::NO_CALL)
    }
}

struct Exchange;

impl Sure<Tichu> for Exchange {
    fn find(&mut self, _: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        (world.phase == Phase::Give).then(|| exchange::next_gift(world))
    }
}

struct RandomExchange;

impl Sure<Tichu> for RandomExchange {
    /// The seed of a sampled world is as good a lot as any.
    fn find(&mut self, _: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        if world.phase != Phase::Give {
            return None;
        }
        let mut gifts = Vec::new();
        world.moves(&mut gifts);
        gifts.retain(|mv| mv.what() == What::Give);
        let lot = Chance(world.chance.0).bits();
        gifts.get(((u128::from(lot) * gifts.len() as u128) >> 64) as usize).copied()
    }
}

/// How much a decision may look at.
const ENDING_NODES: u32 = 300_000;

struct CertainEndings(Endings);

impl Sure<Tichu> for CertainEndings {
    /// With two seats left each of them knows the other's hand by counting, so every world gives the same
    /// answer. A seat that has just gone out and has yet to wish or give does not know who holds what.
    fn find(&mut self, decision: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        if world.hand(decision.seat).is_empty() {
            return None;
        }
        self.0.best(world, ENDING_NODES)
    }
}

#[cfg(test)]
mod tests;
