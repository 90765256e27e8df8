//! The levels that people choose from: each is measured against the one below it, and is stronger.

use karuta_arena::lab::experiment::builtin;
use karuta_arena::lab::results;
use karuta_arena::lab::verdict::{Standing, standing};
use karuta_arena::registry::GAMES;
use std::path::Path;

/// The experiment of a game plays the levels that the game offers, each against the one below.
#[test]
fn the_levels_that_are_measured_are_those_that_are_offered() {
    for entry in GAMES.games() {
        let id = format!("{}/{}", builtin::LEVELS, entry.name);
        let experiment = builtin::open(&id).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(experiment.rows.len(), entry.levels.len() - 1, "{id}");
        for (row, pair) in experiment.rows.iter().zip(entry.levels.windows(2)) {
            let agents = &row.matches.values().next().expect("a match").agents;
            let mut expected = vec![pair[1].to_string()];
            expected.resize(entry.teams, pair[0].to_string());
            assert_eq!(*agents, expected, "{id}, {}", row.name);
        }
    }
}

/// The results that docs/strength.md shows say so with 95 % confidence. A game whose agents have changed since waits
/// for its next run.
#[test]
fn every_level_is_stronger_than_the_one_below() {
    let mut measured = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    for experiment in builtin::select(builtin::LEVELS).expect("they are well formed") {
        let found = results::load(&folder, &experiment).expect("they can be read");
        let Some(found) = found else { continue };
        measured += 1;
        for claim in &experiment.claims {
            assert_eq!(standing(claim, &found), Standing::Holds, "{}: {}", experiment.id, claim.text);
        }
    }
    assert!(measured >= 3, "only {measured} games were measured");
}
