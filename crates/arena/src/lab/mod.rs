//! The lab: the papers' experiments, and studies.
//!
//! An experiment is data: what plays, what is measured and what the paper found. Studies are long
//! measurements whose result is a table that agents use. Each is a list of pieces that can be worked on
//! alone and in any order, so that they run on threads, survive an interruption and come out the same
//! however they were run.

mod arithmetic;
pub mod experiment;
pub mod findings;
mod hands;
mod merge;
mod notebook;
pub mod plan;
mod prospects;
mod session;
mod tally;
mod tichu_priors;
mod titles;

pub use merge::merge;
pub use notebook::{NotebookError, work};
pub use session::{Outcome, Session};

use karuta_playable::spec::{Args, Param, Spec, SpecError};

/// A study, known by name.
pub struct Study {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    open: fn(&Args<'_>) -> Result<Box<dyn Work>, SpecError>,
}

/// Every study.
pub static STUDIES: &[Study] = &[prospects::STUDY, titles::STUDY, tichu_priors::STUDY, hands::STUDY];

/// A study with its parameters read.
pub trait Work: Send + Sync {
    /// How many pieces it has.
    fn pieces(&self) -> usize;

    /// What one of them comes to, in one line that begins with nothing else's beginning.
    fn piece(&self, index: usize) -> String;

    /// What stands above the lines of all pieces in the table.
    fn heading(&self) -> String;

    /// The rows of the table, where they are not the lines of the pieces.
    fn rows(&self, lines: Vec<String>) -> Vec<String> {
        lines
    }

    /// What people want to know of the finished table: a title and rows of cells for each.
    fn digest(&self, lines: &[String]) -> Vec<Digest>;
}

/// A small table for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// What it shows.
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
    /// What is to be done.
    pub work: Box<dyn Work>,
}

/// Opens the study written in `text`, such as `hanamikoji-prospects:rules=official`.
pub fn open(text: &str) -> Result<Asked, SpecError> {
    let spec = Spec::parse(text)?;
    let study = STUDIES
        .iter()
        .find(|study| study.name == spec.name)
        .ok_or_else(|| SpecError::unknown("study", &spec.name, STUDIES.iter().map(|study| study.name)))?;
    let args = Args::new(&spec, study.params)?;
    let work = (study.open)(&args)?;
    Ok(Asked { spec: spec.canonical(study.params).to_string(), work })
}
