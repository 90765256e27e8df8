//! The slow way to find plays: every set of cards is looked at and read in every way it can be. Knows the
//! definitions of the rules and nothing of how fast they can be searched, so it is what the fast
//! generator is compared with, and what counts are printed from.

use std::collections::BTreeSet;

use crate::cards::{ACE, Cards, rank_of};
use crate::combos::{Combo, Kind};
use crate::rules::{Rules, WishRule};

/// A set of cards read as a combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The cards.
    pub cards: Cards,
    /// The combination they make.
    pub combo: Combo,
    /// The rank that the Phoenix stands for; 0 without it, 15 alone.
    pub phoenix: u8,
}

/// Every combination that `cards` can be, by the rules. A lone Phoenix is read on `table`.
pub fn readings(cards: Cards, table: Option<Combo>) -> Vec<Reading> {
    let reading = |combo: Combo, phoenix: u8| Reading { cards, combo, phoenix };
    let mut found = Vec::new();
    if cards.len() == 1 {
        let height = match cards {
            Cards::PHOENIX => match table {
                Some(top) if top.kind == Kind::Single => top.height + 1,
                Some(_) | None => Combo::LED_PHOENIX,
            },
            Cards::DRAGON => Combo::DRAGON,
            card => 2 * (card.0.trailing_zeros() as u8 / 4),
        };
        let phoenix = if cards == Cards::PHOENIX { 15 } else { 0 };
        return vec![reading(Combo::new(Kind::Single, 0, height), phoenix)];
    }
    if cards.meets(Cards::DOG | Cards::DRAGON) || cards.is_empty() {
        return found;
    }
    let natural: Vec<u8> = (cards - Cards::PHOENIX).iter().map(rank_of).collect();
    if !cards.contains(Cards::PHOENIX) {
        let suits: BTreeSet<u8> = cards.iter().map(|card| card % 4).collect();
        let is_suited = suits.len() == 1 && !cards.contains(Cards::MAH);
        found.extend(shape(&natural, is_suited).map(|combo| reading(combo, 0)));
        return found;
    }
    for stands_for in 2..=ACE {
        let mut ranks = natural.clone();
        ranks.push(stands_for);
        ranks.sort_unstable();
        // Never a bomb, and four of a kind are nothing else.
        if let Some(combo) = shape(&ranks, false).filter(|combo| combo.kind != Kind::Four) {
            found.push(reading(combo, stands_for));
        }
    }
    found
}

/// The combination that sorted ranks make.
fn shape(ranks: &[u8], is_suited: bool) -> Option<Combo> {
    let len = ranks.len() as u8;
    let mut counts = [0u8; 16];
    for &rank in ranks {
        counts[usize::from(rank)] += 1;
    }
    let (low, top) = (*ranks.first()?, *ranks.last()?);
    let span = top - low + 1;
    let inner = &counts[usize::from(low)..=usize::from(top)];
    let of = |count: u8| (1..=ACE).find(|&rank| counts[usize::from(rank)] == count);
    match (len, span) {
        (2, 1) => Some(Combo::new(Kind::Pair, 0, top)),
        (3, 1) => Some(Combo::new(Kind::Triple, 0, top)),
        (4, 1) => Some(Combo::new(Kind::Four, 0, top)),
        _ if len >= 5 && inner.iter().all(|&count| count == 1) => {
            Some(Combo::new(if is_suited { Kind::Flush } else { Kind::Straight }, len, top))
        }
        _ if len >= 4 && inner.iter().all(|&count| count == 2) => {
            Some(Combo::new(Kind::Stairs, len / 2, top))
        }
        (5, _) => Some(Combo::new(Kind::FullHouse, 0, of(3).filter(|_| of(2).is_some())?)),
        _ => None,
    }
}

/// Every legal play of `hand` on `table` (a lead if there is none), wishes ignored. Fourteen cards have
/// 16,384 subsets.
pub fn all_plays(hand: Cards, table: Option<Combo>, rules: &Rules) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut set = hand.0;
    while set != 0 {
        for reading in readings(Cards(set), table) {
            let is_dog = reading.cards == Cards::DOG;
            // On the Dragon nothing counts for more, the Phoenix neither.
            let fits = match table {
                Some(top) if top.is_dragon() => reading.combo.kind.is_bomb(),
                Some(top) => !is_dog && reading.combo.beats(top, rules),
                None => true,
            };
            if fits {
                found.push(reading);
            }
        }
        set = (set - 1) & hand.0;
    }
    found
}

/// The plays that a wish leaves, and whether passing is forbidden by it.
pub fn under_wish(plays: &[Reading], wish: u8, rule: WishRule) -> (Vec<Reading>, bool) {
    let fulfils = |play: &Reading| play.cards.has_rank(wish) && wish != 0;
    if rule == WishRule::None || !plays.iter().any(fulfils) {
        return (plays.to_vec(), false);
    }
    let is_exempt = |play: &Reading| rule == WishRule::BombExempt && play.combo.kind.is_bomb();
    (plays.iter().filter(|play| fulfils(play) || is_exempt(play)).copied().collect(), true)
}

/// The number of plays, in four ways of telling them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlayCounts {
    /// Sets of cards.
    pub sets: [u64; 8],
    /// Sets of cards with how they are read.
    pub plays: [u64; 8],
    /// The same without suits.
    pub suit_blind: [u64; 8],
    /// Type, length and height.
    pub abstracts: [u64; 8],
}

impl PlayCounts {
    /// Counts plays.
    pub fn of(plays: &[Reading]) -> PlayCounts {
        let mut counts = PlayCounts::default();
        let (mut sets, mut readings) = (BTreeSet::new(), BTreeSet::new());
        let (mut blind, mut abstracts) = (BTreeSet::new(), BTreeSet::new());
        for play in plays {
            let Combo { kind, len, height } = play.combo;
            let at = kind as usize;
            let mut add = |is_new: bool, list: fn(&mut PlayCounts) -> &mut [u64; 8]| {
                list(&mut counts)[at] += u64::from(is_new);
            };
            let mut ranks = [0u8; 17];
            for card in play.cards.iter() {
                // Phoenix and Dragon share no rank.
                let place = if Cards::one(card) == Cards::PHOENIX { 16 } else { rank_of(card) };
                ranks[usize::from(place)] += 1;
            }
            add(sets.insert((kind, play.cards.0)), |counts| &mut counts.sets);
            add(readings.insert((kind, len, height, play.cards.0)), |counts| &mut counts.plays);
            add(blind.insert((kind, len, height, ranks)), |counts| &mut counts.suit_blind);
            add(abstracts.insert((kind, len, height)), |counts| &mut counts.abstracts);
        }
        counts
    }
}
