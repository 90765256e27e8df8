//! Exposure: what a best response takes from a player in an ending. The player is asked what it does wherever it could
//! be asked, and its answers are a strategy like any other. Knows strategies and endings, no agents.

use super::endings::Endings;
use super::solve::{Solver, Strategy};
use crate::game::{Game, Seat};

/// The result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exposure {
    /// The payoff of seat 0 if both seats are played by the player.
    pub payoff: f64,
    /// The payoff of each seat if it answered the player, who has the other one, as well as possible.
    pub responses: [f64; 2],
    /// The payoff of seat 0 if both seats play the equilibrium that was found, and what is missing from it: what both
    /// could still gain together.
    pub equilibrium: (f64, f64),
    /// Situations in which the player was asked.
    pub asked: usize,
}

impl Exposure {
    /// The gain of a seat by the best response, beyond what the player itself would have in its place.
    pub fn gain(&self, seat: Seat) -> f64 {
        let own = if seat == 0 { self.payoff } else { 1.0 - self.payoff };
        self.responses[seat] - own
    }
}

/// Measures a player in the ending that begins with a decision; `None` where it is too large. The player gets a seat,
/// its view and the legal moves, of which there are at least two, and adds to the weight of those that it chooses.
pub fn exposure<G: Game>(
    endings: &Endings<G>,
    view: &G::View,
    seat: Seat,
    iterations: u64,
    player: &mut dyn FnMut(Seat, &G::View, &[G::Move], &mut [f64]),
) -> Option<Exposure> {
    let (_, tree, met) = endings.tree(view, seat)?;
    let mut chances = vec![0.0; tree.moves];
    let (mut legal, mut asked) = (Vec::new(), 0);
    for (set, state) in tree.sets.iter().zip(&met) {
        legal.clear();
        state.moves(&mut legal);
        let weights = &mut chances[set.range()];
        match legal.len() {
            1 => weights[0] = 1.0,
            _ => {
                player(set.seat, &state.view(set.seat), &legal, weights);
                asked += 1;
            }
        }
        let total: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= total);
    }
    let strategy = Strategy::new(&tree, chances);
    let mut solver = Solver::new(&tree);
    (0..iterations).for_each(|_| solver.improve());
    let solved = solver.strategy();
    let gap = solved.best_response(0) + solved.best_response(1) - 1.0;
    Some(Exposure {
        payoff: strategy.payoff(),
        responses: [0, 1].map(|seat| strategy.best_response(seat)),
        equilibrium: (solved.payoff(), gap),
        asked,
    })
}
