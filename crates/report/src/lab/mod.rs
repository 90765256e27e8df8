//! Experiments with their results, as lines of a table, Markdown, JSON, CSV and an HTML page. Knows tables and
//! figures; must not know how anything was played.

mod chart;
mod data;
mod markdown;
mod page;
mod score;
mod svg;

pub use data::{csv, json};
pub use markdown::markdown;
pub use page::page;

use karuta_arena::lab::experiment::claim::{Claim, Comparison};
use karuta_arena::lab::experiment::{Column, Experiment, Row, Source, Unit, fill};
use karuta_arena::lab::results::{Cell, Results};
use karuta_arena::lab::signature::{Freshness, freshness};
use karuta_arena::lab::verdict::{Comparing, Standing, Verdict, difference, standing, verdict};
use karuta_playable::error::InputError;

/// An experiment, and what was found if it was run.
pub struct Item {
    /// The experiment.
    pub experiment: Experiment,
    /// The results.
    pub findings: Option<Results>,
    /// The standing of the results towards today's agents; `None` where nothing was played.
    pub freshness: Option<Freshness>,
}

/// A claim with the verdict on it.
pub struct Judged<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// The verdict by our numbers; `None` if nothing was run.
    pub standing: Option<Standing>,
}

impl Judged<'_> {
    /// The verdict in words. What is about others than our games is not judged as the paper's.
    pub fn words(&self) -> String {
        let word = standing_word(self.standing);
        match &self.claim.about {
            None => word.to_string(),
            Some(about) => {
                format!("not judged (about {about}; on our games it {})", predicate(self.standing))
            }
        }
    }
}

fn predicate(standing: Option<Standing>) -> &'static str {
    match standing {
        Some(Standing::Holds) => "holds",
        Some(Standing::Fails) => "fails",
        Some(Standing::Undecided) => "is undecided",
        None => "was not run",
    }
}

impl Item {
    /// An experiment with its results; an error says why today's agents could not be compared with them.
    pub fn new(experiment: Experiment, findings: Option<Results>) -> Result<Item, InputError> {
        let standing = findings.as_ref().map(|findings| freshness(&experiment, findings)).transpose()?;
        Ok(Item { experiment, findings, freshness: standing.flatten() })
    }

    /// A warning in front of numbers of agents that play differently by now.
    fn warning(&self) -> Option<String> {
        (self.freshness == Some(Freshness::Stale)).then(|| {
            format!(
                "Stale: the agents of this program play differently from those that were measured. \
                 `karuta lab run {} --out DIR` measures today's.",
                self.experiment.id
            )
        })
    }

    /// Our number.
    fn cell(&self, row: &Row, column: &Column) -> Option<&Cell> {
        self.findings.as_ref()?.cell(&row.name, &column.name)
    }

    fn compared(&self, row: &Row, at: usize) -> Comparing {
        verdict(&self.experiment, row, at, self.cell(row, &self.experiment.columns[at]))
    }

    /// Every claim with the verdict on it.
    pub fn claims(&self) -> Vec<Judged<'_>> {
        let fares = |claim| self.findings.as_ref().map(|findings| standing(claim, findings));
        self.experiment.claims.iter().map(|claim| Judged { claim, standing: fares(claim) }).collect()
    }

    /// The difference that a comparison of a claim is about, with its interval.
    fn difference(&self, comparison: &Comparison) -> Option<String> {
        let [value, low, high] = difference(comparison, self.findings.as_ref()?)?;
        let digits = if value.abs() >= 100.0 { 0 } else { 2 };
        Some(format!("{value:+.digits$} ({low:+.digits$} to {high:+.digits$})"))
    }

    /// The claim that the searches had less than the budgets of the paper.
    fn is_below_budget(&self) -> bool {
        let vars = |size: &str| self.experiment.sizes.get(size).map(|size| &size.vars);
        self.findings.as_ref().is_some_and(|found| {
            found.size != "timed" && !found.plans.is_empty() && vars(&found.size) != vars("full")
        })
    }

    /// The note with the budgets of the size that was run filled in.
    fn note(&self) -> String {
        let size = self.findings.as_ref().map_or("full", |found| found.size.as_str());
        let vars = self.experiment.sizes.get(size).map(|size| size.vars.clone()).unwrap_or_default();
        fill(&self.experiment.note, &[&vars]).unwrap_or_else(|_| self.experiment.note.clone())
    }

    /// The amount of play, in words.
    pub fn size(&self) -> String {
        match &self.findings {
            None => "not run".to_string(),
            Some(found) if matches!(self.experiment.source, Source::Chances(_) | Source::Printed(_)) => {
                self.dated("arithmetic", found)
            }
            Some(found) => {
                let vars = self.experiment.sizes.get(&found.size).map(|size| &size.vars);
                let vars = vars.into_iter().flatten().map(|(name, value)| match value.contains('=') {
                    true => format!(", {value}"),
                    false => format!(", {name} {value}"),
                });
                let vars: String = vars.collect();
                let deals = if found.deals == 1 { "deal" } else { "deals" };
                let spent = match found.cpu_seconds {
                    Some(seconds) => format!("{seconds:.0} s of CPU time"),
                    None => format!("{:.0} s by the clock", found.seconds),
                };
                let size = format!("{} {deals}, budgets of {}{vars}; {spent}", found.deals, found.size);
                self.dated(&size, found)
            }
        }
    }

    /// The size with the day, the version of the program and the signature of the agents.
    fn dated(&self, size: &str, found: &Results) -> String {
        // The first results were written before dates were.
        let date = if found.date.is_empty() { "date not recorded" } else { &found.date };
        let signature = match self.freshness {
            None => String::new(),
            Some(Freshness::Unknown) => ", signature unknown".to_string(),
            Some(Freshness::Current) => format!(", signature {}", found.signature),
            Some(Freshness::Stale) => format!(", signature {} (stale)", found.signature),
        };
        // Nor did they name their build.
        let build = if found.build.is_empty() { &found.version } else { &found.build };
        format!("{size}; {date}, karuta {build}{signature}")
    }
}

