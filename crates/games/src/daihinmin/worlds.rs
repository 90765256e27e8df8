//! Worlds that fit a view, drawn uniformly without trying deal after deal. Knows what a view knows.
//!
//! The other hands are unconstrained but for the exchange: all that the poor kept is weaker than the
//! tribute they paid. For a pair of rich and poor seat the worlds are counted by the weaker tribute card
//! `t` and by where tribute and gift lie; each such class is a product of binomials, because the cards
//! the poor kept come from below `t` and all others from anywhere. So a class is drawn by its size and
//! then filled by lot. With both pairs unknown, the first is drawn so and what it leaves is accepted
//! in proportion to the number of ways to fill the second.

use karuta_engine::{Rng, Seat};

use super::cards::Cards;
use super::deal::TRIBUTE;
use super::view::View;
use super::{Daihinmin, Phase, SEATS};

/// Deals the hidden cards of a view into `world`, which holds all the rest.
pub(super) fn fill(view: &View, world: &mut Daihinmin, rng: &mut Rng) {
    let facts = Facts::of(view);
    let (first, second) = (facts.unknown(0), facts.unknown(1));
    let most = match (&first, &second) {
        (Some(first), Some(second)) => {
            let left = facts.pool.len() - first.rich_due - first.poor_due;
            Some(second.most(facts.pool, left))
        }
        (Some(_), None) | (None, _) => None,
    };
    let total = first.as_ref().map_or(0.0, |pair| pair.ways(facts.pool));
    loop {
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
            pair.draw(ways, &mut pool, &mut dealt, world, rng);
            due[pair.rich] = 0;
            due[pair.poor] = 0;
        }
        for seat in 0..SEATS {
            dealt[seat] |= pool.draw(due[seat], rng);
        }
        world.hands = dealt;
        return;
    }
}

/// What a seat can tell for certain about the other hands.
struct Facts<'a> {
    view: &'a View,
    /// Cards that may be in more than one hand.
    pool: Cards,
    /// Cards known to be in each hand now.
    held: [Cards; SEATS],
    /// How many cards of the pool each hand has.
    due: [u32; SEATS],
}

impl<'a> Facts<'a> {
    fn of(view: &'a View) -> Facts<'a> {
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
            due[seat] = view.count(seat) - held[seat].len();
        }
        Facts { view, pool: unseen.without(known), held, due }
    }

    /// What is to be drawn for a pair; `None` if there was no tribute or it is known.
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

/// A pair whose exchange is not known in full.
struct Pair {
    /// 0 for daifugo and daihinmin, 1 for fugo and hinmin.
    index: usize,
    rich: Seat,
    poor: Seat,
    /// Cards known to have been in the rich hand, before or after giving.
    rich_had: Cards,
    /// Cards known to have been in the poor hand when play began, a known gift left out.
    poor_had: Cards,
    /// How many cards of the pool each has.
    rich_due: u32,
    poor_due: u32,
    /// How many of the poor hand's cards are a gift that is not known.
    gifts: u32,
    /// The gift where it is known.
    gift: Cards,
}

/// Worlds that are alike: where tribute and gift lie.
#[derive(Clone, Copy)]
struct Class {
    /// The bit of the weaker tribute card.
    low: u32,
    /// The cards that the other tribute card may be, if there are two.
    others: Cards,
    /// Tribute cards of the pool.
    pooled: u32,
    /// How many of these were given back.
    returned: u32,
    /// Gift cards among the poor hand's known cards weaker than the tribute.
    known_gifts: u32,
    /// Gift cards of the pool.
    pooled_gifts: u32,
}

impl Class {
    const EMPTY: Class =
        Class { low: 0, others: Cards::NONE, pooled: 0, returned: 0, known_gifts: 0, pooled_gifts: 0 };
}

impl Pair {
    /// How many worlds fit, if the pool is what the pair and the seats after it share.
    fn ways(&self, pool: Cards) -> f64 {
        let mut sum = 0.0;
        self.each_class(pool, |_, ways| {
            sum += ways;
            false
        });
        sum
    }

