//! Every world that fits a view, with its probability: the same distribution that `view` draws from,
//! written out. Knows where hidden cards may be; what is good play is not known here.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use karuta_engine::search::cfr::Identity;
use karuta_engine::worlds::Listing;

use crate::cards::{Cards, SUITS, Suit};
use crate::deal::Chance;
use crate::moves::each_choice;
use crate::play::chance_nodes;
use crate::rules::DealBy;
use crate::view::View;
use crate::worlds::Missing;
use crate::worlds::taken::{Known, binomial, ways};
use crate::{Hanamikoji, Phase};

/// The game's part for searches that go through all worlds.
pub(crate) const LISTING: Listing<Hanamikoji> = Listing { worlds, alike, chances: chance_nodes::OPEN };

/// Numbers by which positions are told apart. A position remembers its round, so what is seen of it is all that a seat
/// knows.
pub(crate) const IDENTITY: Identity<Hanamikoji> = Identity {
    known: |state, seat| number(&View::without_fates(state, seat).open),
    whole: |state| number(&Hanamikoji { chance: Chance::default(), ..*state }),
};

fn number(state: &Hanamikoji) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// Places of the hidden cards: the other seat's, and the deck. The removed card is left over.
#[derive(Clone, Copy)]
struct Hidden {
    known: Known,
    deck: Cards,
}

impl Hidden {
    /// The discards come last, so that worlds that differ in nothing else stand side by side.
    fn key(&self) -> [u64; 4] {
        let Known { hand, secret, discards } = self.known;
        [hand, secret, self.deck, discards].map(Cards::bytes)
    }
}

fn worlds(view: &View, limit: usize, out: &mut Vec<(Hanamikoji, f64)>) -> bool {
    if view.other_hand().is_some() {
        out.extend((limit > 0).then(|| (view.world(Known::default(), Cards::NONE), 1.0)));
        return limit > 0;
    }
    let mut found = Vec::new();
    for (known, share) in view.fates().shares() {
        // Within one fate all worlds differ; of two fates some may look the same.
        let mut fate = Fate { view, known, missing: view.missing(known), room: limit, found: &mut found };
        if !fate.list(share) {
            return false;
        }
        merge(&mut found);
        if found.len() > limit {
            return false;
        }
    }
    out.extend(found.into_iter().map(|(hidden, weight)| (view.world(hidden.known, hidden.deck), weight)));
    true
}

/// Worlds that differ only in what was discarded or removed: nobody scores or plays those cards.
fn alike(one: &Hanamikoji, other: &Hanamikoji) -> bool {
    debug_assert!(one.phase != Phase::Scored && other.phase != Phase::Scored, "worlds are being played");
    let matters = |world: &Hanamikoji| (world.hands, world.aside.map(|aside| aside.secret()), world.deck);
    matters(one) == matters(other)
}

fn merge(found: &mut Vec<(Hidden, f64)>) {
    found.sort_by_key(|(hidden, _)| hidden.key());
    found.dedup_by(|(hidden, weight), (kept, sum)| {
        let same = hidden.key() == kept.key();
        if same {
            *sum += *weight;
        }
        same
    });
}

/// The worlds of one fate of the cards that are remembered.
struct Fate<'a> {
    view: &'a View,
    known: Known,
    missing: Missing,
    /// The number of worlds that may still be found.
    room: usize,
    found: &'a mut Vec<(Hidden, f64)>,
}

impl Fate<'_> {
    /// Adds them all, or returns false if there is not enough room.
    fn list(&mut self, share: f64) -> bool {
        let pool = self.view.unseen() - self.known.cards();
        let Missing { secret, discards, hand, .. } = self.missing;
        let own = secret + discards + hand;
        // Every choice of cards for the other seat is a world at least, and counting them is quick.
        if count_choices(pool, own) > self.room as u64 {
            return false;
        }
        let mut fits = true;
        match self.view.rules().deal_by {
            DealBy::Card => each_choice(pool, own, &mut |cards| {
                fits = fits && self.split(cards, pool - cards, share * by_lot(pool, cards));
            }),
            DealBy::Suit => {
                for (cards, weight) in deals_by_suit(pool, own) {
                    fits = fits && self.split(cards, pool - cards, share * weight);
                }
            }
        }
        fits
    }

    /// The other seat got these cards and hid some of them at random; the removed card is among the rest.
    fn split(&mut self, own: Cards, rest: Cards, weight: f64) -> bool {
        let mut fits = true;
        each_choice(own, self.missing.secret, &mut |secret| {
            let left = own - secret;
            each_choice(left, self.missing.discards, &mut |discards| {
                let known = Known {
                    hand: self.known.hand + (left - discards),
                    secret: self.known.secret + secret,
                    discards: self.known.discards + discards,
                };
                let weight = weight * by_lot(own, secret) * by_lot(left, discards);
                each_choice(rest, self.missing.removed, &mut |removed| {
                    fits = fits && self.room > 0;
                    if fits {
                        self.room -= 1;
                        let hidden = Hidden { known, deck: rest - removed };
                        self.found.push((hidden, weight * self.chance_removed(rest, removed)));
                    }
                });
            });
        });
        fits
    }

    fn chance_removed(&self, rest: Cards, removed: Cards) -> f64 {
        match self.view.rules().deal_by {
            DealBy::Card => by_lot(rest, removed),
            DealBy::Suit => by_lot(rest.suits(), removed),
        }
    }
}

/// The probability that cards drawn from `all` at random are `some`.
fn by_lot(all: Cards, some: Cards) -> f64 {
    ways(all, some) / binomial(all.len(), some.len())
}

/// In how many ways `count` cards can be chosen, equal ones not being told apart.
fn count_choices(cards: Cards, count: u32) -> u64 {
    let count = count as usize;
    let mut ways = vec![0u64; count + 1];
    ways[0] = 1;
    for suit in 0..SUITS as Suit {
        let most = usize::from(cards.of(suit));
        for chosen in (0..=count).rev() {
            ways[chosen] = (chosen.saturating_sub(most)..=chosen).map(|others| ways[others]).sum();
        }
    }
    ways[count]
}

/// All deals of `count` cards by suit, with their probabilities.
fn deals_by_suit(pool: Cards, count: u32) -> impl Iterator<Item = (Cards, f64)> {
    let mut deals = BTreeMap::from([(0, 1.0)]);
    for _ in 0..count {
        for (dealt, weight) in std::mem::take(&mut deals) {
            let left = pool - Cards::from_bytes(dealt);
            let share = weight / f64::from(left.suits().len());
            for suit in left.each_suit() {
                *deals.entry(dealt + Cards::one(suit).bytes()).or_insert(0.0) += share;
            }
        }
    }
    deals.into_iter().map(|(dealt, weight)| (Cards::from_bytes(dealt), weight))
}

#[cfg(test)]
mod tests;
