//! Figures as SVG: axes, legend, lines with bands, bars with whiskers, the paper's values beside ours. Knows
//! shapes and the names of colours; which colours those are, light and dark, says the style.

mod panels;

use std::fmt::Write as _;

use karuta_arena::lab::experiment::PlotKind;

use super::chart::{Chart, Point, Series};

/// The colours of figures, in the light and in the dark.
pub const STYLE: &str = "\
.fig{--ink:#1f2328;--faint:#8b949e;--rule:#d8dee4;--c0:#1f6fb2;--c1:#d1552b;--c2:#3a8a4d;--c3:#8250a8;--c4:#b8860b;\
--c5:#0e8a8a;--c6:#b5397a;--c7:#6b6f76;font:12px system-ui,sans-serif}\
@media(prefers-color-scheme:dark){.fig{--ink:#e6edf3;--faint:#8b949e;--rule:#30363d;--c0:#58a6e6;--c1:#f0845c;\
--c2:#6cc283;--c3:#b78ae0;--c4:#e0b341;--c5:#45c4c4;--c6:#ea7bb4;--c7:#a5abb3}}\
.fig text{fill:var(--ink)}.fig .small{fill:var(--faint);font-size:11px}.fig .rule{stroke:var(--rule)}\
.fig .tiny{fill:var(--faint);font-size:7.5px}.fig .axis{stroke:var(--faint)}.fig .paper{stroke:var(--ink);stroke-width:2}.fig .whisker{stroke:var(--ink);opacity:.65}";

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 34.0;
const BELOW: f64 = 46.0;
/// The width of a letter of the small text, on average.
const LETTER: f64 = 6.2;
/// The tilt of names that do not fit side by side, in degrees.
const TILT: f64 = 40.0;

/// A figure as a file of its own.
pub fn alone(chart: &Chart) -> String {
    let inner = draw(chart);
    inner.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1).replacen(
        "role=\"img\">",
        &format!("role=\"img\"><style>{STYLE}</style>"),
        1,
    )
}

/// More series of bars than this are drawn as a panel for each place.
const MANY: usize = 8;

/// A figure as part of a page that has the style.
pub fn draw(chart: &Chart) -> String {
    if chart.kind == PlotKind::Bars && chart.series.len() > MANY {
        return panels::draw(chart);
    }
    let frame = Frame::around(chart);
    let mut svg = String::new();
    let (over, below) = frame.label_room(chart);
    let height = HEIGHT + below + 18.0 * (legend_lines(chart) as f64);
    let _ = write!(
        svg,
        "<svg class=\"fig\" viewBox=\"{} 0 {} {height}\" role=\"img\"><title>{}</title>",
        -over,
        WIDTH + over,
        escape(&chart.title)
    );
    let _ = write!(svg, "<text x=\"{LEFT}\" y=\"16\" font-weight=\"600\">{}</text>", escape(&chart.title));
    frame.axes(chart, &mut svg);
    for (at, series) in chart.series.iter().enumerate() {
        match chart.kind {
            PlotKind::Lines => frame.line(at, series, &mut svg),
            PlotKind::Bars => frame.bars(at, chart, &mut svg),
            PlotKind::Stacked => frame.stack(at, chart, &mut svg),
        }
    }
    legend(chart, height - 18.0 * (legend_lines(chart) as f64) + 4.0, &mut svg);
    svg.push_str("</svg>");
    svg
}

/// The ranges of both axes, and the marks on the vertical one.
struct Frame {
    x: (f64, f64),
    y: (f64, f64),
    // The marks belong to the range: marks computed again from a widened range may have another step.
    marks: Vec<f64>,
}

impl Frame {
    fn around(chart: &Chart) -> Frame {
        let points = || chart.series.iter().flat_map(|series| &series.points);
        let x = match chart.kind {
            PlotKind::Lines => range(points().map(|point| point.x)),
            PlotKind::Bars | PlotKind::Stacked => (0.0, chart.places.len().max(1) as f64),
        };
        let y = match chart.kind {
            PlotKind::Stacked => (0.0, 100.0),
            PlotKind::Bars | PlotKind::Lines => {
                // A whisker longer than the figure says no more than one that leaves it.
                let values = points().flat_map(|point| [point.y, point.published]).flatten();
                let (low, high) = range(values.clone());
                let reach = 0.6 * (high - low).max(high.abs() * 0.05);
                let ends = points().filter_map(|point| point.interval).flat_map(|(low, high)| [low, high]);
                let ends = ends.map(|end| end.clamp(low - reach, high + reach));
                let (low, high) = range(values.chain(ends));
                // The length of a bar is its value, so bars begin at zero.
                if chart.kind == PlotKind::Bars { (low.min(0.0), high.max(0.0)) } else { (low, high) }
            }
        };
        let (y, marks) = ticks(y);
        Frame { x, y, marks }
    }

    fn across(&self, x: f64) -> f64 {
        let (low, high) = self.x;
        LEFT + (x - low) / (high - low).max(1e-12) * (WIDTH - LEFT - RIGHT)
    }

