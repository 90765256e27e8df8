//! Beliefs about the other seat's hand from its offers, answers and hidden cards: the likelihood, in a given world,
//! of everything it has done in this round. The model is a seat that wants markers, knows its own cards and chooses
//! with some error. Which worlds are possible at all is decided in `view`.

use std::sync::LazyLock;

use karuta_engine::agent::Decision;
use karuta_engine::worlds::{Likelihood, LikelyWorlds, Weighting};
use karuta_engine::{Rng, Seat};

use crate::Hanamikoji;
use crate::cards::{CHARM, Cards, SUITS, Suit};
use crate::deal::Chance;
use crate::moves::{Action, each_choice, pairings};
use crate::rules::Style;
use crate::view::View;

const WEIGHTING: Weighting = Weighting { candidates: 1024, trust: 1.0, diversity: 0.0 };

/// Skill of the other seat, 0 being a random choice: the likelihood of a choice grows by e for every 1/CARE of the
/// value below that it gains. Kept low: against the thesis' simple agent, who has no such plan, 8 cost six points of
/// a hundred over uniform worlds.
const CARE: f64 = 1.0;

/// Worlds in proportion to how likely they make what the other seat has done.
pub fn likely() -> LikelyWorlds<Hanamikoji, Belief> {
    LikelyWorlds::new(Belief, WEIGHTING)
}

/// The likelihood of what the other seat has done in this round.
pub struct Belief;

impl Likelihood<Hanamikoji> for Belief {
    fn begin(&mut self, _: &Decision<'_, Hanamikoji>) -> bool {
        true
    }

    fn log(&mut self, decision: &Decision<'_, Hanamikoji>, world: &Hanamikoji) -> Option<f64> {
        Some(log_likelihood(decision.view, world))
    }

    fn redraw(&self, world: &mut Hanamikoji, rng: &mut Rng) {
        world.chance = Chance(rng.bits());
    }
}

/// The likelihood of what the other seat did, if `world` is the truth; comparable between worlds of one view.
pub fn likelihood(view: &View, world: &Hanamikoji) -> f64 {
    libm::exp(log_likelihood(view, world))
}

/// The logarithm of the same.
fn log_likelihood(view: &View, world: &Hanamikoji) -> f64 {
    let other = 1 - view.seat();
    let mut scene = Scene::new(world, other);
    let mut log = 0.0;
    for turn in 0..8u8 {
        let actor = (world.rules.starter(world.round) + usize::from(turn)) % 2;
        let plays = world.plays[actor];
        if turn / 2 >= plays.count() {
            break;
        }
        let action = plays.nth(turn / 2);
        let offers = world.offers[actor];
        let (offer, taken) = (offers.offered(action), offers.taken_of(action));
        // An offer of this seat's own that is not answered tells nothing, and one of the other seat's is
        // told by its cards alone.
        let is_answered = !taken.is_empty();
        if action.is_offer() && actor == other {
            log += scene.offered(action, offer, world.rules.style);
        }
        match (action, actor == other) {
            (Action::Secret, true) => log += scene.hid(world.aside[other].secret(), 1.0),
            (Action::Trade, true) => {
                log += scene.hid(world.aside[other].discards(), -1.0);
                scene.discard(world.aside[other].discards());
            }
            (Action::Gift | Action::Compete, false) if is_answered => {
                log += scene.answered(action, offer, taken, world.rules.style);
            }
            _ => {}
        }
        if action.is_offer() && is_answered {
            scene.settle(actor == other, offer, taken);
        }
    }
    log
}

/// The table as the other seat sees it, as far as this matters here: what it has or will score, and what
/// it sees on this side.
struct Scene {
    /// Cards of the other seat: its hand, secret and pile, as the world has them at the end. Which of
    /// them were drawn late is not known, so it is taken to have had them all along.
    own: Cards,
    /// Cards on this seat's side.
    rival: Cards,
    /// Owners of the markers: 0 nobody, 1 the other seat, 2 this one.
    owners: [usize; SUITS],
    /// Cards the other seat may choose from.
    hand: Cards,
}

impl Scene {
    fn new(world: &Hanamikoji, other: Seat) -> Scene {
        let laid = world.offers[other].all() + world.aside[other].cards();
        // Cards it took from offers came later than the deal; they are added when they are taken.
        let taken = match world.rules.style {
            Style::Hassan => world.offers[1 - other].taken(),
            Style::Official => Cards::NONE,
        };
        let had = laid + world.hands[other];
        let hand = if had.contains(taken) { had - taken } else { had };
        let owners = std::array::from_fn(|suit| match world.markers.owner(suit) {
            None => 0,
            Some(seat) if seat == other => 1,
            Some(_) => 2,
        });
        Scene { own: hand, rival: Cards::NONE, owners, hand }
    }

    /// Value of the other seat's position to itself, with these cards on either side.
    #[inline]
    fn worth(&self, own: Cards, rival: Cards) -> f64 {
        (0..SUITS as Suit).map(|suit| self.worth_of(suit, own.of(suit), rival.of(suit))).sum()
    }

    #[inline]
    fn worth_of(&self, suit: Suit, own: u8, rival: u8) -> f64 {
        let at = usize::from(suit);
        HOLDS.0[at][self.owners[at]][usize::from(own.min(5))][usize::from(rival.min(5))]
    }