/// The standing of results in one word; empty where nothing was played.
fn freshness_word(freshness: Option<Freshness>) -> &'static str {
    match freshness {
        None => "",
        Some(Freshness::Current) => "current",
        Some(Freshness::Stale) => "stale",
        Some(Freshness::Unknown) => "unknown",
    }
}

/// A number in its column's digits.
fn number(value: f64, column: &Column) -> String {
    format!("{value:.*}", column.digits)
}

/// Our number.
fn ours(cell: &Cell, column: &Column) -> String {
    number(cell.value, column)
}

/// Its interval.
fn interval(cell: &Cell, column: &Column) -> String {
    match (cell.low, cell.high) {
        (Some(low), Some(high)) if low == high => "exact".to_string(),
        (Some(low), Some(high)) => format!("{} to {}", number(low, column), number(high, column)),
        _ => "-".to_string(),
    }
}

/// The paper's value as it prints it, and the one that is compared if that is another.
fn published(row: &Row, at: usize, column: &Column) -> Option<String> {
    let known = row.published[at].as_ref()?;
    match known.printed.parse::<f64>() {
        Ok(printed) if printed == known.value => Some(known.printed.clone()),
        Ok(_) => Some(format!("{}, read as {}", known.printed, number(known.value, column))),
        Err(_) => Some(format!("{} = {}", known.printed, number(known.value, column))),
    }
}

fn head(column: &Column) -> String {
    match column.unit {
        Unit::Percent => format!("{} (%)", column.name),
        Unit::Seconds => format!("{} (s)", column.name),
        Unit::Number => column.name.clone(),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "agrees",
        Verdict::Differs => "differs",
        Verdict::Undecided => "undecided",
        Verdict::StandIn => "stand-in",
        Verdict::Open => "",
    }
}

/// A sign for each verdict, for those who do not see the colours.
fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "=",
        Verdict::Differs => "\u{2260}",
        Verdict::Undecided => "?",
        Verdict::StandIn => "\u{223c}",
        Verdict::Open => "",
    }
}

/// The verdict on a claim in one word.
pub fn standing_word(standing: Option<Standing>) -> &'static str {
    match standing {
        Some(Standing::Holds) => "holds",
        Some(Standing::Fails) => "fails",
        Some(Standing::Undecided) => "undecided",
        None => "not run",
    }
}

/// The lines of an experiment: row, column, paper, ours, interval, the least difference that would be found, verdict.
/// Cells with neither value are left out.
pub fn lines(item: &Item) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for row in &item.experiment.rows {
        for (at, column) in item.experiment.columns.iter().enumerate() {
            let cell = item.cell(row, column);
            let paper = published(row, at, column);
            if cell.is_none() && paper.is_none() {
                continue;
            }
            let compared = item.compared(row, at);
            lines.push(vec![
                row.name.clone(),
                head(column),
                paper.unwrap_or_default(),
                cell.map_or("-".to_string(), |cell| ours(cell, column)),
                cell.map_or("-".to_string(), |cell| interval(cell, column)),
                compared.detects.map_or(String::new(), |least| number(least, column)),
                word(compared.verdict).to_string(),
            ]);
        }
    }
    lines
}

/// Every figure by file name, each an SVG of its own.
pub fn figures(items: &[Item]) -> Vec<(String, String)> {
    let mut figures = Vec::new();
    for item in items {
        for (at, chart) in chart::charts(item).into_iter().enumerate() {
            let number = if at == 0 { String::new() } else { format!("-{}", at + 1) };
            figures.push((format!("{}{number}.svg", item.experiment.id), svg::alone(&chart)));
        }
    }
    figures
}

/// The papers of some items, in their order.
fn papers(items: &[Item]) -> Vec<&str> {
    let mut papers: Vec<&str> = Vec::new();
    for item in items {
        if !papers.contains(&item.experiment.paper()) {
            papers.push(item.experiment.paper());
        }
    }
    papers
}
