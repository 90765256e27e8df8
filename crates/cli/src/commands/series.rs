//! Playing deal groups with records and progress: what `match`, `tournament` and the exhibition share.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use karuta_agents::contest::Contest;
use karuta_arena::series::{Groups, Part, Series};
use karuta_engine::Stop;
use karuta_records::record::{GroupRecord, Plan};

use super::{SEEDS, whole};
use crate::progress::Progress;

/// The options of everything that plays deal groups.
#[derive(Args)]
pub struct SeriesArgs {
    /// The number of deals; each is played once per seating.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=100_000_000), allow_negative_numbers = true)]
    pub deals: u64,
    /// The seed of deals and agents.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(SEEDS), allow_negative_numbers = true)]
    pub seed: u64,
    /// Games played side by side [default: one per core].
    #[arg(long, value_name = "T", value_parser = whole(1..=1024), allow_negative_numbers = true)]
    pub threads: Option<u64>,
    /// Print every column, however wide the terminal is.
    #[arg(long, conflicts_with = "json")]
    pub wide: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Record every finished deal in this SQLite file; run again to resume.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl SeriesArgs {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(cores, |threads| threads as usize)
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
        plan: plan(game, contest.as_ref(), args.seed),
        contest: contest.as_ref(),
        deals: args.deals,
    });
    let series =
        Series { parts: parts.collect(), record: args.out.clone(), chunk: None, threads: args.threads() };
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

fn plan(game: &str, contest: &dyn Contest, seed: u64) -> Plan {
    Plan {
        game: game.to_string(),
        contestants: contest.specs(),
        seed,
        version: env!("CARGO_PKG_VERSION").to_string(),
    }
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
