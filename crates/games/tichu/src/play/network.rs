//! The policy net of Tichu: plays by a small net that was taught by self-play. Knows the inputs of `features::inputs`;
//! calls, exchange, wish and gift are made by rule.

use std::sync::LazyLock;

use karuta_engine::Rng;
use karuta_engine::playout::Policy;
use karuta_playable::policy_net::{Network, odds};
use karuta_playable::weights;

use crate::Tichu;
use crate::moves::Move;
use crate::play::features::inputs::{COUNT, GivenUp, Inputs};
use crate::play::softmax::{Turn, made, turn};

/// The net that comes with the program.
pub fn shipped() -> &'static Network {
    static SHIPPED: LazyLock<Network> =
        LazyLock::new(|| Network::read_trimmed(COUNT, include_bytes!("network/play.bin")));
    &SHIPPED
}

/// A policy that asks a net, with room to work in.
pub struct NetPolicy {
    net: &'static Network,
    odds: Vec<f32>,
    /// True if it plays what is likeliest instead of drawing.
    greedy: bool,
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

    /// The odds of the listed plays, then those of passing if that is a choice; their sum.
    #[inline]
    fn weigh(&mut self, state: &Tichu, pass: Option<Move>, buf: &mut Vec<Move>) -> f32 {
        let inputs = Inputs::of(state);
        let mut begun = self.net.begin();
        inputs.shared(|input| begun.add(input));
        let mut given_up = GivenUp::default();
        self.odds.clear();
        for &mv in buf.iter() {
            let Some(kind) = mv.kind() else { continue };
            let mut units = begun;
            inputs.play(mv, kind, &mut given_up, |input| units.add(input));
            self.odds.push(units.score());
        }
        if let Some(pass) = pass {
            let mut units = begun;
            inputs.pass(&given_up, |input| units.add(input));
            self.odds.push(units.score());
            buf.push(pass);
        }
        odds(&mut self.odds)
    }
}

impl NetPolicy {
    /// Probability that the seat to move makes this move, which may be one the policy never makes.
    pub fn chance(&mut self, state: &Tichu, mv: Move, buf: &mut Vec<Move>) -> f32 {
        match turn(state, buf) {
            Turn::Only(only) => f32::from(u8::from(only == mv)),
            Turn::Choice { pass } => {
                let sum = self.weigh(state, pass, buf);
                buf.iter().position(|&other| other == mv).map_or(0.0, |at| self.odds[at] / sum)
            }
        }
    }
}

impl Policy<Tichu> for NetPolicy {
    #[inline]
    fn pick(&mut self, state: &Tichu, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let sum = match turn(state, buf) {
            Turn::Only(mv) => return mv,
            Turn::Choice { pass } => self.weigh(state, pass, buf),
        };
        made(state, buf[weights::pick(&self.odds, sum, self.greedy, rng)])
    }
}

#[cfg(test)]
mod tests;
