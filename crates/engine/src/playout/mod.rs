//! Playing a position on to its end. A [`Policy`] is one step, a [`Playout`] a whole game.
//!
//! A search holds a `Box<dyn Playout>` and crosses it once per iteration; inside, the policy is a
//! type, so its steps are compiled together with the game's.

mod leaves;
mod policies;
mod settle;

pub use leaves::{Leaves, Round};
pub use policies::{ByAgent, Uniform};
pub use settle::Settle;

use crate::agent::{Agent, Choice, Decision};
use crate::game::{Game, Scores, Seat};
use crate::rng::Rng;

/// The moves of a playout with who made them, oldest first.
pub type Trace<M> = Vec<(Seat, M)>;

/// One step of a playout.
pub trait Policy<G: Game>: Send {
    /// A legal move for the seat to move. `buf` is scratch space.
    fn pick(&mut self, state: &G, buf: &mut Vec<G::Move>, rng: &mut Rng) -> G::Move;

    /// Called before the first step of every playout.
    fn begin(&mut self, state: &G) {
        let _ = state;
    }
}

/// Plays a position on.
pub trait Playout<G: Game>: Send {
    /// Plays until the game is over or `limit` plies are made; returns the plies made.
    fn run(&mut self, state: &mut G, limit: u32, rng: &mut Rng) -> u32;

    /// Like [`Playout::run`], appending every move to `trace`.
    fn run_traced(&mut self, state: &mut G, limit: u32, trace: &mut Trace<G::Move>, rng: &mut Rng) -> u32;

    /// Told the whole line of an iteration (tree and playout) and its result. Memories learn here.
    fn learn(&mut self, trace: &Trace<G::Move>, scores: &Scores) {
        let _ = (trace, scores);
    }

    /// Whether [`Playout::learn`] wants to be called, which costs a trace.
    fn learns(&self) -> bool {
        false
    }

    /// Whether a game this playout sees won is won for certain, because neither seat had better.
    fn proves(&self) -> bool {
        false
    }

    /// Told, before a run, below which points a seat's result is of no interest, so that a playout which
    /// searches need not find out by how much. Holds until told otherwise.
    fn narrow(&mut self, floor: Option<(Seat, i32)>) {
        let _ = floor;
    }

    /// The points for a seat that the last run came to, where a playout counts any.
    fn points(&self, seat: Seat) -> Option<i32> {
        let _ = seat;
        None
    }
}

/// A playout in which one policy moves for every seat.
pub struct ByPolicy<G: Game, P> {
    policy: P,
    buf: Vec<G::Move>,
}

impl<G: Game, P: Policy<G>> ByPolicy<G, P> {
    /// Playouts by `policy`.
    pub fn new(policy: P) -> Self {
        ByPolicy { policy, buf: Vec::with_capacity(64) }
    }
}

impl<G: Game, P: Policy<G>> Playout<G> for ByPolicy<G, P> {
    fn run(&mut self, state: &mut G, limit: u32, rng: &mut Rng) -> u32 {
        self.policy.begin(state);
        let mut plies = 0;
        while plies < limit && state.turn().is_some() {
            let mv = self.policy.pick(state, &mut self.buf, rng);
            state.apply(mv);
            plies += 1;
        }
        plies
    }

    fn run_traced(&mut self, state: &mut G, limit: u32, trace: &mut Trace<G::Move>, rng: &mut Rng) -> u32 {
        self.policy.begin(state);
        let mut plies = 0;
        while plies < limit
            && let Some(seat) = state.turn()
        {
            let mv = self.policy.pick(state, &mut self.buf, rng);
            trace.push((seat, mv));
            state.apply(mv);
            plies += 1;
        }
        plies
    }
}

/// A policy asked for decisions: it samples a world from what the seat knows and picks there.
pub struct PolicyAgent<G: Game, P> {
    policy: P,
    buf: Vec<G::Move>,
}

impl<G: Game, P: Policy<G>> PolicyAgent<G, P> {
    /// The agent that plays as `policy` does.
    pub fn new(policy: P) -> Self {
        PolicyAgent { policy, buf: Vec::new() }
    }
}

impl<G: Game, P: Policy<G>> Agent<G> for PolicyAgent<G, P> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let world = G::sample(decision.view, rng);
        self.policy.begin(&world);
        let mv = self.policy.pick(&world, &mut self.buf, rng);
        self.buf.clear();
        world.moves(&mut self.buf);
        Choice::blind(mv, &self.buf)
    }
}
