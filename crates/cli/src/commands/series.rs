//! Playing deal groups with records and progress: what `match`, `tournament` and the exhibition share.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr as _;

use clap::Args;
use karuta_agents::contest::Contest;
use karuta_arena::chunk::Portion;
use karuta_arena::series::{Groups, Part, Series};
use karuta_engine::Stop;
use karuta_playable::ink::counted;
use karuta_records::record::{GroupRecord, Plan};
use serde_json::json;

use super::{SEEDS, cores, whole};
use crate::out;
use crate::progress::Progress;
use crate::screen::Wide;

/// The options of everything that plays deal groups.
#[derive(Args)]
pub struct SeriesArgs {
    /// The number of deals; each is played once per seating.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=100_000_000))]
    pub deals: u64,
    /// The seed of deals and agents.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(SEEDS))]
    pub seed: u64,
    /// Games played side by side [default: one per core].
    #[arg(long, value_name = "T", value_parser = whole(1..=1024))]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub wide: Wide,
    /// Print JSON.
    #[arg(long, conflicts_with = "wide")]
    pub json: bool,
    /// Record every finished deal in this SQLite file; run again to resume.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play only the i-th of n parts, or only the deals A-B, to be joined with the others by karuta merge.
    #[arg(long, value_name = "i/n", value_parser = Portion::from_str, requires = "out")]
    pub chunk: Option<Portion>,
}

impl SeriesArgs {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores) as usize
    }
}

/// The groups of several contests of one game.
pub struct Played {
    pub contests: Vec<Box<dyn Contest>>,
    /// Finished groups of each contest.
    pub groups: Groups,
    /// True if Ctrl-C ended the run early.
    pub interrupted: bool,
}

/// Plays what is missing. `enough` is asked after every group, with the contest it belongs to and the
/// groups that contest has so far.
pub fn play(
    game: &str,
    contests: Vec<Box<dyn Contest>>,
    args: &SeriesArgs,
    stop: &Stop,
    mut enough: impl FnMut(usize, &BTreeMap<u64, GroupRecord>) -> bool,
) -> anyhow::Result<Played> {
    let parts = contests.iter().map(|contest| Part {
        plan: plan(game, contest.as_ref(), args),
        contest: contest.as_ref(),
        deals: args.deals,
    });
    let series = Series {
        parts: parts.collect(),
        record: args.out.clone(),
        chunk: args.chunk,
        threads: args.threads(),
    };
    let mut bar: Option<Progress> = None;
    let first_deals = |groups: &BTreeMap<u64, GroupRecord>| -> BTreeMap<u64, GroupRecord> {
        groups.range(..args.deals).map(|(&index, group)| (index, group.clone())).collect()
    };
    let played = series.play(
        stop,
        |progress| match &mut bar {
            None => bar = Some(Progress::new("deals", progress.done, progress.total)),
            Some(bar) => bar.step(),
        },
        // A longer run of the same plan may already be in the file; this one is about its first deals.
        |contest, groups| match groups.last_key_value() {
            Some((&last, _)) if last >= args.deals => enough(contest, &first_deals(groups)),
            _ => enough(contest, groups),
        },
    );
    bar.into_iter().for_each(Progress::finish);
    let mut groups = played?;
    for finished in &mut groups {
        finished.retain(|&index, _| index < args.deals);
    }
    Ok(Played { contests, groups, interrupted: stop.is_raised() })
}

/// The plan of a contest. Only a record needs to know who the agents are beyond their names.
fn plan(game: &str, contest: &dyn Contest, args: &SeriesArgs) -> Plan {
    match args.out {
        Some(_) => identified(game, contest, args.seed),
        None => {
            Plan { game: game.to_string(), contestants: contest.specs(), seed: args.seed, agents: Vec::new() }
        }
    }
}

/// The plan of a contest as records have it.
pub fn identified(game: &str, contest: &dyn Contest, seed: u64) -> Plan {
    Plan { game: game.to_string(), contestants: contest.specs(), seed, agents: contest.identities() }
}

/// Says that a chunk is finished, instead of a table that would be about a part of the deals; false if all deals were
/// asked for or the chunk is not finished.
pub fn tell_chunk(args: &SeriesArgs, played: &Played) -> anyhow::Result<bool> {
    let (Some(chunk), Some(path), false) = (args.chunk, &args.out, played.interrupted) else {
        return Ok(false);
    };
    let contests = played.groups.len();
    let own = |(contest, groups): (usize, &BTreeMap<u64, GroupRecord>)| {
        groups.keys().filter(|&&index| chunk.has(contest, index, contests)).count()
    };
    let deals: usize = played.groups.iter().enumerate().map(own).sum();
    let path = path.display();
    out::line(match args.json {
        true => json!({ "chunk": chunk.to_string(), "deals": deals, "out": path.to_string() }).to_string(),
        false if contests > 1 => format!(
            "{path} holds chunk {chunk}, {} of {contests} pairings; karuta merge joins it with the others",
            counted(deals, "deal")
        ),
        false => format!(
            "{path} holds chunk {chunk}, {}; karuta merge joins it with the others",
            counted(deals, "deal")
        ),
    })?;
    Ok(true)
}

/// Advice after Ctrl-C.
pub fn resume_hint(out: Option<&PathBuf>) -> String {
    match out {
        Some(path) => {
            format!("interrupted; {} keeps what is finished: run the same command to resume", path.display())
        }
        None => String::from("interrupted; this is what was finished (with --out FILE.db it can be resumed)"),
    }
}
