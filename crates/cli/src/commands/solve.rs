//! `karuta solve`: exact endgame tables, and openings whose end can be forced.

mod openings;

use std::path::PathBuf;

use clap::Args;
use karuta_agents::any::AnyGame;
use karuta_agents::openings::MOST_PLIES;
use karuta_arena::registry;
use karuta_playable::parts::SolvedClass;
use karuta_playable::playable::Purpose;
use serde_json::{Value, json};

use super::{cores, whole};
use crate::output::{self, Force};
use crate::progress::Progress;
use crate::text::{fitted, folded, thousands};
use crate::{out, screen};

/// Solve endings of a set of cards, or find openings that are won by force.
///
/// Endings of Onitama have at most a master and a student a side, in all 30 ways to hold the five cards.
/// The table can be kept and given to agents with endgame=FILE. Openings are all deals of the game's
/// cards, 131,040 with the sixteen of the base game; each is searched for a win that cannot be
/// prevented within so many plies.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta solve onitama5 --cards boar,ox,elephant,horse,crab --out boar.end\n  \
                        karuta match onitama5:cards=boar+ox+elephant+horse+crab alphabeta:endgame=boar.end alphabeta\n  \
                        karuta solve onitama5 --openings 5"
)]
pub struct Solve {
    /// The game.
    game: String,
    /// The five cards, with commas between them.
    #[arg(long, value_name = "LIST", required_unless_present = "openings")]
    cards: Option<String>,
    /// Search every opening for a win within so many plies; each ply more takes about four times as long.
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["cards", "out"], value_parser = whole(1..=u64::from(MOST_PLIES)))]
    openings: Option<u64>,
    /// Openings searched side by side.
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = whole(1..=1024))]
    threads: u64,
    /// Write the table to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Solves, counts and writes.
pub fn run(args: &Solve) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Analysis)?;
    match (args.openings, &args.cards) {
        (Some(plies), _) => openings::run(&*game, plies as u32, args),
        (None, cards) => endings(&*game, cards.as_deref().unwrap_or_default(), args),
    }
}

/// Solves the endings of five cards, counts them and writes them.
fn endings(game: &dyn AnyGame, cards: &str, args: &Solve) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        args.force.check(path)?;
    }
    let mut progress = Progress::new("% solved", 0, 100);
    let solved = game.solve(cards, &mut |part| progress.reach((part * 100.0) as u64))?;
    progress.finish();
    if let Some(path) = &args.out {
        output::write(path, &solved.bytes)?;
        out::note(format!("wrote {} bytes to {}", thousands(solved.bytes.len() as i64), path.display()));
    }
    if args.json {
        let classes: Vec<Value> = solved.classes.iter().map(class_json).collect();
        let found = json!({
            "game": game.spec(), "cards": cards, "classes": classes, "positions_by_plies": solved.lengths,
            "longest_win_position": solved.longest,
        });
        return Ok(out::line(found.to_string())?);
    }
    let rows: Vec<Vec<String>> = solved
        .classes
        .iter()
        .map(|c| {
            let n = c.counts;
            let counts = [n.positions, n.wins, n.wins_at_once, n.losses, n.draws, u64::from(n.longest_win)];
            let mut row = vec![c.name.clone()];
            row.extend(counts.iter().map(|&n| thousands(n as i64)));
            row
        })
        .collect();
    let head = ["pieces", "positions", "won", "won at once", "lost", "drawn", "longest win"];
    out::line(folded(&head, &rows, screen::width()))?;
    out::line(format!("\n{}", lengths(&solved.lengths)))?;
    if let Some(position) = &solved.longest {
        out::line(format!("\nlongest win: {position}"))?;
    }
    Ok(())
}

/// Positions by the plies to their end: a move of each side a row.
fn lengths(counts: &[u64]) -> String {
    let count = |plies: usize| thousands(counts.get(plies).copied().unwrap_or(0) as i64);
    let row = |plies: usize| vec![format!("{plies}, {}", plies + 1), count(plies), count(plies + 1)];
    let rows: Vec<Vec<String>> = (1..counts.len()).step_by(2).map(row).collect();
    fitted(&["plies to the end", "won in the first", "lost in the second"], &rows, screen::width())
}

fn class_json(c: &SolvedClass) -> Value {
    let n = c.counts;
    json!({
        "pieces": c.name, "positions": n.positions, "wins": n.wins, "wins_at_once": n.wins_at_once,
        "losses": n.losses, "draws": n.draws, "longest_win": n.longest_win,
    })
}
