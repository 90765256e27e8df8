//! Policies that need to know nothing about the game.

use super::{Playout, Policy, RoundNumber, Trace};
use crate::agent::{Agent, Decision};
use crate::game::{Game, MAX_SEATS, Scores, Seat};
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

/// Playouts in which an agent is asked at every step, through the view of the seat to move and with the history
/// that this seat would have: the recursive playouts of Hassan's thesis. Agents of all seats share one
/// instance, so it must not remember earlier decisions.
pub struct ByAgent<G: Game> {
    agent: Box<dyn Agent<G>>,
    look: fn(&G, Seat) -> G::View,
    round: Option<RoundNumber<G>>,
    histories: Histories<G::Move>,
    legal: Vec<G::Move>,
    stop: Stop,
}

/// The moves every seat has observed: up to the decision that is searched, and on the line that is being played.
struct Histories<M> {
    seats: [Trace<M>; MAX_SEATS],
    /// The length of each before the decision.
    known: [usize; MAX_SEATS],
}

impl<M: Copy> Histories<M> {
    fn new() -> Self {
        Histories { seats: std::array::from_fn(|_| Trace::new()), known: [0; MAX_SEATS] }
    }

    /// Begins with what the searching seat has observed. What it did itself the others observe as they would
    /// observe it at the root; what others hid from it stays hidden from everybody.
    fn begin<G: Game<Move = M>>(&mut self, decision: &Decision<'_, G>, root: &G) {
        for (by, history) in self.seats.iter_mut().enumerate().take(G::SEATS) {
            history.clear();
            for &(mover, mv) in decision.history {
                let is_own = mover == decision.seat && by != mover;
                let seen = if is_own { root.observe(mv, by) } else { Some(mv) };
                history.extend(seen.map(|seen| (mover, seen)));
            }
            self.known[by] = history.len();
        }
    }

    /// Every seat observes a move before it is made.
    fn observe<G: Game<Move = M>>(&mut self, state: &G, mover: Seat, mv: M) {
        for (by, history) in self.seats.iter_mut().enumerate().take(G::SEATS) {
            history.extend(state.observe(mv, by).map(|seen| (mover, seen)));
        }
    }

    /// Back to the decision.
    fn end_line(&mut self) {
        for (history, &known) in self.seats.iter_mut().zip(&self.known) {
            history.truncate(known);
        }
    }
}

impl<G: Game> ByAgent<G> {
    /// Playouts by `agent`.
    pub fn new(agent: Box<dyn Agent<G>>) -> Self {
        ByAgent {
            agent,
            look: G::view,
            round: None,
            histories: Histories::new(),
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
    pub fn within(mut self, round: Option<RoundNumber<G>>) -> Self {
        self.round = round;
        self
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
            let history = &self.histories.seats[seat];
            let decision = Decision::new(seat, &view, &self.legal, history).until(&self.stop);
            self.agent.choose(&decision, rng).mv
        };
        self.histories.observe(state, seat, mv);
        state.apply(mv);
        mv
    }

    /// Plays on, telling `made` of every move.
    fn play_on(
        &mut self,
        state: &mut G,
        limit: u32,
        rng: &mut Rng,
        mut made: impl FnMut(Seat, G::Move),
    ) -> u32 {
        let first = self.round.map_or(0, |round| round(state));
        let mut plies = 0;
        while plies < limit
            && self.round.is_none_or(|round| round(state) == first)
            && let Some(seat) = state.turn()
        {
            made(seat, self.step(state, seat, rng));
            plies += 1;
        }
        self.histories.end_line();
        plies
    }
}

impl<G: Game> Playout<G> for ByAgent<G> {
    fn begin(&mut self, decision: &Decision<'_, G>, root: &G) {
        self.stop = decision.stop.clone();
        self.histories.begin(decision, root);
    }

    fn run(&mut self, state: &mut G, limit: u32, rng: &mut Rng) -> u32 {
        self.play_on(state, limit, rng, |_, _| ())
    }

    fn run_traced(&mut self, state: &mut G, limit: u32, trace: &mut Trace<G::Move>, rng: &mut Rng) -> u32 {
        self.play_on(state, limit, rng, |seat, mv| trace.push((seat, mv)))
    }

    fn watch(&mut self, state: &G, seat: Seat, mv: G::Move) {
        self.histories.observe(state, seat, mv);
    }

    /// A line may end in the tree without a run.
    fn learn(&mut self, _: &Trace<G::Move>, _: &Scores) {
        self.histories.end_line();
    }

    fn learns(&self) -> bool {
        true
    }
}