    fn up(&self, y: f64) -> f64 {
        let (low, high) = self.y;
        let part = ((y - low) / (high - low).max(1e-12)).clamp(0.0, 1.0);
        HEIGHT - BELOW - part * (HEIGHT - BELOW - TOP)
    }

    /// True if the names of places are too long to stand side by side.
    fn is_tilted(&self, chart: &Chart) -> bool {
        let room = (WIDTH - LEFT - RIGHT) / chart.places.len().max(1) as f64;
        chart.places.iter().any(|place| place.chars().count() as f64 * LETTER > room)
    }

    /// The room that tilted names of places need to the left of the figure and below it.
    fn label_room(&self, chart: &Chart) -> (f64, f64) {
        if chart.kind == PlotKind::Lines || !self.is_tilted(chart) {
            return (0.0, 0.0);
        }
        let length = |place: &String| place.chars().count() as f64 * LETTER;
        let ends = chart.places.iter().enumerate().map(|(at, place)| {
            let x = self.across(at as f64 + 0.5);
            (length(place) * TILT.to_radians().cos() - x, length(place) * TILT.to_radians().sin())
        });
        let (over, below) = ends.fold((0.0, 0.0), |(a, b), (x, y)| (x.max(a), y.max(b)));
        (f64::ceil(over), f64::ceil(f64::max(below - 20.0, 0.0)))
    }

    fn axes(&self, chart: &Chart, svg: &mut String) {
        for mark in &self.marks {
            let y = self.up(*mark);
            let _ = write!(
                svg,
                "<line class=\"rule\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"small\" text-anchor=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                plain(*mark)
            );
        }
        let base = HEIGHT - BELOW;
        // Bars hang on the axis, also where some of them point downwards.
        let zero = if chart.kind == PlotKind::Lines { base } else { self.up(0.0) };
        let _ = write!(
            svg,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{zero:.1}\" y2=\"{zero:.1}\"/>",
            WIDTH - RIGHT
        );
        let _ = write!(
            svg,
            "<text class=\"small\" transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (TOP + base) / 2.0,
            escape(&chart.y)
        );
        match chart.kind {
            PlotKind::Lines => {
                for mark in ticks(self.x).1.into_iter().filter(|mark| (self.x.0..=self.x.1).contains(mark)) {
                    let x = self.across(mark);
                    let _ = write!(
                        svg,
                        "<text class=\"small\" text-anchor=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                        base + 16.0,
                        plain(mark)
                    );
                }
                let _ = write!(
                    svg,
                    "<text class=\"small\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                    (LEFT + WIDTH - RIGHT) / 2.0,
                    base + 34.0,
                    escape(&chart.x)
                );
            }
            PlotKind::Bars | PlotKind::Stacked => self.places(chart, svg),
        }
    }

    fn places(&self, chart: &Chart, svg: &mut String) {
        let tilted = self.is_tilted(chart);
        for (at, place) in chart.places.iter().enumerate() {
            let (x, y) = (self.across(at as f64 + 0.5), HEIGHT - BELOW + 16.0);
            let turn = match tilted {
                true => {
                    format!(
                        "text-anchor=\"end\" transform=\"translate({:.1} {y:.1}) rotate(-{TILT})\"",
                        x + 4.0
                    )
                }
                false => format!("text-anchor=\"middle\" x=\"{x:.1}\" y=\"{y:.1}\""),
            };
            let _ = write!(svg, "<text class=\"small\" {turn}>{}</text>", escape(place));
        }
    }

