//! A playout that is a deep search: the position is judged by what alpha-beta makes of it, and nothing is
//! played. Leaves of one tree resemble each other, so they share a transposition table.

use super::{Found, Playout, Trace};
use crate::agent::Decision;
use crate::evaluation::Knowledge;
use crate::game::{Game, Seat};
use crate::rng::Rng;
use crate::search::alphabeta::{AlphaBeta, Config, PROVEN};
use crate::stop::Stop;

/// Searches from where it is asked to play on.
pub struct Probe<G: Game> {
    search: AlphaBeta<G>,
    stop: Stop,
    found: Option<Found>,
}

impl<G: Game> Probe<G> {
    /// Searches as `config` says.
    pub fn new(knowledge: Knowledge<G>, config: Config) -> Self {
        Probe { search: AlphaBeta::new(knowledge, config), stop: Stop::never(), found: None }
    }
}

impl<G: Game> Playout<G> for Probe<G> {
    fn run(&mut self, state: &mut G, _: u32, _: &mut Rng) -> u32 {
        let value = |seat: Seat| Found::of(seat, self.search.value(state, &self.stop), PROVEN + 1);
        self.found = state.turn().map(value);
        0
    }

    fn run_traced(&mut self, state: &mut G, limit: u32, _: &mut Trace<G::Move>, rng: &mut Rng) -> u32 {
        self.run(state, limit, rng)
    }

    /// A search must not depend on the decisions before it.
    fn begin(&mut self, decision: &Decision<'_, G>, _: &G) {
        self.search.forget();
        self.stop = decision.stop.clone();
    }

    fn found(&self) -> Option<Found> {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::alphabeta::Limit;
    use crate::toys::Tree;

    #[test]
    fn a_win_that_is_seen_is_certain() {
        let knowledge = Knowledge {
            evaluate: |_, _| 7,
            scale: 100.0,
            key: Tree::key,
            urgency: |_, _, out| out.fill(0),
            noisy: |_, _| {},
            winning: |_| None,
        };
        let look = |text: &'static str, depth: u32| {
            let mut probe = Probe::new(knowledge, Config::new(Limit::Depth(depth)));
            let mut state = Tree::parse(text);
            assert_eq!(probe.run(&mut state, 0, &mut Rng::new(1)), 0);
            probe.found()
        };
        // Seat 0 wins with the second branch, whatever the answer; one ply is not enough to see it.
        assert_eq!(look("((01)((11)1))", 4), Some(Found::Won(0)));
        assert_eq!(look("((00)(10))", 4), Some(Found::Won(1)));
        assert!(matches!(look("((01)((11)1))", 1), Some(Found::Points(_))));
    }
}
