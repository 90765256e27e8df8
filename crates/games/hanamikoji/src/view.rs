//! What a seat knows, and the worlds that fit it.
//!
//! A seat sees its own hand, secret and discards, everything that was offered in this round and what
//! was taken, markers and actions. It does not see the other hand, secret and discards, the deck, the
//! removed card (unless the rules leak it) and the seed. All it has seen is packed into the position,
//! so nothing a careful player would remember is lost.
//!
//! Worlds are drawn as if the other seat had chosen its cards by lot: every card of a hand was equally
//! likely to be hidden or offered. With a shuffled deck this makes every arrangement of the unseen
//! cards in the unseen places equally likely, as long as none of them has been seen before. Cards that
//! the other seat took from an offer into its hand are followed by `worlds::taken`.
//!
//! When dealing by suit the cards of the other seat are dealt anew by suit from the unseen ones, it
//! lays down by lot what it has hidden, and the removed card and the deck follow. This is how the
//! thesis deals them. It is not quite the conditional distribution of the deal: that one would weigh
//! all the orders in which both hands can have been dealt.

use karuta_engine::{Rng, Seat};

use crate::cards::{Cards, Lot};
use crate::deal::{Chance, deal};
use crate::moves::Action;
use crate::played::{Aside, Offers, Plays};
use crate::rules::{DealBy, Rules};
use crate::scoring::Markers;
use crate::worlds::taken::{Fates, Known};
use crate::{Hanamikoji, Phase};

/// What a seat knows.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    seat: Seat,
    /// The position without what is hidden.
    open: Hanamikoji,
    /// How many cards the other seat holds.
    hand: u32,
    /// How many cards are left to draw.
    deck: u32,
    /// The removed card, where it is known.
    removed: Cards,
    /// Whether only the seed is hidden.
    sees_all: bool,
    /// Where the cards may be that the other seat took from this seat's offers.
    fates: Fates,
}

/// How many hidden cards are where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Missing {
    pub(crate) secret: u32,
    pub(crate) discards: u32,
    pub(crate) hand: u32,
    pub(crate) removed: u32,
}

impl View {
    /// What `seat` knows. Once the game is over, everything.
    pub fn of(state: &Hanamikoji, seat: Seat) -> View {
        let mut view = View::peek(state, seat);
        if state.phase == Phase::Over {
            return view;
        }
        let other = 1 - seat;
        view.sees_all = false;
        if state.rules.removed_in_pool {
            view.removed = Cards::NONE;
        }
        view.open.deck = Cards::NONE;
        view.open.hands[other] = Cards::NONE;
        view.open.aside[other] = state.aside[other].open();
        view.fates = Fates::of(&view);
        view
    }

    /// What a cheating agent in `seat` is handed: all cards, but not the order of the deck.
    pub fn peek(state: &Hanamikoji, seat: Seat) -> View {
        View {
            seat,
            open: Hanamikoji { chance: Chance::default(), ..*state },
            hand: state.hands[1 - seat].len(),
            deck: state.deck.len(),
            removed: state.removed(),
            sees_all: true,
            fates: Fates::default(),
        }
    }

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

    /// How many hidden cards are where, besides the known ones.
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

    /// Where the cards may be that the other seat took from this seat's offers.
    pub(crate) fn fates(&self) -> &Fates {
        &self.fates
    }

    /// Decisions left in this round, answers to offers among them. Which actions are left is open, so
    /// both seats know.
    pub fn decisions_left(&self) -> u32 {
        let unused = self
            .open
            .plays
            .iter()
            .flat_map(|plays| Action::ALL.into_iter().filter(|&action| !plays.has_used(action)));
        let coming: u32 = unused.map(|action| 1 + u32::from(action.is_offer())).sum();
        coming + u32::from(self.open.phase == Phase::Answer)
    }

    /// The cards this seat cannot see: those of the other seat, the deck and, unless it is known, the
    /// removed card.
    pub fn unseen(&self) -> Cards {
        if self.sees_all {
            return Cards::NONE;
        }
        // With everything hidden left out, what is missing from the table is what is unseen.
        self.open.removed() - self.removed
    }

    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.open.rules
    }

    /// The round, counted from 1.
    pub fn round(&self) -> u16 {
        self.open.round
    }

    /// Turns completed in this round, 0 to 8.
    pub fn turns(&self) -> u8 {
        self.open.turn
    }

    /// The seat whose turn it is, also while the other one answers its offer.
    pub fn actor(&self) -> Seat {
        self.open.actor()
    }

    /// What happens next.
    pub fn phase(&self) -> Phase {
        self.open.phase
    }

    /// The markers.
    pub fn markers(&self) -> Markers {
        self.open.markers
    }

    /// The hand of this seat.
    pub fn hand(&self) -> Cards {
        self.open.hands[self.seat]
    }

    /// The other hand, where it is seen.
    pub fn other_hand(&self) -> Option<Cards> {
        self.sees_all.then_some(self.open.hands[1 - self.seat])
    }

    /// How many cards the other seat holds.
    pub fn other_hand_len(&self) -> u32 {
        self.hand
    }

    /// How many cards are left to draw.
    pub fn deck_len(&self) -> u32 {
        self.deck
    }

    /// The removed card, where it is known.
    pub fn removed(&self) -> Option<Cards> {
        Some(self.removed).filter(|card| !card.is_empty())
    }

    /// What a seat offered in this round and what was taken of it.
    pub fn offers(&self, seat: Seat) -> Offers {
        self.open.offers[seat]
    }

    /// The actions a seat has taken in this round.
    pub fn plays(&self, seat: Seat) -> Plays {
        self.open.plays[seat]
    }

    /// What a seat hid in this round, as far as it is seen.
    pub fn aside(&self, seat: Seat) -> Aside {
        self.open.aside[seat]
    }

    /// The cards on a seat's side of the table.
    pub fn pile(&self, seat: Seat) -> Cards {
        self.open.pile(seat)
    }

    /// The offer that waits for an answer.
    pub fn pending(&self) -> Option<(Action, Cards)> {
        self.open.pending()
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<crate::scoring::Outcome> {
        self.open.outcome()
    }
}
