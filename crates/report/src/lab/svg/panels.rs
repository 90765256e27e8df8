//! Small multiples: many series of bars as a panel for each place, all with the same vertical axis.

use std::fmt::Write as _;

use super::{Chart, LEFT, RIGHT, TOP, WIDTH, escape, plain, range, ticks};

const ACROSS: usize = 2;
const PANEL: f64 = 150.0;
const HEAD: f64 = 18.0;
const FOOT: f64 = 20.0;

/// The panels of a chart of bars.
pub(super) fn draw(chart: &Chart) -> String {
    let points = || chart.series.iter().flat_map(|series| &series.points);
    let values = points().flat_map(|point| {
        let ends = point.interval.map(|(low, high)| [low, high]);
        [point.y, point.published].into_iter().flatten().chain(ends.into_iter().flatten())
    });
    let (low, high) = range(values.chain([0.0]));
    let (y, marks) = ticks((low, high));
    let down = chart.places.len().div_ceil(ACROSS) as f64;
    let height = TOP + down * (HEAD + PANEL + FOOT);
    let mut svg = format!(
        "<svg class=\"fig\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\"><title>{}</title>\
         <text x=\"{LEFT}\" y=\"16\" font-weight=\"600\">{}</text>",
        escape(&chart.title),
        escape(&chart.title)
    );
    let width = (WIDTH - RIGHT) / ACROSS as f64;
    for (at, place) in chart.places.iter().enumerate() {
        let panel = Panel {
            left: (at % ACROSS) as f64 * width + 40.0,
            top: TOP + (at / ACROSS) as f64 * (HEAD + PANEL + FOOT) + HEAD,
            width: width - 48.0,
            y,
        };
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            panel.left,
            panel.top - 5.0,
            escape(place)
        );
        panel.draw(chart, at, &marks, &mut svg);
    }
    svg.push_str("</svg>");
    svg
}

struct Panel {
    left: f64,
    top: f64,
    width: f64,
    y: (f64, f64),
}

impl Panel {
    fn up(&self, y: f64) -> f64 {
        let (low, high) = self.y;
        self.top + PANEL - ((y - low) / (high - low).max(1e-12)).clamp(0.0, 1.0) * PANEL
    }

    fn draw(&self, chart: &Chart, place: usize, marks: &[f64], svg: &mut String) {
        let right = self.left + self.width;
        for &mark in marks {
            let y = self.up(mark);
            let _ = write!(
                svg,
                "<line class=\"rule\" x1=\"{:.1}\" x2=\"{right:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"small\" text-anchor=\"end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                self.left,
                self.left - 4.0,
                y + 4.0,
                plain(mark)
            );
        }
        let room = self.width / chart.series.len().max(1) as f64;
        let base = self.up(0f64.clamp(self.y.0, self.y.1));
        for (at, series) in chart.series.iter().enumerate() {
            let centre = self.left + (at as f64 + 0.5) * room;
            let _ = write!(
                svg,
                "<text class=\"tiny\" text-anchor=\"middle\" x=\"{centre:.1}\" y=\"{:.1}\">{}</text>",
                self.top + PANEL + 12.0,
                escape(&series.name)
            );
            let Some(point) = series.points.iter().find(|point| point.x == place as f64) else { continue };
            if let Some(y) = point.y {
                let top = self.up(y);
                let _ = write!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"var(--c0)\"/>",
                    centre - room * 0.38,
                    top.min(base),
                    room * 0.76,
                    (top - base).abs()
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
                    centre - room * 0.42,
                    centre + room * 0.42
                );
            }
        }
    }
}
