//! Playing a position on to its end. A [`Policy`] is one step, a [`Playout`] a whole game.
//!
//! A search holds a `Box<dyn Playout>` and crosses it once per iteration; inside, the policy is a
//! type, so its steps are compiled together with the game's.

mod leaves;
mod policies;
mod quiescence;
mod replies;
mod value_cutoff;

pub use leaves::{Leaves, RoundNumber};
pub use policies::{ByAgent, Uniform};
pub use quiescence::QuiescencePlayout;
pub use replies::{Replies, ReplyRule};
pub use value_cutoff::{PositionValue, ValueCutoff};

use crate::agent::{Agent, Basis, Choice, Decision};
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

    /// Appends the probability of every one of these moves, all there are in this position, and returns true; a policy
    /// that does not know them returns false.
    fn probabilities(&mut self, state: &G, moves: &[G::Move], out: &mut Vec<f64>) -> bool {
        let _ = (state, moves, out);
        false
    }
}

/// Plays a position on.
pub trait Playout<G: Game>: Send {
    /// Plays until the game is over or `limit` plies are made; returns the plies made.
    fn run(&mut self, state: &mut G, limit: u32, rng: &mut Rng) -> u32;

    /// Like [`Playout::run`], appending every move to `trace`.
    fn run_traced(&mut self, state: &mut G, limit: u32, trace: &mut Trace<G::Move>, rng: &mut Rng) -> u32;

    /// Called before the first run of every decision, with a world that fits it.
    fn begin(&mut self, decision: &Decision<'_, G>, root: &G) {
        let _ = (decision, root);
    }

    /// Told the whole line of an iteration (tree and playout) and its result. Memories learn here. Searches
    /// that keep no lines tell it an empty one.
    fn learn(&mut self, trace: &Trace<G::Move>, scores: &Scores) {
        let _ = (trace, scores);
    }

    /// Shown every move of the search before it is made, where [`Playout::learns`]; a run sees its own.
    fn watch(&mut self, state: &G, seat: Seat, mv: G::Move) {
        let _ = (state, seat, mv);
    }

    /// True if [`Playout::learn`] wants to be called, which costs a trace.
    fn learns(&self) -> bool {
        false
    }

    /// The probabilities of moves, where the policy knows them; see [`Policy::probabilities`].
    fn probabilities(&mut self, state: &G, moves: &[G::Move], out: &mut Vec<f64>) -> bool {
        let _ = (state, moves, out);
        false
    }

    /// The result of the last run, where a playout searches: better than a look at where it stopped.
    fn found(&self) -> Option<Found> {
        None
    }
}

/// The result of a playout that searches or values positions, about the position it started from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    /// This seat wins for certain, in a game of two.
    Won(Seat),
    /// So many points for seat 0, in a game of two.
    Points(i32),
    /// The expected payoffs of all seats.
    Payoffs(Scores),
}

impl Found {
    /// From the value of a search for `seat`, of which everything from `proven` on is certain.
    fn of(seat: Seat, value: i32, proven: i32) -> Found {
        if value >= proven {
            Found::Won(seat)
        } else if value <= -proven {
            Found::Won(1 - seat)
        } else {
            Found::Points(if seat == 0 { value } else { -value })
        }
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

    fn probabilities(&mut self, state: &G, moves: &[G::Move], out: &mut Vec<f64>) -> bool {
        self.policy.probabilities(state, moves, out)
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
        Choice::unranked(mv, decision.legal, Basis::Policy)
    }
}
