//! The observation of a seat, and the worlds that fit it.
//!
//! A seat sees its own hand, how many cards everybody holds, all plays and passes, places, titles and
//! results. Of the exchange the poor know both directions of their own pair; the rich know what they
//! gave, but not which of their cards were tribute. The other pair's exchange is hidden.
//!
//! A world is the hands as dealt and what the rich gave; tribute follows. Those worlds fit in which
//! everybody could have played what he played, tribute was the strongest of the hand that paid it, the
//! first to move held the diamond 3, and this seat's own exchange was as it knows. All of them are
//! equally likely, which is what follows from shuffled cards and rich seats that give at random.

use karuta_engine::{Game as _, Rng, Seat};

use crate::cards::Cards;
use crate::deal::Chance;
use crate::field::Field;
use crate::moves::Move;
use crate::{Daihinmin, Phase, SEATS};
use karuta_playable::error::InputError;

/// The observation of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    seat: Seat,
    /// The position without what is hidden.
    open: Daihinmin,
    /// The number of cards of each seat.
    counts: [u8; SEATS],
    /// True if only the seed is hidden.
    sees_all: bool,
}

impl View {
    /// The observation of `seat`. Once the match is over, everything.
    pub fn of(state: &Daihinmin, seat: Seat) -> View {
        let mut view = View::peek(state, seat);
        if state.phase == Phase::Over {
            return view;
        }
        view.sees_all = false;
        view.open.hands = [Cards::NONE; SEATS];
        view.open.hands[seat] = state.hands[seat];
        for pair in 0..2 {
            let (rich, poor) = state.pair(pair);
            if seat != poor {
                view.open.tribute[pair] = Cards::NONE;
            }
            if seat != poor && seat != rich {
                view.open.gifts[pair] = Cards::NONE;
            }
        }
        view
    }

    /// The view of a cheating agent in `seat`: all cards, but not the draws to come.
    pub fn peek(state: &Daihinmin, seat: Seat) -> View {
        View {
            seat,
            open: Daihinmin { chance: Chance::default(), ..*state },
            counts: state.hands.map(|hand| hand.len() as u8),
            sees_all: true,
        }
    }

    /// A world that fits, every one equally likely.
    pub fn sample(&self, rng: &mut Rng) -> Daihinmin {
        let mut world = self.open;
        if !self.sees_all {
            crate::worlds::fill(self, &mut world, rng);
        }
        world.chance = Chance(rng.bits());
        world
    }

    /// The view of a seat that somebody entered: the position without what is hidden, and the number of cards of each
    /// seat. Nothing is checked.
    pub(crate) fn entered(seat: Seat, open: Daihinmin, counts: [u8; SEATS]) -> View {
        View { seat, open, counts, sees_all: false }
    }

    /// Refuses cards in two places and counts that do not make up the unseen cards.
    pub(crate) fn check_counts(&self) -> Result<(), InputError> {
        let mut seen = Cards::NONE;
        for cards in self.open.played.into_iter().chain([self.hand()]) {
            if seen.meets(cards) {
                return Err(InputError::new(format!("{} is in two places", seen & cards)));
            }
            seen |= cards;
        }
        const MOST: u32 = 13;
        if let Some(seat) = (0..SEATS).find(|&seat| self.count(seat) > MOST) {
            let count = self.count(seat);
            return Err(InputError::new(format!(
                "zone hand: seat {seat} holds {count} cards: expected at most {MOST}"
            )));
        }
        let others = (0..SEATS).filter(|&seat| seat != self.seat).map(|seat| self.count(seat)).sum::<u32>();
        let unseen = self.unseen().len();
        if others != unseen {
            return Err(InputError::new(format!(
                "zone hand gives the other seats {others} cards: expected the {unseen} that are not seen"
            )));
        }
        Ok(())
    }

    /// Deals the hidden cards of a view that was entered; false if they do not fit.
    pub(crate) fn try_fill(&self, world: &mut Daihinmin, rng: &mut Rng) -> bool {
        const TRIES: u32 = 10_000;
        crate::worlds::fill_within(self, world, rng, TRIES)
    }

    /// The seat of this view.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position as far as it is seen: other hands are empty, unless `peek` showed them.
    pub fn open(&self) -> &Daihinmin {
        &self.open
    }

    /// The legal moves, where this seat is to move: they follow from its own hand and what lies on the table.
    pub fn legal(&self) -> Vec<Move> {
        let mut legal = Vec::new();
        if self.open.turn() == Some(self.seat) {
            self.open.moves(&mut legal);
        }
        legal
    }

    /// True if nothing but the draws to come is hidden.
    pub fn sees_all(&self) -> bool {
        self.sees_all
    }

    /// The hand of this seat.
    pub fn hand(&self) -> Cards {
        self.open.hands[self.seat]
    }

    /// The number of cards of a seat.
    pub fn count(&self, seat: Seat) -> u32 {
        u32::from(self.counts[seat])
    }

    /// The table.
    pub fn field(&self) -> &Field {
        &self.open.field
    }

    /// The cards this seat cannot see: those in the other hands.
    pub fn unseen(&self) -> Cards {
        if self.sees_all {
            return Cards::NONE;
        }
        Cards::ALL.without(self.open.played.into_iter().collect::<Cards>() | self.hand())
    }
}
