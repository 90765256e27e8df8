//! The lab: the papers' experiments, and studies.
//!
//! An experiment is data: what plays, what is measured and what the paper found. Studies are long
//! measurements whose result is a table that agents use. Each is a list of pieces that can be worked on
//! alone and in any order, so that they run on threads, survive an interruption and come out the same
//! however they were run.

mod arithmetic;
mod calibration;
mod checksum;
mod date;
pub mod experiment;
mod exposure;
mod hands;
mod measuring;
mod merge;
pub mod plan;
pub mod results;
mod round_values;
mod session;
pub mod signature;
mod study_run;
mod tichu_priors;
mod titles;
mod training;
pub mod verdict;

pub use merge::{check_divisible, merge};
pub use session::{Outcome, Session};
pub use study_run::{StudyError, work};

use karuta_playable::error::InputError;
use karuta_playable::spec::{Args, Param, Spec};

/// A study, known by name.
pub struct Study {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    open: fn(&Args<'_>) -> Result<Box<dyn Work>, InputError>,
}

/// Every study.
pub static STUDIES: &[Study] = &[
    round_values::STUDY,
    titles::STUDY,
    tichu_priors::STUDY,
    hands::STUDY,
    training::STUDY,
    calibration::STUDY,
    exposure::STUDY,
];

/// A study with its parameters read.
pub trait Work: Send + Sync {
    /// The number of its pieces.
    fn pieces(&self) -> usize;

    /// The agents that play in it, each with the spec of its game; none where the study reads a table.
    fn players(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The result of one piece, in one line whose first field is unique.
    fn piece(&self, index: usize) -> String;

    /// The heading of the table.
    fn heading(&self) -> String;

    /// The rows of the table, where they are not the lines of the pieces.
    fn rows(&self, lines: Vec<String>) -> Vec<String> {
        lines
    }

    /// A summary of the finished table for people: titled tables of cells.
    fn digest(&self, lines: &[String]) -> Vec<Digest>;
}

/// A small table for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Its title.
    pub title: String,
    /// Its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

/// A study asked for by name.
pub struct Asked {
    /// The canonical spec.
    pub spec: String,
    /// The study itself.
    pub work: Box<dyn Work>,
}

/// Opens the study written in `text`, such as `hanamikoji-prospects:rules=official`.
pub fn open(text: &str) -> Result<Asked, InputError> {
    let spec = Spec::parse(text)?;
    let study = STUDIES
        .iter()
        .find(|study| study.name == spec.name)
        .ok_or_else(|| InputError::unknown("study", &spec.name, STUDIES.iter().map(|study| study.name)))?;
    let args = Args::new(&spec, study.params)?;
    let work = (study.open)(&args)?;
    Ok(Asked { spec: spec.canonical(study.params).to_string(), work })
}
