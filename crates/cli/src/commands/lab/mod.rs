//! `karuta lab`: the papers' experiments, rerun and reported; and studies whose tables agents use.

mod again;
mod list;
mod merge;
mod report;
mod run;
mod study;
mod terminal;

use std::path::Path;

use clap::{Args, Subcommand};
use karuta_arena::lab::STUDIES;
use karuta_arena::lab::experiment::{Experiment, builtin, read};
use karuta_playable::error::ErrorKind;
use karuta_playable::error::InputError;
use karuta_playable::spec::nearest;
pub use run::Run;

/// Rerun the papers' tables and figures, and run studies whose tables agents use.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:\n  karuta lab list hanamikoji\n  karuta lab run hanamikoji/table-1 --size quick\n  \
                  karuta lab report hanamikoji --format html --out report.html\n  karuta lab run \
                  hanamikoji-prospects:rules=official,games=5 --out prospects.csv"
)]
pub struct Lab {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List the experiments, and the studies with their parameters.
    List(list::List),
    /// Run experiments, or a study.
    Run(Run),
    /// Join the chunks of an experiment that were run apart.
    Merge(merge::Merge),
    /// Run again what a folder of results holds, and say whether the games are the same.
    Again(again::Again),
    /// Put the papers' numbers beside ours.
    Report(report::Report),
}

/// Folder of results.
const RESULTS: &str = "results";

/// Does what was asked for.
pub fn run(args: &Lab) -> anyhow::Result<()> {
    match &args.task {
        Task::List(list) => list::run(list),
        Task::Run(run) => run::run(run),
        Task::Merge(merge) => merge::run(merge),
        Task::Again(again) => again::run(again),
        Task::Report(report) => report::run(report),
    }
}

/// The experiments that `text` names: one, all of a paper, `all`, or a file of one's own.
fn select(text: &str) -> Result<Vec<Experiment>, InputError> {
    select_allowing(text, false)
}

/// The same, where a file of one's own may start programs only if that `is_allowed`: files of others are run, too.
fn select_allowing(text: &str, is_allowed: bool) -> Result<Vec<Experiment>, InputError> {
    if text.ends_with(".toml") {
        let failed = |error| InputError::new(format!("cannot read {text}: {error}"));
        let sheet = std::fs::read_to_string(text).map_err(failed)?;
        let name = Path::new(text).file_stem().map_or("own".into(), |stem| stem.to_string_lossy());
        let own = read(&format!("own/{name}"), text, &sheet)?;
        // Once it is read no escape hides the word any more.
        let words = format!("{own:?}");
        if !is_allowed && ["exec:", "\"exec\""].iter().any(|word| words.contains(word)) {
            return Err(InputError::new(format!(
                "{text} starts programs: expected karuta lab run --allow-exec if that is meant"
            )));
        }
        return Ok(vec![own]);
    }
    let name = text.split(':').next().unwrap_or(text);
    builtin::select(text).map_err(|error| match nearest(name, &study_names()) {
        // An experiment that is near enough comes first.
        Some(study) if error.kind() != ErrorKind::Misspelt => {
            InputError::new(format!("no experiment or study {text:?}; did you mean {study}?"))
        }
        // Only studies have settings.
        None if name != text => {
            InputError::new(format!("no study {name:?}; there are: {}", study_names().join(", ")))
        }
        _ => error,
    })
}

fn study_names() -> Vec<&'static str> {
    STUDIES.iter().map(|study| study.name).collect()
}

/// True if `text` is the spec of a study.
fn is_study(text: &str) -> bool {
    study_names().contains(&text.split(':').next().unwrap_or(text))
}
