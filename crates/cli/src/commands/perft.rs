//! `karuta perft`: how many move sequences there are.

use clap::Args;
use karuta_arena::registry;
use karuta_engine::conform::Perft;
use karuta_playable::playable::Purpose;

use serde_json::json;

use super::{StartArgs, whole};
use crate::out;

/// Count the move sequences of a length.
///
/// A game that ends earlier counts as one sequence, as public programs count; with --strict only
/// sequences of exactly that length count. The last line is the count alone.
#[derive(Args)]
#[command(after_help = "Example:\n  karuta perft onitama5 --depth 5 --position \
                        '1121100000000000000033433 ox,boar,horse,elephant,crab 0'")]
pub struct PerftArgs {
    /// The game, with options if any.
    game: String,
    #[command(flatten)]
    start: StartArgs,
    /// Number of plies.
    #[arg(long, value_name = "N", value_parser = whole(1..=32))]
    depth: u64,
    /// Count only sequences of exactly this length.
    #[arg(long)]
    strict: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Counts and prints.
pub fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Analysis)?;
    let start = args.start.start();
    let convention = if args.strict { Perft::Strict } else { Perft::Community };
    let last = args.depth as u32;
    if args.json {
        let counts =
            (1..=last).map(|depth| game.perft(&start, depth, convention)).collect::<Result<Vec<_>, _>>()?;
        let position = game.table(&start)?.position();
        let found = json!({
            "game": game.spec(), "position": position, "strict": args.strict, "counts": counts,
        });
        return Ok(out::line(found.to_string())?);
    }
    for depth in 1..last {
        out::line(format!("depth {depth}: {}", game.perft(&start, depth, convention)?))?;
    }
    out::line(game.perft(&start, last, convention)?.to_string())?;
    Ok(())
}
