//! Worlds that fit a view: drawn at random here, listed in `enumeration`.
//!
//! Worlds are drawn as if the other seat had chosen its cards at random: every card of a hand was equally
//! likely to be hidden or offered. With a shuffled deck this makes every arrangement of the unseen
//! cards in the unseen places equally likely, as long as none of them has been seen before. Cards that
//! the other seat took from an offer into its hand are followed by `taken`.
//!
//! When dealing by suit the cards of the other seat are dealt anew by suit from the unseen ones, it
//! puts aside a random choice of them where it has hidden cards, and the removed card and the deck follow.
//! This is how Hassan's thesis deals them. It is not quite the conditional distribution of the deal: that
//! one would weigh all the orders in which both hands can have been dealt.

pub(crate) mod enumeration;
pub(crate) mod taken;

use karuta_engine::Rng;

use crate::Hanamikoji;
use crate::cards::{Cards, Lot};
use crate::deal::{Chance, deal};
use crate::moves::Action;
use crate::played::Aside;
use crate::rules::DealBy;
use crate::view::View;
use taken::Known;

/// Numbers of hidden cards in each place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Missing {
    pub(crate) secret: u32,
    pub(crate) discards: u32,
    pub(crate) hand: u32,
    pub(crate) removed: u32,
}

impl View {
    /// A world that fits, by the rule above.
    #[inline]
    pub fn sample(&self, rng: &mut Rng) -> Hanamikoji {
        self.fill(self.fates.draw(rng), rng)
    }

    /// A world in which the hidden cards that are not `known` are dealt anew. The known ones must be
    /// among the unseen and fit where they are.
    pub(crate) fn fill(&self, known: Known, rng: &mut Rng) -> Hanamikoji {
        let mut world = self.open;
        world.chance = Chance(rng.bits());
        if self.sees_all {
            return world;
        }
        let mut pool = self.unseen() - known.cards();
        let mut lots = || Lot::new(rng.bits());
        let Missing { secret, discards, hand, removed } = self.missing(known);
        // The hand is what is left over: it is never smaller than what would have to be drawn instead.
        let (secret, discards, hand) = match self.open.rules.deal_by {
            DealBy::Card => {
                let mut drawn =
                    deal(&mut pool, removed + self.deck + secret + discards, DealBy::Card, &mut lots);
                let mut lot = lots();
                let secret = drawn.draw(secret, &mut lot);
                let discards = drawn.draw(discards, &mut lot);
                drawn.draw(removed, &mut lot);
                world.deck = drawn;
                (secret, discards, pool)
            }
            DealBy::Suit => {
                let mut dealt = deal(&mut pool, secret + discards + hand, DealBy::Suit, &mut lots);
                let mut lot = lots();
                let secret = dealt.draw(secret, &mut lot);
                let discards = dealt.draw(discards, &mut lot);
                deal(&mut pool, removed, DealBy::Suit, &mut lots);
                world.deck = pool;
                (secret, discards, dealt)
            }
        };
        let known = Known {
            hand: known.hand + hand,
            secret: known.secret + secret,
            discards: known.discards + discards,
        };
        self.lay(known, &mut world);
        world
    }

    /// Puts all hidden cards of the other seat where they are.
    #[inline]
    fn lay(&self, known: Known, world: &mut Hanamikoji) {
        let other = 1 - self.seat;
        world.hands[other] = known.hand;
        let mut aside = Aside::new(known.secret, known.discards);
        aside.set_pair(self.open.aside[other].first_pair());
        world.aside[other] = aside;
    }

    /// The world in which the hidden cards lie like this; its seed is no part of it.
    pub(crate) fn world(&self, known: Known, deck: Cards) -> Hanamikoji {
        let mut world = self.open;
        if !self.sees_all {
            world.deck = deck;
            self.lay(known, &mut world);
        }
        world
    }

    /// Numbers of hidden cards in each place, besides the known ones.
    #[inline]
    pub(crate) fn missing(&self, known: Known) -> Missing {
        let missing = |action: Action, known: Cards| {
            let due = if self.open.plays[1 - self.seat].has_used(action) { action.size() } else { 0 };
            due - known.len()
        };
        Missing {
            secret: missing(Action::Secret, known.secret),
            discards: missing(Action::Trade, known.discards),
            hand: self.hand - known.hand.len(),
            removed: u32::from(self.removed.is_empty()),
        }
    }
}
