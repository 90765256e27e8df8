//! What a seat knows, and the worlds that fit it.
//!
//! A seat sees its own hand, everything that has been played and by whom, calls, wish, tricks and scores;
//! the three cards it gave away and the three it was given, and by whom. It does not see the other hands,
//! what the others gave each other, and the seed.
//!
//! Every world that fits is equally likely: the unseen cards lie anywhere, except that a card this seat
//! gave away lies with whoever got it until it is played. What the others gave each other has as many
//! possibilities in every such world, so it is drawn last.
//!
//! A window for a bomb out of turn opens only for a seat that holds one. Nobody else is asked anything
//! while it is open, and nothing of it is left once the seat has kept its bomb, so no decision can profit
//! from knowing of it. The view of another seat *during* the window does say whose decision it is (whose
//! turn it is is known to all); its worlds are those in which that seat holds such a bomb.

use karuta_engine::worlds::Whose;
use karuta_engine::{Rng, Seat};

use crate::cards::{ACE, Cards};
use crate::combos::{Combo, Kind};
use crate::deal::{Chance, DEALT, Deck, FIRST};
use crate::rules::Rules;
use crate::{NOBODY, Phase, Tichu, UNKNOWN};

/// What a seat knows.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    seat: Seat,
    /// The position without what is hidden.
    open: Tichu,
    /// Whether only the seed is hidden.
    sees_all: bool,
}

impl View {
    /// What `seat` knows. Once the game is over, everything.
    pub fn of(state: &Tichu, seat: Seat) -> View {
        let mut view = View::peek(state, seat);
        if state.phase == Phase::Over {
            return view;
        }
        view.sees_all = false;
        for other in (0..4).filter(|&other| other != seat) {
            view.open.hands[other] = Cards::NONE;
            for way in 1..=3 {
                let given = &mut view.open.given[other][way - 1];
                let is_own = state.phase != Phase::Give && (other + way) % 4 == seat;
                if *given != NOBODY && !is_own {
                    *given = UNKNOWN;
                }
            }
        }
        view
    }

    /// What a cheating agent in `seat` is handed: all cards, but not the chances to come.
    pub fn peek(state: &Tichu, seat: Seat) -> View {
        View { seat, open: Tichu { chance: Chance::default(), ..*state }, sees_all: true }
    }

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

    /// The cards that this seat knows in each other hand: those it put there.
    pub(crate) fn known(&self) -> [Cards; 4] {
        let mut known = [Cards::NONE; 4];
        if matches!(self.open.phase, Phase::Grand | Phase::Give) {
            return known;
        }
        for way in 1..=3 {
            let card = self.open.given[self.seat][way - 1];
            let taker = (self.seat + way) % 4;
            if card != NOBODY {
                known[taker] |= Cards::one(card) - self.open.played[taker];
            }
        }
        known
    }

    /// The cards this seat cannot see.
    pub fn unseen(&self) -> Cards {
        let held = self.open.hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
        self.open.played.iter().fold(Cards::ALL - held, |left, &played| left - played)
    }

    /// How many cards a seat holds.
    pub fn hand_len(&self, seat: Seat) -> u32 {
        match self.open.phase {
            Phase::Grand => FIRST,
            _ => DEALT - self.open.played[seat].len(),
        }
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

    /// What the others gave each other.
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

    /// The same without calls to come.
    pub(crate) fn forbid_calls(&mut self) {
        self.open.rules.calls = false;
    }

    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position as far as it is seen: other hands are empty unless the view hides nothing.
    pub fn open(&self) -> &Tichu {
        &self.open
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.open.rules
    }

    /// Whether only the seed is hidden.
    pub fn sees_all(&self) -> bool {
        self.sees_all
    }

    /// The cards this seat was given, by the seats one, two and three places to its left.
    pub fn received(&self) -> [Option<u8>; 3] {
        [1, 2, 3].map(|way| {
            let card = self.open.given[(self.seat + 4 - way) % 4][way - 1];
            (self.open.phase != Phase::Give && card < UNKNOWN).then_some(card)
        })
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

/// How many ways there are to choose `k` of `n`.
fn choices(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |ways, at| ways * f64::from(n - at) / f64::from(at + 1))
}

#[cfg(test)]
mod tests;
