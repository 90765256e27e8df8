//! `karuta lab`: studies whose results agents use.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use karuta_arena::lab::{self, Asked, Digest, STUDIES};
use serde_json::{Value, json};

use super::whole;
use crate::failure::Interrupted;
use crate::progress::Progress;
use crate::text::table;
use crate::{interrupt, out};

/// Run studies: long measurements whose tables agents use.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta lab list\n  karuta lab run hanamikoji-prospects:rules=official,games=5 \
                  --out prospects.csv\n  karuta match hanamikoji 'simple:presampled=(array:table=prospects.csv)' simple"
)]
pub struct Lab {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List the studies with their parameters.
    List(List),
    /// Run a study and write its table.
    Run(Run),
}

#[derive(Args)]
#[command(after_help = "Example:\n  karuta lab list")]
struct List {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Interrupted, the same command goes on where it stopped.\n\nExample:\n  karuta lab run \
                  hanamikoji-prospects:rules=fair,games=2 --out fair.csv"
)]
struct Run {
    /// The study, such as hanamikoji-prospects:rules=official.
    study: String,
    /// Where the table goes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Threads to work on.
    #[arg(long, value_name = "N", default_value_t = threads(), value_parser = whole(1..=1024))]
    threads: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn threads() -> u64 {
    std::thread::available_parallelism().map_or(1, |n| n.get() as u64)
}

/// Lists or runs.
pub fn run(args: &Lab) -> anyhow::Result<()> {
    match &args.task {
        Task::List(list) => show(list),
        Task::Run(run) => study(run),
    }
}

fn show(args: &List) -> anyhow::Result<()> {
    if args.json {
        let studies: Vec<Value> = STUDIES
            .iter()
            .map(|study| {
                let params: Vec<Value> = study
                    .params
                    .iter()
                    .map(|p| json!({ "name": p.name, "default": p.default, "help": p.help }))
                    .collect();
                json!({ "name": study.name, "help": study.help, "params": params })
            })
            .collect();
        return Ok(out::line(json!({ "studies": studies }).to_string())?);
    }
    for study in STUDIES {
        out::line(format!("{}: {}", study.name, study.help))?;
        for param in study.params {
            out::line(format!("  {}={}: {}", param.name, param.default, param.help))?;
        }
    }
    Ok(())
}

fn study(args: &Run) -> anyhow::Result<()> {
    let asked = lab::open(&args.study)?;
    let total = asked.work.pieces() as u64;
    let stop = interrupt::flag();
    let mut progress: Option<Progress> = None;
    let result = lab::work(&asked, &args.out, args.threads as usize, &stop, |done| match &mut progress {
        None => progress = Some(Progress::new("pieces", done as u64, total)),
        Some(progress) => progress.reach(done as u64),
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    let Some(lines) = result? else {
        out::note("stopped; everything finished is kept: run the same command again to go on");
        return Err(Interrupted.into());
    };
    report(args, &asked, &lines)
}

fn report(args: &Run, asked: &Asked, lines: &[String]) -> anyhow::Result<()> {
    let digests = asked.work.digest(lines);
    if args.json {
        let tables: Vec<Value> =
            digests.iter().map(|d| json!({ "title": d.title, "head": d.head, "rows": d.rows })).collect();
        let found = json!({
            "study": asked.spec, "lines": lines.len(), "out": args.out.display().to_string(), "tables": tables,
        });
        return Ok(out::line(found.to_string())?);
    }
    out::line(format!("{}: {} lines in {}", asked.spec, lines.len(), args.out.display()))?;
    for Digest { title, head, rows } in digests {
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        out::line(format!("\n{title}\n{}", table(&head, &rows)))?;
    }
    Ok(())
}
