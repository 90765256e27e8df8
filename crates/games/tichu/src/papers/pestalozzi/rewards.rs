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
mod tests {
    use super::*;
    use crate::rules::Rules;
    use karuta_engine::{Game, Rng};

    /// A round at its end: who was out, in order, and the points of both teams.
    fn ended(out: [u8; 4], points: [i32; 2]) -> Tichu {
        let mut state = Tichu::new(Rules::REPORT, 1);
        state.out = out;
        state.scores = points;
        state
    }

    fn rewarded(name: &str, state: &Tichu) -> [f64; 4] {
        let rewards = rewards();
        let reward = rewards.all.iter().find(|named| named.name == name).expect(name).part;
        let scores = (reward.of)(state);
        [0, 1, 2, 3].map(|seat| scores[seat])
    }

    #[test]
    fn rewards_are_those_of_the_report() {
        let double = ended([1, 3, 255, 255], [0, 200]);
        let even = ended([2, 1, 0, 255], [70, 30]);
        for (name, of_double, of_even) in [
            ("ranking", [-1.0, 1.0, -1.0, 1.0], [0.5, 0.0, 0.5, 0.0]),
            ("absolute", [0.0, 200.0, 0.0, 200.0], [70.0, 30.0, 70.0, 30.0]),
            ("relative", [-200.0, 200.0, -200.0, 200.0], [40.0, -40.0, 40.0, -40.0]),
            ("absolute-normalised", [0.0, 1.0, 0.0, 1.0], [0.35, 0.15, 0.35, 0.15]),
            ("relative-normalised", [-1.0, 1.0, -1.0, 1.0], [0.2, -0.2, 0.2, -0.2]),
            (
                "absolute-inverted",
                [0.0, 1.0, 0.0, 1.0],
                [200.0 / 70.0, 200.0 / 30.0, 200.0 / 70.0, 200.0 / 30.0],
            ),
            ("relative-inverted", [-1.0, 1.0, -1.0, 1.0], [5.0, -5.0, 5.0, -5.0]),
        ] {
            assert_eq!(rewarded(name, &double), of_double, "{name}");
            assert_eq!(rewarded(name, &even), of_even, "{name}");
        }
        assert_eq!(rewarded("relative-inverted", &ended([2, 1, 0, 255], [50, 50])), [0.0; 4]);
    }

    #[test]
    fn rewards_of_random_rounds_stay_in_their_range() {
        let mut rng = Rng::new(1);
        for seed in 0..300 {
            // A match cut down to its round is over with it.
            let mut state = Tichu::new(Rules { target: 1000, ..Rules::OFFICIAL }, seed);
            state.shorten();
            while state.turn().is_some() {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                state.apply(mv);
            }
            assert_eq!(state.round, 1);
            for named in rewards().all {
                let scores = (named.part.of)(&state);
                let (worst, best) = named.part.range;
                assert!(
                    (0..4).all(|seat| (worst..=best).contains(&scores[seat])),
                    "{} {scores:?}",
                    named.name
                );
                assert_eq!((scores[0], scores[1]), (scores[2], scores[3]), "partners share");
            }
        }
    }
}
