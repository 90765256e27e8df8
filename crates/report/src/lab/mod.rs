//! Experiments with their results, as lines of a table, Markdown, JSON and an HTML page. Knows tables and
//! figures; must not know how anything was played.

mod chart;
mod markdown;
mod page;
mod svg;

pub use markdown::markdown;
pub use page::page;

use karuta_arena::lab::experiment::{Column, Experiment, Row, Unit};
use karuta_arena::lab::results::{Cell, Results, Standing, Verdict, score, standing, verdict};
use serde_json::{Value, json as value};

/// An experiment, and what was found if it was run.
pub struct Item {
    /// The experiment.
    pub experiment: Experiment,
    /// The results.
    pub findings: Option<Results>,
}

impl Item {
    /// Our number.
    fn cell(&self, row: &Row, column: &Column) -> Option<&Cell> {
        self.findings.as_ref()?.cell(&row.name, &column.name)
    }

    fn verdict(&self, row: &Row, column: usize) -> Verdict {
        let (column, published) = (&self.experiment.columns[column], row.published[column]);
        verdict(column, row, published, self.cell(row, column))
    }

    /// Every claim with how it fares; nothing if it was not run.
    pub fn claims(&self) -> Vec<(&str, Option<Standing>)> {
        let fares = |claim| self.findings.as_ref().map(|findings| standing(claim, findings));
        self.experiment.claims.iter().map(|claim| (claim.text.as_str(), fares(claim))).collect()
    }

    /// The amount of play, in words.
    pub fn size(&self) -> String {
        match &self.findings {
            None => "not run".to_string(),
            Some(found) if found.plans.is_empty() => "arithmetic".to_string(),
            Some(found) => {
                let vars = self.experiment.sizes.get(&found.size).map(|size| &size.vars);
                let vars = vars.into_iter().flatten().map(|(name, value)| match value.contains('=') {
                    true => format!(", {value}"),
                    false => format!(", {name} {value}"),
                });
                let vars: String = vars.collect();
                format!(
                    "{} deals, budgets of {}{vars}; {:.0} s of thought",
                    found.deals, found.size, found.seconds
                )
            }
        }
    }
}

/// Counts over several experiments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    agree: usize,
    differ: usize,
    undecided: usize,
    hold: usize,
    fail: usize,
    open: usize,
}

impl Score {
    fn of<'a>(items: impl Iterator<Item = &'a Item>) -> Score {
        let mut sum = Score::default();
        for item in items {
            let [agree, differ, undecided] = score(&item.experiment, item.findings.as_ref());
            sum.agree += agree;
            sum.differ += differ;
            sum.undecided += undecided;
            for (_, standing) in item.claims() {
                match standing {
                    Some(Standing::Holds) => sum.hold += 1,
                    Some(Standing::Fails) => sum.fail += 1,
                    Some(Standing::Undecided) | None => sum.open += 1,
                }
            }
        }
        sum
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

/// The lines of an experiment: row, column, paper, ours, interval, verdict. Cells with neither are left out.
pub fn lines(item: &Item) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for row in &item.experiment.rows {
        for (at, column) in item.experiment.columns.iter().enumerate() {
            let (cell, published) = (item.cell(row, column), row.published[at]);
            if cell.is_none() && published.is_none() {
                continue;
            }
            lines.push(vec![
                row.name.clone(),
                head(column),
                published.map_or(String::new(), |published| number(published, column)),
                cell.map_or("-".to_string(), |cell| ours(cell, column)),
                cell.map_or("-".to_string(), |cell| interval(cell, column)),
                word(item.verdict(row, at)).to_string(),
            ]);
        }
    }
    lines
}

/// Everything for other programs.
pub fn json(items: &[Item]) -> Value {
    let cell = |item: &Item, row: &Row, at: usize| {
        let column = &item.experiment.columns[at];
        let cell = item.cell(row, column);
        value!({
            "row": row.name, "column": column.name, "paper": row.published[at],
            "ours": cell.map(|cell| cell.value), "ci95": cell.and_then(|cell| Some([cell.low?, cell.high?])),
            "observations": cell.map(|cell| cell.observations),
            "verdict": item.verdict(row, at),
        })
    };
    let items: Vec<Value> = items
        .iter()
        .map(|item| {
            let cells: Vec<Value> = item
                .experiment
                .rows
                .iter()
                .flat_map(|row| (0..item.experiment.columns.len()).map(move |at| cell(item, row, at)))
                .collect();
            let claims: Vec<Value> = item
                .claims()
                .into_iter()
                .map(|(text, standing)| value!({ "text": text, "standing": standing }))
                .collect();
            value!({
                "id": item.experiment.id, "shows": item.experiment.shows, "title": item.experiment.title,
                "size": item.findings.as_ref().map(|found| &found.size),
                "deals": item.findings.as_ref().map(|found| found.deals),
                "cells": cells, "claims": claims,
            })
        })
        .collect();
    value!({ "experiments": items })
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
