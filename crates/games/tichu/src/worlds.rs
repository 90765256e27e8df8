//! Worlds that fit a view, drawn at random.
//!
//! Every world that fits is equally likely: the unseen cards lie anywhere, except that a card this seat
//! gave away lies with whoever got it until it is played. What the others gave each other has as many
//! possibilities in every such world, so it is drawn last.

use karuta_engine::Rng;
use karuta_engine::worlds::Whose;

use crate::cards::{ACE, Cards};
use crate::combos::{Combo, Kind};
use crate::deal::{Chance, Deck};
use crate::view::View;
use crate::{Phase, Tichu, UNKNOWN};

impl View {
    /// A world that fits, all of them equally likely.
    pub fn sample(&self, rng: &mut Rng) -> Tichu {
        if self.sees_all {
            return Tichu { chance: Chance(rng.bits()), ..self.open };
        }
        self.sample_knowing(self.known(), rng)
    }

    /// A world in which a cheating agent is right about some cards: each card of the other seats stays where
    /// it is with this probability, and the rest is as [`View::sample`] has it for an honest one.
    pub fn glimpse(&self, fraction: f64, whose: Whose, rng: &mut Rng) -> Tichu {
        let honest = View::of(&self.open, self.seat);
        let mut known = honest.known();
        for (seat, known) in known.iter_mut().enumerate() {
            if seat == self.seat || (whose == Whose::Enemies && seat % 2 == self.seat % 2) {
                continue;
            }
            *known |= self.open.hands[seat].iter().filter(|_| rng.unit() < fraction).collect();
        }
        honest.sample_knowing(known, rng)
    }

    /// A world that fits, in which the other seats hold at least the `known` cards.
    fn sample_knowing(&self, known: [Cards; 4], rng: &mut Rng) -> Tichu {
        let mut world = self.open;
        world.chance = Chance(rng.bits());
        let mut pool = self.unseen();
        for (other, &cards) in known.iter().enumerate().filter(|&(other, _)| other != self.seat) {
            pool -= cards;
            world.hands[other] = cards;
        }
        if self.open.phase == Phase::Window && self.open.seat() != self.seat {
            world.hands[self.open.seat()] = self.hand_with_bomb(known[self.open.seat()], pool, rng);
            pool -= world.hands[self.open.seat()];
        }
        let mut deck = Deck::of(pool);
        for other in (0..4).filter(|&other| other != self.seat) {
            let missing = self.hand_len(other) - world.hands[other].len();
            world.hands[other] |= deck.hand(missing, || rng.bits());
        }
        self.fill_gifts(&mut world, rng);
        world
    }

    /// The world with these hands, which must fit; what is hidden beside them is drawn.
    pub(crate) fn complete(&self, hands: [Cards; 4], rng: &mut Rng) -> Tichu {
        let mut world = Tichu { hands, chance: Chance(rng.bits()), ..self.open };
        self.fill_gifts(&mut world, rng);
        world
    }

    /// A hand drawn uniformly from those with a bomb that beats the table: a bomb is drawn by how many
    /// hands have it, the rest is dealt, and the hand is kept one time in as many as it has bombs.
    fn hand_with_bomb(&self, known: Cards, pool: Cards, rng: &mut Rng) -> Cards {
        let missing = self.hand_len(self.open.seat()) - known.len();
        let all = known | pool;
        let fitting: Vec<(Cards, f64)> = match self.open.top {
            Some(top) => least_bombs(top)
                .into_iter()
                .filter(|&bomb| all.contains(bomb) && (bomb - known).len() <= missing)
                .map(|bomb| {
                    let new = (bomb - known).len();
                    (bomb, choices(pool.len() - new, missing - new))
                })
                .collect(),
            None => Vec::new(),
        };
        let total: f64 = fitting.iter().map(|(_, weight)| weight).sum();
        loop {
            let mut lot = rng.unit() * total;
            let drawn = fitting.iter().find(|(_, weight)| {
                lot -= weight;
                lot < 0.0
            });
            // Without a fitting bomb there is no such window; a text may still claim one.
            let bomb = drawn.or(fitting.last()).map_or(Cards::NONE, |&(bomb, _)| bomb - known);
            let rest = Deck::of(pool - bomb).hand(missing - bomb.len(), || rng.bits());
            let hand = known | bomb | rest;
            let bombs = fitting.iter().filter(|(bomb, _)| hand.contains(*bomb)).count();
            if bombs <= 1 || rng.index(bombs) == 0 {
                return hand;
            }
        }
    }

    /// Cards that the others gave each other.
    fn fill_gifts(&self, world: &mut Tichu, rng: &mut Rng) {
        let is_pending = self.open.phase == Phase::Give;
        for holder in (0..4).filter(|&holder| holder != self.seat) {
            // Before the exchange the cards are still with the giver, afterwards with the taker.
            let own = world.given[self.seat][(holder + 3 - self.seat) % 4];
            let mut cards = world.hands[holder] | world.played[holder];
            if !is_pending && own < UNKNOWN {
                cards -= Cards::one(own);
            }
            let mut deck = Deck::of(cards);
            for way in 1..=3 {
                let giver = if is_pending { holder } else { (holder + 4 - way) % 4 };
                if world.given[giver][way - 1] == UNKNOWN {
                    world.given[giver][way - 1] = deck.draw(rng.bits());
                }
            }
        }
    }
}

/// The bombs that beat `table` such that every hand with one that beats it has one of these.
fn least_bombs(table: Combo) -> Vec<Cards> {
    let flush = |len: u8, top: u8, suit: u8| (top + 1 - len..=top).map(|rank| 4 * rank + suit).collect();
    let flushes = |len: u8, above: u8| {
        let tops = (above + 1).max(len + 1)..=ACE;
        tops.flat_map(move |top| (0..4).map(move |suit| flush(len, top, suit)))
    };
    let fours = |above: u8| ((above + 1).max(2)..=ACE).map(|rank| Cards(0xF << (4 * rank)));
    match table.kind {
        Kind::Flush => flushes(table.len, table.height).chain(flushes(table.len + 1, 0)).collect(),
        Kind::Four => fours(table.height).chain(flushes(5, 0)).collect(),
        Kind::Single | Kind::Pair | Kind::Triple | Kind::Stairs | Kind::FullHouse | Kind::Straight => {
            fours(0).chain(flushes(5, 0)).collect()
        }
    }
}

/// The number of ways to choose `k` of `n`.
fn choices(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |ways, at| ways * f64::from(n - at) / f64::from(at + 1))
}
