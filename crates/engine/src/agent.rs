//! `Agent`: how a decision is asked for and explained. Agents are asked and told of the end, nothing else.

use std::ops::{Add, AddAssign};
use std::sync::Arc;
use std::time::Duration;

use crate::game::{Game, Seat};
use crate::rng::Rng;
use crate::stop::{NEVER, Stop};

/// The question put to an agent: the seat to move, its view, its legal moves, its history, and when to
/// answer whatever is known by then.
///
/// A [`crate::Referee`] hands decisions out. By hand one is made of the same parts:
///
/// ```
/// use karuta_engine::toys::Kuhn;
/// use karuta_engine::{Decision, Game};
/// let (state, mut legal) = (Kuhn::with_cards([1, 2]), Vec::new());
/// let view = state.view(0);
/// state.moves(&mut legal);
/// let decision = Decision::<Kuhn>::new(0, &view, &legal, &[]);
/// assert_eq!(decision.legal.len(), 2);
/// ```
pub struct Decision<'a, G: Game> {
    /// The seat to move.
    pub seat: Seat,
    /// The view of that seat. Agents never receive the state itself, so they cannot cheat by accident.
    pub view: &'a G::View,
    /// Every legal move, in the game's order. There is at least one, except where no move is asked for but
    /// worlds are drawn for a seat that is not to move.
    pub legal: &'a [G::Move],
    /// The moves of this deal as this seat saw them, oldest first.
    pub history: &'a [(Seat, G::Move)],
    /// The signal to answer with the best that is known.
    pub stop: &'a Stop,
    /// The receiver of progress; `None` for nobody.
    pub progress: Option<&'a dyn Progress<G::Move>>,
}

// References copy whatever the view; derived impls would bound it.
impl<G: Game> Clone for Decision<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Decision<'_, G> {}

impl<'a, G: Game> Decision<'a, G> {
    /// A decision without a stop and without progress reports.
    pub fn new(
        seat: Seat,
        view: &'a G::View,
        legal: &'a [G::Move],
        history: &'a [(Seat, G::Move)],
    ) -> Decision<'a, G> {
        debug_assert!(!legal.is_empty(), "a seat to move has a move");
        Decision { seat, view, legal, history, stop: &NEVER, progress: None }
    }

    /// The same decision, which `stop` may end.
    pub fn until(self, stop: &'a Stop) -> Decision<'a, G> {
        Decision { stop, ..self }
    }

    /// The same decision, of which `progress` is told.
    pub fn with_progress(self, progress: Option<&'a dyn Progress<G::Move>>) -> Decision<'a, G> {
        Decision { progress, ..self }
    }

    /// The interval between reports, if any are wanted.
    pub fn reports(&self) -> Option<Duration> {
        self.progress.map(Progress::every)
    }

    /// Tells what is known so far, when so much of the budget is spent.
    pub fn report(&self, so_far: &Choice<G::Move>, spent: f64) {
        if let Some(progress) = self.progress {
            progress.report(so_far, spent);
        }
    }
}

/// A receiver of interim results of a decision: a live analysis, an `info` line of an
/// engine protocol, a callback.
pub trait Progress<M>: Sync {
    /// The least time between two reports.
    fn every(&self) -> Duration {
        Duration::from_millis(100)
    }

    /// The choice if the search ended now, and the part of the budget that is spent, 0 to 1; more
    /// where a budget was overdrawn.
    fn report(&self, so_far: &Choice<M>, spent: f64);
}

/// Something that plays a game.
///
/// ```
/// use karuta_engine::toys::{Kuhn, Wager};
/// use karuta_engine::{Agent, Basis, Choice, Decision, Referee, Rng};
///
/// /// Never bets.
/// struct Careful;
///
/// impl Agent<Kuhn> for Careful {
///     fn choose(&mut self, decision: &Decision<'_, Kuhn>, _: &mut Rng) -> Choice<Wager> {
///         Choice::unranked(Wager::Pass, decision.legal, Basis::Policy)
///     }
/// }
///
/// let mut referee = Referee::new(Kuhn::with_cards([0, 2]));
/// while let Some(decision) = referee.decision() {
///     let choice = Careful.choose(&decision, &mut Rng::new(1));
///     referee.play(choice.mv);
/// }
/// assert_eq!(referee.state().payoff()[1], 0.75);
/// # use karuta_engine::Game;
/// ```
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal moves and explains the choice. When [`Decision::stop`] is raised it answers
    /// at once, with the best it knows.
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move>;

    /// Called before the first decision of a game that belongs to a series, with the index of its deal there. Programs
    /// outside are told; searches have no use for it.
    fn begin(&mut self, deal: u64) {
        let _ = deal;
    }

    /// Called at the end of a game it was asked in. Programs outside are told; searches have no use for it.
    fn over(&mut self, ended: &Ended<'_, G>) {
        let _ = ended;
    }
}

