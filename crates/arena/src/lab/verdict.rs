//! Verdicts: our numbers beside the paper's, and the paper's claims by our numbers. Knows numbers and
//! intervals; must not know how anything was played or how it is shown. docs/methods.md gives the reasons.

use serde::Serialize;

use super::experiment::claim::{Comparison, Order, Term, fits};
use super::experiment::{Claim, Column, Experiment, Row, Source, Unit};
use super::results::{Cell, Results};
use karuta_records::stats::share_interval;

/// The verdict on a number of ours beside the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The paper's value lies in our interval, widened by its own sampling error.
    Agrees,
    /// It does not.
    Differs,
    /// The interval is too wide to tell.
    Undecided,
    /// Another agent stands in for the paper's, so the values need not be alike.
    StandIn,
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

/// A published value beside ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparing {
    /// The verdict.
    pub verdict: Verdict,
    /// The smallest true difference that this comparison finds with a chance of 80 %; absent without intervals.
    pub detects: Option<f64>,
}

/// An interval that reaches further than this to either side agrees with nothing, in percentage points.
const WIDE_SHARE: f64 = 10.0;
/// The same for other numbers, as a part of the value.
const WIDE_PART: f64 = 0.25;
/// A table of nearly equal values does not ask for more than this, in percentage points.
const NARROW_SHARE: f64 = 2.5;
/// The same for other numbers, as a part of the value.
const NARROW_PART: f64 = 0.05;
/// The error of the arithmetic itself.
const EXACT: f64 = 1e-9;
/// A difference of this many half-widths of a 95 % interval is found four times in five: (1.96 + 0.84) / 1.96.
const POWER_80: f64 = 1.43;

/// The verdict on our number in column `at` of a row beside the published one.
///
/// The paper's value must lie in our interval, both ends moved out: the sides of the two intervals that
/// face each other add up as errors of independent measurements do (Newcombe's way for shares, whose
/// intervals are lopsided near 0 and 100 %).
pub fn verdict(experiment: &Experiment, row: &Row, at: usize, cell: Option<&Cell>) -> Comparing {
    let column = &experiment.columns[at];
    let open = |verdict| Comparing { verdict, detects: None };
    let (Some(published), Some(cell)) = (row.published[at].as_ref().map(|known| known.value), cell) else {
        return open(Verdict::Open);
    };
    if row.stand_in.is_some() || column.stand_in.is_some() {
        return open(Verdict::StandIn);
    }
    if !(column.is_compared && row.is_compared) {
        return open(Verdict::Open);
    }
    let (Some(low), Some(high)) = (cell.low, cell.high) else {
        return open(Verdict::Undecided);
    };
    let [their_below, their_above] =
        sampling_reach(column, row, published, cell).map(|reach| reach + rounding(column.digits));
    if matches!(experiment.source, Source::Chances(_) | Source::Printed(_)) {
        // Errors of rounding are bounds and not chances: they add up as they are.
        let is_within = published >= low - their_below - EXACT && published <= high + their_above + EXACT;
        return open(if is_within { Verdict::Agrees } else { Verdict::Differs });
    }
    let (below, above) = ((cell.value - low).hypot(their_above), (high - cell.value).hypot(their_below));
    let detects = Some(POWER_80 * below.max(above));
    if published < cell.value - below || published > cell.value + above {
        return Comparing { verdict: Verdict::Differs, detects };
    }
    let is_wide = (high - low) / 2.0 > widest(experiment, at, published.abs().max(cell.value.abs()));
    Comparing { verdict: if is_wide { Verdict::Undecided } else { Verdict::Agrees }, detects }
}

