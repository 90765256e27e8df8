//! `karuta uecda`: a table of the competition's wire, or a chair at somebody else's.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use karuta_engine::Rng;
use karuta_net::uecda::PORT;
use karuta_net::uecda::agents::{self, AvailableAgent, InviteError};
use karuta_net::uecda::client::{Destination, MatchResult, join};
use karuta_net::uecda::config::{MOST_GAMES, UecdaConfig};
use karuta_net::uecda::log;
use karuta_net::uecda::profile::Profile;
use karuta_net::uecda::protocol::Protocol;
use karuta_net::uecda::server::{Event, Outcome, Server, Setup};
use serde_json::{Value, json};

use super::{SEEDS, address, whole};
use crate::failure::Interrupted;
use crate::text::folded;
use crate::{interrupt, out, screen};

/// Play with the programs of the UECda competition, over the network.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:\n  karuta uecda serve --games 100 --seat default --seat default\n  \
                  karuta uecda join --host 127.0.0.1 --agent default --name karuta"
)]
pub struct Uecda {
    #[command(subcommand)]
    side: Side,
}

#[derive(Subcommand)]
enum Side {
    Serve(Serve),
    Join(Join),
}

/// Hold a match: five players, agents of ours or clients that connect.
///
/// Clients speak protocol 20070 or 20140, or the older one without a profile. Whoever leaves or says
/// nothing in time passes from then on, and the match goes on. Notes about clients go to standard error.
#[derive(Args)]
#[command(
    after_help = "Example:\n  karuta uecda serve --port 42485 --games 100 --seat default --seat mcts:iters=1000 \
                  --record evening.log"
)]
struct Serve {
    /// Port to listen on; 0 for any free port [default: the configuration's, or 42485].
    #[arg(long, value_name = "P", value_parser = whole(0..=65_535))]
    port: Option<u64>,
    /// The address to listen on; 0.0.0.0 lets other machines in.
    #[arg(long, value_name = "IP", default_value = "127.0.0.1", value_parser = address)]
    bind: IpAddr,
    /// Number of games [default: the configuration's, or 1000].
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::from(MOST_GAMES)))]
    games: Option<u64>,
    /// A configuration file of the competition's server (GAME_NUMBER, FLASH_MIBUN_NUMBER, ..).
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Write the match to a new file, as the competition's server logs it.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// An agent that takes a chair; may be given up to five times. Clients take the others.
    #[arg(long = "seat", value_name = "SPEC")]
    seats: Vec<String>,
    /// The seed of places, deals and agents.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(SEEDS))]
    seed: u64,
    /// Time limit for a client's answer.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    timeout: Duration,
    /// The least time our agents take for an answer, so that the clock does not tell what they hold.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pace: Option<Duration>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Sit down at a table and play with one of our agents.
///
/// The agent knows what the server tells this player, and nothing else.
#[derive(Args)]
#[command(
    after_help = "Example:\n  karuta uecda join --host 127.0.0.1 --port 42485 --agent mcts:iters=1000 --name karuta"
)]
struct Join {
    /// The machine of the server.
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    host: String,
    /// The port of the server.
    #[arg(long, value_name = "P", default_value_t = u64::from(PORT), value_parser = whole(1..=65_535))]
    port: u64,
    /// The agent.
    #[arg(long, value_name = "SPEC", default_value_t = String::from(agents::USUAL))]
    agent: String,
    /// The name to give.
    #[arg(long, value_name = "NAME", default_value = "karuta")]
    name: String,
    /// The protocol to speak: 20070 or 20140.
    #[arg(long, value_name = "V", default_value = "20070", value_parser = protocol)]
    protocol: Protocol,
    /// The seed of the agent.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(SEEDS))]
    seed: u64,
    /// The least time the agent takes for an answer, so that the clock does not tell what it holds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pace: Option<Duration>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn protocol(text: &str) -> Result<Protocol, String> {
    let known = text.parse().ok().and_then(Protocol::of_profile);
    known.ok_or_else(|| String::from("expected 20070 or 20140"))
}

/// A day is the longest, and a thousandth of a second the shortest that means anything.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or("expected a number of seconds from 0.001 to 86400")?;
    Ok(Duration::from_secs_f64(seconds))
}

fn available(spec: &str, pace: Option<Duration>) -> Result<AvailableAgent, InviteError> {
    let agent = AvailableAgent::new(spec)?;
    Ok(match pace {
        Some(pace) => agent.paced(pace),
        None => agent,
    })
}

/// Serves or joins.
pub fn run(args: &Uecda) -> anyhow::Result<()> {
    match &args.side {
        Side::Serve(args) => serve(args),
        Side::Join(args) => sit_down(args),
    }
}

