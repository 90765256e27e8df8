//! `karuta games`: what can be played.

use clap::Args;
use karuta_arena::registry::GAMES;
use serde_json::json;

use crate::out;
use crate::screen::Wide;
use crate::text::{hanging, wrapped};

/// List the games and their options.
#[derive(Args)]
#[command(after_help = "Example:\n  karuta games")]
pub struct Games {
    #[command(flatten)]
    wide: Wide,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The column at which the meaning of an option begins.
const OPTIONS: usize = 28;

/// Prints the table of games.
pub fn run(args: &Games) -> anyhow::Result<()> {
    if args.json {
        let games: Vec<_> = GAMES
            .games()
            .iter()
            .map(|game| {
                let options: Vec<_> = game
                    .params
                    .iter()
                    .map(|p| json!({"name": p.name, "default": p.default, "help": p.help}))
                    .collect();
                json!({
                    "name": game.name, "help": game.help, "seats": game.seats, "teams": game.teams, "hidden": game.is_hidden,
                    "options": options, "position": game.position_help, "opponent": game.opponent,
                })
            })
            .collect();
        return Ok(out::line(serde_json::to_string_pretty(&games)?)?);
    }
    let width = args.wide.width();
    for game in GAMES.games() {
        out::line(wrapped(&format!("{}  {} ({} seats)", game.name, game.help, game.seats), width))?;
        for param in game.params {
            let option = format!("    {}={}", param.name, param.default);
            out::line(hanging(&option, param.help, OPTIONS, width))?;
        }
        out::line(hanging("    a position", game.position_help, OPTIONS, width))?;
        out::line("")?;
    }
    out::line("Options follow a colon: karuta play onitama5:cards=base+sensei")?;
    Ok(())
}
