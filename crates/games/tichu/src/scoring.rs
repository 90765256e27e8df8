//! Points of a round and of a match.

use karuta_engine::{Scores, Seat};

use crate::rules::Tie;
use crate::{Call, Phase, Tichu};

/// Counts over the rounds of a match, for the measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Tally {
    /// Double victories by team.
    pub doubles: [u16; 2],
    /// Calls by seat.
    pub calls: [u16; 4],
    /// Calls that were made good.
    pub made: [u16; 4],
    /// Rounds in which a seat was first out.
    pub first: [u16; 4],
}

impl Tichu {
    /// Scores the round and deals the next one or ends the game.
    pub(crate) fn end_round(&mut self) {
        let [first, second] = [usize::from(self.out[0]), usize::from(self.out[1])];
        let is_double = self.finished == 2 && first % 2 == second % 2;
        let points = if is_double {
            self.tally.doubles[first % 2] += 1;
            let mut points = [0; 2];
            points[first % 2] = 200;
            points
        } else {
            self.card_points(first)
        };
        self.conclude(points);
    }

    /// Ends the round with these points for cards or a double victory; calls come on top.
    pub(crate) fn conclude(&mut self, mut points: [i32; 2]) {
        let first = usize::from(self.out[0]);
        self.tally.first[first] += 1;
        for seat in 0..4 {
            let stake = self.calls[seat].stake();
            if stake > 0 {
                self.tally.calls[seat] += 1;
                self.tally.made[seat] += u16::from(seat == first);
                points[seat % 2] += if seat == first { stake } else { -stake };
            }
        }
        self.scores[0] += points[0];
        self.scores[1] += points[1];
        if self.is_decided() {
            self.phase = Phase::Over;
            self.trick = 0;
        } else {
            self.round += 1;
            self.open_round();
        }
    }

    /// Points of the cards for each team, when one seat has cards left.
    fn card_points(&self, first: Seat) -> [i32; 2] {
        let mut points = [0; 2];
        for seat in 0..4 {
            let is_last = !self.hands[seat].is_empty();
            // The last one's tricks go to whoever was first out, and its hand to the opponents.
            let taker = if is_last { first } else { seat };
            points[taker % 2] += i32::from(self.won[seat]);
            points[1 - seat % 2] += self.hands[seat].points();
        }
        points
    }

    /// True if the scores end the game after this round.
    fn is_decided(&self) -> bool {
        let [one, other] = self.scores;
        let target = i32::from(self.rules.target);
        if target == 0 || self.round >= self.rules.rounds {
            return true;
        }
        one.max(other) >= target && (one != other || self.rules.tie == Tie::Draw)
    }

    /// The payoffs of a finished game. A match is won, lost or drawn. A single round is worth the
    /// difference of points on a straight line: 200 either way without calls, and 400 with calls, beyond
    /// which nothing counts (it takes failed calls on top of a double victory).
    pub(crate) fn payoffs(&self) -> Scores {
        let difference = f64::from(self.scores[0] - self.scores[1]);
        let first = if self.rules.target > 0 {
            0.5 + 0.5 * f64::from((self.scores[0] - self.scores[1]).signum())
        } else {
            let has_calls = self.rules.calls || self.calls != [Call::None; 4];
            let most = if has_calls { 400.0 } else { 200.0 };
            (0.5 + difference / (2.0 * most)).clamp(0.0, 1.0)
        };
        let mut scores = Scores::default();
        for seat in 0..4 {
            scores[seat] = if seat % 2 == 0 { first } else { 1.0 - first };
        }
        scores
    }
}

impl Call {
    /// Points won or lost.
    pub fn stake(self) -> i32 {
        match self {
            Call::None => 0,
            Call::Tichu => 100,
            Call::Grand => 200,
        }
    }
}
