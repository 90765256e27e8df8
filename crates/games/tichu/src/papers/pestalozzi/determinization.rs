//! Worlds drawn by what hands are likely to hold: the report's determinizations by single cards and by
//! combinations. Knows views and priors.

use std::sync::Arc;

use karuta_engine::worlds::Determinizer;
use karuta_engine::{Decision, Rng, Seat};

use crate::cards::{Cards, rank_of};
use crate::combos::{Combo, Kind};
use crate::papers::pestalozzi::priors::{General, Holding, Priors, generals};
use crate::view::View;
use crate::{Phase, Tichu};

/// No card is impossible, whatever the table has not seen.
const LEAST: f32 = 1e-6;

/// The shipped table, or one from a file.
#[derive(Clone, Debug)]
pub enum PriorTable {
    /// The one that comes with the game.
    Shipped,
    /// One that was read.
    Read(Arc<Priors>),
}

impl PriorTable {
    fn priors(&self) -> &Priors {
        match self {
            PriorTable::Shipped => Priors::shipped(),
            PriorTable::Read(priors) => priors,
        }
    }
}

/// Known cards of the other hands, and the numbers that are missing.
struct Gaps {
    hands: [Cards; 4],
    pool: Cards,
    sizes: [usize; 4],
    /// The other seats, those with fewer cards first.
    order: [Seat; 3],
}

impl Gaps {
    fn of(view: &View) -> Gaps {
        let me = view.seat();
        let mut hands = view.known();
        hands[me] = view.open().hand(me);
        let pool = hands.iter().fold(view.unseen(), |pool, &known| pool - known);
        let sizes = [0, 1, 2, 3].map(|seat| view.hand_len(seat) as usize);
        let mut order = [(me + 1) % 4, (me + 2) % 4, (me + 3) % 4];
        order.sort_by_key(|&seat| sizes[seat]);
        Gaps { hands, pool, sizes, order }
    }

    #[inline]
    fn gap(&self, seat: Seat) -> usize {
        self.sizes[seat] - self.hands[seat].len() as usize
    }
}

/// True if tables of priors have nothing to say: all is seen, or the hands are not yet those that are played.
fn is_open_or_early(view: &View) -> bool {
    view.sees_all() || matches!(view.open().phase, Phase::Grand | Phase::Give)
}

/// The report's determinization by single cards: seats in the order of their hands' sizes draw card after
/// card, each as likely as it is to be in a hand of that size; the last one gets what is left.
pub struct Single(pub PriorTable);

impl Determinizer<Tichu> for Single {
    fn world(&mut self, decision: &Decision<'_, Tichu>, rng: &mut Rng) -> Tichu {
        let view = decision.view;
        if is_open_or_early(view) {
            return view.sample(rng);
        }
        let mut gaps = Gaps::of(view);
        let [first, second, last] = gaps.order;
        let (mut cards, mut count) = ([0u8; 64], 0);
        for card in gaps.pool.iter() {
            cards[count] = card;
            count += 1;
        }
        for seat in [first, second] {
            let weights = card_weights(self.0.priors().of_length(gaps.sizes[seat]));
            let mut drawn = [0.0f32; 64];
            let mut total = 0.0;
            for at in 0..count {
                drawn[at] = weights[usize::from(cards[at])];
                total += drawn[at];
            }
            for _ in 0..gaps.gap(seat) {
                let mut lot = rng.unit() as f32 * total;
                let mut at = 0;
                while at + 1 < count && lot >= drawn[at] {
                    lot -= drawn[at];
                    at += 1;
                }
                gaps.hands[seat] |= Cards::one(cards[at]);
                total -= drawn[at];
                count -= 1;
                cards[at] = cards[count];
                drawn[at] = drawn[count];
            }
        }
        gaps.hands[last] |= cards[..count].iter().copied().collect();
        view.complete(gaps.hands, rng)
    }
}

/// The weight of every card by its bit, from the probabilities of a length. Singles stand first.
fn card_weights(priors: &[f32]) -> [f32; 64] {
    let mut weights = [LEAST; 64];
    for (general, &prior) in generals().iter().zip(priors).take(17) {
        let height = general.combo.height;
        let rank = usize::from(height / 2);
        match height {
            0 => weights[0] += prior,
            2 => weights[4] += prior,
            Combo::LED_PHOENIX => weights[60] += prior,
            Combo::DRAGON => weights[61] += prior,
            _ => weights[4 * rank..4 * rank + 4].iter_mut().for_each(|weight| *weight += prior),
        }
    }
    weights
}