    fn line(&self, at: usize, series: &Series, svg: &mut String) {
        let colour = colour(at);
        let known: Vec<&Point> = series.points.iter().filter(|point| point.y.is_some()).collect();
        let banded: Vec<(f64, f64, f64)> =
            known.iter().filter_map(|point| point.interval.map(|(low, high)| (point.x, low, high))).collect();
        if banded.len() > 1 {
            let upper =
                banded.iter().map(|&(x, _, high)| format!("{:.1},{:.1}", self.across(x), self.up(high)));
            let lower =
                banded.iter().rev().map(|&(x, low, _)| format!("{:.1},{:.1}", self.across(x), self.up(low)));
            let outline: Vec<String> = upper.chain(lower).collect();
            let _ =
                write!(svg, "<polygon points=\"{}\" fill=\"{colour}\" opacity=\".14\"/>", outline.join(" "));
        }
        let path: Vec<String> = known
            .iter()
            .filter_map(|point| point.y.map(|y| format!("{:.1},{:.1}", self.across(point.x), self.up(y))))
            .collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        );
        for point in &known {
            if let Some(y) = point.y {
                let _ = write!(
                    svg,
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>",
                    self.across(point.x),
                    self.up(y)
                );
            }
        }
        for point in &series.points {
            if let Some(published) = point.published {
                let (x, y) = (self.across(point.x), self.up(published));
                let _ = write!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\" fill=\"none\" stroke=\"{colour}\" \
                     stroke-width=\"1.5\" transform=\"rotate(45 {x:.1} {y:.1})\"/>",
                    x - 3.5,
                    y - 3.5
                );
            }
        }
    }

    fn bars(&self, at: usize, chart: &Chart, svg: &mut String) {
        let count = chart.series.len() as f64;
        let room = (WIDTH - LEFT - RIGHT) / chart.places.len().max(1) as f64;
        let width = (room * 0.8 / count).min(38.0);
        for point in &chart.series[at].points {
            let centre = self.across(point.x + 0.5) + (at as f64 - (count - 1.0) / 2.0) * width;
            let base = self.up(0f64.clamp(self.y.0, self.y.1));
            if let Some(y) = point.y {
                let top = self.up(y);
                let _ = write!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\" opacity=\".85\"/>",
                    centre - width * 0.46,
                    top.min(base),
                    width * 0.92,
                    (top - base).abs(),
                    colour(at)
                );
            }
            if let Some((low, high)) = point.interval {
                let _ = write!(
                    svg,
                    "<line class=\"whisker\" x1=\"{centre:.1}\" x2=\"{centre:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
                    self.up(low),
                    self.up(high)
                );
            }
            if let Some(published) = point.published {
                let y = self.up(published);
                let _ = write!(
                    svg,
                    "<line class=\"paper\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>",
                    centre - width * 0.5,
                    centre + width * 0.5
                );
            }
        }
    }

    fn stack(&self, at: usize, chart: &Chart, svg: &mut String) {
        let room = (WIDTH - LEFT - RIGHT) / chart.places.len().max(1) as f64;
        let has_paper =
            chart.series.iter().flat_map(|series| &series.points).any(|point| point.published.is_some());
        let width = (room * if has_paper { 0.38 } else { 0.6 }).min(56.0);
        let value = |series: &Series, x: f64, published: bool| {
            let point = series.points.iter().find(|point| point.x == x);
            point.and_then(|point| if published { point.published } else { point.y }).unwrap_or(0.0)
        };
        for point in &chart.series[at].points {
            for published in [false, true] {
                if published && !has_paper {
                    continue;
                }
                let below: f64 =
                    chart.series[..at].iter().map(|series| value(series, point.x, published)).sum();
                let own = value(&chart.series[at], point.x, published);
                let centre = self.across(point.x + 0.5)
                    + match (has_paper, published) {
                        (false, _) => 0.0,
                        (true, false) => -width * 0.54,
                        (true, true) => width * 0.54,
                    };
                let (top, bottom) = (self.up(below + own), self.up(below));
                let _ = write!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{}\" opacity=\"{}\"/>",
                    centre - width / 2.0,
                    (bottom - top).max(0.0),
                    colour(at),
                    if published { ".45" } else { ".9" }
                );
            }
        }
    }
}

fn colour(at: usize) -> String {
    format!("var(--c{})", at % 8)
}

/// The number of series names on a line of the legend: as many as fit.
fn per_line(chart: &Chart) -> usize {
    let longest = chart.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0).max(15);
    (((WIDTH - LEFT - RIGHT) / (longest as f64 * LETTER + 24.0)) as usize).clamp(1, 6)
}

fn legend_lines(chart: &Chart) -> usize {
    (chart.series.len() + 1).div_ceil(per_line(chart))
}

fn legend(chart: &Chart, top: f64, svg: &mut String) {
    let has_paper =
        chart.series.iter().flat_map(|series| &series.points).any(|point| point.published.is_some());
    let per_line = per_line(chart);
    let step = (WIDTH - LEFT - RIGHT) / per_line as f64;
    let place = |at: usize| (LEFT + (at % per_line) as f64 * step, top + 18.0 * (at / per_line) as f64);
    for (at, series) in chart.series.iter().enumerate() {
        let (x, y) = place(at);
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"11\" height=\"11\" fill=\"{}\"/>\
             <text class=\"small\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            y - 9.0,
            colour(at),
            x + 16.0,
            y + 1.0,
            escape(&series.name)
        );
    }
    if has_paper {
        let (x, y) = place(chart.series.len());
        let (mark, words) = match chart.kind {
            PlotKind::Lines => ("&#9671;", "the paper"),
            PlotKind::Bars => ("&#8212;", "the paper"),
            PlotKind::Stacked => ("", "pale: the paper"),
        };
        let _ = write!(svg, "<text class=\"small\" x=\"{x:.1}\" y=\"{:.1}\">{mark} {words}</text>", y + 1.0);
    }
}

/// The smallest and the largest.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low > high { (0.0, 1.0) } else { (low, high) }
}

/// A range that begins and ends with marks at round numbers, and the marks.
fn ticks((low, high): (f64, f64)) -> ((f64, f64), Vec<f64>) {
    let span = if high > low { high - low } else { high.abs().max(1.0) };
    let rough = span / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|&step| step >= rough * 0.999)
        .unwrap_or(power);
    let (first, last) =
        ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil().max((low / step).floor() + 1.0));
    let marks = (0..=(last - first) as usize).map(|at| (first + at as f64) * step).collect();
    ((first * step, last * step), marks)
}

/// A mark without needless digits.
fn plain(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded.abs() >= 10_000.0 { format!("{}k", rounded / 1000.0) } else { format!("{rounded}") }
}

/// Text as it may stand in a page.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
