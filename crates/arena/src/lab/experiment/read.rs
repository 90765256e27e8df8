//! Reading an experiment's file. Knows the form and checks everything that can be checked without playing;
//! an error names the file, the line and the key.

use std::collections::BTreeMap;
use std::ops::Range;

use karuta_playable::error::InputError;
use toml::{Spanned, Value};

use super::file::{ClaimEntry, ColumnEntry, ExperimentFile, PlotEntry, RowEntry};
use super::measure::Template;
use super::{
    Chances, Claim, Column, Experiment, Group, Pairing, Plot, PlotKind, Published, Row, Size, Source, Unit,
    Vars, claim, fill,
};

/// The sizes every experiment has.
const SIZES: [&str; 3] = ["smoke", "quick", "full"];

/// Reads the experiment `id` from the text of `file`.
pub fn read(id: &str, file: &str, text: &str) -> Result<Experiment, InputError> {
    let page = Page { file, text };
    let file: ExperimentFile = toml::from_str(text).map_err(|error| page.syntax(&error))?;
    let sizes = sizes(&page, &file)?;
    let axes = axes(&file);
    let columns =
        file.column.iter().map(|column| read_column(&page, column)).collect::<Result<Vec<_>, _>>()?;
    let mut rows = Vec::new();
    for row in &file.row {
        rows.extend(read_rows(&page, &file, &axes, &columns, row)?);
    }
    let experiment = Experiment {
        id: id.to_string(),
        shows: file.shows.clone(),
        title: file.title.clone(),
        note: file.note.trim().to_string(),
        group: group(&page, &file)?,
        seed: file.seed,
        source: source(&page, &file)?,
        sizes,
        claims: file.claim.iter().map(|claim| read_claim(&page, claim)).collect::<Result<_, _>>()?,
        plots: file.plot.iter().map(|plot| read_plot(&page, &axes, plot)).collect::<Result<_, _>>()?,
        columns,
        rows,
    };
    check(&page, &file, &experiment)?;
    Ok(experiment)
}

/// A file, for errors.
struct Page<'a> {
    file: &'a str,
    text: &'a str,
}

impl Page<'_> {
    fn syntax(&self, error: &toml::de::Error) -> InputError {
        // A missing key is reported for all of the file; its first line is as good as any.
        self.at(error.span().unwrap_or(0..0), error.message())
    }

    /// An error at this place of the text: the file, the line, the key of that line.
    fn at(&self, span: Range<usize>, problem: &str) -> InputError {
        let start = span.start.min(self.text.len());
        let before = self.text.get(..start).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let whole = self.text.lines().nth(line - 1).unwrap_or("").trim();
        let key = whole.split('=').next().unwrap_or("").trim();
        let key = if key.is_empty() { String::new() } else { format!(", {key}") };
        InputError::new(format!("{}, line {line}{key}: {problem}", self.file))
    }

    fn spanned<T>(&self, what: &Spanned<T>, problem: impl AsRef<str>) -> InputError {
        self.at(what.span(), problem.as_ref())
    }
}

fn sizes(page: &Page<'_>, file: &ExperimentFile) -> Result<BTreeMap<String, Size>, InputError> {
    let given = file.size.get_ref();
    if let Some(missing) = SIZES.iter().find(|name| !given.contains_key(**name)) {
        return Err(page.spanned(
            &file.size,
            format!("the size {missing} is missing; there must be {}", SIZES.join(", ")),
        ));
    }
    let mut sizes = BTreeMap::new();
    for (name, size) in given {
        if size.deals == 0 {
            return Err(page.spanned(&file.size, format!("the size {name} has no deals; 1 or more would do")));
        }
        let vars = size.vars.iter().map(|(key, value)| (key.clone(), plain(value))).collect();
        sizes.insert(name.clone(), Size { deals: size.deals, rows: size.rows, vars, minutes: size.minutes });
    }
    Ok(sizes)
}

