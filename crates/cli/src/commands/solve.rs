//! `karuta solve`: exact endgame tables.

use std::path::PathBuf;

use clap::Args;
use karuta_arena::registry;
use karuta_playable::parts::SolvedClass;
use karuta_playable::playable::Purpose;
use serde_json::{Value, json};

use crate::output::{self, Force};
use crate::progress::Progress;
use crate::text::{folded, thousands};
use crate::{out, screen};

/// Solve all endings of a set of cards exactly.
///
/// Onitama: at most a master and a student a side, all 30 ways to hold the five cards. The table can
/// be kept and given to agents with endgame=FILE.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta solve onitama5 --cards boar,ox,elephant,horse,crab --out boar.end\n  \
                        karuta match onitama5:cards=boar+ox+elephant+horse+crab alphabeta:endgame=boar.end alphabeta"
)]
pub struct Solve {
    /// The game.
    game: String,
    /// The five cards, with commas between them.
    #[arg(long, value_name = "LIST")]
    cards: String,
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
    if let Some(path) = &args.out {
        args.force.check(path)?;
    }
    let mut progress = Progress::new("% solved", 0, 100);
    let solved = game.solve(&args.cards, &mut |part| progress.reach((part * 100.0) as u64))?;
    progress.finish();
    if let Some(path) = &args.out {
        output::write(path, &solved.bytes)?;
        out::note(format!("wrote {} bytes to {}", thousands(solved.bytes.len() as i64), path.display()));
    }
    if args.json {
        let classes: Vec<Value> = solved.classes.iter().map(class_json).collect();
        let found = json!({
            "game": game.spec(), "cards": args.cards, "classes": classes, "longest_win_position": solved.longest,
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
    if let Some(position) = &solved.longest {
        out::line(format!("\nlongest win: {position}"))?;
    }
    Ok(())
}

fn class_json(c: &SolvedClass) -> Value {
    let n = c.counts;
    json!({
        "pieces": c.name, "positions": n.positions, "wins": n.wins, "wins_at_once": n.wins_at_once,
        "losses": n.losses, "draws": n.draws, "longest_win": n.longest_win,
    })
}
