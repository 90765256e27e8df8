//! The commands, one file each.

mod agents;
mod analyze;
mod bench;
mod engine;
pub mod exhibition;
mod export;
mod games;
mod lab;
mod litama;
mod matches;
mod merge;
mod moves;
mod net;
mod perft;
mod plan;
mod play;
mod replay;
mod series;
mod serve;
mod shell;
mod solve;
mod tournament;
mod train;
mod uecda;
mod view;

use std::net::IpAddr;
use std::ops::RangeInclusive;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use karuta_agents::any::{AnyGame, Start};
use karuta_agents::table::Table;
use karuta_agents::view_data::ViewData;
use karuta_arena::registry;
use karuta_playable::playable::Purpose;

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
    Engine(engine::Engine),
    Export(export::Export),
    Replay(replay::Replay),
    Serve(serve::Serve),
    Solve(solve::Solve),
    Lab(lab::Lab),
    Litama(litama::Litama),
    Uecda(uecda::Uecda),
    View(view::View),
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
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Lab(args)) => lab::run(&args),
        Some(Command::Litama(args)) => litama::run(&args),
        Some(Command::Uecda(args)) => uecda::run(&args),
        Some(Command::View(args)) => view::run(&args),
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

/// The cores there are, as a number of threads.
fn cores() -> u64 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}

/// Reads an address to listen on. The parser's own errors do not say what would do.
fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| String::from("expected an address such as 127.0.0.1 or 0.0.0.0"))
}

/// The start of a game: a deal or a position.
#[derive(Args)]
pub struct StartArgs {
    /// The position, as the game writes it (karuta games shows how).
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// The seed of a random deal, and of the agent that is asked.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(SEEDS))]
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

/// A position, a deal or what a seat sees.
#[derive(Args)]
pub struct TableArgs {
    #[command(flatten)]
    start: StartArgs,
    /// A seat's view, as karuta view prints it: a file, or - for standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    view: Option<String>,
}

impl TableArgs {
    /// The table asked for.
    pub fn table(&self, game: &dyn AnyGame) -> anyhow::Result<Box<dyn Table>> {
        let Some(path) = &self.view else { return Ok(game.table(&self.start.start())?) };
        let view = ViewData::read(&read_text(path)?)?;
        // The same rules may be written in more than one way.
        let is_same =
            registry::open(&view.game, Purpose::Analysis).is_ok_and(|other| other.spec() == game.spec());
        if view.game != game.spec() && !is_same {
            anyhow::bail!("the view is of {}: expected one of {}", view.game, game.spec());
        }
        Ok(game.table_of_view(&view, self.start.seed)?)
    }

    /// True if a deal was asked for, so that its position is worth printing.
    pub fn is_deal(&self) -> bool {
        self.view.is_none() && self.start.position.is_none()
    }
}

/// The text of a file, or of standard input.
fn read_text(path: &str) -> anyhow::Result<String> {
    if path == "-" {
        return std::io::read_to_string(std::io::stdin()).context("cannot read standard input");
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))
}
