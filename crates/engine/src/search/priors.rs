//! Priors: how promising moves look before any of them is tried. Knows who is asked, not what a search makes of
//! the answer.

use crate::game::Game;
use crate::playout::{Playout, Trace};
use crate::rng::Rng;

/// The source of the priors of a search.
pub enum Priors<G: Game> {
    /// All moves look the same.
    Uniform,
    /// The policy that this playout follows.
    Policy(Box<dyn Playout<G>>),
    /// The opinions of the agent that advises the search, about the moves of the root. Below it all moves look the
    /// same.
    Advice,
}

/// Picks of a policy from which its probabilities are estimated. More would cost more than a playout.
const PICKS: u32 = 16;

/// Tries that every move is thought to have had, so that none is ruled out.
const PSEUDOCOUNT: f64 = 0.5;

/// The part of the priors that all moves share evenly where a policy knows its probabilities, so that none is ruled out.
const EVEN: f64 = 0.1;

/// The difference of expected payoffs at which an advisor's opinion makes a move e times as promising.
const TEMPERATURE: f64 = 0.1;

impl<G: Game> Priors<G> {
    /// The priors of moves of a position, in their order, appended to `out`; they add up to 1.
    pub fn of(&mut self, state: &G, moves: &[G::Move], out: &mut Vec<f64>, rng: &mut Rng) {
        let Priors::Policy(policy) = self else {
            out.extend(moves.iter().map(|_| 1.0 / moves.len() as f64));
            return;
        };
        let first = out.len();
        if policy.probabilities(state, moves, out) {
            let even = EVEN / moves.len() as f64;
            out[first..].iter_mut().for_each(|prior| *prior = (1.0 - EVEN) * *prior + even);
            return;
        }
        out.extend(moves.iter().map(|_| PSEUDOCOUNT));
        let mut trace = Trace::new();
        for _ in 0..PICKS {
            trace.clear();
            policy.run_traced(&mut { *state }, 1, &mut trace, rng);
            if let Some(at) = trace.first().and_then(|&(_, picked)| moves.iter().position(|&mv| mv == picked))
            {
                out[first + at] += 1.0;
            }
        }
        let sum: f64 = out[first..].iter().sum();
        out[first..].iter_mut().for_each(|prior| *prior /= sum);
    }
}

/// Priors from the payoffs that somebody expects of moves, by a softmax.
pub fn of_opinions(opinions: &[f64]) -> Vec<f64> {
    let best = opinions.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> =
        opinions.iter().map(|&opinion| libm::exp((opinion - best) / TEMPERATURE)).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}
