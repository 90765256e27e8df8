//! Tests of `place_values`.

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
    let counts = TitleCounts(MSM04.map(|row| row.map(|chance| (1000.0 * chance) as u64)));
    let table = format!("{}\n{}\n{}", titles::heading(), counts.line(0), counts.line(1));
    let found = measured("p5", &table).expect("values");
    for (found, due) in found.iter().zip(over_games(&MSM04, 5)) {
        assert!((found - due).abs() < 0.05, "{found} {due}");
    }
    for text in ["p0", "sq", "5", "p5-snowl"] {
        assert!(measured(text, &table).expect_err(text).to_string().contains("p1 to p99"));
    }
    assert!(measured("p5", "titles").expect_err("no table").to_string().contains("titles"));
    let never = format!("{}\n{}", titles::heading(), TitleCounts::default().line(0));
    assert!(measured("p5", &never).expect_err("no titles").to_string().contains("never held"));
}

#[test]
fn only_the_game_being_played_counts() {
    let mut rng = Rng::new(3);
    let end = by_place(parse("sq").expect("values"));
    let Stops::Shorten(shorten) = end.stops else { panic!("a match is cut short") };
    let mut state = Daihinmin::new(Rules { games: 40, ..Rules::OFFICIAL }, 7);
    while state.game < 5 {
        let mv = state.random_move(&mut Vec::new(), &mut rng);
        state.apply(mv);
    }
    shorten(&mut state);
    while state.turn().is_some() {
        let mv = state.random_move(&mut Vec::new(), &mut rng);
        state.apply(mv);
    }
    assert_eq!(state.game, 5);
    let scores = end.value.payoffs(&state);
    let places: Vec<f64> = state.finished().map(|seat| scores[seat]).collect();
    assert_eq!(places, [1.0, 15.0 / 24.0, 8.0 / 24.0, 3.0 / 24.0, 0.0]);
}
