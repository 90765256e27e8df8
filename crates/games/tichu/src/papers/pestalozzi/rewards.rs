//! Rewards for the end of a round: the five of the report, and the two that its program computes in another way than
//! it says.

use std::sync::Arc;

use karuta_engine::evaluation::ValueFn;
use karuta_engine::{Game, Scores};

use crate::Tichu;
use karuta_playable::error::InputError;
use karuta_playable::parts::{End, LineEnd, Stops};

/// The most a team wins in a round without calls.
const DOUBLE: f64 = 200.0;

/// A reward: its name, what it is to every seat, and its worst and best.
struct Reward {
    name: &'static str,
    help: &'static str,
    of: fn(&Tichu) -> Scores,
    range: (f64, f64),
}

/// Both partners may lose a Grand Tichu, but only one of them can win one.
const POINTS: (f64, f64) = (-425.0, 400.0);
const DIFFERENCE: (f64, f64) = (-825.0, 825.0);

/// The rewards of the report.
const REWARDS: &[Reward] = &[
    Reward {
        name: "ranking",
        help: "the report's: 1 for a double victory, -1 for one of the others, else 1/2 for first out and 0",
        of: ranking,
        range: (-1.0, 1.0),
    },
    Reward {
        name: "absolute",
        help: "the report's: the team's points",
        of: |state| of(state, |own, _| own),
        range: POINTS,
    },
    Reward {
        name: "relative",
        help: "the report's: the team's points less those of the others",
        of: |state| of(state, |own, other| own - other),
        range: DIFFERENCE,
    },
    Reward {
        name: "absolute-normalised",
        help: "the report's as printed: the team's points as parts of 200",
        of: |state| of(state, |own, _| own / DOUBLE),
        range: (POINTS.0 / DOUBLE, POINTS.1 / DOUBLE),
    },
    Reward {
        name: "relative-normalised",
        help: "the report's as printed: the difference of points as parts of 200",
        of: |state| of(state, |own, other| (own - other) / DOUBLE),
        range: (DIFFERENCE.0 / DOUBLE, DIFFERENCE.1 / DOUBLE),
    },
    Reward {
        name: "absolute-inverted",
        help: "the report's normalised points as its program computes them: 200 divided by the points",
        of: |state| of(state, |own, _| inverted(own)),
        range: (-40.0, 40.0),
    },
    Reward {
        name: "relative-inverted",
        help: "the report's normalised difference as its program computes it: 200 divided by the difference",
        of: |state| of(state, |own, other| inverted(own - other)),
        range: (-40.0, 40.0),
    },
];

/// Lines that stop with the round.
pub fn ends() -> Vec<End<Tichu>> {
    let round = End::new(
        "round",
        "the end of the round, by as many points more than the others as can be had",
        |_| {
            Ok(LineEnd {
                value: Arc::new(RoundPoints),
                range: (0.0, 1.0),
                stops: Stops::Shorten(Tichu::shorten),
            })
        },
    );
    let rewards = REWARDS.iter().map(|reward| End::new(reward.name, reward.help, read));
    std::iter::once(End { is_usual: true, ..round }).chain(rewards).collect()
}

fn read(name: &str) -> Result<LineEnd<Tichu>, InputError> {
    let known = REWARDS.iter().find(|reward| reward.name == name);
    let reward = known.ok_or_else(|| InputError::new("a reward of the report"))?;
    Ok(LineEnd { value: Arc::new(reward), range: reward.range, stops: Stops::Shorten(Tichu::shorten) })
}

/// The payoffs of a single round, as the game has them.
struct RoundPoints;

impl ValueFn<Tichu> for RoundPoints {
    fn payoffs(&self, state: &Tichu) -> Scores {
        if state.turn().is_none() { state.payoff() } else { Scores::even(0.5) }
    }
}

impl ValueFn<Tichu> for &'static Reward {
    fn payoffs(&self, state: &Tichu) -> Scores {
        match state.turn() {
            None => (self.of)(state),
            // Nobody is asked before the end, but for playouts that were cut: there nothing is known.
            Some(_) => Scores::even((self.range.0 + self.range.1) / 2.0),
        }
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
