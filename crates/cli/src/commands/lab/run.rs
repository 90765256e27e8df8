//! `karuta lab run`: experiments played, resumed where they were left, and counted.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use clap::Args;
use karuta_arena::chunk::Chunk;
use karuta_arena::lab::experiment::{Chosen, Experiment};
use karuta_arena::lab::plan::{Program, chunk_path, program, records_path};
use karuta_arena::lab::{Outcome, Session, check_divisible};
use karuta_playable::ink::counted;
use karuta_report::lab::{self as report, Item};

use super::terminal;
use super::{RESULTS, is_study, select_allowing, study};
use crate::commands::{cores, whole};
use crate::failure::Interrupted;
use crate::output::Force;
use crate::progress::Progress;
use crate::screen::Wide;
use crate::text::wrapped;
use crate::{interrupt, out};

#[derive(Args)]
#[command(
    after_help = "Interrupted, the same command goes on where it stopped.\n\nExamples:\n  karuta lab run \
                  hanamikoji/table-1 --size quick\n  karuta lab run onitama/table-5-7 --size 10 --chunk 2/4\n  \
                  karuta lab run onitama --time --size 5\n  karuta lab run \
                  hanamikoji-prospects:rules=fair,games=2 --out fair.csv"
)]
pub struct Run {
    /// An experiment, a paper, levels, all, a file such as own.toml, or a study.
    item: String,
    /// Size: smoke, quick, full, others where an experiment has them, a number of deals at the budgets of quick, or
    /// both as in full:20 [default: quick].
    #[arg(long)]
    size: Option<String>,
    /// Give every search the seconds its paper gave it, where it gave seconds; --size then counts deals.
    #[arg(long)]
    time: bool,
    /// Let a file of one's own start programs (agents exec:cmd=..).
    #[arg(long)]
    allow_exec: bool,
    /// Games played side by side.
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = whole(1..=1024))]
    threads: u64,
    /// The folder of results [default: results]; of a study, the file its table goes to.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Play only the i-th of n parts, to be merged with the others later.
    #[arg(long, value_name = "i/n", value_parser = Chunk::from_str)]
    chunk: Option<Chunk>,
    #[command(flatten)]
    wide: Wide,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The one experiment that is divided.
pub struct Divided<'a> {
    /// Its matches.
    pub program: Program,
    /// The minutes that all of it takes on one core, where the experiment says so.
    pub minutes: Option<f64>,
    experiment: Experiment,
    size: Chosen,
    folder: &'a Path,
}

impl Divided<'_> {
    /// The file of a chunk.
    pub fn file(&self, chunk: Chunk) -> PathBuf {
        chunk_path(self.folder, &self.experiment, &self.size, chunk)
    }

    /// The file that gets all of them.
    pub fn record(&self) -> PathBuf {
        records_path(self.folder, &self.experiment, &self.size, "db")
    }
}

impl Run {
    /// The one experiment that is asked for.
    pub fn divided(&self) -> anyhow::Result<Divided<'_>> {
        anyhow::ensure!(self.chunk.is_none(), "plan divides the experiment itself: leave out --chunk");
        anyhow::ensure!(!is_study(&self.item), "{} is a study, which has no chunks; run it whole", self.item);
        let mut experiments = select_allowing(&self.item, self.allow_exec)?;
        let (Some(experiment), true) = (experiments.pop(), experiments.is_empty()) else {
            anyhow::bail!("{:?} is {} experiments; divide one of them", self.item, experiments.len() + 1);
        };
        check_divisible(&experiment)?;
        let size = experiment.size(&size(self)?)?;
        let measured = experiment.sizes.get(&size.set).and_then(|set| Some((set.minutes?, set.deals)));
        let minutes = measured.map(|(minutes, deals)| minutes * size.deals as f64 / deals.max(1) as f64);
        let program = program(&experiment, &size)?;
        Ok(Divided { program, minutes, experiment, size, folder: self.folder() })
    }

    fn folder(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(RESULTS))
    }

    /// The words of the command that joins its chunks.
    pub fn merge_words(&self) -> anyhow::Result<Vec<String>> {
        let mut words =
            ["karuta", "lab", "merge", &self.item, "--size", &size(self)?].map(String::from).to_vec();
        if let Some(folder) = &self.out {
            words.extend(["--out".to_string(), folder.display().to_string()]);
        }
        if self.allow_exec {
            words.push("--allow-exec".to_string());
        }
        Ok(words)
    }
}

/// Runs what was asked for.
pub fn run(args: &Run) -> anyhow::Result<()> {
    if is_study(&args.item) {
        let Some(file) = &args.out else {
            anyhow::bail!("a study writes a table: name its file with --out FILE");
        };
        return study::run(&args.item, file, args.force, args.threads, args.json, args.wide);
    }
    let mut experiments = select_allowing(&args.item, args.allow_exec)?;
    if args.time {
        experiments.retain(|experiment| experiment.sizes.contains_key(TIMED));
        anyhow::ensure!(!experiments.is_empty(), "nothing in {:?} was timed; leave out --time", args.item);
    }
    let size = size(args)?;
    // All sizes are looked at before anything is played.
    let sizes = experiments.iter().map(|experiment| experiment.size(&size)).collect::<Result<Vec<_>, _>>()?;
    for (experiment, size) in experiments.iter().zip(sizes) {
        one(args, experiment, size)?;
    }
    Ok(())
}

/// The size whose budgets are those of the clock.
const TIMED: &str = "timed";

/// The size that was asked for, as experiments read it.
fn size(args: &Run) -> anyhow::Result<String> {
    match (&args.size, args.time) {
        (None, false) => Ok("quick".to_string()),
        (None, true) => Ok(TIMED.to_string()),
        (Some(size), false) => Ok(size.clone()),
        (Some(size), true) if size.parse::<u64>().is_ok() => Ok(format!("{TIMED}:{size}")),
        (Some(size), true) => {
            anyhow::bail!("no size {size:?} by the clock; with --time it is a number of deals, such as 5")
        }
    }
}

fn one(args: &Run, experiment: &Experiment, size: Chosen) -> anyhow::Result<()> {
    let folder = args.folder();
    let deals = counted(size.deals, "deal");
    let about = format!("{}: {} ({}, {deals})", experiment.id, experiment.title, size.set);
    let (threads, replace) = (args.threads as usize, args.force.force);
    let session = Session { experiment, size, chunk: args.chunk, threads, folder, replace };
    let stop = interrupt::stop();
    let mut progress: Option<Progress> = None;
    let result = session.run(&stop, |done, total| match &mut progress {
        None => {
            // Said now, and not before: what is refused says nothing else.
            if !args.json {
                out::note(wrapped(&about, args.wide.width()));
            }
            progress = Some(Progress::new("deals", done, total));
        }
        Some(progress) => progress.reach(done),
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    match result? {
        Outcome::Finished(findings) => {
            let item = Item::new(experiment.clone(), Some(*findings))?;
            let text = if args.json {
                report::json(&[item]).to_string()
            } else {
                terminal::terminal(&item, args.wide.width())
            };
            Ok(out::line(text)?)
        }
        Outcome::Chunk(path) => Ok(out::line(format!(
            "{} is finished; karuta lab merge {} joins it with the others",
            path.display(),
            experiment.id
        ))?),
        Outcome::Stopped => {
            out::note("stopped; everything finished is kept: run the same command again to go on");
            Err(Interrupted.into())
        }
    }
}
