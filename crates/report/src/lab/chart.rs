//! The content of a figure, before it is drawn: series of points with their intervals and the paper's values.
//! Knows experiments; knows no pictures.

use karuta_arena::lab::experiment::{Plot, PlotKind, Row};

use super::Item;

/// A figure.
pub struct Chart {
    /// Its title.
    pub title: String,
    /// The name of the axis to the right.
    pub x: String,
    /// The name of the axis up.
    pub y: String,
    /// The way it is drawn.
    pub kind: PlotKind,
    /// Labels along the horizontal axis, where it has no numbers.
    pub places: Vec<String>,
    /// The series.
    pub series: Vec<Series>,
}

/// One line or one colour of bars.
#[derive(Clone)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<Point>,
}

/// One number of a figure.
#[derive(Clone, Copy)]
pub struct Point {
    /// The position along the axis: a number, or the index of a label.
    pub x: f64,
    /// Ours.
    pub y: Option<f64>,
    /// The interval of ours.
    pub interval: Option<(f64, f64)>,
    /// The paper's.
    pub published: Option<f64>,
}

/// The figures of an experiment that was run.
pub fn charts(item: &Item) -> Vec<Chart> {
    if item.findings.is_none() {
        return Vec::new();
    }
    item.experiment.plots.iter().map(|plot| chart(item, plot)).collect()
}

fn chart(item: &Item, plot: &Plot) -> Chart {
    let rows: Vec<&Row> = item.experiment.rows.iter().collect();
    let mut series = Vec::new();
    for column in &plot.columns {
        for (label, rows) in split(plot, &rows) {
            let name = match (label.is_empty(), plot.columns.len()) {
                (true, _) => column.clone(),
                (false, 1) => label,
                (false, _) => format!("{column}, {label}"),
            };
            let points = rows.iter().enumerate().filter_map(|(at, row)| point(item, plot, column, at, row));
            series.push(Series { name, points: points.collect() });
        }
    }
    Chart {
        title: plot.title.clone(),
        x: plot.x.clone(),
        y: plot.y.clone(),
        kind: plot.kind,
        places: match plot.kind {
            PlotKind::Lines => Vec::new(),
            PlotKind::Bars | PlotKind::Stacked => rows.iter().map(|row| row.name.clone()).collect(),
        },
        series,
    }
}

/// The rows of each value of the axis that gets a line each; all of them where there is none.
fn split<'a>(plot: &Plot, rows: &[&'a Row]) -> Vec<(String, Vec<&'a Row>)> {
    let Some(axis) = &plot.split else {
        return vec![(String::new(), rows.to_vec())];
    };
    let mut parts: Vec<(String, Vec<&Row>)> = Vec::new();
    for row in rows {
        let Some(value) = row.vars.get(axis) else { continue };
        let label = format!("{axis} = {value}");
        match parts.iter_mut().find(|(known, _)| *known == label) {
            Some((_, rows)) => rows.push(row),
            None => parts.push((label, vec![row])),
        }
    }
    parts
}

fn point(item: &Item, plot: &Plot, column: &str, at: usize, row: &Row) -> Option<Point> {
    let index = item.experiment.columns.iter().position(|known| known.name == column)?;
    let cell = item.cell(row, &item.experiment.columns[index]);
    let x = match plot.kind {
        PlotKind::Lines => match row.vars.get(&plot.x) {
            Some(value) => value.parse().ok()?,
            // The random agent has no playouts.
            None => row.name.rsplit("= ").next()?.parse().ok()?,
        },
        PlotKind::Bars | PlotKind::Stacked => at as f64,
    };
    let point = Point {
        x,
        y: cell.map(|cell| cell.value),
        interval: cell.and_then(|cell| Some((cell.low?, cell.high?))),
        published: row.published[index].as_ref().map(|known| known.value),
    };
    (point.y.is_some() || point.published.is_some()).then_some(point)
}
