//! `karuta` alone. It plays for up to a minute, so it is interrupted, and the agents it shows are
//! tried one by one.

use karuta_arena::registry::{self, GAMES};
use karuta_playable::playable::Purpose;

/// A whole exhibition over a pipe: four games, four tables, nothing too wide, and what to try next.
#[test]
fn the_exhibition_shows_games_and_tables() {
    let text = crate::child::karuta::<&str>(&[]).fine();
    for title in
        ["Onitama on the official", "Hanamikoji by the official", "Daihinmin by", "Tichu by the official"]
    {
        assert!(text.contains(title), "{title} is missing: {text}");
    }
    assert_eq!(text.matches("agent  ").count(), 4, "{text}");
    assert!(!text.contains("0.0 % to 100.0 %"), "an interval that says nothing: {text}");
    assert!(text.ends_with("everything else\n"), "{text}");
    let widest = text.lines().map(karuta_playable::ink::columns).max();
    assert!(widest <= Some(80), "{widest:?}: {text}");
}

#[cfg(unix)]
#[test]
fn the_exhibition_can_be_ended() {
    use crate::child::{Running, command};
    let mut child = Running::start(command::<&str>(&[]), "");
    assert!(child.until(|child| child.out().contains("Onitama on the")), "it ended by itself");
    child.interrupt();
    let ended = child.ended();
    assert_eq!(ended.code, Some(130), "{}", ended.err);
    assert!(!ended.err.contains("panicked") && !ended.out.contains("Try next"), "{}", ended.err);
}

#[test]
fn agents_that_games_name_themselves_can_be_had() {
    for entry in GAMES.games() {
        let game = registry::open(entry.name, Purpose::Match).expect("a game opens by its name");
        let pairs = entry.exhibition.windows(2).chain(entry.signature_agents.iter().copied());
        let levels = entry.levels.iter().map(std::slice::from_ref);
        for pair in pairs.chain([&[entry.opponent][..]]).chain(levels) {
            let specs: Vec<String> =
                (0..entry.teams).map(|seat| pair[seat % pair.len()].to_string()).collect();
            if let Err(error) = game.contest(&specs, 1) {
                panic!("{} cannot seat {specs:?}: {error}", entry.name);
            }
        }
        assert!(entry.exhibition.len() != 1, "{} has nobody to play with", entry.name);
        let timed = entry.levels.iter().find(|spec| spec.contains("time"));
        assert_eq!(timed, None, "{}: a level must be the same on every machine", entry.name);
    }
}
