//! A learning curve as a picture: what a net got wrong, what it thought and what it reached, over time.

use std::fmt::Write as _;

use karuta_agents::train::nets::Point;

const WIDTH: f64 = 720.0;
const PANEL: f64 = 170.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 34.0;
const GAP: f64 = 40.0;

/// A line of a panel: its name, colour and values.
type Line<'a> = (&'a str, &'a str, &'a dyn Fn(&Point) -> f64);

/// The curve as SVG.
pub(super) fn svg(title: &str, unit: &str, points: &[Point]) -> String {
    let panels: [&[Line<'_>]; 3] = [
        &[("loss", "#b3312c", &|point| point.loss)],
        &[("mean value", "#2c6fb3", &|point| point.value), ("mean reward", "#3f9142", &|point| point.reward)],
        &[
            ("payoff against the opponent", "#7a4fa3", &|point| point.payoff),
            ("games won", "#c98a1b", &|point| point.wins),
        ],
    ];
    let height = TOP + panels.len() as f64 * (PANEL + GAP);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{LEFT}\" y=\"18\" \
         font-size=\"13\">{}</text>\n",
        escaped(title)
    );
    for (at, lines) in panels.iter().enumerate() {
        panel(TOP + at as f64 * (PANEL + GAP), unit, lines, points, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn panel(top: f64, unit: &str, lines: &[Line<'_>], points: &[Point], out: &mut String) {
    let last = points.last().map_or(1.0, |point| point.steps as f64).max(1.0);
    let values =
        || lines.iter().flat_map(|(_, _, of)| points.iter().map(of)).filter(|value| value.is_finite());
    let (low, high) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
    let (low, high) = if low < high { (low, high) } else { (low.min(0.0).min(1.0), high.max(1.0)) };
    let (low, high) = if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 1.0) };
    let x = |steps: f64| LEFT + steps / last * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| top + PANEL - (value - low) / (high - low) * PANEL;
    let right = WIDTH - RIGHT;
    for part in 0..=4 {
        let value = low + (high - low) * f64::from(part) / 4.0;
        let at = y(value);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" \
             y=\"{:.1}\" text-anchor=\"end\">{value:.4}</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    for (at, (name, colour, of)) in lines.iter().enumerate() {
        let path: Vec<String> = points
            .iter()
            .filter(|point| of(point).is_finite())
            .map(|point| format!("{:.1},{:.1}", x(point.steps as f64), y(of(point))))
            .collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/><text x=\"{:.1}\" \
             y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            path.join(" "),
            LEFT + 6.0 + 200.0 * at as f64,
            top - 5.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{0:.1}\">0</text><text x=\"{right}\" y=\"{0:.1}\" text-anchor=\"end\">{last} \
         {unit}</text>",
        top + PANEL + 14.0
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests;