/// A game at its end, as agents are told of it.
pub struct Ended<'a, G: Game> {
    /// The payoff of every seat.
    pub payoffs: &'a [f64],
    /// The truth; `None` where the same deal is still to be played by others or at other seats.
    pub reveal: Option<Reveal<'a, G>>,
}

/// A finished game with nothing hidden.
pub struct Reveal<'a, G: Game> {
    /// The position at the start.
    pub start: &'a G,
    /// The moves as they were made, each with the seat that made it.
    pub moves: &'a [(Seat, G::Move)],
}

/// True if an agent that binds itself may make a move. It always leaves itself one.
pub type Admits<G> = Arc<dyn Fn(&G, <G as Game>::Move) -> bool + Send + Sync>;

/// A chosen move and why.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Every legal move with what the agent thinks of it, best first.
    pub ranked: Vec<Ranked<M>>,
    /// The line of play the agent expects, starting with `mv`.
    pub line: Vec<M>,
    /// The basis of the choice.
    pub basis: Basis,
    /// The effort.
    pub effort: Effort,
    /// Remarks for the user.
    pub notes: Vec<Note>,
}

/// The basis of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Moves were compared, by a search or by something that has learned.
    Search,
    /// A rule of good play decided; nothing was compared.
    Rule,
    /// A policy picked a move; nothing was compared.
    Policy,
    /// There was one legal move.
    Forced,
}

/// The effort of a decision, by the unit that was counted. Searches that ask other agents add up theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Iterations of a Monte Carlo search; each is a playout, or a line to the end of the game.
    pub iterations: u64,
    /// Positions that a depth-first search looked at.
    pub nodes: u64,
    /// Moves judged by a net.
    pub evaluations: u64,
}

impl Effort {
    /// Nothing.
    pub const NONE: Effort = Effort { iterations: 0, nodes: 0, evaluations: 0 };

    /// So many iterations.
    pub fn iterations(iterations: u64) -> Effort {
        Effort { iterations, ..Effort::NONE }
    }

    /// So many nodes.
    pub fn nodes(nodes: u64) -> Effort {
        Effort { nodes, ..Effort::NONE }
    }

    /// So many evaluations.
    pub fn evaluations(evaluations: u64) -> Effort {
        Effort { evaluations, ..Effort::NONE }
    }

    /// The units of budgets: iterations and nodes.
    pub fn budgeted(self) -> u64 {
        self.iterations + self.nodes
    }

    /// The counts with their names in a fixed order; zeros are left out.
    pub fn counts(self) -> impl Iterator<Item = (&'static str, u64)> {
        let all = [("iterations", self.iterations), ("nodes", self.nodes), ("evaluations", self.evaluations)];
        all.into_iter().filter(|&(_, count)| count > 0)
    }
}

impl Add for Effort {
    type Output = Effort;
    fn add(self, other: Effort) -> Effort {
        Effort {
            iterations: self.iterations + other.iterations,
            nodes: self.nodes + other.nodes,
            evaluations: self.evaluations + other.evaluations,
        }
    }
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        *self = *self + other;
    }
}

