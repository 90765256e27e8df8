//! The form of an experiment's file, key by key, as TOML has it. Knows no meaning.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::{Spanned, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExperimentFile {
    pub title: String,
    pub shows: String,
    pub note: String,
    pub group: Option<Spanned<String>>,
    #[serde(default)]
    pub game: String,
    #[serde(default)]
    pub agents: Vec<String>,
    pub seed: u64,
    pub sampled: Option<f64>,
    pub records: Option<Spanned<String>>,
    pub study: Option<Spanned<String>>,
    pub chances: Option<Spanned<ChancesEntry>>,
    pub printed: Option<Spanned<String>>,
    #[serde(default)]
    pub axes: BTreeMap<String, Vec<Value>>,
    pub size: Spanned<BTreeMap<String, SizeEntry>>,
    pub column: Vec<Spanned<ColumnEntry>>,
    pub row: Vec<Spanned<RowEntry>>,
    #[serde(default)]
    pub claim: Vec<Spanned<ClaimEntry>>,
    #[serde(default)]
    pub plot: Vec<Spanned<PlotEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChancesEntry {
    pub matrix: Vec<Vec<f64>>,
    pub points: Vec<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SizeEntry {
    pub deals: u64,
    pub rows: Option<usize>,
    pub minutes: Option<f64>,
    #[serde(default)]
    pub vars: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ColumnEntry {
    pub name: String,
    pub measure: Spanned<String>,
    #[serde(rename = "match", default)]
    pub of_match: String,
    pub of: Option<usize>,
    pub seat: Option<usize>,
    #[serde(rename = "where", default)]
    pub conditions: Vec<String>,
    #[serde(default)]
    pub event: String,
    #[serde(default)]
    pub among: Vec<String>,
    #[serde(default)]
    pub quantities: Vec<String>,
    #[serde(default)]
    pub turn: String,
    #[serde(default)]
    pub cycle: usize,
    #[serde(default)]
    pub lap: String,
    #[serde(default)]
    pub worth: BTreeMap<String, f64>,
    #[serde(default)]
    pub given: String,
    #[serde(default)]
    pub previous: String,
    #[serde(default)]
    pub dealt: String,
    pub against: Option<usize>,
    pub ratio: Option<(String, String)>,
    pub minus: Option<(String, String)>,
    pub unit: Option<Spanned<String>>,
    pub digits: Option<usize>,
    pub scale: Option<f64>,
    pub compare: Option<bool>,
    pub sampled: Option<f64>,
    pub effect: Option<f64>,
    pub range: Option<(f64, f64)>,
    pub stand_in: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RowEntry {
    pub name: String,
    #[serde(default)]
    pub over: Vec<Spanned<String>>,
    #[serde(default)]
    pub game: String,
    pub agents: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    pub matches: BTreeMap<String, Spanned<Vec<String>>>,
    pub paper: Option<Spanned<Vec<Value>>>,
    pub sampled: Option<f64>,
    pub part: Option<f64>,
    pub compare: Option<bool>,
    pub stand_in: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimEntry {
    pub text: String,
    pub about: Option<String>,
    pub holds: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlotEntry {
    pub title: String,
    pub kind: Spanned<String>,
    #[serde(default)]
    pub x: String,
    #[serde(default)]
    pub y: String,
    pub columns: Vec<Spanned<String>>,
    pub split: Option<Spanned<String>>,
}
