//! Values of the places of a game for a player who plays more games: the first method of the paper. Knows places and
//! the chances between titles; nothing of how a game is played.
//!
//! The points of a game are 5 to 1. A place is also a title in the next game, so with the chances R of
//! going from one title to another a place is worth P_n = (1 + R + .. + R^n) (5 4 3 2 1) over n more
//! games. Searches only compare, so all values are scaled to lie between 0 and 1.

use std::sync::Arc;

use karuta_engine::Scores;
use karuta_engine::evaluation::ValueFn;

use crate::papers::okubo::titles::{self, TitleCounts};
use crate::{Daihinmin, Phase, SEATS};
use karuta_playable::error::InputError;
use karuta_playable::parts::{End, LineEnd, Stops};

/// The chance of each title after a game, by the title in it.
pub type Transitions = [[f64; SEATS]; SEATS];

/// Points of a game.
pub const POINTS: [f64; SEATS] = [5.0, 4.0, 3.0, 2.0, 1.0];

/// The paper's table 1. The heimin's row does not quite add up to 1, in print as in use.
pub const MSM04: Transitions = [
    [0.467, 0.273, 0.136, 0.064, 0.060],
    [0.301, 0.309, 0.198, 0.107, 0.085],
    [0.124, 0.200, 0.265, 0.226, 0.187],
    [0.061, 0.128, 0.228, 0.303, 0.279],
    [0.046, 0.093, 0.173, 0.299, 0.389],
];

/// The paper's table 2, but for the hinmin's chance to become fugo: printed as 0.128, with which the row
/// adds up to 1.02 and the printed values do not come out.
pub const SNOWL: Transitions = [
    [0.530, 0.267, 0.117, 0.055, 0.031],
    [0.295, 0.353, 0.189, 0.104, 0.060],
    [0.103, 0.191, 0.290, 0.233, 0.183],
    [0.040, 0.108, 0.231, 0.331, 0.290],
    [0.031, 0.082, 0.172, 0.279, 0.437],
];

/// Five of this project's `light` players among themselves, over 20,000 games.
pub const LIGHT: Transitions = [
    [0.410, 0.267, 0.176, 0.102, 0.043],
    [0.290, 0.283, 0.213, 0.141, 0.073],
    [0.138, 0.194, 0.244, 0.234, 0.191],
    [0.084, 0.138, 0.207, 0.274, 0.297],
    [0.078, 0.117, 0.160, 0.249, 0.396],
];

/// Values of the places over `games` more games. Chances are written with three digits, so rows do not quite add up
/// to 1; what is missing would grow from game to game, and is made good first.
pub fn over_games(transitions: &Transitions, games: u32) -> [f64; SEATS] {
    let transitions = transitions.map(|row| row.map(|chance| chance / row.iter().sum::<f64>()));
    let (mut sum, mut expected) = (POINTS, POINTS);
    for _ in 0..games {
        expected =
            transitions.map(|row| row.iter().zip(expected).map(|(chance, points)| chance * points).sum());
        for place in 0..SEATS {
            sum[place] += expected[place];
        }
    }
    sum
}

const HELP: &str = "f0 (5/4/3/2/1, the points), sq (their squares), sq- and sq+ (20.75 and 29.5 for the \
                    first), p1 to p99 (points over so many more games, by the chances between titles among \
                    light players; p5-msm04 and p5-snowl by the paper's; (p5:table=FILE) by those a study \
                    found), or five numbers such as 9/4/3/2/0";

const MOST_GAMES: u32 = 99;

/// Reads what places are worth.
pub fn parse(text: &str) -> Result<[f64; SEATS], InputError> {
    let bad = || InputError::new(HELP);
    match text {
        "f0" => return Ok(POINTS),
        "sq" => return Ok([25.0, 16.0, 9.0, 4.0, 1.0]),
        "sq-" => return Ok([20.75, 16.0, 9.0, 4.0, 1.0]),
        "sq+" => return Ok([29.5, 16.0, 9.0, 4.0, 1.0]),
        _ => {}
    }
    if let Some(rest) = text.strip_prefix('p') {
        let (games, of) = rest.split_once('-').unwrap_or((rest, "light"));
        let transitions = match of {
            "light" => &LIGHT,
            "msm04" => &MSM04,
            "snowl" => &SNOWL,
            _ => return Err(bad()),
        };
        return Ok(over_games(transitions, parse_games(games)?));
    }
    let numbers: Vec<f64> = text.split('/').map(|word| word.parse().unwrap_or(f64::NAN)).collect();
    let values: [f64; SEATS] = numbers.try_into().map_err(|_| bad())?;
    let are_sound = values.iter().all(|value| value.abs() <= 1e9) && values.iter().any(|&v| v != values[0]);
    if are_sound { Ok(values) } else { Err(bad()) }
}

fn parse_games(text: &str) -> Result<u32, InputError> {
    text.parse().ok().filter(|games| (1..=MOST_GAMES).contains(games)).ok_or_else(|| InputError::new(HELP))
}

/// Reads what places are worth by a table of titles: `text` says over how many games, such as `p5`.
pub fn measured(text: &str, table: &str) -> Result<[f64; SEATS], InputError> {
    let games = parse_games(text.strip_prefix('p').unwrap_or_default())?;
    let Some(chances) = TitleCounts::sum(&titles::parse(table)?).chances() else {
        return Err(InputError::new("a table of titles in which one was never held: expected all five"));
    };
    Ok(over_games(&chances, games))
}

/// The last game of a position judged by places.
struct ByPlace([f64; SEATS]);

impl ByPlace {
    fn new(values: [f64; SEATS]) -> ByPlace {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        ByPlace(values.map(|value| (value - low) / (high - low)))
    }
}

impl ValueFn<Daihinmin> for ByPlace {
    fn payoffs(&self, state: &Daihinmin) -> Scores {
        if state.phase != Phase::Over {
            return Scores::even(0.5);
        }
        let mut scores = Scores::default();
        for (place, &seat) in state.finished.iter().enumerate() {
            scores[usize::from(seat)] = self.0[place];
        }
        scores
    }
}

/// Lines that stop with the game that is being played of a match, by what its places are worth.
pub(crate) fn ends() -> Vec<End<Daihinmin>> {
    let end = |name, help| End::new(name, help, line_end);
    vec![
        End { is_usual: true, ..end("f0", "the end of the game being played, by its points: 5/4/3/2/1") },
        end("sq", "by the squares of the points"),
        end("sq-", "the same with 20.75 for the first place"),
        end("sq+", "the same with 29.5 for the first place"),
        End {
            family: Some(|word| word.starts_with('p')),
            by_table: Some(|text, table| Ok(by_place(measured(text, table)?))),
            ..end(
                "p5",
                "by the points over so many more games, 1 to 99, by the chances between titles among light players; \
                 p5-msm04 and p5-snowl by those of Okubo's paper, (p5:table=FILE) by those a study found",
            )
        },
        End { family: Some(|word| word.contains('/')), ..end("9/4/3/2/0", "by any five numbers") },
    ]
}

/// The end that a word names, such as `f0` or `p5`.
pub fn line_end(text: &str) -> Result<LineEnd<Daihinmin>, InputError> {
    parse(text).map(by_place)
}

fn by_place(values: [f64; SEATS]) -> LineEnd<Daihinmin> {
    LineEnd {
        value: Arc::new(ByPlace::new(values)),
        range: (0.0, 1.0),
        stops: Stops::Shorten(|state| state.rules.games = state.game),
    }
}

#[cfg(test)]
mod tests;
