//! The exchange of one pair of rich and poor seat: its worlds counted by class, and one of them drawn. Knows
//! the cards of the two and those that may be anywhere, not what the other pair did.
//!
//! All that the poor kept is weaker than the tribute they paid. The worlds are counted by the weaker tribute
//! card `t` and by where tribute and gift lie; each such class is a product of binomials, because the cards
//! the poor kept come from below `t` and all others from anywhere. So a class is drawn by its size and
//! then filled at random.

use karuta_engine::{Rng, Seat};

use crate::cards::Cards;
use crate::deal::TRIBUTE;
use crate::{Daihinmin, SEATS};

/// A pair whose exchange is not known in full.
pub(super) struct Pair {
    /// 0 for daifugo and daihinmin, 1 for fugo and hinmin.
    pub(super) index: usize,
    pub(super) rich: Seat,
    pub(super) poor: Seat,
    /// Cards known to have been in the rich hand, before or after giving.
    pub(super) rich_had: Cards,
    /// Cards known to have been in the poor hand when play began, a known gift left out.
    pub(super) poor_had: Cards,
    /// Numbers of cards of the pool in the two hands.
    pub(super) rich_due: u32,
    pub(super) poor_due: u32,
    /// The number of the poor hand's cards that are a gift which is not known.
    pub(super) gifts: u32,
    /// The gift where it is known.
    pub(super) gift: Cards,
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
    /// The number of these that were given back.
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
    /// The number of worlds that fit, if `pool` is shared by the pair and the seats after it.
    pub(super) fn ways(&self, pool: Cards) -> f64 {
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
    pub(super) fn draw(
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
    pub(super) fn most(&self, pool: Cards, left: u32) -> f64 {
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
