//! Round robins: which pairs of agents meet, and which agents may. Knows names, not how they play.

use karuta_agents::any::AnyGame;
use karuta_playable::error::InputError;

/// Every agent against every other.
pub fn pairs(agents: usize) -> Vec<(usize, usize)> {
    (0..agents).flat_map(|a| (a + 1..agents).map(move |b| (a, b))).collect()
}

/// An error unless the game has two sides.
pub fn check_game(game: &dyn AnyGame) -> Result<(), InputError> {
    match game.teams() {
        2 => Ok(()),
        teams => {
            let spec = game.spec();
            Err(InputError::new(format!(
                "a round robin pairs agents, but {spec} has {teams} sides: use match"
            )))
        }
    }
}

/// An error if an agent takes part twice.
pub fn check_names(names: &[String]) -> Result<(), InputError> {
    let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
    match twice {
        None => Ok(()),
        Some((_, name)) => Err(InputError::new(format!("{name} takes part twice; give each agent once"))),
    }
}