/// The report's determinization by combinations: one that the undealt cards hold and somebody has room for
/// is drawn by its mean probability among those seats, and goes to the one whose hand is likeliest to hold
/// it, until all cards are dealt. Among seats that are equally likely the lot decides; the report's program
/// takes the first, which would get everything good.
pub struct Combination(pub PriorTable);

impl Determinizer<Tichu> for Combination {
    fn world(&mut self, decision: &Decision<'_, Tichu>, rng: &mut Rng) -> Tichu {
        let view = decision.view;
        if is_open_or_early(view) {
            return view.sample(rng);
        }
        let mut gaps = Gaps::of(view);
        let seats = gaps.order;
        let priors = seats.map(|seat| self.0.priors().of_length(gaps.sizes[seat]));
        let mut weights = [0.0f32; 226];
        while !gaps.pool.is_empty() {
            let holding = Holding::of(gaps.pool);
            let room = seats.map(|seat| gaps.gap(seat));
            let most = room.into_iter().max().unwrap_or(0);
            let mut total = 0.0;
            for (at, &general) in generals().iter().enumerate() {
                let size = usize::from(general.size);
                weights[at] = 0.0;
                if size > most || !holding.has(general) {
                    continue;
                }
                let (mut sum, mut fitting) = (0.0, 0.0);
                for (gap, prior) in room.iter().zip(&priors) {
                    if *gap >= size {
                        sum += prior[at];
                        fitting += 1.0;
                    }
                }
                // Every card must go somewhere, whatever the table says.
                weights[at] = sum / fitting + if size == 1 { LEAST } else { 0.0 };
                total += weights[at];
            }
            let mut lot = rng.unit() as f32 * total;
            let mut drawn = 0;
            for (at, &weight) in weights.iter().enumerate().filter(|&(_, &weight)| weight > 0.0) {
                drawn = at;
                lot -= weight;
                if lot < 0.0 {
                    break;
                }
            }
            let general = generals()[drawn];
            let fits = |&at: &usize| room[at] >= usize::from(general.size);
            let best = (0..3).filter(fits).map(|at| priors[at][drawn]).fold(f32::NEG_INFINITY, f32::max);
            let equals = || (0..3).filter(fits).filter(|&at| priors[at][drawn] == best);
            let taker = equals().nth(rng.index(equals().count().max(1))).unwrap_or(0);
            let cards = realise(general, gaps.pool, rng);
            gaps.hands[seats[taker]] |= cards;
            gaps.pool -= cards;
        }
        view.complete(gaps.hands, rng)
    }
}

/// Cards of the pool that make up a combination it holds, suits at random.
fn realise(general: General, pool: Cards, rng: &mut Rng) -> Cards {
    let Combo { kind, len, height } = general.combo;
    let mut taken = Cards::NONE;
    let pairs = pool.multiples()[0] & !(1u32 << height & 0x7FFF) as u16;
    // The pair of a full house.
    let lot = rng.index(pairs.count_ones().max(1) as usize);
    let pair = (2..=14).filter(|&rank| pairs >> rank & 1 == 1).nth(lot);
    let starts = pool.flush_starts(len.max(5));
    let fitting = || starts.iter().filter(|&card| rank_of(card) + len == height + 1);
    let start = fitting().nth(rng.index(fitting().count().max(1)));
    let mut take = |rank: u8, count: u32| {
        let mut left = Cards(u64::from(pool.of_rank(rank)) << (4 * rank));
        for _ in 0..count {
            if left.is_empty() {
                // Only where the Phoenix stands in.
                taken |= Cards::PHOENIX;
                continue;
            }
            let lot = rng.index(left.len() as usize);
            let card = left.iter().nth(lot).map_or(Cards::NONE, Cards::one);
            taken |= card;
            left -= card;
        }
    };
    match kind {
        Kind::Single => match height {
            0 => taken = Cards::DOG,
            Combo::LED_PHOENIX => taken = Cards::PHOENIX,
            Combo::DRAGON => taken = Cards::DRAGON,
            _ => take(height / 2, 1),
        },
        Kind::Pair => take(height, 2),
        Kind::Triple => take(height, 3),
        Kind::Four => take(height, 4),
        Kind::FullHouse => {
            take(height, 3);
            take(pair.unwrap_or(height), 2);
        }
        Kind::Stairs => (height + 1 - len..=height).for_each(|rank| take(rank, 2)),
        Kind::Straight => (height + 1 - len..=height).for_each(|rank| take(rank, 1)),
        Kind::Flush => {
            if let Some(start) = start {
                taken = (0..len).map(|step| start + 4 * step).collect();
            }
        }
    }
    taken
}

#[cfg(test)]
mod tests;
