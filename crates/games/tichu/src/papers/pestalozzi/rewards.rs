//! What the end of a round is worth to a search: the five rewards of the report, and the two that its
//! program computes in another way than it says.

use karuta_engine::Scores;

use crate::Tichu;
use karuta_playable::playable::{Named, Reward, Rewards};

/// The most a team wins in a round without calls.
const DOUBLE: f64 = 200.0;

/// All of them by name.
pub fn rewards() -> Rewards<Tichu> {
    let named = |name, help, of, range: (f64, f64)| Named { name, help, part: Reward::<Tichu> { of, range } };
    // Both partners may lose a Grand Tichu, but only one of them can win one.
    let points = (-425.0, 400.0);
    let difference = (-825.0, 825.0);
    Rewards {
        all: vec![
            named(
                "ranking",
                "the report's: 1 for a double victory, -1 for one of the others, else 1/2 for first out and 0",
                ranking,
                (-1.0, 1.0),
            ),
            named("absolute", "the report's: the team's points", |state| of(state, |own, _| own), points),
            named(
                "relative",
                "the report's: the team's points less those of the others",
                |state| of(state, |own, other| own - other),
                difference,
            ),
            named(
                "absolute-normalised",
                "the report's as printed: the team's points as parts of 200",
                |state| of(state, |own, _| own / DOUBLE),
                (points.0 / DOUBLE, points.1 / DOUBLE),
            ),
            named(
                "relative-normalised",
                "the report's as printed: the difference of points as parts of 200",
                |state| of(state, |own, other| (own - other) / DOUBLE),
                (difference.0 / DOUBLE, difference.1 / DOUBLE),
            ),
            named(
                "absolute-inverted",
                "the report's normalised points as its program computes them: 200 divided by the points",
                |state| of(state, |own, _| inverted(own)),
                (-40.0, 40.0),
            ),
            named(
                "relative-inverted",
                "the report's normalised difference as its program computes it: 200 divided by the difference",
                |state| of(state, |own, other| inverted(own - other)),
                (-40.0, 40.0),
            ),
        ],
        shorten: Tichu::shorten,
    }
}

impl Tichu {
    /// Makes the round that is being played a game of its own.
    pub(crate) fn shorten(&mut self) {
        self.rules.target = 0;
        self.scores = [0; 2];
    }
}

/// A reward from a team's points and those of the other.
fn of(state: &Tichu, reward: impl Fn(f64, f64) -> f64) -> Scores {
    let [even, odd] = state.scores.map(f64::from);
    by_team(reward(even, odd), reward(odd, even))
}

fn by_team(even: f64, odd: f64) -> Scores {
    let mut scores = Scores::default();
    for seat in 0..4 {
        scores[seat] = if seat % 2 == 0 { even } else { odd };
    }
    scores
}

fn inverted(points: f64) -> f64 {
    if points == 0.0 { 0.0 } else { DOUBLE / points }
}

fn ranking(state: &Tichu) -> Scores {
    let is_double = state.out[0] % 2 == state.out[1] % 2;
    let (winner, loser) = if is_double { (1.0, -1.0) } else { (0.5, 0.0) };
    match state.out[0] % 2 {
        0 => by_team(winner, loser),
        _ => by_team(loser, winner),
    }
}

#[cfg(test)]
mod tests;