    /// Calls `take` with every class of worlds and its size until it answers yes.
    fn each_class(&self, pool: Cards, mut take: impl FnMut(Class, f64) -> bool) {
        // The tribute was stronger than all the poor kept, so at most the gift is not weaker. Going down
        // from the strongest card, the rest of the gift is soon used up.
        for card in descending(pool | self.rich_had | self.poor_had) {
            let low = card.lowest();
            let over = self.poor_had.without(self.poor_had.below(low)).len();
            if over > self.gifts {
                return;
            }
            let stronger = |cards: Cards| cards.without(cards.below(low + 1));
            let is_pooled = u32::from(pool.meets(card));
            let below = pool.below(low).len();
            if TRIBUTE[self.index] == 1 {
                let class = Class { low, others: Cards::NONE, pooled: is_pooled, ..Class::EMPTY };
                if self.each_place(pool.len(), below, over, class, 1.0, &mut take) {
                    return;
                }
                continue;
            }
            let choices = [(stronger(pool), 1), (stronger(self.rich_had | self.poor_had), 0)];
            for (others, more) in choices {
                if others.is_empty() {
                    continue;
                }
                let class = Class { low, others, pooled: is_pooled + more, ..Class::EMPTY };
                let factor = f64::from(others.len());
                if self.each_place(pool.len(), below, over, class, factor, &mut take) {
                    return;
                }
            }
        }
    }

    /// The classes of one tribute: over how the gift is made up.
    fn each_place(
        &self,
        pool: u32,
        below: u32,
        over: u32,
        class: Class,
        factor: f64,
        take: &mut impl FnMut(Class, f64) -> bool,
    ) -> bool {
        if over > self.gifts {
            return false;
        }
        for known_gifts in 0..=self.gifts - over {
            let pooled_gifts = self.gifts - over - known_gifts;
            for returned in 0..=class.pooled.min(pooled_gifts) {
                let class = Class { returned, known_gifts, pooled_gifts, ..class };
                let ways = factor * self.size(pool, below, over, class);
                if ways > 0.0 && take(class, ways) {
                    return true;
                }
            }
        }
        false
    }

    /// The number of worlds of a class, for one choice of the other tribute card.
    fn size(&self, pool: u32, below: u32, over: u32, class: Class) -> f64 {
        let Class { pooled, returned, known_gifts, pooled_gifts, .. } = class;
        let (kept_by_rich, new_gifts) = (pooled - returned, pooled_gifts - returned);
        if pooled_gifts > self.poor_due || kept_by_rich > self.rich_due {
            return 0.0;
        }
        let kept = self.poor_due - pooled_gifts;
        if kept > below || pool < pooled + kept {
            return 0.0;
        }
        let free = pool - pooled - kept;
        if new_gifts > free {
            return 0.0;
        }
        choose(self.poor_had.len() - over, known_gifts)
            * choose(pooled, returned)
            * choose(below, kept)
            * choose(free, new_gifts)
            * choose(free - new_gifts, self.rich_due - kept_by_rich)
    }

    /// Draws the pair's cards from the pool; `total` is [`Pair::ways`] of it.
    fn draw(
        &self,
        total: f64,
        pool: &mut Cards,
        dealt: &mut [Cards; SEATS],
        world: &mut Daihinmin,
        rng: &mut Rng,
    ) {
        let mut left = rng.unit() * total;
        let mut chosen = None;
        self.each_class(*pool, |class, ways| {
            chosen = Some(class);
            left -= ways;
            left < 0.0
        });
        let class = chosen.expect("the truth is a world that fits");
        let low = Cards::bit(class.low);
        let tribute = low | { class.others }.draw(u32::from(!class.others.is_empty()), rng);
        let mut pooled = tribute & *pool;
        let returned = pooled.draw(class.returned, rng);
        let mut weaker = pool.below(class.low);
        let kept = weaker.draw(self.poor_due - class.pooled_gifts, rng);
        let mut free = pool.without(kept | returned | pooled);
        let given = free.draw(class.pooled_gifts - class.returned, rng);
        let rich = free.draw(self.rich_due - pooled.len(), rng);
        let over = self.poor_had.without(self.poor_had.below(class.low));
        let known = self.poor_had.below(class.low).draw(class.known_gifts, rng);
        dealt[self.poor] |= kept | returned | given;
        dealt[self.rich] |= pooled | rich;
        *pool = free;
        world.tribute[self.index] = tribute;
        world.gifts[self.index] = self.gift | over | known | returned | given;
    }

