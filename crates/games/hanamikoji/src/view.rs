//! The observation of a seat. The worlds that fit it are in `worlds`.
//!
//! A seat sees its own hand, secret and discards, everything that was offered in this round and what
//! was taken, markers and actions. It does not see the other hand, secret and discards, the deck, the
//! removed card (unless the rules leak it) and the seed. All it has seen is packed into the position,
//! so nothing a careful player would remember is lost.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::deal::Chance;
use crate::moves::Action;
use crate::played::{Aside, Offers, Plays};
use crate::rules::{Rules, Style};
use crate::scoring::Markers;
use crate::worlds::taken::Fates;
use crate::{Hanamikoji, Phase};

/// The observation of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub(crate) seat: Seat,
    /// The position without what is hidden.
    pub(crate) open: Hanamikoji,
    /// The number of cards of the other seat.
    pub(crate) hand: u32,
    /// The number of cards left to draw.
    pub(crate) deck: u32,
    /// The removed card, where it is known.
    pub(crate) removed: Cards,
    /// True if only the seed is hidden.
    pub(crate) sees_all: bool,
    /// The possible places of the cards that the other seat took from this seat's offers.
    pub(crate) fates: Fates,
}

impl View {
    /// The observation of `seat`. Once the game is over, everything.
    pub fn of(state: &Hanamikoji, seat: Seat) -> View {
        let mut view = View::without_fates(state, seat);
        if !view.sees_all {
            view.fates = Fates::of(&view);
        }
        view
    }

    /// The same without what only the drawing of worlds asks for, which takes longer than all the rest.
    pub(crate) fn without_fates(state: &Hanamikoji, seat: Seat) -> View {
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
        view
    }

    /// The view of a cheating agent in `seat`: all cards, but not the order of the deck.
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

    /// The possible places of the cards that the other seat took from this seat's offers.
    pub(crate) fn fates(&self) -> &Fates {
        &self.fates
    }

    /// Decisions left in this round, answers to offers among them. Which actions are left is open, so both seats know.
    ///
    /// By the official rules the last action of a seat takes all its cards. Unless that may be a competition, whose
    /// pairs are chosen, the play is forced and no decision.
    pub fn decisions_left(&self) -> u32 {
        let of_seat = |plays: &Plays| {
            let unused = || Action::ALL.into_iter().filter(|&action| !plays.has_used(action));
            let coming: u32 = unused().map(|action| 1 + u32::from(action.is_offer())).sum();
            let is_forced = self.open.rules.style == Style::Official
                && unused().next().is_some()
                && unused().all(|action| action != Action::Compete);
            coming - u32::from(is_forced)
        };
        let coming: u32 = self.open.plays.iter().map(of_seat).sum();
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

    /// True if a seat has taken an action or answered an offer in this round.
    pub fn has_acted(&self, seat: Seat) -> bool {
        self.open.plays[seat].count() > 0 || !self.open.offers[1 - seat].taken().is_empty()
    }

    /// The seat of this view.
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

    /// The next step.
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

    /// The number of cards of the other seat.
    pub fn other_hand_len(&self) -> u32 {
        self.hand
    }

    /// The number of cards left to draw.
    pub fn deck_len(&self) -> u32 {
        self.deck
    }

    /// The removed card, where it is known.
    pub fn removed(&self) -> Option<Cards> {
        Some(self.removed).filter(|card| !card.is_empty())
    }

    /// The offers of a seat in this round, and the cards taken of them.
    pub fn offers(&self, seat: Seat) -> Offers {
        self.open.offers[seat]
    }

    /// The actions a seat has taken in this round.
    pub fn plays(&self, seat: Seat) -> Plays {
        self.open.plays[seat]
    }

    /// The cards a seat hid in this round, as far as it is seen.
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

    /// The end of the game, once it is over.
    pub fn outcome(&self) -> Option<crate::scoring::Outcome> {
        self.open.outcome()
    }
}
