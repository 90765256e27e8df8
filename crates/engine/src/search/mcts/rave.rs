//! All moves as first (AMAF): a move made anywhere in an iteration counts for the children that could have made it
//! first. Knows counts and means, not trees.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use crate::bandit::Prepared;
use crate::game::Seat;
use crate::hasher::Multiply;
use crate::playout::Trace;

/// A child with what AMAF counts for it.
#[derive(Clone, Copy, Debug)]
pub struct AmafArm {
    /// The number of times it was tried.
    pub visits: u32,
    /// The mean of its own payoffs; nothing is read of a child that was never tried.
    pub mean: f64,
    /// The number of times its move was made later.
    pub amaf_visits: u32,
    /// The mean of those payoffs; nothing is read if there are none.
    pub amaf_mean: f64,
}

/// A way to make use of AMAF.
pub trait AmafRule<M>: Send {
    /// The value of a child of a node visited `parent` times; `untried` where nothing at all is known of it.
    fn value(&self, arm: AmafArm, parent: u32, bandit: Prepared, untried: f64) -> f64;

    /// The claim that a child of this value is taken without a look at the others.
    fn is_enough(&self, value: f64) -> bool {
        let _ = value;
        false
    }

    /// Changes the moves of a playout into those that are to count, and says whether a move counts as often as it
    /// was made; otherwise it counts once.
    fn read(&self, playout: &mut Trace<M>) -> bool {
        let _ = playout;
        false
    }
}

/// MC-RAVE after Gelly and Silver. AMAF weighs n' / (n + n' + 4 n n' b^2), with n own and n' AMAF visits, against
/// the mean alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rave {
    /// Their b, the supposed bias of AMAF.
    pub bias: f64,
}

impl<M> AmafRule<M> for Rave {
    fn value(&self, arm: AmafArm, _: u32, bandit: Prepared, untried: f64) -> f64 {
        if arm.visits == 0 {
            // AMAF is what ranks untried moves: that is its point. They explore as if tried once.
            return if arm.amaf_visits == 0 { untried } else { arm.amaf_mean + bandit.bound(0.0, 1) };
        }
        let (own, other) = (f64::from(arm.visits), f64::from(arm.amaf_visits));
        let weight = other / (own + other + 4.0 * own * other * self.bias * self.bias);
        let explore = bandit.bound(arm.mean, arm.visits) - arm.mean;
        let amaf = if arm.amaf_visits == 0 { 0.0 } else { arm.amaf_mean };
        weight * amaf + (1.0 - weight) * arm.mean + explore
    }
}

/// The number of times each move was made, for one iteration at a time.
#[derive(Debug)]
pub(super) struct Marks<M> {
    // Looked up by key only, never iterated, so its order decides nothing.
    times: HashMap<(Seat, M), u32, BuildHasherDefault<Multiply>>,
}

impl<M> Default for Marks<M> {
    fn default() -> Self {
        Marks { times: HashMap::default() }
    }
}

impl<M: Copy + Eq + Hash> Marks<M> {
    pub fn clear(&mut self) {
        self.times.clear();
    }

    /// Marks a move, as often as it was made where they count `repeated`.
    pub fn add(&mut self, made: (Seat, M), repeated: bool) {
        let times = self.times.entry(made).or_insert(0);
        *times = if repeated { *times + 1 } else { 1 };
    }

    pub fn times(&self, made: (Seat, M)) -> u32 {
        self.times.get(&made).copied().unwrap_or(0)
    }
}
