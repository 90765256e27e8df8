//! Chances as pictures: the bar with its interval, and the table of the best moves. Knows opinions, not games.

use maud::{Markup, html};

use crate::judged::{Judged, Row};
use crate::words::{self, filled};

/// A share as a whole number of per cent, which no line break parts from its sign.
pub fn percent(share: f64) -> String {
    format!("{:.0}\u{a0}%", 100.0 * share.clamp(0.0, 1.0))
}

/// An estimate of the position by an agent: the chance with its interval, and the best moves; `name` shows a move.
pub fn chances(judged: &Judged, name: &dyn Fn(&str) -> Markup) -> Markup {
    let say = &words::now().judged;
    html! {
        section #chances .chances aria-labelledby="h-chances" {
            h3 #h-chances { (say.heading) }
            (ranking(judged, None, name))
        }
    }
}

/// The bar and the table of the best moves; `played` is marked among them, and `name` shows a move.
pub fn ranking(judged: &Judged, played: Option<&str>, name: &dyn Fn(&str) -> Markup) -> Markup {
    let say = &words::now().judged;
    if let Some(reason) = judged.reason {
        return html! { p { b { (name(&judged.best)) } " " span.soft { "(" (reason.told()) ")" } } };
    }
    let mut rows: Vec<&Row> = judged.rows.iter().take(6).collect();
    if let Some(played) = played.and_then(|mv| judged.row(mv))
        && !rows.iter().any(|row| row.mv == played.mv)
    {
        rows.push(played);
    }
    html! {
        @if let Some(best) = judged.top() { (eval(say.with_best, best)) }
        table.ranked {
            caption.vh { (say.best) }
            thead { tr { th scope="col" { (say.mv) } th.num scope="col" { (say.chance) } th scope="col" { span.vh { (say.bar) } } } }
            tbody {
                @for (place, row) in rows.iter().enumerate() {
                    @let is_played = played == Some(row.mv.as_str());
                    // A move that was tried once or twice has a chance that says nothing, often the highest of all.
                    @let is_unclear = place > 0 && row.is_unclear();
                    tr class={ @if place == 0 { "best " } @if is_played { "yours" } } {
                        th scope="row" { (name(&row.mv)) @if is_played { span.soft { " " (say.played) } } }
                        td.num { @if is_unclear { (say.unclear) } @else { (row.told()) } }
                        td.bar-cell { (barline(row, place == 0, is_unclear)) }
                    }
                }
            }
        }
        p .soft.effort {
            (judged.effort_told())
            @if !judged.is_by_mean() { ". " (say.most_tried) }
        }
    }
}

/// A chance as a bar with its interval.
fn eval(caption: &str, row: &Row) -> Markup {
    let mean = row.mean;
    let (low, high) = if row.is_exact() { (mean, mean) } else { (row.low, row.high) };
    let say = &words::now().judged;
    html! {
        figure.eval {
            figcaption {
                span { (caption) } " " b { (row.told()) } " "
                @if !row.is_exact() && row.proof.is_none() { span.soft { (filled(say.likely, &[&percent(low), &percent(high)])) } }
            }
            svg aria-hidden="true" {
                rect.f-theirs width="100%" height="100%" {}
                rect.f-band width=(width(high)) height="100%" {}
                rect.f-mine width=(width(low)) height="100%" {}
                rect.f-tick x=(width(mean)) width="2" height="100%" {}
            }
        }
    }
}

fn width(share: f64) -> String {
    format!("{:.1}%", 100.0 * share.clamp(0.0, 1.0))
}

/// The chance of a move as a bar with its interval.
pub fn bar(row: &Row, is_best: bool) -> Markup {
    barline(row, is_best, false)
}

/// The same, with the interval alone where the chance is unclear.
fn barline(row: &Row, is_best: bool, is_unclear: bool) -> Markup {
    html! {
        svg.barline aria-hidden="true" {
            @if !is_unclear { rect class=(if is_best { "f-best" } else { "f-rest" }) y="4" width=(width(row.mean)) height="12" rx="2" {} }
            @if !row.is_exact() { line.whisk x1=(width(row.low)) x2=(width(row.high)) y1="10" y2="10" {} }
        }
        @if !row.is_exact() { span.vh { (filled(words::now().judged.to, &[&percent(row.low), &percent(row.high)])) } }
    }
}
