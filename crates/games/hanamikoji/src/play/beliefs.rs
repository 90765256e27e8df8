//! Beliefs about the other hand by the policy net: worlds in which the other seat would have done what it did are
//! likelier. Which worlds are possible at all is decided in `view`.

use std::cell::RefCell;

use karuta_engine::agent::Decision;
use karuta_engine::worlds::{Likelihood, LikelyWorlds, Weighting};
use karuta_engine::{Rng, Seat};

use crate::Hanamikoji;
use crate::deal::Chance;
use crate::moves::Move;
use crate::play::network::{NetPolicy, Nets};
use crate::play::recall::each_decision;
use crate::view::View;

const WEIGHTING: Weighting = Weighting { candidates: 512, trust: 1.0, diversity: 0.0 };

/// The part of choices that no model foresees: the other seat may be of another kind than the net.
const SURPRISE: f64 = 0.2;

/// Worlds in proportion to how likely they make what the other seat has done, if it plays as the net.
pub fn likely() -> LikelyWorlds<Hanamikoji, Belief> {
    LikelyWorlds::new(Belief::new(), WEIGHTING)
}

/// The likelihood of what the other seat of a view has done, if `world` is the truth; comparable between worlds of one
/// view.
pub fn likelihood(view: &View, world: &Hanamikoji) -> f64 {
    thread_local! {
        // Listed worlds are many, and the net's room to work in is not made for each of them.
        static BELIEF: RefCell<Belief> = RefCell::new(Belief::new());
    }
    BELIEF.with_borrow_mut(|belief| libm::exp(belief.log_of(world, 1 - view.seat())))
}

/// The likelihood of what the other seat has done in this round, by the net.
pub struct Belief {
    net: NetPolicy,
    legal: Vec<Move>,
}

impl Belief {
    fn new() -> Belief {
        Belief { net: NetPolicy::new(Nets::shipped()), legal: Vec::with_capacity(256) }
    }

    /// The logarithm of the likelihood of all that a seat has done.
    fn log_of(&mut self, world: &Hanamikoji, seat: Seat) -> f64 {
        let Belief { net, legal } = self;
        // The seed of a world is drawn, so it serves for what else has to be drawn.
        let mut rng = Rng::new(world.chance.0);
        let mut log = 0.0;
        each_decision(world, seat, &mut rng, |state, mv| {
            legal.clear();
            state.list_moves(legal);
            if legal.len() > 1 {
                let found = net.probability(state, legal, mv);
                log += libm::log(SURPRISE / legal.len() as f64 + (1.0 - SURPRISE) * found);
            }
        });
        log
    }
}

impl Likelihood<Hanamikoji> for Belief {
    fn begin(&mut self, decision: &Decision<'_, Hanamikoji>) -> bool {
        // Nothing has been done yet, or nothing is hidden.
        let other = 1 - decision.view.seat();
        decision.view.other_hand().is_none() && decision.view.has_acted(other)
    }

    fn log(&mut self, decision: &Decision<'_, Hanamikoji>, world: &Hanamikoji) -> Option<f64> {
        Some(self.log_of(world, 1 - decision.view.seat()))
    }

    fn redraw(&self, world: &mut Hanamikoji, rng: &mut Rng) {
        world.chance = Chance(rng.bits());
    }
}

#[cfg(test)]
mod tests;
