//! `karuta lab merge`: chunks joined.

use std::path::PathBuf;

use clap::Args;
use karuta_arena::lab;
use karuta_report::lab::Item;

use super::terminal;
use super::{RESULTS, select_allowing};
use crate::{out, screen};

#[derive(Args)]
#[command(after_help = "Example:\n  karuta lab merge onitama/table-5-7 --size 10 --out results")]
pub struct Merge {
    /// An experiment.
    item: String,
    /// The size its chunks were run at.
    #[arg(long, default_value = "quick")]
    size: String,
    /// The folder with the chunks of all machines.
    #[arg(long, value_name = "DIR", default_value = RESULTS)]
    out: PathBuf,
    /// Join games of agents that go by the clock, too.
    #[arg(long)]
    allow_time: bool,
    /// Let a file of one's own name agents that start programs (exec:cmd=..).
    #[arg(long)]
    allow_exec: bool,
}

/// Joins and prints.
pub fn run(args: &Merge) -> anyhow::Result<()> {
    for experiment in select_allowing(&args.item, args.allow_exec)? {
        let size = experiment.size(&args.size)?;
        let findings = lab::merge(&experiment, &size, &args.out, args.allow_time)?;
        let item = Item::new(experiment, Some(findings))?;
        out::line(terminal::terminal(&item, screen::width()))?;
    }
    Ok(())
}
