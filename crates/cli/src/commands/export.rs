//! `karuta export`: records for other tools.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
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
    /// One row per game and seat.
    Csv,
}

/// Prints every game.
pub fn run(args: &Export) -> anyhow::Result<()> {
    let reader = Store::read(&args.file)?;
    let mut to = BufWriter::new(io::stdout().lock());
    if let Format::Csv = args.format {
        writeln!(
            to,
            "game,seed,deal,rotation,seat,contestant,payoff,plies,decisions,playouts,seconds,start,measures"
        )?;
    }
    reader.each_group(|plan, group| -> anyhow::Result<()> {
        for (rotation, game) in group.games.iter().enumerate() {
            match args.format {
                Format::Jsonl => writeln!(to, "{}", object(plan, &group, rotation, game))?,
                Format::Csv => rows(&mut to, plan, &group, rotation, game)?,
            }
        }
        Ok(())
    })?;
    to.flush()?;
    Ok(())
}

fn object(plan: &Plan, group: &GroupRecord, rotation: usize, game: &GameRecord) -> serde_json::Value {
    let contestants: Vec<&String> = game.seating.iter().map(|&who| &plan.contestants[who]).collect();
    json!({
        "game": plan.game, "seed": plan.seed, "version": plan.version, "deal": group.index,
        "rotation": rotation, "seating": game.seating, "contestants": contestants, "start": game.start,
        "moves": game.moves, "payoffs": game.payoffs, "plies": game.plies, "measures": game.measures,
        "effort": game.effort,
    })
}

fn rows(
    to: &mut impl Write,
    plan: &Plan,
    group: &GroupRecord,
    rotation: usize,
    game: &GameRecord,
) -> anyhow::Result<()> {
    for (seat, &who) in game.seating.iter().enumerate() {
        let effort = &game.effort[seat];
        let measures: Vec<String> = game
            .measures
            .iter()
            .filter_map(|(name, values)| Some(format!("{name}={}", values.get(seat).copied().flatten()?)))
            .collect();
        writeln!(
            to,
            "{},{},{},{rotation},{seat},{},{},{},{},{},{},{},{}",
            quoted(&plan.game),
            plan.seed,
            group.index,
            quoted(&plan.contestants[who]),
            game.payoffs[seat],
            game.plies,
            effort.decisions,
            effort.playouts,
            effort.nanos as f64 / 1e9,
            quoted(&game.start),
            quoted(&measures.join(" ")),
        )?;
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
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(quoted("plain"), "plain");
    }
}
