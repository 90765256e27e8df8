//! What the places of a game are worth to who plays more of them: the first method of the paper. Knows
//! places and the chances between titles; nothing of how a game is played.
//!
//! The points of a game are 5 to 1. A place is also a title in the next game, so with the chances R of
//! going from one title to another a place is worth P_n = (1 + R + .. + R^n) (5 4 3 2 1) over n more
//! games. Searches only compare, so all values are scaled to lie between 0 and 1.

use std::sync::Arc;

use karuta_engine::Scores;
use karuta_engine::evaluation::Outlook;

use crate::papers::okubo::titles::{self, Counts};
use crate::{Daihinmin, Phase, SEATS};
use karuta_playable::playable::{Places, TextError};

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

/// What the places are worth over `games` more games. Chances are written with three digits, so rows do
/// not quite add up to 1; what is missing would grow from game to game, and is made good first.
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
pub fn parse(text: &str) -> Result<[f64; SEATS], TextError> {
    let bad = || TextError::new(HELP);
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

fn parse_games(text: &str) -> Result<u32, TextError> {
    text.parse().ok().filter(|games| (1..=MOST_GAMES).contains(games)).ok_or_else(|| TextError::new(HELP))
}

/// Reads what places are worth by a table of titles: `text` says over how many games, such as `p5`.
pub fn measured(text: &str, table: &str) -> Result<[f64; SEATS], TextError> {
    let games = parse_games(text.strip_prefix('p').unwrap_or_default())?;
    let Some(chances) = Counts::sum(&titles::parse(table)?).chances() else {
        return Err(TextError::new("a table of titles in which one was never held: expected all five"));
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

impl Outlook<Daihinmin> for ByPlace {
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

/// What the game offers to searches under `places`.
pub(crate) fn places() -> Places<Daihinmin> {
    Places {
        help: HELP,
        usual: "f0",
        read: |text| Ok(Arc::new(ByPlace::new(parse(text)?))),
        measured: |text, table| Ok(Arc::new(ByPlace::new(measured(text, table)?))),
        shorten: |state| state.rules.games = state.game,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::softmax::{self as policy, Softmax};
    use crate::rules::Rules;
    use karuta_engine::playout::Policy;
    use karuta_engine::{Game, Rng};

    /// Rows of the paper's tables 3 and 4: games, and the values as printed.
    const TABLE_3: [(u32, [f64; 5]); 7] = [
        (1, [9.024, 7.636, 5.846, 4.388, 3.106]),
        (2, [12.563, 10.970, 8.753, 7.062, 5.654]),
        (5, [22.070, 20.284, 17.663, 15.756, 14.234]),
        (8, [31.144, 29.331, 26.652, 24.713, 23.176]),
        // Printed as 32.651 for the heimin, the value of the row below.
        (9, [34.150, 32.335, 29.651, 27.710, 26.172]),
        // Printed as 33.709 for the hinmin, the value of the row below.
        (10, [37.154, 35.338, 32.651, 30.709, 29.170]),
        (15, [52.162, 50.346, 47.655, 45.711, 44.171]),
    ];

    const TABLE_4: [(u32, [f64; 5]); 5] = [
        (1, [9.209, 7.720, 5.800, 4.279, 2.9928]),
        (2, [12.947, 11.158, 8.6530, 6.829, 5.415]),
        (5, [22.828, 20.674, 17.469, 15.290, 13.739]),
        (10, [38.057, 35.808, 32.421, 30.151, 28.564]),
        (15, [53.075, 50.819, 47.417, 45.140, 43.550]),
    ];

    #[test]
    fn the_papers_values_follow_from_its_chances() {
        for (transitions, rows) in [(&MSM04, &TABLE_3[..]), (&SNOWL, &TABLE_4[..])] {
            for &(games, printed) in rows {
                // Each further game adds to what three digits leave open.
                let slack = 0.01 + 0.002 * f64::from(games);
                for (value, printed) in over_games(transitions, games).iter().zip(printed) {
                    assert!((value - printed).abs() < slack, "{games}: {value} against {printed}");
                }
            }
        }
        let as_printed =
            Transitions::from([SNOWL[0], SNOWL[1], SNOWL[2], [0.04, 0.128, 0.231, 0.331, 0.29], SNOWL[4]]);
        assert!((over_games(&as_printed, 1)[3] - 4.279).abs() > 0.02, "the misprint shows in the first game");
    }

    #[test]
    fn without_further_games_places_are_points() {
        assert_eq!(over_games(&MSM04, 0), POINTS);
    }

    #[test]
    fn chances_add_up() {
        for row in LIGHT {
            assert!((row.iter().sum::<f64>() - 1.0).abs() < 0.003, "{row:?}");
        }
    }

    /// Plays matches among five light players and counts what became of each title.
    fn transitions(matches: u64) -> Transitions {
        let mut policy = Softmax::greedy(policy::light());
        let (mut buf, mut rng) = (Vec::new(), Rng::new(1));
        let mut counts = [[0.0; SEATS]; SEATS];
        for _ in 0..matches {
            let mut state = Daihinmin::new(Rules { games: 101, reset: 0, ..Rules::OFFICIAL }, rng.bits());
            let mut last: Option<[u8; SEATS]> = None;
            let mut game = 1;
            while state.turn().is_some() {
                let mv = policy.pick(&state, &mut buf, &mut rng);
                state.apply(mv);
                if state.game != game {
                    game = state.game;
                    if let Some(last) = last {
                        for (title, seat) in last.iter().enumerate() {
                            let next = state.order.iter().position(|other| other == seat).expect("a title");
                            counts[title][next] += 1.0;
                        }
                    }
                    last = Some(state.order);
                }
            }
        }
        counts.map(|row| row.map(|count| count / row.iter().sum::<f64>()))
    }

    #[test]
    fn the_shipped_chances_are_those_of_light_players() {
        let found = transitions(40);
        for (shipped, found) in LIGHT.iter().flatten().zip(found.iter().flatten()) {
            assert!((shipped - found).abs() < 0.035, "{shipped} against {found}: {found:?}");
        }
    }

    #[test]
    fn values_are_read() {
        assert_eq!(parse("sq+").expect("values")[0], 29.5);
        assert_eq!(parse("9/4/3/2/0.5").expect("values"), [9.0, 4.0, 3.0, 2.0, 0.5]);
        assert_eq!(parse("p5-msm04").expect("values"), over_games(&MSM04, 5));
        for text in ["", "f1", "p0", "p100", "p5-kou2", "1/2/3/4", "1/2/3/4/x", "1/1/1/1/1", "1/2/3/4/inf"] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains("9/4/3/2/0"), "{error}");
        }
    }

    #[test]
    fn values_are_read_by_a_table() {
        let counts = Counts(MSM04.map(|row| row.map(|chance| (1000.0 * chance) as u64)));
        let table = format!("{}\n{}\n{}", titles::heading(), counts.line(0), counts.line(1));
        let found = measured("p5", &table).expect("values");
        for (found, due) in found.iter().zip(over_games(&MSM04, 5)) {
            assert!((found - due).abs() < 0.05, "{found} {due}");
        }
        for text in ["p0", "sq", "5", "p5-snowl"] {
            assert!(measured(text, &table).expect_err(text).to_string().contains("p1 to p99"));
        }
        assert!(measured("p5", "titles").expect_err("no table").to_string().contains("titles"));
        let never = format!("{}\n{}", titles::heading(), Counts::default().line(0));
        assert!(measured("p5", &never).expect_err("no titles").to_string().contains("never held"));
    }

    #[test]
    fn only_the_game_being_played_counts() {
        let mut rng = Rng::new(3);
        let outlook = (places().read)("sq").expect("values");
        let mut state = Daihinmin::new(Rules { games: 40, ..Rules::OFFICIAL }, 7);
        while state.game < 5 {
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
        (places().shorten)(&mut state);
        while state.turn().is_some() {
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
        assert_eq!(state.game, 5);
        let scores = outlook.payoffs(&state);
        let places: Vec<f64> = state.finished().map(|seat| scores[seat]).collect();
        assert_eq!(places, [1.0, 15.0 / 24.0, 8.0 / 24.0, 3.0 / 24.0, 0.0]);
    }
}
