//! Results of a run: a number for every cell, kept as JSON beside the records, and its comparison with the
//! paper. Knows numbers and intervals; must not know how anything was played or how it is shown.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::experiment::claim::{Comparison, Order, Term};
use super::experiment::{Chosen, Claim, Column, Experiment, LabError, Row, Source, Unit, fill};
use super::plan::program;
use karuta_records::record::Plan;
use karuta_records::stats::share_interval;

/// The results of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The experiment.
    pub item: String,
    /// The version of the program that played.
    pub version: String,
    /// The size whose budgets were taken.
    pub size: String,
    /// Deals of every match, but for rows that play a part of them.
    pub deals: u64,
    /// Seconds of thought, all threads added up.
    pub seconds: f64,
    /// The matches that were played.
    pub plans: Vec<String>,
    /// The numbers by row and column, in the units of the paper.
    pub cells: BTreeMap<String, BTreeMap<String, Cell>>,
}

/// One number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// It.
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number of observations behind it.
    pub observations: f64,
    /// In how many games it was looked for; more than observations where it says nothing of some.
    pub games: f64,
    /// The standard deviation of single observations.
    pub spread: f64,
}

/// The verdict on a number of ours beside the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The paper's value lies in our interval, widened by its own sampling error.
    Agrees,
    /// It does not.
    Differs,
    /// The interval is too wide to tell.
    Undecided,
    /// There is nothing to compare.
    Open,
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// All of it is so.
    Holds,
    /// Some of it is not so.
    Fails,
    /// Too little was played to tell.
    Undecided,
}

/// The text a plan is remembered by.
pub fn plan_text(plan: &Plan) -> String {
    format!("{}: {}, seed {}", plan.game, plan.contestants.join(" | "), plan.seed)
}

/// The file of an experiment's results in a results folder.
pub fn path(folder: &Path, experiment: &Experiment) -> PathBuf {
    folder.join(experiment.paper()).join(format!("{}.json", experiment.item()))
}

/// Reads what was found of an experiment; `None` if it was never run there. What another program, another
/// experiment or nobody wrote is refused.
pub fn load(folder: &Path, experiment: &Experiment) -> Result<Option<Results>, LabError> {
    let path = path(folder, experiment);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(LabError::new(format!("cannot read {}: {error}", path.display()))),
    };
    let refused =
        |why: String| LabError::new(format!("{}: {why}; remove it, or name another folder", path.display()));
    let findings: Results =
        serde_json::from_str(&text).map_err(|error| refused(format!("these are no findings ({error})")))?;
    if findings.item != experiment.id {
        return Err(refused(format!("these are findings of {}", findings.item)));
    }
    if findings.version != env!("CARGO_PKG_VERSION") {
        let (theirs, ours) = (&findings.version, env!("CARGO_PKG_VERSION"));
        return Err(refused(format!("version {theirs} wrote it, this is version {ours}")));
    }
    let expected = expected_plans(experiment, &findings).map_err(|error| refused(error.to_string()))?;
    if let Some(expected) = expected
        && expected != findings.plans
    {
        let other = findings.plans.iter().find(|plan| !expected.contains(plan)).or(findings.plans.first());
        let other = other.map_or("nothing".to_string(), |plan| format!("[{plan}]"));
        return Err(refused(format!("it belongs to another plan, in which {other} was played")));
    }
    Ok(Some(findings))
}

/// The matches that belong to the size the results name; `None` for arithmetic.
fn expected_plans(experiment: &Experiment, findings: &Results) -> Result<Option<Vec<String>>, LabError> {
    let size = Chosen { deals: findings.deals, ..experiment.size(&findings.size)? };
    match &experiment.source {
        Source::Matches | Source::Shared(_) => {
            let program = program(experiment, &size)?;
            Ok(Some(program.parts.iter().map(|part| plan_text(&part.plan)).collect()))
        }
        Source::Study(template) => Ok(Some(vec![study_spec(template, &size)?])),
        Source::Chances(_) => Ok(None),
    }
}

/// The canonical spec of a study at a size.
pub(super) fn study_spec(template: &str, size: &Chosen) -> Result<String, LabError> {
    let mut vars = size.vars.clone();
    vars.insert("deals".to_string(), size.deals.to_string());
    let spec = fill(template, &[&vars]).map_err(LabError::new)?;
    super::open(&spec).map(|asked| asked.spec).map_err(|error| LabError::new(error.to_string()))
}

/// Writes what was found.
pub fn save(folder: &Path, experiment: &Experiment, findings: &Results) -> Result<(), LabError> {
    let path = path(folder, experiment);
    let failed = |error: std::io::Error| LabError::new(format!("cannot write {}: {error}", path.display()));
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    let text = serde_json::to_string_pretty(findings).expect("findings are texts and finite numbers");
    fs::write(&path, text + "\n").map_err(failed)
}

impl Results {
    /// The number of a cell.
    pub fn cell(&self, row: &str, column: &str) -> Option<&Cell> {
        self.cells.get(row)?.get(column)
    }
}

/// Intervals wider than this, in percentage points to either side, decide nothing.
const WIDE_SHARE: f64 = 10.0;
/// The same for other numbers, as a part of the published value.
const WIDE_PART: f64 = 0.25;

