//! Objectives of a search other than the seat's own payoff. Knows seats and payoffs, not how they are found.

use crate::game::{Game, Scores, Seat};

/// The payoff that a search maximises. A target is so many seats after one's own, so that it stays the
/// same when everybody moves on by a seat. These are the target algorithms of the Daihinmin paper; the
/// signs are those its experiments need, not those of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Its own.
    Own,
    /// As little as possible for the target (algorithm I).
    Lower(usize),
    /// As much as possible for the target (algorithm II).
    Raise(usize),
    /// Of the two moves that are best for itself the worse one for the target (algorithm III as written).
    LowerOfTwo(usize),
    /// Its own less that of the target (algorithm III as its example has it).
    Lead(usize),
}

impl Objective {
    /// The target of a seat; its own seat where there is none.
    pub fn target<G: Game>(self, seat: Seat) -> Seat {
        match self {
            Objective::Own => seat,
            Objective::Lower(after)
            | Objective::Raise(after)
            | Objective::LowerOfTwo(after)
            | Objective::Lead(after) => (seat + after) % G::SEATS,
        }
    }

    /// The value of a playout, 0 to 1, from the seat's own payoff and that of the target.
    pub fn worth(self, own: f64, target: f64) -> f64 {
        match self {
            Objective::Own | Objective::LowerOfTwo(_) => own,
            Objective::Lower(_) => 1.0 - target,
            Objective::Raise(_) => target,
            Objective::Lead(_) => (1.0 + own - target) / 2.0,
        }
    }

    /// The payoffs with the value of the objective in the place of the seat.
    pub fn seen_by<G: Game>(self, seat: Seat, mut scores: Scores) -> Scores {
        scores[seat] = self.worth(scores[seat], scores[self.target::<G>(seat)]);
        scores
    }
}

#[cfg(test)]
mod tests;
