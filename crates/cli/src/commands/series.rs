//! Playing deal groups with records and progress: what `match`, `tournament` and the exhibition share.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use karuta_agents::contest::Contest;
use karuta_agents::runner::{self, Task};
use karuta_records::record::{GroupRecord, Plan, RecordError, Store, Writer};

use super::{SEEDS, whole};
use crate::progress::Progress;

/// The options of everything that plays deal groups.
#[derive(Args)]
pub struct SeriesArgs {
    /// How many deals; each is played once per seating.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=100_000_000), allow_negative_numbers = true)]
    pub deals: u64,
    /// The seed of deals and agents.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(SEEDS), allow_negative_numbers = true)]
    pub seed: u64,
    /// Games played side by side [default: one per core].
    #[arg(long, value_name = "T", value_parser = whole(1..=1024), allow_negative_numbers = true)]
    pub threads: Option<u64>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Record every finished deal in this SQLite file; run again to resume.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl SeriesArgs {
    /// How many threads to use.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}

/// The groups of several contests of one game.
pub struct Series {
    pub contests: Vec<Box<dyn Contest>>,
    /// Finished groups of each contest.
    pub groups: Vec<BTreeMap<u64, GroupRecord>>,
    /// Whether Ctrl-C ended the run early.
    pub interrupted: bool,
}

/// Plays what is missing. `enough` is asked after every group, with the contest it belongs to and the
/// groups that contest has so far.
pub fn play(
    game: &str,
    contests: Vec<Box<dyn Contest>>,
    args: &SeriesArgs,
    stop: &AtomicBool,
    mut enough: impl FnMut(usize, &BTreeMap<u64, GroupRecord>) -> bool,
) -> anyhow::Result<Series> {
    let plans: Vec<Plan> = contests.iter().map(|contest| plan(game, contest.as_ref(), args.seed)).collect();
    let (mut groups, writer) = match &args.out {
        Some(path) => open(path.clone(), &plans)?,
        None => (vec![BTreeMap::new(); contests.len()], None),
    };
    let mut tasks = Vec::new();
    for index in 0..args.deals {
        for (contest, finished) in groups.iter().enumerate() {
            if !finished.contains_key(&index) {
                tasks.push(Task { contest, index });
            }
        }
    }
    // A longer run of the same plan may already be in the file; this one is about its first deals.
    for finished in &mut groups {
        finished.retain(|&index, _| index < args.deals);
    }
    let total = args.deals * contests.len() as u64;
    let decided = (0..contests.len()).any(|contest| enough(contest, &groups[contest]));
    let mut progress = Progress::new("deals", total - tasks.len() as u64, total);
    let mut failed: Option<RecordError> = None;
    if !decided {
        let contests: Vec<&dyn Contest> = contests.iter().map(AsRef::as_ref).collect();
        runner::run(&contests, &tasks, args.threads(), stop, |task, group| {
            if let Some(writer) = &writer
                && let Err(error) = writer.send(task.contest, &group)
            {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            groups[task.contest].insert(task.index, group);
            progress.step();
            if enough(task.contest, &groups[task.contest]) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    }
    progress.finish();
    let closed = writer.map_or(Ok(()), Writer::close);
    if let Some(error) = failed {
        return Err(error.into());
    }
    closed?;
    Ok(Series { contests, groups, interrupted: stop.load(Ordering::Relaxed) })
}

type Opened = (Vec<BTreeMap<u64, GroupRecord>>, Option<Writer>);

fn open(path: PathBuf, plans: &[Plan]) -> Result<Opened, RecordError> {
    let store = Store::open(path, plans)?;
    let done = (0..plans.len()).map(|plan| store.done(plan)).collect::<Result<_, _>>()?;
    let writer = store.writer()?;
    Ok((done, Some(writer)))
}

fn plan(game: &str, contest: &dyn Contest, seed: u64) -> Plan {
    Plan {
        game: game.to_string(),
        contestants: contest.specs(),
        seed,
        version: env!("CARGO_PKG_VERSION").to_string(),
    }
}

/// How to go on after Ctrl-C.
pub fn resume_hint(out: Option<&PathBuf>) -> String {
    match out {
        Some(path) => {
            format!("interrupted; {} keeps what is finished: run the same command to resume", path.display())
        }
        None => String::from("interrupted; this is what was finished (with --out FILE.db it can be resumed)"),
    }
}
