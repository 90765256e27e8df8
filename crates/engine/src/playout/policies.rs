//! Policies that need to know nothing about the game.

use super::{Playout, Policy, Round, Trace};
use crate::agent::{Agent, Decision};
use crate::game::{Game, Seat};
use crate::rng::Rng;
use crate::stop::Stop;

/// Every legal move is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn pick(&mut self, state: &G, buf: &mut Vec<G::Move>, rng: &mut Rng) -> G::Move {
        state.random_move(buf, rng)
    }
}

/// Playouts in which an agent is asked at every step, through the view of the seat to move: the
/// recursive playouts of the Hanamikoji thesis. Agents of all seats share one instance, so it must
/// not remember earlier decisions.
pub struct ByAgent<G: Game> {
    agent: Box<dyn Agent<G>>,
    look: fn(&G, Seat) -> G::View,
    round: Option<Round<G>>,
    history: Trace<G::Move>,
    legal: Vec<G::Move>,
    stop: Stop,
}

impl<G: Game> ByAgent<G> {
    /// Playouts by `agent`.
    pub fn new(agent: Box<dyn Agent<G>>) -> Self {
        ByAgent {
            agent,
            look: G::view,
            round: None,
            history: Trace::new(),
            legal: Vec::new(),
            stop: Stop::never(),
        }
    }

    /// The same, the agent being shown what `look` shows instead of its view.
    pub fn seeing(mut self, look: Option<fn(&G, Seat) -> G::View>) -> Self {
        self.look = look.unwrap_or(G::view);
        self
    }

    /// The same, stopping with the round.
    pub fn within(mut self, round: Option<Round<G>>) -> Self {
        self.round = round;
        self
    }

    /// Whether a playout that began in `first` goes on from here.
    fn goes_on(&self, state: &G, first: u32) -> bool {
        self.round.is_none_or(|round| round(state) == first)
    }

    /// Makes the agent's move, or any once the search was stopped: a playout that ends soon and by the rules
    /// is worth more than one cut off.
    fn step(&mut self, state: &mut G, seat: Seat, rng: &mut Rng) -> G::Move {
        let mv = if self.stop.is_raised() {
            state.random_move(&mut self.legal, rng)
        } else {
            self.legal.clear();
            state.moves(&mut self.legal);
            let view = (self.look)(state, seat);
            let decision = Decision::new(seat, &view, &self.legal, &self.history).until(&self.stop);
            self.agent.choose(&decision, rng).mv
        };
        state.apply(mv);
        mv
    }
}

impl<G: Game> Playout<G> for ByAgent<G> {
    fn begin(&mut self, decision: &Decision<'_, G>, _: &G) {
        self.stop = decision.stop.clone();
    }

    fn run(&mut self, state: &mut G, limit: u32, rng: &mut Rng) -> u32 {
        let first = self.round.map_or(0, |round| round(state));
        let mut plies = 0;
        while plies < limit
            && self.goes_on(state, first)
            && let Some(seat) = state.turn()
        {
            self.step(state, seat, rng);
            plies += 1;
        }
        plies
    }

    fn run_traced(&mut self, state: &mut G, limit: u32, trace: &mut Trace<G::Move>, rng: &mut Rng) -> u32 {
        let first = self.round.map_or(0, |round| round(state));
        let mut plies = 0;
        while plies < limit
            && self.goes_on(state, first)
            && let Some(seat) = state.turn()
        {
            let mv = self.step(state, seat, rng);
            trace.push((seat, mv));
            plies += 1;
        }
        plies
    }
}