/// The widest half of an interval that may still agree: half of the effect that the paper's column shows, from
/// its smallest to its largest value. Agreement within more than the effect would say nothing.
fn widest(experiment: &Experiment, at: usize, value: f64) -> f64 {
    let column = &experiment.columns[at];
    let (least, most) = match column.unit {
        Unit::Percent => (NARROW_SHARE, WIDE_SHARE),
        Unit::Number | Unit::Seconds => (NARROW_PART * value, WIDE_PART * value),
    };
    let known = experiment.rows.iter().filter_map(|row| Some(row.published[at].as_ref()?.value));
    let (low, high) =
        known.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    match column.effect {
        Some(effect) => effect / 2.0,
        None if high > low => ((high - low) / 2.0).clamp(least, most),
        None => most,
    }
}

/// The distances below and above the published value within which the true one may lie, given the number of
/// games behind it.
fn sampling_reach(column: &Column, row: &Row, published: f64, cell: &Cell) -> [f64; 2] {
    let Some(sampled) = sampled(column, row, Some(cell)).filter(|&sampled| sampled >= 1.0) else {
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

/// The number of observations behind a published value, as far as the paper tells.
pub fn sampled(column: &Column, row: &Row, cell: Option<&Cell>) -> Option<f64> {
    // A share among the games that reached the third round rests on fewer games than were played: on as
    // small a part of them as ours does.
    let part = cell.filter(|cell| cell.games > 0.0).map_or(1.0, |cell| cell.observations / cell.games);
    column.sampled.or_else(|| Some((row.sampled? * part).round()))
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

/// The difference of the two terms with its 95 % interval; `None` where a term is not known.
pub fn difference(comparison: &Comparison, findings: &Results) -> Option<[f64; 3]> {
    let [left, left_low, left_high] = term(&comparison.left, findings)?;
    let [right, right_low, right_high] = term(&comparison.right, findings)?.map(|end| comparison.times * end);
    let difference = left - right;
    let below = (left - left_low).hypot(right_high - right);
    let above = (left_high - left).hypot(right - right_low);
    Some([difference, difference - below, difference + above])
}

/// The verdict on one comparison: it holds or fails only if the whole interval of the difference says so.
pub fn compare(comparison: &Comparison, findings: &Results) -> Standing {
    let Some([_, low, high]) = difference(comparison, findings) else { return Standing::Undecided };
    let size = comparison.size;
    let (holds, fails) = match comparison.order {
        Order::Above => (low > size, high <= size),
        Order::Below => (high < -size, low >= -size),
        Order::Alike => (low >= -size && high <= size, low > size || high < -size),
    };
    match (holds, fails) {
        (true, _) => Standing::Holds,
        (false, true) => Standing::Fails,
        (false, false) => Standing::Undecided,
    }
}

/// A term as value, lower and upper end.
fn term(term: &Term, findings: &Results) -> Option<[f64; 3]> {
    let ends = |cell: &Cell| Some([cell.value, cell.low?, cell.high?]);
    let fitting = |column: &str, rows: &str| -> Option<Vec<[f64; 3]>> {
        let found = findings.cells.iter().filter(|(name, _)| fits(rows, name));
        let found: Option<Vec<_>> = found.map(|(_, cells)| cells.get(column).and_then(ends)).collect();
        found.filter(|found| !found.is_empty())
    };
    match term {
        Term::Cell { column, row } => findings.cell(row, column).and_then(ends),
        Term::Mean { column, rows } => {
            let found = fitting(column, rows)?;
            let count = found.len() as f64;
            let mean = found.iter().map(|[value, ..]| value).sum::<f64>() / count;
            // Rows are matches of their own, so that their errors add up as squares.
            let off = |end: usize| {
                found.iter().map(|ends| (ends[end] - ends[0]).powi(2)).sum::<f64>().sqrt() / count
            };
            Some([mean, mean - off(1), mean + off(2)])
        }
        Term::Count { column, rows, above } => {
            let found = fitting(column, rows)?;
            Some([0, 1, 2].map(|end| found.iter().filter(|ends| ends[end] > *above).count() as f64))
        }
        &Term::Number(value) => Some([value; 3]),
    }
}

#[cfg(test)]
mod tests;
