//! `karuta lab again`: what a folder of results holds, run again in another folder and compared.

use std::path::PathBuf;

use clap::Args;
use karuta_arena::lab::experiment::Unit;
use karuta_arena::lab::results::{self, Results};
use karuta_arena::lab::{Outcome, Session};
use karuta_playable::ink::counted;

use super::{RESULTS, select};
use crate::commands::{cores, whole};
use crate::failure::Interrupted;
use crate::output::Force;
use crate::{interrupt, out};

#[derive(Args)]
#[command(
    after_help = "Budgets in iterations give the same games on every machine. Where results have a checksum of their \
                  games, the checksums are compared, otherwise all numbers but times.\n\nExample:\n  karuta lab again \
                  hanamikoji --out again"
)]
pub struct Again {
    /// An experiment, a paper, or all.
    item: String,
    /// The folder of results to check.
    #[arg(long, value_name = "DIR", default_value = RESULTS)]
    from: PathBuf,
    /// The folder that gets the new records and results; interrupted, the same command goes on there.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write today's signature and the checksum of the games into results that came out the same; nothing else in them
    /// changes.
    #[arg(long)]
    sign: bool,
    /// Games played side by side.
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = whole(1..=1024))]
    threads: u64,
    #[command(flatten)]
    force: Force,
}

/// Runs again and compares; fails if anything differs.
pub fn run(args: &Again) -> anyhow::Result<()> {
    anyhow::ensure!(args.from.is_dir(), "no folder of results {:?}; --from names another", args.from);
    anyhow::ensure!(args.from != args.out, "--out must be another folder than {:?}", args.from);
    let stop = interrupt::stop();
    let mut others = 0;
    for experiment in select(&args.item)? {
        let Some(held) = results::load(&args.from, &experiment)? else {
            out::line(format!("{}: no results", experiment.id))?;
            continue;
        };
        let size = experiment.size(&format!("{}:{}", held.size, held.deals))?;
        let session = Session {
            experiment: &experiment,
            size,
            chunk: None,
            threads: args.threads as usize,
            folder: &args.out,
            replace: args.force.force,
        };
        let Outcome::Finished(found) = session.run(&stop, |_, _| ())? else {
            out::note("stopped; everything finished is kept: run the same command again to go on");
            return Err(Interrupted.into());
        };
        let is_timed =
            |column: &str| experiment.column(column).is_some_and(|column| column.unit == Unit::Seconds);
        let is_same = match (held.games.is_empty(), found.games.is_empty()) {
            (false, false) => held.games == found.games,
            _ => numbers(&held, is_timed) == numbers(&found, is_timed),
        };
        others += usize::from(!is_same);
        let is_signed = held.signature == found.signature && held.games == found.games;
        if args.sign && is_same && !is_signed {
            // The same numbers to six digits from the same seed are the same games, which have a checksum now.
            let (signature, games) = (found.signature.clone(), found.games.clone());
            results::save(&args.from, &experiment, &Results { signature, games, ..held.clone() })?;
        }
        let word = if is_same { "the same" } else { "different" };
        out::line(format!("{}: {word} ({}, {})", experiment.id, held.size, counted(held.deals, "deal")))?;
    }
    anyhow::ensure!(others == 0, "{others} of the results could not be made again");
    Ok(())
}

/// All numbers of some results but times, to the digits that a report can show.
fn numbers(results: &Results, is_timed: impl Fn(&str) -> bool) -> Vec<(String, String, String)> {
    let cells = results.cells.iter().flat_map(|(row, cells)| cells.iter().map(move |cell| (row, cell)));
    cells
        .filter(|(_, (column, _))| !is_timed(column))
        .map(|(row, (column, cell))| (row.clone(), column.clone(), format!("{:.6}", cell.value)))
        .collect()
}