/// The verdict on our number beside the published one.
///
/// The paper's value must lie in our interval, both ends moved out: the sides of the two intervals that
/// face each other add up as errors of independent measurements do (Newcombe's way for shares, whose
/// intervals are lopsided near 0 and 100 %).
pub fn verdict(column: &Column, row: &Row, published: Option<f64>, cell: Option<&Cell>) -> Verdict {
    let is_compared = column.is_compared && row.is_compared;
    let (Some(published), Some(cell), true) = (published, cell, is_compared) else {
        return Verdict::Open;
    };
    let (Some(low), Some(high)) = (cell.low, cell.high) else {
        return Verdict::Undecided;
    };
    let [their_below, their_above] =
        sampling_reach(column, row, published, cell).map(|reach| reach + rounding(column.digits));
    let (below, above) = ((cell.value - low).hypot(their_above), (high - cell.value).hypot(their_below));
    if published < cell.value - below || published > cell.value + above {
        return Verdict::Differs;
    }
    let wide = match column.unit {
        Unit::Percent => WIDE_SHARE,
        Unit::Number | Unit::Seconds => WIDE_PART * published.abs().max(cell.value.abs()),
    };
    if (high - low) / 2.0 > wide { Verdict::Undecided } else { Verdict::Agrees }
}

/// The distances below and above the published value within which the true one may lie, given the number of games behind it.
fn sampling_reach(column: &Column, row: &Row, published: f64, cell: &Cell) -> [f64; 2] {
    // A share among the games that reached the third round rests on fewer games than were played: on as
    // small a part of them as ours does.
    let part = if cell.games > 0.0 { cell.observations / cell.games } else { 1.0 };
    let sampled = column.sampled.or_else(|| Some((row.sampled? * part).round()));
    let Some(sampled) = sampled.filter(|&sampled| sampled >= 1.0) else {
        return [0.0; 2];
    };
    match column.unit {
        Unit::Percent => {
            let hits = (published / 100.0 * sampled).round().clamp(0.0, sampled) as u64;
            share_interval(hits, sampled as u64).map_or([0.0; 2], |share| {
                [published - 100.0 * share.interval.low, 100.0 * share.interval.high - published]
                    .map(|reach| reach.max(0.0))
            })
        }
        // The paper does not say how much single games differ; ours do.
        Unit::Number | Unit::Seconds => [1.96 * cell.spread / sampled.sqrt(); 2],
    }
}

/// Half a unit of the last digit printed.
fn rounding(digits: usize) -> f64 {
    0.5 * 10f64.powi(-(digits as i32))
}

/// The verdict on a claim of the paper by our numbers.
pub fn standing(claim: &Claim, findings: &Results) -> Standing {
    let mut standing = Standing::Holds;
    for comparison in &claim.comparisons {
        match compare(comparison, findings) {
            Standing::Fails => return Standing::Fails,
            Standing::Undecided => standing = Standing::Undecided,
            Standing::Holds => {}
        }
    }
    standing
}

/// The verdict on one comparison: it holds only beyond chance.
pub fn compare(comparison: &Comparison, findings: &Results) -> Standing {
    let (Some(left), Some(right)) = (term(&comparison.left, findings), term(&comparison.right, findings))
    else {
        return Standing::Undecided;
    };
    let difference = left.value - right.value;
    let reach = match (reach(&left), reach(&right)) {
        (Some(left), Some(right)) => (left * left + right * right).sqrt(),
        _ => return Standing::Undecided,
    };
    let signed = match comparison.order {
        Order::Above => difference,
        Order::Below => -difference,
        Order::Alike => return if difference.abs() <= reach { Standing::Holds } else { Standing::Fails },
    };
    if signed > reach {
        Standing::Holds
    } else if signed < -reach || (reach == 0.0 && signed == 0.0) {
        Standing::Fails
    } else {
        Standing::Undecided
    }
}

fn term(term: &Term, findings: &Results) -> Option<Cell> {
    match term {
        Term::Cell { column, row } => findings.cell(row, column).copied(),
        &Term::Number(value) => Some(Cell {
            value,
            low: Some(value),
            high: Some(value),
            observations: 0.0,
            games: 0.0,
            spread: 0.0,
        }),
    }
}

fn reach(cell: &Cell) -> Option<f64> {
    Some((cell.high? - cell.low?) / 2.0)
}

/// The numbers of published values that agree, differ and are undecided.
pub fn score(experiment: &Experiment, findings: Option<&Results>) -> [usize; 3] {
    let mut score = [0; 3];
    for row in &experiment.rows {
        for (column, &published) in experiment.columns.iter().zip(&row.published) {
            let cell = findings.and_then(|findings| findings.cell(&row.name, &column.name));
            match verdict(column, row, published, cell) {
                Verdict::Agrees => score[0] += 1,
                Verdict::Differs => score[1] += 1,
                Verdict::Undecided => score[2] += 1,
                Verdict::Open => {}
            }
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::experiment::builtin::open;

    /// The verdict on a win rate of 100 % that the paper has from 261 games, ours being a share of 60.
    fn on_all_won(hits: u64) -> Verdict {
        let experiment = open("onitama/table-5-1").expect("an experiment");
        let row = experiment.rows.iter().find(|row| row.published[0] == Some(100.0)).expect("all were won");
        let row = Row { sampled: Some(261.0), ..row.clone() };
        let share = share_interval(hits, 60).expect("a share");
        let cell = Cell {
            value: 100.0 * hits as f64 / 60.0,
            low: Some(100.0 * share.interval.low),
            high: Some(100.0 * share.interval.high),
            observations: 60.0,
            games: 60.0,
            spread: 0.0,
        };
        verdict(&experiment.columns[0], &row, Some(100.0), Some(&cell))
    }

    /// 261 of 261 may come from 98.5 %, 59 of 60 from 99.7 %; 57 of 60 from no more than 98.3 %.
    #[test]
    fn intervals_at_the_edge_reach_to_one_side() {
        assert_eq!(on_all_won(60), Verdict::Agrees);
        assert_eq!(on_all_won(59), Verdict::Agrees);
        assert_eq!(on_all_won(57), Verdict::Differs);
    }
}
