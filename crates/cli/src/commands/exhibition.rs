//! `karuta` without a command: a few agents of every game play duplicate deals for up to a
//! minute, and the table says who is ahead.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use karuta_arena::registry::{self, GAMES};
use karuta_engine::Stop;
use karuta_playable::playable::Purpose;
use karuta_records::summary::summarize;

use super::matches;
use super::series::{self, SeriesArgs};
use crate::failure::Interrupted;
use crate::{interrupt, out};

/// All games together; tables and start-up fit in what is left of the minute.
const TIME: Duration = Duration::from_secs(40);

/// The most deals of one pairing; quick agents are done early.
const DEALS: u64 = 50;

/// Commands to try next, each with its purpose.
pub const NEXT: [(&str, &str); 3] = [
    ("karuta play onitama5", "play against karuta"),
    ("karuta agents --game onitama5", "see who can play"),
    ("karuta match onitama5 alphabeta mcts", "let two of them meet"),
];

/// Plays the exhibition.
pub fn run() -> anyhow::Result<()> {
    let stop = interrupt::stop();
    let pairs: Vec<(&str, Vec<String>)> = GAMES
        .games()
        .iter()
        .flat_map(|game| game.exhibition.windows(2).map(move |pair| (game, pair)))
        .map(|(game, pair)| (game.name, (0..game.teams).map(|seat| pair[seat % 2].to_string()).collect()))
        .collect();
    out::note(format!(
        "An exhibition of {} matches, {} seconds at most. karuta --help lists the commands.\n",
        pairs.len(),
        TIME.as_secs()
    ));
    let began = Instant::now();
    for (played, (name, agents)) in pairs.iter().enumerate() {
        // Time that quick matches leave over goes to those that follow.
        let share = TIME.saturating_sub(began.elapsed()) / (pairs.len() - played) as u32;
        show(name, agents, share, &stop)?;
    }
    out::line("Try next:")?;
    for (command, what) in NEXT {
        out::line(format!("  {command:<42}{what}"))?;
    }
    Ok(())
}

fn show(name: &str, agents: &[String], time: Duration, stop: &Stop) -> anyhow::Result<()> {
    let game = registry::open(name, Purpose::Match)?;
    let args = SeriesArgs { deals: DEALS, seed: 1, threads: None, json: false, out: None, chunk: None };
    let contest = game.contest(agents, args.seed)?;
    let began = Instant::now();
    let out_of_time = |_: usize, _: &BTreeMap<_, _>| began.elapsed() >= time;
    let series = series::play(game.spec(), vec![contest], &args, stop, out_of_time)?;
    let summary =
        summarize(&series.contests[0].specs(), game.teams(), game.measures(), series.groups[0].values());
    matches::print(game.as_ref(), args.seed, &summary)?;
    out::line("")?;
    if series.interrupted { Err(Interrupted.into()) } else { Ok(()) }
}
