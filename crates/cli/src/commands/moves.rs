//! `karuta moves`: the legal moves of a position.

use clap::Args;
use karuta_arena::registry;
use karuta_playable::playable::Purpose;
use serde_json::json;

use super::TableArgs;
use crate::out;

/// List the legal moves of a position or deal.
#[derive(Args)]
#[command(after_help = "Example:\n  karuta moves onitama5 --position \
                        '1121100000000000000033433 ox,boar,horse,elephant,crab 0'\n  karuta moves tichu --count \
                        --position 'hand=S5,B5,G6,R6,S7,Pho table=pair:4 wish=6'")]
pub struct Moves {
    /// The game, with options if any.
    game: String,
    #[command(flatten)]
    start: TableArgs,
    /// Print only how many there are, and whatever else the game counts.
    #[arg(long)]
    count: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Prints the moves.
pub fn run(args: &Moves) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Analysis)?;
    let table = args.start.table(game.as_ref())?;
    let legal = table.legal();
    if args.json {
        let mut found = json!({
            "game": game.spec(), "position": table.position(), "turn": table.turn(),
            "count": legal.len(), "moves": legal,
        });
        if let Some(counts) = table.counts() {
            found["counts"] = counts.into_iter().collect();
        }
        return Ok(out::line(found.to_string())?);
    }
    if args.count {
        // A game that counts in ways of its own names them; a bare number would not say which it is.
        if let Some(counts) = table.counts() {
            for (name, count) in counts {
                out::line(format!("{name}: {count}"))?;
            }
            return Ok(());
        }
        return Ok(out::line(legal.len().to_string())?);
    }
    // With a seed the position is news; with a position it is what the asker wrote.
    if args.start.is_deal() {
        out::note(format!("position: {}", table.position()));
    }
    for mv in legal {
        out::line(mv)?;
    }
    Ok(())
}
