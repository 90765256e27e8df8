//! The scale on which depth-first searches count: points in the middle, proven wins and losses with
//! their distance at both ends. Knows nothing of how a value was found.

use crate::agent::{Bound, MoveVerdict, Ranked};
use crate::evaluation::{Judge, Oracle};
use crate::game::{Game, Seat};

/// The value of having won already. Values fit sixteen bits, so that a table entry stays small.
pub(crate) const WIN: i32 = 32_000;

/// Beyond this a value is proven; evaluations are kept within it.
pub const PROVEN: i32 = 30_000;

/// Wider than any value: the window in which nothing is cut.
pub(crate) const WIDEST: i32 = WIN + 1;

/// The longest win told apart from longer ones.
const FAR: u32 = (WIN - PROVEN - 1) as u32;

/// The value of winning after so many plies: sooner is better.
#[inline]
pub(crate) fn win_in(plies: u32) -> i32 {
    WIN - plies.min(FAR) as i32
}

/// The value of a finished game to `seat`, `ply` plies below the root. More than half of the point is
/// a win and less a loss, whatever the margin.
pub(crate) fn finished<G: Game>(state: &G, seat: Seat, ply: u32) -> i32 {
    let payoff = state.payoff()[seat];
    if payoff > 0.5 {
        win_in(ply)
    } else if payoff < 0.5 {
        -win_in(ply)
    } else {
        0
    }
}

/// The value of points an evaluation gave.
#[inline]
pub(crate) fn points(points: i32) -> i32 {
    points.clamp(-PROVEN, PROVEN)
}

/// The value at `ply` of a verdict on the position there.
pub(crate) fn of_verdict(verdict: MoveVerdict, ply: u32) -> i32 {
    match verdict {
        MoveVerdict::Win(plies) => win_in(plies.saturating_add(ply)),
        MoveVerdict::Loss(plies) => -win_in(plies.saturating_add(ply)),
        MoveVerdict::Draw => 0,
        MoveVerdict::Score(score) => points(score),
    }
}

/// The result that a value at the root stands for.
pub(crate) fn verdict(value: i32) -> MoveVerdict {
    if value > PROVEN {
        MoveVerdict::Win((WIN - value) as u32)
    } else if value < -PROVEN {
        MoveVerdict::Loss((WIN + value) as u32)
    } else {
        MoveVerdict::Score(value)
    }
}

/// A value at `ply` as seen from its own node: what a table keeps, since the same position may be
/// reached at another ply. The map is monotone, so bounds stay bounds.
#[inline]
pub(crate) fn from_node(value: i32, ply: u32) -> i32 {
    if value > PROVEN {
        value + ply as i32
    } else if value < -PROVEN {
        value - ply as i32
    } else {
        value
    }
}

/// The reverse of [`from_node`].
#[inline]
pub(crate) fn from_root(value: i32, ply: u32) -> i32 {
    if value > PROVEN {
        (value - ply as i32).max(PROVEN + 1)
    } else if value < -PROVEN {
        (value + ply as i32).min(-PROVEN - 1)
    } else {
        value
    }
}

/// The result of the search for one move at the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding<M> {
    pub mv: M,
    pub value: i32,
    /// The move is worth `value`; otherwise at most that.
    pub exact: bool,
    pub nodes: u64,
}

impl<M> Finding<M> {
    /// The finding in the words every agent uses. Nothing is known below a bound, so its interval starts
    /// at 0 and ends at the mean.
    pub(crate) fn ranked(self, draw: bool, scale: f64) -> Ranked<M> {
        let verdict = if draw { MoveVerdict::Draw } else { verdict(self.value) };
        let (mean, interval) = match verdict {
            MoveVerdict::Win(_) => (1.0, (1.0, 1.0)),
            MoveVerdict::Loss(_) => (0.0, (0.0, 0.0)),
            MoveVerdict::Draw => (0.5, (0.5, 0.5)),
            MoveVerdict::Score(points) => {
                let mean = Judge::Logistic { scale }.payoff(points)[0];
                (mean, (0.0, if self.exact { 1.0 } else { mean }))
            }
        };
        let is_bound = !self.exact && matches!(verdict, MoveVerdict::Score(_));
        Ranked {
            mv: self.mv,
            visits: self.nodes,
            mean,
            bound: is_bound.then_some(Bound::AtMost),
            interval,
            verdict: Some(verdict),
        }
    }
}

/// True if a move leads to a draw beyond doubt. A value of 0 does not say so by itself: evaluations
/// are 0 too, and a draw that is merely better than what the evaluation expects is not proven.
pub(crate) fn is_drawn<G: Game>(state: &G, mv: G::Move, oracle: Option<&dyn Oracle<G>>) -> bool {
    let mut next = *state;
    next.apply(mv);
    match next.turn() {
        None => finished(&next, 0, 0) == 0,
        Some(_) => oracle.and_then(|oracle| oracle.probe(&next)) == Some(MoveVerdict::Draw),
    }
}

#[cfg(test)]
mod tests;