fn axes(file: &ExperimentFile) -> BTreeMap<String, Vec<String>> {
    let texts = |values: &Vec<Value>| values.iter().map(plain).collect();
    file.axes.iter().map(|(name, values)| (name.clone(), texts(values))).collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn source(page: &Page<'_>, file: &ExperimentFile) -> Result<Source, InputError> {
    if let Some(printed) = &file.printed {
        return match (&file.records, &file.study, &file.chances) {
            (None, None, None) => Ok(Source::Printed(printed.get_ref().clone())),
            _ => Err(page.spanned(printed, "arithmetic on printed values has no records, study or chances")),
        };
    }
    match (&file.records, &file.study, &file.chances) {
        (None, None, None) => Ok(Source::Matches),
        (Some(records), None, None) => Ok(Source::Shared(records.get_ref().clone())),
        (None, Some(study), None) => Ok(Source::Study(study.get_ref().clone())),
        (None, None, Some(chances)) => {
            let given = chances.get_ref();
            let places = given.points.len();
            if places < 2
                || given.matrix.len() != places
                || given.matrix.iter().any(|row| row.len() != places)
            {
                return Err(
                    page.spanned(chances, "the matrix must have a row and a column for each of the points")
                );
            }
            Ok(Source::Chances(Chances { matrix: given.matrix.clone(), points: given.points.clone() }))
        }
        (_, Some(study), _) => Err(page.spanned(study, "a study has no records and no chances")),
        (_, None, Some(chances)) => Err(page.spanned(chances, "arithmetic on chances has no records")),
    }
}

fn group(page: &Page<'_>, file: &ExperimentFile) -> Result<Group, InputError> {
    match file.group.as_ref().map(|group| (group, group.get_ref().as_str())) {
        None | Some((_, "paper")) => Ok(Group::Paper),
        Some((_, "mistakes")) => Ok(Group::Mistakes),
        Some((_, "question")) => Ok(Group::Question),
        Some((_, "levels")) => Ok(Group::Levels),
        Some((place, other)) => {
            Err(page
                .spanned(place, format!("no group {other:?}; there are: paper, mistakes, question, levels")))
        }
    }
}

fn read_column(page: &Page<'_>, file: &Spanned<ColumnEntry>) -> Result<Column, InputError> {
    let given = file.get_ref();
    let unit = match given.unit.as_ref().map(|unit| (unit, unit.get_ref().as_str())) {
        None | Some((_, "number")) => Unit::Number,
        Some((_, "percent")) => Unit::Percent,
        Some((_, "seconds")) => Unit::Seconds,
        Some((unit, other)) => {
            return Err(page.spanned(unit, format!("no unit {other:?}; there are: percent, number, seconds")));
        }
    };
    Ok(Column {
        name: given.name.clone(),
        of_match: given.of_match.clone(),
        measure: Template {
            measure: given.measure.get_ref().clone(),
            of: given.of,
            seat: given.seat,
            conditions: given.conditions.clone(),
            event: given.event.clone(),
            among: given.among.clone(),
            quantities: given.quantities.clone(),
            turn: given.turn.clone(),
            cycle: given.cycle,
            lap: given.lap.clone(),
            worth: given.worth.clone(),
            given: given.given.clone(),
            previous: given.previous.clone(),
            dealt: given.dealt.clone(),
            against: given.against,
            ratio: given.ratio.clone(),
            minus: given.minus.clone(),
        },
        unit,
        digits: given.digits.unwrap_or(match unit {
            Unit::Percent => 1,
            Unit::Number | Unit::Seconds => 2,
        }),
        scale: given.scale.unwrap_or(1.0),
        is_compared: given.compare.unwrap_or(true),
        sampled: given.sampled,
        effect: given.effect,
        range: given.range,
        stand_in: given.stand_in.clone(),
    })
}

/// The rows a file stands for: one for every point of its axes, the last of which runs fastest.
fn read_rows(
    page: &Page<'_>,
    file: &ExperimentFile,
    axes: &BTreeMap<String, Vec<String>>,
    columns: &[Column],
    row: &Spanned<RowEntry>,
) -> Result<Vec<Row>, InputError> {
    let given = row.get_ref();
    let mut points = vec![Vars::new()];
    for axis in &given.over {
        let Some(values) = axes.get(axis.get_ref()) else {
            let known: Vec<&str> = axes.keys().map(String::as_str).collect();
            let problem = format!("no axis {:?}; there are: {}", axis.get_ref(), known.join(", "));
            return Err(page.spanned(axis, problem));
        };
        let extended = |point: &Vars, value: &String| {
            let mut point = point.clone();
            point.insert(axis.get_ref().clone(), value.clone());
            point
        };
        points =
            points.iter().flat_map(|point| values.iter().map(move |value| extended(point, value))).collect();
    }
    let published = published(page, given, points.len(), columns)?;
    let part = given.part.unwrap_or(1.0);
    if !(part > 0.0 && part <= 1.0) {
        return Err(
            page.spanned(row, format!("part = {part} is no part of the deals; above 0 and up to 1 would do"))
        );
    }
    let rows = points.into_iter().zip(published).map(|(vars, published)| {
        let name = fill(&given.name, &[&vars]).map_err(|problem| page.spanned(row, problem))?;
        let matches =
            matches(file, given).into_iter().map(|(name, pairing)| (name, partly(&pairing, &vars))).collect();
        let sampled = given.sampled.or(file.sampled);
        let is_compared = given.compare.unwrap_or(true);
        let stand_in = given.stand_in.clone();
        Ok(Row { name, vars, matches, published, sampled, part, is_compared, stand_in })
    });
    rows.collect()
}

/// The published values of each point: a list for each, or a single list where there is one point.
fn published(
    page: &Page<'_>,
    row: &RowEntry,
    points: usize,
    columns: &[Column],
) -> Result<Vec<Vec<Option<Published>>>, InputError> {
    let Some(paper) = &row.paper else {
        return Ok(vec![vec![None; columns.len()]; points]);
    };
    let lists: Vec<Vec<Value>> = if row.over.is_empty() {
        vec![paper.get_ref().clone()]
    } else {
        let list = |value: &Value| match value {
            Value::Array(list) => list.clone(),
            other => vec![other.clone()],
        };
        paper.get_ref().iter().map(list).collect()
    };
    if lists.len() != points {
        let problem = format!("there are {} lists of published values for {points} rows", lists.len());
        return Err(page.spanned(paper, problem));
    }
    let value = |(value, column): (&Value, &Column)| match known(value, column.digits) {
        Some(known) => Ok(known),
        None => {
            let problem = format!(
                "{value} is no published value; a number, \"-\" or {{ printed = \"text\", value = number }} would do"
            );
            Err(page.spanned(paper, problem))
        }
    };
    let list = |list: &Vec<Value>| {
        if list.len() != columns.len() {
            let problem = format!(
                "there are {} published values for {} columns; \"-\" stands for none",
                list.len(),
                columns.len()
            );
            return Err(page.spanned(paper, problem));
        }
        list.iter().zip(columns).map(value).collect()
    };
    lists.iter().map(list).collect()
}

/// A published value as it is written in a file; the outer `None` if it is none.
fn known(value: &Value, digits: usize) -> Option<Option<Published>> {
    // All digits that the file has, and no fewer than the column's: 0.94 stays 0.94 where ours have one digit.
    let plain = |number: f64| {
        let shortest = number.to_string();
        let given = shortest.split_once('.').map_or(0, |(_, part)| part.len());
        Published { printed: format!("{number:.*}", digits.max(given)), value: number }
    };
    match value {
        Value::Integer(number) => Some(Some(plain(*number as f64))),
        Value::Float(number) => Some(Some(plain(*number))),
        Value::String(text) if text == "-" => Some(None),
        Value::Table(table) if table.len() == 2 => {
            let printed = table.get("printed")?.as_str()?.to_string();
            let value = table.get("value")?;
            let value = value.as_float().or_else(|| Some(value.as_integer()? as f64))?;
            Some(Some(Published { printed, value }))
        }
        _ => None,
    }
}

fn matches(file: &ExperimentFile, row: &RowEntry) -> BTreeMap<String, Pairing> {
    let game = if row.game.is_empty() { &file.game } else { &row.game };
    let pairing = |agents: &Vec<String>| Pairing { game: game.clone(), agents: agents.clone() };
    let named = row.matches.iter().map(|(name, agents)| (name.clone(), pairing(agents.get_ref())));
    let single = row.agents.as_ref().map(|agents| agents.get_ref().clone());
    let single =
        single.or_else(|| (row.matches.is_empty() && !file.agents.is_empty()).then(|| file.agents.clone()));
    named.chain(single.map(|agents| (String::new(), pairing(&agents)))).collect()
}

/// Axes are filled in now, budgets when the size is known.
fn partly(pairing: &Pairing, vars: &Vars) -> Pairing {
    let fill = |text: &String| {
        vars.iter().fold(text.clone(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    };
    Pairing { game: fill(&pairing.game), agents: pairing.agents.iter().map(fill).collect() }
}

fn read_claim(page: &Page<'_>, file: &Spanned<ClaimEntry>) -> Result<Claim, InputError> {
    let mut comparisons = Vec::new();
    for chain in &file.get_ref().holds {
        comparisons.extend(claim::parse(chain.get_ref()).map_err(|problem| page.spanned(chain, problem))?);
    }
    let given = file.get_ref();
    Ok(Claim { text: given.text.clone(), about: given.about.clone(), comparisons })
}

fn read_plot(
    page: &Page<'_>,
    axes: &BTreeMap<String, Vec<String>>,
    file: &Spanned<PlotEntry>,
) -> Result<Plot, InputError> {
    let given = file.get_ref();
    let kind = match given.kind.get_ref().as_str() {
        "lines" => PlotKind::Lines,
        "bars" => PlotKind::Bars,
        "stacked" => PlotKind::Stacked,
        other => {
            return Err(
                page.spanned(&given.kind, format!("no plot {other:?}; there are: lines, bars, stacked"))
            );
        }
    };
    if let Some(split) = given.split.as_ref().filter(|split| !axes.contains_key(split.get_ref())) {
        return Err(page.spanned(split, format!("no axis {:?} to split by", split.get_ref())));
    }
    if kind == PlotKind::Lines && !axes.contains_key(&given.x) {
        return Err(page.spanned(file, format!("no axis {:?} for x; lines need one", given.x)));
    }
    Ok(Plot {
        title: given.title.clone(),
        kind,
        x: given.x.clone(),
        y: given.y.clone(),
        columns: given.columns.iter().map(|column| column.get_ref().clone()).collect(),
        split: given.split.as_ref().map(|split| split.get_ref().clone()),
    })
}

/// A check that every name used is defined.
fn check(page: &Page<'_>, file: &ExperimentFile, experiment: &Experiment) -> Result<(), InputError> {
    for (at, column) in experiment.columns.iter().enumerate() {
        let place = &file.column[at].get_ref().measure;
        if experiment.columns[..at].iter().any(|other| other.name == column.name) {
            return Err(page.spanned(&file.column[at], format!("there are two columns {:?}", column.name)));
        }
        if let Some((above, below)) = &column.measure.ratio
            && let Some(missing) = [above, below].into_iter().find(|&name| experiment.column(name).is_none())
        {
            return Err(page.spanned(place, format!("no column {missing:?} to divide")));
        }
        for row in &experiment.rows {
            column.measure.resolve(&[&row.vars]).map_err(|problem| page.spanned(place, problem))?;
            let needs_match = matches!(experiment.source, Source::Matches | Source::Shared(_))
                && column.measure.ratio.is_none();
            if needs_match && !row.matches.contains_key(&column.of_match) {
                let problem = format!("the row {:?} has no match {:?}", row.name, column.of_match);
                return Err(page.spanned(place, problem));
            }
        }
    }
    for (at, row) in experiment.rows.iter().enumerate() {
        if experiment.rows[..at].iter().any(|other| other.name == row.name) {
            return Err(page.at(0..0, &format!("there are two rows {:?}", row.name)));
        }
    }
    let has_row = |name: &str| experiment.rows.iter().any(|row| row.name == name);
    let has_rows = |pattern: &str| experiment.rows.iter().any(|row| claim::fits(pattern, &row.name));
    for (claim, file) in experiment.claims.iter().zip(&file.claim) {
        for term in claim.comparisons.iter().flat_map(|comparison| [&comparison.left, &comparison.right]) {
            let Some((column, rows)) = term.place() else { continue };
            let is_known = match term {
                claim::Term::Cell { row, .. } => has_row(row),
                claim::Term::Mean { .. } | claim::Term::Count { .. } | claim::Term::Number(_) => {
                    has_rows(rows)
                }
            };
            if experiment.column(column).is_none() || !is_known {
                return Err(page.spanned(file, format!("{term} is no cell of this experiment")));
            }
        }
    }
    for (plot, file) in experiment.plots.iter().zip(&file.plot) {
        for (name, place) in plot.columns.iter().zip(&file.get_ref().columns) {
            if experiment.column(name).is_none() {
                return Err(page.spanned(place, format!("no column {name:?} to draw")));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