/// Something about a choice that its numbers do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// The tree reached its limit of memory and stopped growing; the search went on with what it had.
    TreeFull,
    /// A depth-first search completed so many plies, extensions left out.
    Depth(u32),
    /// A program outside was asked and was wrong; the move was made in its place.
    Fault(Fault),
}

/// A way in which a program outside can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A move that is not legal.
    Illegal,
    /// No answer in time.
    Timeout,
    /// The process ended, closed its output or refused the game.
    Crash,
    /// A line that is no answer.
    Garbled,
}

/// The agent's estimate of one legal move.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// The number of times the search tried it.
    pub visits: u64,
    /// The expected payoff of the seat to move, 0 to 1, or a bound of it.
    pub mean: f64,
    /// The bound that `mean` is; `None` where it is an estimate.
    pub bound: Option<Bound>,
    /// The 95 % interval of the expected payoff; 0 to 1 where the agent knows nothing.
    pub interval: (f64, f64),
    /// A proven result, or its score where the search counts in points.
    pub verdict: Option<MoveVerdict>,
}

/// The relation of a bound to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The true value is at most this, as for moves that a depth-first search found to be worse than its best.
    AtMost,
    /// The true value is at least this.
    AtLeast,
}

/// A value that is more than an average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveVerdict {
    /// Wins in so many plies, whatever the others do.
    Win(u32),
    /// Loses in so many plies against the best answers.
    Loss(u32),
    /// Neither side can do better than a draw.
    Draw,
    /// The evaluation of the position it leads to, in the points of the game's evaluation.
    Score(i32),
}

impl<M: Copy + PartialEq> Choice<M> {
    /// The choice of an agent that has compared nothing.
    pub fn unranked(mv: M, legal: &[M], basis: Basis) -> Choice<M> {
        let mut ranked: Vec<Ranked<M>> = legal.iter().map(|&mv| Ranked::unknown(mv)).collect();
        // The chosen move heads the list; the others keep their order.
        if let Some(at) = legal.iter().position(|&other| other == mv) {
            ranked[..=at].rotate_right(1);
        }
        let basis = if legal.len() == 1 { Basis::Forced } else { basis };
        Choice { mv, ranked, line: vec![mv], basis, effort: Effort::NONE, notes: Vec::new() }
    }

    /// The choice of the first of ranked moves, of which there is at least one.
    pub fn first_of(ranked: Vec<Ranked<M>>, effort: Effort) -> Choice<M> {
        let mv = ranked[0].mv;
        Choice { mv, ranked, line: vec![mv], basis: Basis::Search, effort, notes: Vec::new() }
    }

    /// The agent's estimate of a move; the middle of the range where it has none.
    pub fn opinion(&self, mv: M) -> f64 {
        self.ranked.iter().find(|ranked| ranked.mv == mv).map_or(0.5, Ranked::middle)
    }
}

impl<M> Ranked<M> {
    /// A move nothing is known about.
    pub fn unknown(mv: M) -> Ranked<M> {
        Ranked { mv, visits: 0, mean: 0.5, bound: None, interval: (0.0, 1.0), verdict: None }
    }

    /// The value to reckon with: `mean`, or the middle of what is possible where `mean` is a bound.
    pub fn middle(&self) -> f64 {
        match self.bound {
            None => self.mean,
            Some(Bound::AtMost) => (self.interval.0 + self.mean) / 2.0,
            Some(Bound::AtLeast) => (self.mean + self.interval.1) / 2.0,
        }
    }
}

/// The 95 % interval of a mean of `n` payoffs after Wilson, which stays inside 0..1 and is never empty.
/// Visits of a tree are not independent draws: there it tells how much was looked at, not how sure to
/// be.
pub(crate) fn wilson(mean: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    let z2 = Z * Z / n;
    let centre = (mean + z2 / 2.0) / (1.0 + z2);
    let half = Z / (1.0 + z2) * (mean * (1.0 - mean) / n + z2 / (4.0 * n)).max(0.0).sqrt();
    ((centre - half).max(0.0).min(mean), (centre + half).min(1.0).max(mean))
}

#[cfg(test)]
mod tests;
