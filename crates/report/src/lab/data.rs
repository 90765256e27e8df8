//! Reports for other programs: everything as JSON, and one value a row as CSV.

use karuta_arena::lab::experiment::papers::paper;
use karuta_arena::lab::experiment::{Experiment, Group, Row, Unit};
use karuta_arena::lab::verdict::sampled;
use serde_json::{Value, json as value};

use super::{Item, freshness_word, word};

/// Everything for other programs: seeds, specs, sizes, build and the paper's own sample beside every number.
pub fn json(items: &[Item]) -> Value {
    let items: Vec<Value> = items.iter().map(item_json).collect();
    value!({ "experiments": items })
}

fn item_json(item: &Item) -> Value {
    let experiment = &item.experiment;
    let cells: Vec<Value> = experiment
        .rows
        .iter()
        .flat_map(|row| (0..experiment.columns.len()).map(move |at| cell_json(item, row, at)))
        .collect();
    let claims: Vec<Value> = item
        .claims()
        .into_iter()
        .map(|judged| {
            let comparisons = judged.claim.comparisons.iter();
            let comparisons: Vec<Value> = comparisons
                .map(|comparison| {
                    value!({ "comparison": comparison.to_string(), "difference": item.difference(comparison) })
                })
                .collect();
            value!({
                "text": judged.claim.text, "standing": judged.standing, "about": judged.claim.about,
                "comparisons": comparisons,
            })
        })
        .collect();
    let found = item.findings.as_ref();
    value!({
        "id": experiment.id, "shows": experiment.shows, "title": experiment.title,
        "paper": paper(experiment.paper()).map(|paper| {
            value!({ "authors": paper.authors, "title": paper.title, "place": paper.place })
        }),
        "group": group_word(experiment),
        "seed": experiment.seed,
        "size": found.map(|found| &found.size),
        "budgets": found.and_then(|found| experiment.sizes.get(&found.size)).map(|size| &size.vars),
        "deals": found.map(|found| found.deals),
        "plans": found.map(|found| &found.plans),
        "version": found.map(|found| &found.version),
        "build": found.map(|found| &found.build).filter(|build| !build.is_empty()),
        "date": found.map(|found| &found.date).filter(|date| !date.is_empty()),
        "games": found.map(|found| &found.games).filter(|games| !games.is_empty()),
        "signature": found.map(|found| &found.signature).filter(|signature| !signature.is_empty()),
        "freshness": item.freshness.map(|freshness| freshness_word(Some(freshness))),
        "seconds": found.map(|found| found.seconds),
        "cpu_seconds": found.and_then(|found| found.cpu_seconds),
        "is_below_budget": item.is_below_budget(),
        "cells": cells, "claims": claims,
    })
}

fn cell_json(item: &Item, row: &Row, at: usize) -> Value {
    let column = &item.experiment.columns[at];
    let cell = item.cell(row, column);
    let compared = item.compared(row, at);
    let known = row.published[at].as_ref();
    value!({
        "row": row.name, "column": column.name, "unit": unit_word(column.unit),
        "paper": known.map(|known| known.value), "printed": known.map(|known| &known.printed),
        "paper_sample": known.and_then(|_| sampled(column, row, cell)),
        "stand_in": row.stand_in.as_ref().or(column.stand_in.as_ref()),
        "ours": cell.map(|cell| cell.value), "ci95": cell.and_then(|cell| Some([cell.low?, cell.high?])),
        "observations": cell.map(|cell| cell.observations),
        "detects": compared.detects,
        "verdict": compared.verdict,
    })
}

fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::Percent => "percent",
        Unit::Number => "number",
        Unit::Seconds => "seconds",
    }
}

fn group_word(experiment: &Experiment) -> &'static str {
    match experiment.group {
        Group::Paper => "paper",
        Group::Mistakes => "mistakes",
        Group::Question => "question",
        Group::Levels => "levels",
    }
}

/// One value a row, for tables and statistics programs.
pub fn csv(items: &[Item]) -> String {
    let mut text = String::from(
        "experiment,row,column,unit,printed,paper,paper_sample,ours,low,high,observations,detects,verdict,size,deals,seed,date,version,freshness",
    );
    for item in items {
        for row in &item.experiment.rows {
            for at in 0..item.experiment.columns.len() {
                text.push('\n');
                text.push_str(&csv_line(item, row, at));
            }
        }
    }
    text
}

fn csv_line(item: &Item, row: &Row, at: usize) -> String {
    let (experiment, column) = (&item.experiment, &item.experiment.columns[at]);
    let (cell, known, found) = (item.cell(row, column), row.published[at].as_ref(), item.findings.as_ref());
    let compared = item.compared(row, at);
    let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    [
        quoted(&experiment.id),
        quoted(&row.name),
        quoted(&column.name),
        unit_word(column.unit).to_string(),
        quoted(known.map_or("", |known| &known.printed)),
        number(known.map(|known| known.value)),
        number(known.and_then(|_| sampled(column, row, cell))),
        number(cell.map(|cell| cell.value)),
        number(cell.and_then(|cell| cell.low)),
        number(cell.and_then(|cell| cell.high)),
        number(cell.map(|cell| cell.observations)),
        number(compared.detects),
        word(compared.verdict).to_string(),
        found.map_or(String::new(), |found| found.size.clone()),
        found.map_or(String::new(), |found| found.deals.to_string()),
        experiment.seed.to_string(),
        found.map_or(String::new(), |found| found.date.clone()),
        found.map_or(String::new(), |found| found.version.clone()),
        freshness_word(item.freshness).to_string(),
    ]
    .join(",")
}

/// A field in quotes where it needs them.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}