    /// No `left` cards of the pool leave more ways than this; for pairs with one card of tribute.
    ///
    /// Sorted, the card of index i among those left has exactly i of them below it, and lies between the
    /// cards of index i and i + taken of the whole pool. Known cards have at most as many below them as
    /// in the whole pool.
    fn most(&self, pool: Cards, left: u32) -> f64 {
        let taken = pool.len() - left;
        let over = |bit: u32| self.poor_had.without(self.poor_had.below(bit)).len();
        let size = |below: u32, over: u32, pooled: u32| {
            let mut ways = 0.0;
            let class = Class { pooled, ..Class::EMPTY };
            self.each_place(left, below, over, class, 1.0, &mut |_, more| {
                ways += more;
                false
            });
            ways
        };
        let mut sum = 0.0;
        let uppers = pool.iter().skip(taken as usize);
        for (index, (lower, upper)) in (0..left).zip(pool.iter().zip(uppers)) {
            let (fewest, most) = (over(upper.lowest()), over(lower.lowest()).min(self.gifts));
            sum += (fewest..=most).map(|over| size(index, over, 1)).fold(0.0, f64::max);
        }
        for card in (self.rich_had | self.poor_had).iter() {
            let bit = card.lowest();
            sum += size(pool.below(bit).len().min(left), over(bit), 0);
        }
        sum
    }
}

/// Strongest first.
fn descending(cards: Cards) -> impl Iterator<Item = Cards> {
    let mut left = cards;
    std::iter::from_fn(move || {
        if left.is_empty() {
            return None;
        }
        let card = Cards::bit(left.highest());
        left = left.without(card);
        Some(card)
    })
}

/// The number of ways to choose so many of so many.
#[inline]
fn choose(from: u32, count: u32) -> f64 {
    if count > from {
        return 0.0;
    }
    BINOMIALS[from as usize][count as usize]
}

/// Hands never have more than 13 cards.
const BINOMIALS: [[f64; 14]; 54] = {
    let mut table = [[0.0; 14]; 54];
    let mut from = 0;
    while from < 54 {
        table[from][0] = 1.0;
        let mut count = 1;
        while count < 14 {
            if from > 0 {
                table[from][count] = table[from - 1][count - 1] + table[from - 1][count];
            }
            count += 1;
        }
        from += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::daihinmin::rules::Rules;
    use karuta_engine::Game;
    use std::collections::HashMap;

    /// The exchange of a pair: tribute and gift.
    type Exchange = (Cards, Cards);

    fn subsets(cards: Cards, count: u32) -> Vec<Cards> {
        if count == 0 {
            return vec![Cards::NONE];
        }
        let above = |card: Cards| cards.without(cards.below(card.lowest() + 1));
        cards
            .iter()
            .flat_map(|card| subsets(above(card), count - 1).into_iter().map(move |more| card | more))
            .collect()
    }

    /// Every exchange of a pair that could have made these hands, by the rules themselves: the tribute
    /// is the strongest of what the poor was dealt, the gift is of what the rich then held.
    fn exchanges(view: &View, pair: usize, hands: &[Cards; SEATS]) -> Vec<Exchange> {
        let (open, me) = (view.open(), view.seat());
        let (rich, poor) = open.pair(pair);
        if !open.titled {
            return vec![(Cards::NONE, Cards::NONE)];
        }
        let mut found = Vec::new();
        for gift in subsets(hands[poor], TRIBUTE[pair]) {
            for tribute in subsets(hands[rich] | gift, TRIBUTE[pair]) {
                let dealt = hands[poor].without(gift) | tribute;
                let fits_mine = (me != rich && me != poor || gift == open.gifts[pair])
                    && (me != poor || tribute == open.tribute[pair]);
                if fits_mine && dealt.strongest(TRIBUTE[pair]) == tribute {
                    found.push((tribute, gift));
                }
            }
        }
        found
    }

    /// Every way to give out the unseen cards by count.
    fn arrangements(
        view: &View,
        seat: usize,
        left: Cards,
        hands: &mut [Cards; SEATS],
        out: &mut Vec<[Cards; SEATS]>,
    ) {
        if seat == SEATS {
            out.push(*hands);
        } else if seat == view.seat() {
            hands[seat] = view.hand();
            arrangements(view, seat + 1, left, hands, out);
        } else {
            for hand in subsets(left, view.count(seat)) {
                hands[seat] = hand;
                arrangements(view, seat + 1, left.without(hand), hands, out);
            }
        }
    }

    /// The sum of squares over the expectation, against what luck allows.
    fn assert_fits<K: std::hash::Hash + Eq + Copy + std::fmt::Debug>(
        due: &HashMap<K, f64>,
        seen: &HashMap<K, u32>,
        draws: f64,
    ) {
        assert!(seen.keys().all(|key| due.contains_key(key)), "something impossible was drawn");
        let total: f64 = due.values().sum();
        let (mut chi, mut rare_due, mut rare_seen, mut cells) = (0.0, 0.0, 0.0, 0.0);
        for (key, weight) in due {
            let expected = weight / total * draws;
            let found = f64::from(seen.get(key).copied().unwrap_or(0));
            if expected < 5.0 {
                rare_due += expected;
                rare_seen += found;
            } else {
                chi += (found - expected).powi(2) / expected;
                cells += 1.0;
            }
        }
        if rare_due > 0.0 {
            chi += (rare_seen - rare_due).powi(2) / rare_due.max(1.0);
            cells += 1.0;
        }
        assert!(chi < cells + 6.0 * (2.0 * cells + 4.0f64).sqrt(), "{chi} over {cells} cells");
    }

    fn check_view(view: &View, rng: &mut Rng) -> usize {
        let open = view.open();
        let mut all = Vec::new();
        arrangements(view, 0, view.unseen(), &mut [Cards::NONE; SEATS], &mut all);
        let (mut hands_due, mut first_due, mut second_due) = (HashMap::new(), HashMap::new(), HashMap::new());
        for hands in all {
            let mut starts = hands;
            for (start, played) in starts.iter_mut().zip(open.played) {
                *start |= played;
            }
            if !starts[open.first()].meets(Cards::DIAMOND_3) {
                continue;
            }
            let (first, second) = (exchanges(view, 0, &starts), exchanges(view, 1, &starts));
            let worlds = (first.len() * second.len()) as f64;
            if worlds == 0.0 {
                continue;
            }
            *hands_due.entry(hands).or_insert(0.0) += worlds;
            for exchange in &first {
                *first_due.entry(*exchange).or_insert(0.0) += second.len() as f64;
            }
            for exchange in &second {
                *second_due.entry(*exchange).or_insert(0.0) += first.len() as f64;
            }
        }
        const DRAWS: u32 = 6_000;
        let (mut hands_seen, mut first_seen, mut second_seen) =
            (HashMap::new(), HashMap::new(), HashMap::new());
        for _ in 0..DRAWS {
            let world = view.sample(rng);
            *hands_seen.entry(world.hands).or_insert(0) += 1;
            *first_seen.entry((world.tribute[0], world.gifts[0])).or_insert(0) += 1;
            *second_seen.entry((world.tribute[1], world.gifts[1])).or_insert(0) += 1;
        }
        assert_fits(&hands_due, &hands_seen, f64::from(DRAWS));
        assert_fits(&first_due, &first_seen, f64::from(DRAWS));
        assert_fits(&second_due, &second_seen, f64::from(DRAWS));
        hands_due.len()
    }

    #[test]
    fn late_worlds_are_even() {
        let mut rng = Rng::new(1);
        let mut kinds = 0;
        for seed in 0..12 {
            // Without titles nothing but counts and the diamond 3 is known.
            let mut state = match seed % 4 {
                0 => Daihinmin::new(Rules::OFFICIAL, seed),
                _ => Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], seed),
            };
            let seat = seed as usize % SEATS;
            while state.turn().is_some() && state.view(seat).unseen().len() > 6 {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                state.apply(mv);
            }
            if state.turn().is_some() {
                kinds += usize::from(check_view(&state.view(seat), &mut rng) > 1);
            }
        }
        assert!(kinds >= 8, "{kinds}");
    }

