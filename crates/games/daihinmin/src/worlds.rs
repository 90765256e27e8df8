//! Worlds that fit a view, drawn uniformly without trying deal after deal. Knows what a view knows.
//!
//! The other hands are unconstrained but for the exchange, which is drawn pair by pair (`pair`). With
//! both pairs unknown, the first is drawn and what it leaves is accepted in proportion to the number of
//! ways to fill the second.

mod pair;
#[cfg(test)]
mod tests;

use karuta_engine::{Rng, Seat};

use crate::cards::Cards;
use crate::deal::TRIBUTE;
use crate::view::View;
use crate::{Daihinmin, Phase, SEATS};
use pair::Pair;

/// Deals the hidden cards of a view into `world`, which holds all the rest.
pub(crate) fn fill(view: &View, world: &mut Daihinmin, rng: &mut Rng) {
    let is_filled = fill_within(view, world, rng, u32::MAX);
    debug_assert!(is_filled, "the cards of a view fit somewhere");
}

/// The same for a view that nobody has checked; false if no deal fits that is found within so many tries.
pub(crate) fn fill_within(view: &View, world: &mut Daihinmin, rng: &mut Rng, tries: u32) -> bool {
    let Some(facts) = Facts::of(view) else { return false };
    let (first, second) = (facts.unknown(0), facts.unknown(1));
    let most = match (&first, &second) {
        (Some(first), Some(second)) => {
            let left = facts.pool.len() - first.rich_due - first.poor_due;
            Some(second.most(facts.pool, left))
        }
        (Some(_), None) | (None, _) => None,
    };
    let total = first.as_ref().map_or(0.0, |pair| pair.ways(facts.pool));
    if (first.is_some() && total <= 0.0) || most.is_some_and(|most| most <= 0.0) {
        return false;
    }
    for _ in 0..tries {
        let mut pool = facts.pool;
        let mut dealt = facts.held;
        let mut due = facts.due;
        if let Some(pair) = &first {
            pair.draw(total, &mut pool, &mut dealt, world, rng);
            due[pair.rich] = 0;
            due[pair.poor] = 0;
        }
        if let Some(pair) = &second {
            let ways = pair.ways(pool);
            // Nothing was drawn before if there is no bound, so there is nothing to weigh.
            if most.is_some_and(|most| rng.unit() * most >= ways) {
                continue;
            }
            if ways <= 0.0 {
                return false;
            }
            pair.draw(ways, &mut pool, &mut dealt, world, rng);
            due[pair.rich] = 0;
            due[pair.poor] = 0;
        }
        for seat in 0..SEATS {
            dealt[seat] |= pool.draw(due[seat], rng);
        }
        world.hands = dealt;
        return true;
    }
    false
}

/// Facts that a seat is certain of about the other hands.
struct Facts<'a> {
    view: &'a View,
    /// Cards that may be in more than one hand.
    pool: Cards,
    /// Cards known to be in each hand now.
    held: [Cards; SEATS],
    /// The number of cards of the pool in each hand.
    due: [u32; SEATS],
}

impl<'a> Facts<'a> {
    /// `None` if a seat has fewer cards than it is known to hold, which a view that was entered may claim.
    fn of(view: &'a View) -> Option<Facts<'a>> {
        let (open, me) = (view.open(), view.seat());
        let unseen = view.unseen();
        let mut held = [Cards::NONE; SEATS];
        if open.phase == Phase::Play {
            held[open.first()] |= Cards::DIAMOND_3 & unseen;
        }
        for pair in 0..2 {
            let (rich, poor) = open.pair(pair);
            if me == poor {
                held[rich] |= open.tribute[pair] & unseen;
            } else if me == rich {
                held[poor] |= open.gifts[pair] & unseen;
            }
        }
        let known: Cards = held.into_iter().collect();
        held[me] = view.hand();
        let mut due = [0; SEATS];
        for seat in 0..SEATS {
            due[seat] = view.count(seat).checked_sub(held[seat].len())?;
        }
        Some(Facts { view, pool: unseen.without(known), held, due })
    }

    /// The cards to be drawn for a pair; `None` if there was no tribute or it is known.
    fn unknown(&self, pair: usize) -> Option<Pair> {
        let (open, me) = (self.view.open(), self.view.seat());
        let (rich, poor) = open.pair(pair);
        if !open.titled || !open.rules.exchange || me == poor {
            return None;
        }
        let is_given = match open.phase {
            Phase::DaifugoGives => false,
            Phase::FugoGives => pair == 0,
            Phase::Play | Phase::Over => true,
        };
        let had = |seat: Seat| self.held[seat] | open.played[seat];
        let gift = if me == rich { open.gifts[pair] } else { Cards::NONE };
        Some(Pair {
            index: pair,
            rich,
            poor,
            rich_had: had(rich) | gift,
            poor_had: had(poor).without(gift),
            rich_due: self.due[rich],
            poor_due: self.due[poor],
            gifts: if is_given && me != rich { TRIBUTE[pair] } else { 0 },
            gift,
        })
    }
}
