//! `karuta games`: what can be played.

use clap::Args;
use karuta_arena::registry::GAMES;
use serde_json::json;

use crate::out;

/// List the games and their options.
#[derive(Args)]
#[command(after_help = "Example:\n  karuta games")]
pub struct Games {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

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
    for game in GAMES.games() {
        out::line(format!("{}  {} ({} seats)", game.name, game.help, game.seats))?;
        for param in game.params {
            out::line(format!("    {}={}  {}", param.name, param.default, param.help))?;
        }
        out::line(format!("    a position: {}", game.position_help))?;
        out::line("")?;
    }
    out::line("Options follow a colon: karuta play onitama5:cards=base+sensei")?;
    Ok(())
}