    /// The log-likelihood of an answer: the other seat takes what leaves it best off.
    fn answered(&self, action: Action, offer: Cards, taken: Cards, style: Style) -> f64 {
        let mut sum = Softmax::default();
        let mut weigh = |cards: Cards| {
            sum.add(CARE * self.worth(self.own + cards, self.rival + (offer - cards)));
        };
        if action == Action::Compete && style == Style::Official {
            // The view does not remember the pairs, so every answer that was possible counts.
            weigh(taken);
            weigh(offer - taken);
        } else {
            each_choice(offer, action.taken(), &mut weigh);
        }
        CARE * self.worth(self.own + taken, self.rival + (offer - taken)) - sum.log()
    }

    /// The log-likelihood of offering these cards, of all the seat could have offered with this action.
    /// It expects the answer that hurts it most.
    fn offered(&self, action: Action, offer: Cards, style: Style) -> f64 {
        if !self.hand.contains(offer) {
            return 0.0;
        }
        let value = |cards: Cards| {
            let kept = self.own - cards;
            let mut worst = f64::INFINITY;
            if action == Action::Compete && style == Style::Official {
                // The best of its pairings, each by its worse answer.
                let best = pairings(cards)
                    .map(|mv| {
                        let (one, two) = mv.pairs();
                        let way = |own, rival| self.worth(kept + own, self.rival + rival);
                        way(one, two).min(way(two, one))
                    })
                    .fold(f64::NEG_INFINITY, f64::max);
                return best;
            }
            each_choice(cards, action.taken(), &mut |lost| {
                worst = worst.min(self.worth(kept + (cards - lost), self.rival + lost));
            });
            worst
        };
        let mut sum = Softmax::default();
        each_choice(self.hand, action.size(), &mut |cards| sum.add(CARE * value(cards)));
        CARE * value(offer) - sum.log()
    }

    /// The log-likelihood of hiding these cards: a secret is a card worth keeping (`sign` 1), a discard
    /// one that is not (-1). Each card counts by what its suit would lose without it.
    fn hid(&self, cards: Cards, sign: f64) -> f64 {
        let loss = |cards: Cards| {
            sign * (self.worth(self.own, self.rival) - self.worth(self.own - cards, self.rival))
        };
        if cards.is_empty() || !self.hand.contains(cards) {
            return 0.0;
        }
        let mut sum = Softmax::default();
        each_choice(self.hand, cards.len(), &mut |cards| sum.add(CARE * loss(cards)));
        CARE * loss(cards) - sum.log()
    }

    fn discard(&mut self, cards: Cards) {
        if self.own.contains(cards) {
            self.own -= cards;
        }
        if self.hand.contains(cards) {
            self.hand -= cards;
        }
    }

    /// An offer is shared out: what was not taken lies with whoever made it.
    fn settle(&mut self, is_others: bool, offer: Cards, taken: Cards) {
        if is_others {
            if self.own.contains(taken) {
                self.own -= taken;
            }
            if self.hand.contains(offer) {
                self.hand -= offer;
            }
            self.rival += taken;
        } else {
            self.own += taken;
            self.hand += taken;
            self.rival += offer - taken;
        }
    }
}

/// The logarithm of a sum of exponentials.
#[derive(Default)]
struct Softmax {
    top: Option<f64>,
    sum: f64,
}

impl Softmax {
    #[inline]
    fn add(&mut self, x: f64) {
        match self.top {
            Some(top) if x <= top => self.sum += libm::exp(x - top),
            Some(top) => {
                self.sum = self.sum * libm::exp(top - x) + 1.0;
                self.top = Some(x);
            }
            None => (self.top, self.sum) = (Some(x), 1.0),
        }
    }

    fn log(&self) -> f64 {
        self.top.unwrap_or(0.0) + libm::log(self.sum.max(f64::MIN_POSITIVE))
    }
}

/// By suit, holder of the marker, own and rival cards: how likely the seat is to hold the marker in the
/// end, less how likely the rival is, times what the marker is worth.
struct Holds([[[[f64; 6]; 6]; 3]; SUITS]);

/// Each card that is not on the table yet comes to either seat or to nobody.
const COMES: [f64; 3] = [0.4, 0.4, 0.2];

static HOLDS: LazyLock<Holds> = LazyLock::new(|| {
    let mut holds = Holds([[[[0.0; 6]; 6]; 3]; SUITS]);
    for (by_owner, charm) in holds.0.iter_mut().zip(CHARM) {
        // A quarter of the markers that win, and its share of the charm that wins.
        let weight = 0.25 + f64::from(charm) / 11.0;
        for (owner, by_own) in by_owner.iter_mut().enumerate() {
            for (own, by_rival) in by_own.iter_mut().enumerate() {
                for (rival, worth) in by_rival.iter_mut().enumerate() {
                    let left = usize::from(charm).saturating_sub(own + rival);
                    *worth = weight * lead(own, rival, left, owner);
                }
            }
        }
    }
    holds
});

fn lead(own: usize, rival: usize, left: usize, owner: usize) -> f64 {
    if left > 0 {
        let [mine, theirs, nobodys] = COMES;
        return mine * lead(own + 1, rival, left - 1, owner)
            + theirs * lead(own, rival + 1, left - 1, owner)
            + nobodys * lead(own, rival, left - 1, owner);
    }
    match own.cmp(&rival) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => [0.0, 1.0, -1.0][owner],
    }
}

#[cfg(test)]
mod tests;
