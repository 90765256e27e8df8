//! The RAVE of Schulz's thesis on Onitama, as his program has it. Knows counts and a rewriting of moves that the
//! game provides.

use crate::bandit::Prepared;
use crate::playout::Trace;
use crate::search::mcts::rave::{AmafArm, AmafRule};

/// Rewrites the moves of a playout into those that the program believed were made.
pub type Rewrite<M> = fn(&mut Trace<M>);

/// The weight of AMAF falls in a straight line with the visits of the *parent* and is nought from `bias` on. It
/// blends AMAF with the whole bound, exploration included.
#[derive(Clone, Copy, Debug)]
pub struct LinearRave<M> {
    /// Parent visits at which AMAF stops counting.
    pub bias: f64,
    /// A child valued above this is taken at once, in the tree and in the end; infinite for never.
    pub early: f64,
    /// The moves as the program remembered them, each of which then counts as often as it occurs; `None` for the
    /// moves as they were made, each counted once.
    pub rewrite: Option<Rewrite<M>>,
}

impl<M> AmafRule<M> for LinearRave<M> {
    fn value(&self, arm: AmafArm, parent: u32, bandit: Prepared, untried: f64) -> f64 {
        if arm.visits == 0 {
            return untried;
        }
        let bound = bandit.bound(arm.mean, arm.visits);
        if arm.amaf_visits == 0 {
            return bound;
        }
        let weight = ((self.bias - f64::from(parent)) / self.bias).max(0.0);
        weight * arm.amaf_mean + (1.0 - weight) * bound
    }

    fn is_enough(&self, value: f64) -> bool {
        value > self.early
    }

    fn read(&self, playout: &mut Trace<M>) -> bool {
        if let Some(rewrite) = self.rewrite {
            rewrite(playout);
        }
        self.rewrite.is_some()
    }
}