    /// How many of the thirteen strongest cards each hand has, on average.
    fn strength(worlds: impl Iterator<Item = Daihinmin>, count: f64) -> [f64; SEATS] {
        let strong = Cards::ALL.strongest(13);
        let mut sums = [0.0; SEATS];
        for world in worlds {
            for (sum, hand) in sums.iter_mut().zip(world.hands) {
                *sum += f64::from((hand & strong).len()) / count;
            }
        }
        sums
    }

    /// At the start of play, against deals that are made, taxed and kept if they fit.
    #[test]
    fn early_worlds_are_like_deals() {
        let mut rng = Rng::new(5);
        const COUNT: usize = 4_000;
        let mut truth = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], 8);
        while truth.gift_size().is_some() {
            let mv = truth.random_move(&mut Vec::new(), &mut rng);
            truth.apply(mv);
        }
        let view = truth.view(2);
        let drawn = strength((0..COUNT).map(|_| view.sample(&mut rng)), COUNT as f64);
        let mut deals = Vec::new();
        while deals.len() < COUNT {
            let mut deal = truth;
            let mut pool = view.unseen();
            for seat in [0, 1, 3, 4] {
                deal.hands[seat] = pool.draw(view.count(seat), &mut rng);
            }
            for (pair, count) in TRIBUTE.into_iter().enumerate() {
                let (rich, poor) = deal.pair(pair);
                let tribute = deal.hands[poor].strongest(count);
                let mut enlarged = deal.hands[rich] | tribute;
                let gift = enlarged.draw(count, &mut rng);
                deal.hands[rich] = enlarged;
                deal.hands[poor] = deal.hands[poor].without(tribute) | gift;
            }
            if deal.hands[deal.first()].meets(Cards::DIAMOND_3) {
                deals.push(deal);
            }
        }
        let due = strength(deals.into_iter(), COUNT as f64);
        for seat in 0..SEATS {
            assert!((drawn[seat] - due[seat]).abs() < 0.15, "{drawn:?} instead of {due:?}");
        }
        assert!(due[0] > due[4] + 2.0, "tribute makes a difference: {due:?}");
    }

    #[test]
    fn hidden_things_vary_and_known_ones_stay() {
        let mut rng = Rng::new(3);
        let whats: [fn(&Daihinmin) -> Cards; 5] =
            [|w| w.hands[2], |w| w.tribute[0], |w| w.gifts[0], |w| w.tribute[1], |w| w.gifts[1]];
        let knows = [&[2][..], &[4], &[0, 4], &[3], &[1, 3]];
        let mut varied = [[false; SEATS]; 5];
        // A strong card that the poor kept can give a tribute away, so one deal is not enough.
        for seed in 0..8 {
            let mut state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], seed);
            for _ in 0..12 {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                state.apply(mv);
            }
            for seat in 0..SEATS {
                for world in (0..20).map(|_| state.view(seat).sample(&mut rng)) {
                    assert_ne!(world.chance, state.chance);
                    for (what, varied) in whats.iter().zip(&mut varied) {
                        varied[seat] |= what(&world) != what(&state);
                    }
                }
            }
        }
        for (seats, varied) in knows.iter().zip(varied) {
            for (seat, varied) in varied.into_iter().enumerate() {
                assert_eq!(varied, !seats.contains(&seat), "{seats:?} know it, seat {seat} is asked");
            }
        }
    }

    #[test]
    fn a_peek_hides_only_the_lots() {
        let mut rng = Rng::new(4);
        let state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], 4);
        let view = View::peek(&state, 1);
        let world = view.sample(&mut rng);
        assert_eq!(Daihinmin { chance: state.chance, ..world }, state);
        assert_ne!(world.chance, state.chance);
        assert_eq!(View::peek(&world, 1), view);
    }
}
