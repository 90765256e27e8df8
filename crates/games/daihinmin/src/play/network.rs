//! The policy net of Daihinmin: plays and gifts by a small net that was taught by self-play. Knows the features of
//! `remainder`, which are its inputs.

use karuta_engine::Rng;
use karuta_engine::playout::Policy;
use karuta_playable::policy_net::{Network, Units, odds};
use karuta_playable::weights;

use crate::Daihinmin;
use crate::moves::Move;
use crate::play::remainder::{self, Sink};

/// A policy that asks a net, with room to work in.
pub struct NetPolicy {
    net: &'static Network,
    odds: Vec<f32>,
    /// True if it plays what is likeliest instead of drawing.
    greedy: bool,
}

/// Scores of moves, one after the other.
struct Scores<'a> {
    begun: Units<'a>,
    units: Units<'a>,
    scores: &'a mut Vec<f32>,
}

impl Sink for Scores<'_> {
    #[inline]
    fn take(&mut self, feature: usize) {
        self.units.add(feature);
    }

    #[inline]
    fn end(&mut self) {
        self.scores.push(self.units.score());
        self.units = self.begun;
    }
}

impl NetPolicy {
    /// The policy of a net.
    pub fn new(net: &'static Network) -> NetPolicy {
        NetPolicy { net, odds: Vec::with_capacity(64), greedy: false }
    }

    /// The same policy playing what is likeliest.
    pub fn greedy(net: &'static Network) -> NetPolicy {
        NetPolicy { greedy: true, ..NetPolicy::new(net) }
    }
}

impl Policy<Daihinmin> for NetPolicy {
    #[inline]
    fn pick(&mut self, state: &Daihinmin, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        self.odds.clear();
        let begun = self.net.begin();
        let mut scores = Scores { begun, units: begun, scores: &mut self.odds };
        if let Some(only) = remainder::weigh(state, buf, &mut scores) {
            return only;
        }
        let sum = odds(&mut self.odds);
        buf[weights::pick(&self.odds, sum, self.greedy, rng)]
    }
}

#[cfg(test)]
mod tests;
