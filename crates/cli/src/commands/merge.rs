//! `karuta merge`: records of chunks joined into one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;
use karuta_playable::ink::counted;
use karuta_records::merge::Merge;
use karuta_records::record::{GroupRecord, Plan, RecordError, Store};
use karuta_records::stats::sprt::Sprt;
use serde_json::{Value, json};

use super::tournament::{describe, parse_sprt, test};
use super::whole;
use crate::text::wrapped;
use crate::{out, screen};

/// Join the records of chunks that were played apart.
///
/// Records of other plans or of agents that play differently are refused by name, and nothing is written then. A
/// chunk given twice is harmless. The command that played the chunks, without --chunk and with --out of the joined
/// record, prints its table.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta merge chunk-1-of-2.db chunk-2-of-2.db --out all.db --deals 100\n  \
                  karuta merge chunk-1-of-9.db chunk-2-of-9.db --out all.db --sprt elo0=0,elo1=20"
)]
pub struct MergeArgs {
    /// Files written with --out.
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    parts: Vec<PathBuf>,
    /// The record that gets them all; one of the same plans is added to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Refuse to join unless so many deals of every pairing are there.
    #[arg(long, value_name = "N", value_parser = whole(1..=100_000_000))]
    deals: Option<u64>,
    /// Join games of agents that go by the clock, too.
    #[arg(long)]
    allow_time: bool,
    /// Say what the test of a tournament of two finds in the deals from the first on that are all there.
    #[arg(long, value_name = "elo0=A,elo1=B", value_parser = parse_sprt)]
    sprt: Option<Sprt>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Joins and says what there is.
pub fn run(args: &MergeArgs) -> anyhow::Result<()> {
    let merge = Merge { parts: &args.parts, out: &args.out, deals: args.deals, allow_time: args.allow_time };
    let held = merge.run()?;
    let decided = match args.sprt {
        Some(sprt) if held.len() == 1 => Some((test(sprt, &groups(args)?), held[0].0.contestants.clone())),
        Some(_) => anyhow::bail!("--sprt decides between two agents, but {} pairings are joined", held.len()),
        None => None,
    };
    if args.json {
        let plans: Vec<Value> = held.iter().map(|(plan, indices)| plan_json(plan, indices)).collect();
        let sprt = decided.map(|((state, deals), _)| {
            json!({ "verdict": state.verdict.map(|verdict| format!("{verdict:?}")), "llr": state.llr, "deals": deals })
        });
        let found = json!({ "out": args.out.display().to_string(), "plans": plans, "sprt": sprt });
        return Ok(out::line(found.to_string())?);
    }
    for (plan, indices) in &held {
        out::line(wrapped(&format!("{plan}: {}", extent(indices)), screen::width()))?;
    }
    if let Some((found, names)) = decided {
        out::line(wrapped(&describe(&found, &names), screen::width()))?;
    }
    Ok(())
}

/// The groups of the only plan of the joined record.
fn groups(args: &MergeArgs) -> Result<BTreeMap<u64, GroupRecord>, RecordError> {
    let mut groups = BTreeMap::new();
    Store::read(&args.out)?.each_group(|_, group| {
        groups.insert(group.index, group);
        Ok::<_, RecordError>(())
    })?;
    Ok(groups)
}

/// The deals that lack before the last one there is.
fn missing(indices: &BTreeSet<u64>) -> Vec<u64> {
    let end = indices.last().map_or(0, |last| last + 1);
    (0..end).filter(|index| !indices.contains(index)).collect()
}

fn extent(indices: &BTreeSet<u64>) -> String {
    let missing = missing(indices);
    let count = indices.len();
    match missing.first() {
        None => counted(count, "deal"),
        Some(first) => {
            format!(
                "{}; {} before the last are missing, the first is deal {first}",
                counted(count, "deal"),
                missing.len()
            )
        }
    }
}

fn plan_json(plan: &Plan, indices: &BTreeSet<u64>) -> Value {
    json!({
        "game": plan.game, "contestants": plan.contestants, "seed": plan.seed, "deals": indices.len(),
        "missing": missing(indices).len(),
    })
}
