//! `karuta` without a command: a game of each kind shown move by move, then a table for each that says how much
//! stronger which agent is. It takes at most a minute.

mod film;
mod ladder;

use std::time::{Duration, Instant};

use karuta_agents::any::AnyGame;
use karuta_agents::entry::Entry;
use karuta_arena::registry::{self, GAMES};
use karuta_engine::Stop;
use karuta_playable::error::InputError;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::Spec;

use crate::failure::Interrupted;
use crate::{interrupt, out, screen};

/// The time for all games that are shown.
const SHOWN: Duration = Duration::from_secs(28);

/// The time for all tables. Both together leave some seconds of the minute for a busy machine.
const MEASURED: Duration = Duration::from_secs(20);

/// Commands to try next, each with its purpose.
pub const NEXT: [(&str, &str); 5] = [
    ("karuta play tichu --level easy", "play against karuta"),
    ("karuta serve", "play in a browser"),
    ("karuta match onitama5 alphabeta mcts", "let two agents meet"),
    ("karuta lab run onitama/table-5-5", "rerun a table of a paper"),
    ("karuta --help", "everything else"),
];

/// Plays the exhibition.
pub fn run() -> anyhow::Result<()> {
    let stop = interrupt::stop();
    let games: Vec<&Entry> = GAMES.games().iter().filter(|game| !game.exhibition.is_empty()).collect();
    out::line(format!(
        "karuta plays {} games and measures its agents; this takes less than a minute.",
        games.len()
    ))?;
    out::line("Ctrl-C ends it, karuta --help lists the commands.\n")?;
    for (entry, share) in games.iter().zip(shares(SHOWN, games.len())) {
        film::show(entry, share, &stop)?;
        check(&stop)?;
    }
    out::line(screen::ink().bold("How much stronger is which agent?"))?;
    out::line("Each agent against the one below it, over deals that are played from both sides.\n")?;
    for (entry, share) in games.iter().zip(shares(MEASURED, games.len())) {
        ladder::show(entry, share, &stop)?;
        check(&stop)?;
    }
    out::line(screen::ink().bold("Try next:"))?;
    for (command, what) in NEXT {
        out::line(format!("  {command:<42}{what}"))?;
    }
    Ok(())
}

/// A game by the rules people play by, with nothing repeated: one round or game is enough to see.
fn open(entry: &Entry) -> Result<Box<dyn AnyGame>, InputError> {
    let official = entry.people_play.iter().filter(|(key, _)| *key == "rules");
    let args = official.map(|&(key, value)| (key.to_string(), value.to_string())).collect();
    registry::open(&Spec { name: entry.name.to_string(), args }.to_string(), Purpose::Match)
}

/// Shares of a time, one after the other: each is an equal part of what is left, so that time saved by one goes to
/// the others.
fn shares(time: Duration, count: usize) -> impl Iterator<Item = Duration> {
    let began = Instant::now();
    (0..count).rev().map(move |after| time.saturating_sub(began.elapsed()) / (after as u32 + 1))
}

/// The columns of the exhibition: long lines of moves would be hard to read in a wide terminal.
fn width() -> usize {
    screen::width().min(80)
}

fn check(stop: &Stop) -> anyhow::Result<()> {
    if stop.is_raised() { Err(Interrupted.into()) } else { Ok(()) }
}
