//! `karuta export`: records for other tools.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use karuta_agents::any::AnyGame;
use karuta_arena::registry;
use karuta_playable::error::InputError;
use karuta_playable::playable::Purpose;
use karuta_records::record::{GameRecord, GroupRecord, Plan, Store};
use serde_json::json;

/// Print the games of a record, one per line.
#[derive(Args)]
#[command(after_help = "Example:\n  karuta export match.db --format csv > match.csv")]
pub struct Export {
    /// A file written with --out.
    file: PathBuf,
    /// The form of a line.
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// One JSON object per game, moves and all.
    Jsonl,
    /// One row per game and seat, one column per measure.
    Csv,
}

/// Prints every game.
pub fn run(args: &Export) -> anyhow::Result<()> {
    let reader = Store::read(&args.file)?;
    let games = reader.plans().iter().map(|plan| Ok((plan, registry::open(&plan.game, Purpose::Match)?)));
    let games: Vec<(&Plan, Box<dyn AnyGame>)> = games.collect::<Result<_, InputError>>()?;
    let measures = measures(games.iter().map(|(_, game)| game.as_ref()));
    let mut to = BufWriter::new(io::stdout().lock());
    if let Format::Csv = args.format {
        let names: Vec<&str> = COLUMNS.iter().chain(&measures).copied().collect();
        writeln!(to, "{}", names.join(","))?;
    }
    reader.each_group(|plan, group| -> anyhow::Result<()> {
        let game = games.iter().find(|(own, _)| *own == plan).map(|(_, game)| game.as_ref());
        for (rotation, record) in group.games.iter().enumerate() {
            match args.format {
                Format::Jsonl => {
                    let seats = seats(game, &group, rotation).with_context(|| file(args))?;
                    writeln!(to, "{}", object(plan, &group, rotation, seats))?;
                }
                Format::Csv => rows(&mut to, plan, &group, rotation, record, &measures)?,
            }
        }
        Ok(())
    })?;
    to.flush()?;
    Ok(())
}

fn file(args: &Export) -> String {
    format!("record {}", args.file.display())
}

/// The columns that every game has.
const COLUMNS: [&str; 16] = [
    "game",
    "seed",
    "deal",
    "rotation",
    "seat",
    "contestant",
    "payoff",
    "plies",
    "decisions",
    "iterations",
    "nodes",
    "evaluations",
    "seconds",
    "cpu_seconds",
    "faults",
    "start",
];

/// The measures of all games of a record, each once, in the order of the games.
fn measures<'a>(games: impl Iterator<Item = &'a dyn AnyGame>) -> Vec<&'static str> {
    let mut names = Vec::new();
    for measure in games.flat_map(|game| game.measures()) {
        if !names.contains(&measure.name) {
            names.push(measure.name);
        }
    }
    names
}

/// The seat that made each move: records say which moves were made, and the rules who made them.
fn seats(game: Option<&dyn AnyGame>, group: &GroupRecord, rotation: usize) -> anyhow::Result<Vec<usize>> {
    let Some(game) = game else { return Ok(Vec::new()) };
    let trace = game
        .retrace(&group.games[rotation])
        .with_context(|| format!("group {}, game {} does not follow the rules", group.index, rotation + 1))?;
    Ok(trace.steps.iter().map(|step| step.seat).collect())
}

fn object(plan: &Plan, group: &GroupRecord, rotation: usize, seats: Vec<usize>) -> serde_json::Value {
    let game = &group.games[rotation];
    let contestants: Vec<&String> = game.seating.iter().map(|&who| &plan.contestants[who]).collect();
    json!({
        "game": plan.game, "seed": plan.seed, "deal": group.index, "rotation": rotation, "seating": game.seating,
        "contestants": contestants, "start": game.start, "moves": game.moves, "seats": seats, "spent": game.spent,
        "payoffs": game.payoffs, "plies": game.plies, "measures": game.measures, "effort": game.effort,
    })
}

fn rows(
    to: &mut impl Write,
    plan: &Plan,
    group: &GroupRecord,
    rotation: usize,
    game: &GameRecord,
    measures: &[&str],
) -> io::Result<()> {
    for (seat, &who) in game.seating.iter().enumerate() {
        let effort = &game.effort[seat];
        let mut fields = vec![
            quoted(&plan.game),
            plan.seed.to_string(),
            group.index.to_string(),
            rotation.to_string(),
            seat.to_string(),
            quoted(&plan.contestants[who]),
            game.payoffs[seat].to_string(),
            game.plies.to_string(),
            effort.decisions.to_string(),
            effort.iterations.to_string(),
            effort.nodes.to_string(),
            effort.evaluations.to_string(),
            (effort.nanos as f64 / 1e9).to_string(),
            (effort.cpu_nanos as f64 / 1e9).to_string(),
            effort.faults.total().to_string(),
            quoted(&game.start),
        ];
        // A measure that says nothing of a seat leaves its field empty, as does one of another game.
        let value = |name: &&str| game.measures.get(*name).and_then(|values| values[seat]);
        fields.extend(measures.iter().map(|name| value(name).map_or(String::new(), |x| x.to_string())));
        writeln!(to, "{}", fields.join(","))?;
    }
    Ok(())
}

/// A CSV field, quoted where it must be.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

#[cfg(test)]
mod tests;
