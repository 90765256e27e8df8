//! Experiments: what a table or figure of a paper asks for, as data. Knows rows, columns, sizes, published
//! values and claims; must not know how anything is played or drawn.

pub mod builtin;
pub mod claim;
mod file;
pub mod measure;
pub mod papers;
mod read;

use std::collections::BTreeMap;

pub use claim::Claim;
use karuta_playable::error::InputError;
pub use measure::Measure;
pub use read::read;

/// Names and what they stand for in templates such as `simple:each={n}`.
pub type Vars = BTreeMap<String, String>;

/// A table or figure of a paper.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its paper and name, such as `hanamikoji/table-1`.
    pub id: String,
    /// Its name in the paper, such as `Table 1`.
    pub shows: String,
    /// Its subject.
    pub title: String,
    /// A note on the original experiment and on what is run here.
    pub note: String,
    /// The relation of its numbers to the paper.
    pub group: Group,
    /// The seed of deals and agents.
    pub seed: u64,
    /// The source of the numbers.
    pub source: Source,
    /// The sizes it can be run at, by name; `smoke`, `quick` and `full` are among them.
    pub sizes: BTreeMap<String, Size>,
    /// The measure.
    pub columns: Vec<Column>,
    /// The rows, one per agent or setting.
    pub rows: Vec<Row>,
    /// The paper's statements about the numbers.
    pub claims: Vec<Claim>,
    /// The way it is drawn.
    pub plots: Vec<Plot>,
}

/// The relation of an experiment's numbers to its paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The paper's own experiment.
    Paper,
    /// The paper's experiment, played by agents with the mistakes that its program is supposed to have.
    Mistakes,
    /// A question that the paper leaves open.
    Question,
    /// No paper's: the levels that people choose from.
    Levels,
}

/// The source of the numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Matches, those of the rows.
    Matches,
    /// The matches of another experiment, which has all of these.
    Shared(String),
    /// A study, as a template of its spec.
    Study(String),
    /// Arithmetic on chances between places.
    Chances(Chances),
    /// Arithmetic on the values that another experiment, or this one, has from its paper.
    Printed(String),
}

/// The chances from one place to the next, and what places are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// The chances: from each place, best first, to each.
    pub matrix: Vec<Vec<f64>>,
    /// The value of each place.
    pub points: Vec<f64>,
}

/// The amount of play.
#[derive(Clone, Debug, PartialEq)]
pub struct Size {
    /// Deals of every match, but see [`Row::part`].
    pub deals: u64,
    /// The number of rows that are played, from the first; all if absent.
    pub rows: Option<usize>,
    /// Budgets and whatever else depends on the size.
    pub vars: Vars,
    /// The minutes it takes on one thread, where measured.
    pub minutes: Option<f64>,
}

/// Something measured in every row.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name, in the paper's words.
    pub name: String,
    /// The match of the row it looks at; empty for the only one.
    pub of_match: String,
    /// The measure, as a template.
    pub measure: measure::Template,
    /// The unit of its numbers.
    pub unit: Unit,
    /// The number of digits after the decimal point.
    pub digits: usize,
    /// Factor between what is measured and what the paper prints.
    pub scale: f64,
    /// True if the paper's numbers are compared with ours: run times on other machines are not.
    pub is_compared: bool,
    /// The number of observations behind each published value, where it differs from the row's.
    pub sampled: Option<f64>,
    /// The effect that the paper shows in it, where that is not the range of its values.
    pub effect: Option<f64>,
    /// The least and the largest value that a single observation can have, where the measure does not say it.
    pub range: Option<(f64, f64)>,
    /// The agent that stands in for one of the paper's, if any.
    pub stand_in: Option<String>,
}

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Shares in percent.
    Percent,
    /// Plain numbers.
    Number,
    /// Seconds.
    Seconds,
}

/// One row: what plays, and what the paper found.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The values of axes, if it stands for a point of some.
    pub vars: Vars,
    /// The matches by name, as templates.
    pub matches: BTreeMap<String, Pairing>,
    /// The published value of each column, if there is one.
    pub published: Vec<Option<Published>>,
    /// The number of games behind them.
    pub sampled: Option<f64>,
    /// The part of the deals that is played, for rows that take long.
    pub part: f64,
    /// True if the paper's numbers are compared with ours.
    pub is_compared: bool,
    /// The agent that stands in for one of the paper's, if any.
    pub stand_in: Option<String>,
}

/// A published value.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The paper's own print.
    pub printed: String,
    /// The number that is compared with ours: another one where the print is a slip, or where it has to be
    /// converted.
    pub value: f64,
}

/// A game and its agents, as templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The game.
    pub game: String,
    /// The contestants.
    pub agents: Vec<String>,
}

/// A figure.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Its title.
    pub title: String,
    /// Its kind.
    pub kind: PlotKind,
    /// The axis that runs to the right; empty for the rows themselves.
    pub x: String,
    /// The name of the axis that runs up.
    pub y: String,
    /// The columns that are drawn.
    pub columns: Vec<String>,
    /// An axis whose values get a line each.
    pub split: Option<String>,
}

/// The kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotKind {
    /// Points joined by lines, with bands.
    Lines,
    /// Bars side by side.
    Bars,
    /// Bars on top of each other.
    Stacked,
}

/// A size as it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The name of the size whose budgets are taken; it is part of the names of files.
    pub set: String,
    /// Deals of every match.
    pub deals: u64,
    /// The number of rows that are played.
    pub rows: usize,
    /// Budgets.
    pub vars: Vars,
}

impl Experiment {
    /// The paper.
    pub fn paper(&self) -> &str {
        self.id.split('/').next().unwrap_or(&self.id)
    }

    /// The name within the paper.
    pub fn item(&self) -> &str {
        self.id.split_once('/').map_or(self.id.as_str(), |(_, item)| item)
    }

    /// The size of this name, or so many deals with the budgets of another: `full:20`, or `20` with those of
    /// `quick`.
    pub fn size(&self, text: &str) -> Result<Chosen, InputError> {
        let (name, deals) = match text.split_once(':') {
            Some((name, deals)) => (name, Some(deals)),
            None if self.sizes.contains_key(text) => (text, None),
            None => ("quick", Some(text)),
        };
        let deals = deals.map(|text| text.replace('_', "").parse::<u64>().ok());
        match (self.sizes.get(name), deals) {
            (Some(size), None | Some(Some(1..=100_000_000))) => Ok(Chosen {
                set: name.to_string(),
                deals: deals.flatten().unwrap_or(size.deals),
                rows: size.rows.unwrap_or(usize::MAX),
                vars: size.vars.clone(),
            }),
            _ => Err(InputError::new(format!(
                "no size {text:?} of {}; there are: {}, or a number of deals, 1 to 100000000, or both as in full:20",
                self.id,
                self.sizes.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
            ))),
        }
    }

    /// The column of this name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// Puts values in the place of their names: `{n}`. The error is a name that has none.
pub fn fill(template: &str, vars: &[&Vars]) -> Result<String, String> {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else {
            return Err(format!("{template:?} has a {{ without its }}"));
        };
        let Some(value) = vars.iter().find_map(|vars| vars.get(name)) else {
            let known: Vec<&str> = vars.iter().flat_map(|vars| vars.keys()).map(String::as_str).collect();
            let known = if known.is_empty() { "nothing".to_string() } else { known.join(", ") };
            return Err(format!("{{{name}}} in {template:?} stands for nothing; known here: {known}"));
        };
        text.push_str(before);
        text.push_str(value);
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}
