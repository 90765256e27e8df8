//! Whose payoff is wanted, where it is not one's own. Knows seats and payoffs, not how they are found.

use crate::game::{Game, Scores, Seat};

/// Whose payoff a search is after. A target is so many seats after one's own, so that it stays the
/// same when everybody moves on by a seat. These are the target algorithms of the Daihinmin paper; the
/// signs are those its experiments need, not those of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
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

impl Aim {
    /// The target of a seat; its own seat where there is none.
    pub fn target<G: Game>(self, seat: Seat) -> Seat {
        match self {
            Aim::Own => seat,
            Aim::Lower(after) | Aim::Raise(after) | Aim::LowerOfTwo(after) | Aim::Lead(after) => {
                (seat + after) % G::SEATS
            }
        }
    }

    /// What a playout is worth, 0 to 1, from the seat's own payoff and that of the target.
    pub fn worth(self, own: f64, target: f64) -> f64 {
        match self {
            Aim::Own | Aim::LowerOfTwo(_) => own,
            Aim::Lower(_) => 1.0 - target,
            Aim::Raise(_) => target,
            Aim::Lead(_) => (1.0 + own - target) / 2.0,
        }
    }

    /// What a seat makes of everybody's payoffs: its own place holds what it is after.
    pub fn seen_by<G: Game>(self, seat: Seat, mut scores: Scores) -> Scores {
        scores[seat] = self.worth(scores[seat], scores[self.target::<G>(seat)]);
        scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::Kuhn;

    #[test]
    fn a_seat_sees_its_aim_in_its_own_place() {
        let scores = Scores::two(0.75);
        let seen = |aim: Aim| [0, 1].map(|seat| aim.seen_by::<Kuhn>(0, scores)[seat]);
        assert_eq!(seen(Aim::Own), [0.75, 0.25]);
        assert_eq!(seen(Aim::LowerOfTwo(1)), [0.75, 0.25]);
        assert_eq!(seen(Aim::Lower(1)), [0.75, 0.25]);
        assert_eq!(seen(Aim::Raise(1)), [0.25, 0.25]);
        assert_eq!(seen(Aim::Lead(1)), [0.75, 0.25]);
    }
}
