//! `karuta` alone. It plays for up to a minute, so it is interrupted, and the agents it shows are
//! tried one by one.

use karuta_arena::registry::{self, GAMES};
use karuta_playable::playable::Purpose;

#[cfg(unix)]
#[test]
fn the_exhibition_starts_and_can_be_ended() {
    use crate::child::{Running, command};
    let mut child = Running::start(command::<&str>(&[]), "");
    assert!(
        child.until(|child| child.err().contains("karuta --help lists the commands")),
        "it ended by itself"
    );
    child.interrupt();
    let ended = child.ended();
    assert_eq!(ended.code, Some(130), "{}", ended.err);
    assert!(ended.err.starts_with("An exhibition of "), "{}", ended.err);
    assert!(ended.out.contains("agent"), "the table of what was finished: {}", ended.out);
    assert!(!ended.err.contains("panicked"), "{}", ended.err);
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
        assert!(entry.exhibition.len() >= 2, "{} has nothing to show", entry.name);
        let timed = entry.levels.iter().find(|spec| spec.contains("time"));
        assert_eq!(timed, None, "{}: a level must be the same on every machine", entry.name);
    }
}
