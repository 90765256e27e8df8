//! The commands, one file each.

mod agents;
mod analyze;
mod bench;
pub mod exhibition;
mod export;
mod games;
mod lab;
mod matches;
mod merge;
mod moves;
mod net;
mod perft;
mod plan;
mod play;
mod series;
mod serve;
mod shell;
mod solve;
mod tournament;
mod train;
mod uecda;

use std::ops::RangeInclusive;

use clap::{Args, Subcommand};
use karuta_agents::any::Start;

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    Games(games::Games),
    Agents(agents::Agents),
    Play(play::Play),
    Moves(moves::Moves),
    Perft(perft::PerftArgs),
    Match(matches::Match),
    Tournament(tournament::Tournament),
    Merge(merge::MergeArgs),
    Plan(plan::PlanArgs),
    Analyze(analyze::Analyze),
    Bench(bench::Bench),
    Export(export::Export),
    Serve(serve::Serve),
    Solve(solve::Solve),
    Lab(lab::Lab),
    Uecda(uecda::Uecda),
    Train(train::Train),
    Net(net::NetArgs),
    Completions(shell::Completions),
    Man(shell::Manual),
}

/// Runs a command, or the exhibition.
pub fn run(command: Option<Command>) -> anyhow::Result<()> {
    match command {
        None => exhibition::run(),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Agents(args)) => agents::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Tournament(args)) => tournament::run(&args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Plan(args)) => plan::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Lab(args)) => lab::run(&args),
        Some(Command::Uecda(args)) => uecda::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Net(args)) => net::run(&args),
        Some(Command::Completions(args)) => shell::completions(&args),
        Some(Command::Man(args)) => shell::manual(&args),
    }
}

/// Any number is a seed.
const SEEDS: RangeInclusive<u64> = 0..=u64::MAX;

/// Reads a whole number from `range`. The parser's own errors do not say what would do.
fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(n) if range.contains(&n) => Ok(n),
        _ => Err(format!("expected a whole number from {} to {}", range.start(), range.end())),
    }
}

/// The start of a game: a deal or a position.
#[derive(Args)]
pub struct StartArgs {
    /// The position, as the game writes it (karuta games shows how).
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// The seed of a random deal, and of the agent that is asked.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(SEEDS), allow_negative_numbers = true)]
    seed: u64,
}

impl StartArgs {
    /// The position or deal asked for.
    pub fn start(&self) -> Start {
        match &self.position {
            Some(text) => Start::Position { text: text.clone(), seed: self.seed },
            None => Start::Seed(self.seed),
        }
    }
}