fn serve(args: &Serve) -> anyhow::Result<()> {
    let mut config = match &args.config {
        Some(path) => configuration(path)?,
        None => UecdaConfig::default(),
    };
    config.games = args.games.map_or(config.games, |games| games as u32);
    config.port = args.port.map_or(config.port, |port| port as u16);
    let setup = Setup {
        address: SocketAddr::new(args.bind, config.port),
        agents: args.seats.iter().map(|spec| available(spec, args.pace)).collect::<Result<_, _>>()?,
        limit: args.timeout,
        ..Setup::new(config, args.seed)
    };
    let missing = setup.agents.len().abs_diff(karuta_net::uecda::PLAYERS);
    let server = Server::bind(setup)?;
    let mut record = args.record.as_deref().map(Record::new).transpose()?;
    let clients = if missing == 1 { "1 client is" } else { &format!("{missing} clients are") };
    out::note(format!("listening on {}; {clients} to come", server.address()));
    let stop = interrupt::flag();
    let outcome = server.run(&stop, &mut |event| match event {
        Event::Note(text) => out::note(text),
        Event::Asked { .. } => {}
        Event::Seated(names) => {
            if let Some(record) = &mut record {
                record.write(&log::head(names));
            }
        }
        Event::Game { number, log } => {
            if let Some(record) = &mut record {
                record.write(&log.lines(number));
            }
        }
    })?;
    out::line(if args.json { as_json(&outcome).to_string() } else { as_text(&outcome) })?;
    if let Some(record) = record {
        record.close()?;
    }
    if outcome.interrupted {
        out::note("interrupted; this is what was finished");
        return Err(Interrupted.into());
    }
    Ok(())
}

fn configuration(path: &Path) -> anyhow::Result<UecdaConfig> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    UecdaConfig::read(&text).with_context(|| path.display().to_string())
}

/// The log file. A match is worth more than its log, so a full disk is told at the end.
struct Record {
    file: File,
    path: PathBuf,
    failed: Option<io::Error>,
}

impl Record {
    fn new(path: &Path) -> anyhow::Result<Record> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.with_context(|| format!("cannot begin the record {}", path.display()))?;
        Ok(Record { file, path: path.to_path_buf(), failed: None })
    }

    fn write(&mut self, text: &str) {
        if self.failed.is_none() {
            self.failed = self.file.write_all(text.as_bytes()).err();
        }
    }

    fn close(self) -> anyhow::Result<()> {
        match self.failed {
            Some(error) => Err(error).with_context(|| format!("{} is not complete", self.path.display())),
            None => Ok(()),
        }
    }
}

/// Players by points, most first.
fn ranking(outcome: &Outcome) -> Vec<usize> {
    let mut players: Vec<usize> = (0..outcome.points.len()).collect();
    players.sort_by_key(|&player| std::cmp::Reverse(outcome.points[player]));
    players
}

fn as_text(outcome: &Outcome) -> String {
    let head = ["player", "points", "a game", "1st", "2nd", "3rd", "4th", "5th", "refused"];
    let row = |player: usize| {
        let points = outcome.points[player];
        let mean = f64::from(points) / f64::from(outcome.games.max(1));
        let mut row =
            vec![format!("{player} {}", outcome.names[player]), points.to_string(), format!("{mean:.3}")];
        row.extend(outcome.places[player].iter().map(u32::to_string));
        row.push(outcome.refused[player].to_string());
        row
    };
    let rows: Vec<Vec<String>> = ranking(outcome).into_iter().map(row).collect();
    format!("{} games\n\n{}", outcome.games, folded(&head, &rows, screen::width()))
}

fn as_json(outcome: &Outcome) -> Value {
    let player = |player: usize| {
        json!({
            "player": player,
            "name": outcome.names[player],
            "points": outcome.points[player],
            "places": outcome.places[player],
            "refused": outcome.refused[player],
        })
    };
    let players: Vec<Value> = ranking(outcome).into_iter().map(player).collect();
    json!({ "games": outcome.games, "interrupted": outcome.interrupted, "players": players })
}

fn sit_down(args: &Join) -> anyhow::Result<()> {
    let invited = available(&args.agent, args.pace)?;
    let profile = Profile { protocol: args.protocol, name: args.name.clone() };
    let to = Destination { host: args.host.clone(), port: args.port as u16, profile };
    let stop = interrupt::flag();
    let mut agent = (invited.make)();
    let visit = join(&to, agent.as_mut(), &stop, &mut Rng::new(args.seed))?;
    out::line(if args.json { visit_json(&visit, &invited.spec).to_string() } else { visit_text(&visit) })?;
    if visit.interrupted {
        return Err(Interrupted.into());
    }
    Ok(())
}

fn visit_text(visit: &MatchResult) -> String {
    let places: Vec<String> = visit.places.iter().map(u32::to_string).collect();
    let mut text = format!(
        "player {}: {} games, {} points; places 1 to 5: {}; {} plays refused",
        visit.player,
        visit.games,
        visit.points(),
        places.join(", "),
        visit.refused
    );
    if visit.lots > 0 {
        text += &format!("; {} games ended at random, whose places were not told", visit.lots);
    }
    text
}

fn visit_json(visit: &MatchResult, agent: &str) -> Value {
    json!({
        "agent": agent,
        "player": visit.player,
        "games": visit.games,
        "points": visit.points(),
        "places": visit.places,
        "lots": visit.lots,
        "refused": visit.refused,
        "interrupted": visit.interrupted,
    })
}
