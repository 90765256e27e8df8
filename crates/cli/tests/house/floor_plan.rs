//! One floor plan: the same file names in every game's folder, so that who knows one game finds the way in
//! the others.

use std::fs;
use std::path::Path;

use crate::source::root;

/// The files of every game.
const EVERY_GAME: &[&str] = &[
    "lib.rs",
    "cards.rs",
    "deal.rs",
    "moves.rs",
    "state.rs",
    "legal.rs",
    "apply.rs",
    "parts.rs",
    "text/mod.rs",
    "text/notation.rs",
    "text/options.rs",
    "text/position.rs",
    "text/render.rs",
    "text/validation.rs",
    "play/mod.rs",
    "play/policies.rs",
];

/// The files of every game in which something is hidden.
const HIDDEN_GAMES: &[&str] = &["rules.rs", "view.rs", "worlds.rs", "play/beliefs.rs", "learning/encoder.rs"];

/// Folders of games that hide nothing: a position is its own view.
const OPEN: &[&str] = &["onitama"];

/// The files missing from a game's folder. A module that has become a folder counts as its file.
fn missing(game: &str, has: impl Fn(&str) -> bool) -> Vec<String> {
    let hidden = if OPEN.contains(&game) { &[][..] } else { HIDDEN_GAMES };
    let is_there = |name: &str| has(name) || has(&name.replace(".rs", "/mod.rs"));
    let missing = EVERY_GAME.iter().chain(hidden).filter(|name| !is_there(name));
    missing.map(|name| format!("crates/games/{game}/src/{name}")).collect()
}

fn games() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates/games")).expect("there are games");
    let folders = folders.map(|entry| entry.expect("a folder can be read").path());
    let names = folders.filter(|path| path.join("Cargo.toml").is_file());
    let mut games: Vec<String> =
        names.filter_map(|path| Some(path.file_name()?.to_str()?.to_string())).collect();
    games.sort();
    games
}

#[test]
fn every_game_has_the_same_files() {
    let games = games();
    assert!(games.len() >= 4, "{games:?}");
    let missing: Vec<String> = games
        .iter()
        .flat_map(|game| {
            let folder = root().join("crates/games").join(game).join("src");
            missing(game, |name| Path::new(&folder).join(name).is_file())
        })
        .collect();
    assert!(missing.is_empty(), "files that every game has are missing:\n{}", missing.join("\n"));
}

#[test]
fn missing_files_are_caught() {
    let without_apply =
        |name: &str| name != "apply.rs" && name != "apply/mod.rs" && !name.contains("beliefs");
    assert_eq!(missing("onitama", without_apply), ["crates/games/onitama/src/apply.rs"]);
    assert_eq!(missing("tichu", without_apply).len(), 2);
    assert!(missing("tichu", |name| name != "worlds.rs").is_empty());
}
