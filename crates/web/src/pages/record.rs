//! A running match or tournament: ratings, scores with their intervals, how they came about, and games to replay.

use karuta_records::record::GameRecord;
use maud::{Markup, html};

use crate::game::Play;
use crate::games::GameCard;
use crate::pages::{percent, shell, steps};
use crate::record::{Contest, Standing};

/// The most points a curve is drawn with.
const POINTS: usize = 60;

/// The page of a record; the page's script asks for it again while it is looked at.
pub fn record(name: &str, standing: &Standing) -> Markup {
    shell(
        &format!("{name}: a record"),
        "",
        "/watch",
        html! {
            main #main .page.record data-grow="on" {
                h1 { "Record " (name) }
                p.lead { "Read as it stands, every few seconds. The deal is the unit of every 95 % interval." }
                @if !standing.ratings.is_empty() {
                    section .panel aria-labelledby="h-ratings" {
                        h2 #h-ratings { "Ratings" }
                        div.scroll { table.scores aria-labelledby="h-ratings" {
                            thead { tr { th scope="col" { "agent" } th scope="col" { "Elo" } th scope="col" { "95 % interval" } th scope="col" { "deals" } } }
                            tbody { @for (agent, rating) in &standing.ratings { tr {
                                th scope="row" { (agent) }
                                td { (format!("{:+.0}", rating.elo)) }
                                td { @if let Some(interval) = rating.interval { (format!("{:+.0} to {:+.0}", interval.low, interval.high)) } }
                                td { (rating.groups) }
                            } } }
                        } }
                    }
                }
                @for (at, contest) in standing.contests.iter().enumerate() { (one(at, contest)) }
                @if standing.contests.is_empty() { p { "Nothing has been played yet." } }
            }
        },
    )
}

fn one(at: usize, contest: &Contest) -> Markup {
    let id = format!("h-contest-{at}");
    let deals = contest.deals();
    html! {
        section .panel aria-labelledby=(id) {
            div.head { h2 id=(id) { (contest.plan.game) ": " (contest.plan.contestants.join(" against ")) } span.soft { (deals) " deals, seed " (contest.plan.seed) } }
            div.scroll { table.scores aria-labelledby=(id) {
                thead { tr { th scope="col" { "agent" } th scope="col" { "score" } th scope="col" { "95 % interval" } } }
                tbody { @for (who, agent) in contest.plan.contestants.iter().enumerate() { tr {
                    th scope="row" { (agent) }
                    @if let Some(score) = contest.score(who, deals) {
                        td { (format!("{:.1} %", 100.0 * score.mean)) }
                        td { (format!("{:.1} % to {:.1} %", 100.0 * score.interval.low, 100.0 * score.interval.high)) }
                    } @else { td { "none" } td { "none" } }
                } } }
            } }
            @if deals > 1 { (curve(contest)) }
            @if !contest.games.is_empty() {
                details {
                    summary { "Newest games" }
                    ul.rows { @for (deal, rotation, seating, plies) in &contest.games {
                        li { a href={ "/record/" (at) "/" (deal) "/" (rotation) } {
                            "Deal " (deal) ", seating " (rotation + 1) ", " (plies) " moves"
                        } span.soft { (seating.iter().map(|&who| contest.plan.contestants[who].as_str()).collect::<Vec<_>>().join(", ")) } }
                    } }
                }
            }
        }
    }
}

/// The first contestant's score over the deals, with its interval.
fn curve(contest: &Contest) -> Markup {
    let deals = contest.deals();
    let at = |point: usize| 1 + (deals - 1) * point / (POINTS.min(deals) - 1).max(1);
    let points: Vec<(f64, f64, f64, f64)> = (0..POINTS.min(deals))
        .filter_map(|point| {
            let score = contest.score(0, at(point))?;
            let x = 1000.0 * (at(point) - 1) as f64 / (deals - 1) as f64;
            Some((x, score.mean, score.interval.low, score.interval.high))
        })
        .collect();
    let y = |share: f64| 100.0 * (1.0 - share);
    let line: Vec<String> = points.iter().map(|(x, mean, ..)| format!("{x:.1} {:.1}", y(*mean))).collect();
    let upper = points.iter().map(|(x, _, _, high)| format!("{x:.1} {:.1}", y(*high)));
    let lower = points.iter().rev().map(|(x, _, low, _)| format!("{x:.1} {:.1}", y(*low)));
    let band: Vec<String> = upper.chain(lower).collect();
    let last = points.last().map_or(0.5, |(_, mean, ..)| *mean);
    html! {
        svg.curve.low role="img" aria-label={ "Score of " (contest.plan.contestants[0]) " over the deals, now " (percent(last)) } {
            @for (share, name) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
                line class=(if share == 0.5 { "mid" } else { "gl" }) x1="0" x2="100%" y1={ (y(share)) "%" } y2={ (y(share)) "%" } {}
                text x="2" dy="-4" y={ (y(share).clamp(14.0, 98.0)) "%" } { (name) }
            }
            svg viewBox="0 0 1000 100" preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true" {
                path.bandp d={ "M" (band.join("L")) "Z" } {}
                path.linep d={ "M" (line.join("L")) } {}
            }
        }
    }
}

/// The content of a page of a recorded game.
pub struct Recorded<'a> {
    /// Its game.
    pub card: &'static GameCard,
    /// The game as it was played.
    pub play: &'a dyn Play,
    /// The game in the record.
    pub game: &'a GameRecord,
    /// The contestant at each seat.
    pub names: &'a [String],
    /// The address of the page.
    pub link: &'a str,
    /// The number of moves made before the position that is shown.
    pub ply: usize,
}

/// A game of a record, open to everybody.
pub fn recorded(shown: &Recorded<'_>) -> Markup {
    let history = shown.play.history();
    let next = history.get(shown.ply);
    let link = |ply: usize| format!("{}?ply={ply}", shown.link);
    shell(
        &format!("{}: a recorded game", shown.card.title),
        shown.card.class,
        "/watch",
        html! {
            main #main .play.study {
                h1.vh { (shown.card.title) ": a recorded game" }
                div.stage {
                    p .status.first role="status" { span { @match next {
                        Some((mover, mv)) => { b { (shown.names[*mover]) " plays " (mv) "." } @if let Some(spent) = shown.game.spent.get(shown.ply) { " It took " (spent) " iterations or nodes." } }
                        None => { b { "The end." } " " @for (name, payoff) in shown.names.iter().zip(&shown.game.payoffs) { (name) " " (percent(*payoff)) ". " } }
                    } } }
                    (steps(shown.ply, history.len(), &link))
                    section.then { (shown.play.still(shown.ply, 0, shown.names, true)) }
                }
                div.side {
                    section .panel.late aria-labelledby="h-turns" {
                        h2 #h-turns { "Moves" }
                        ol .log.turns tabindex="0" aria-labelledby="h-turns" { @for (ply, (mover, mv)) in history.iter().enumerate() {
                            li { a href=(link(ply)) aria-current=[(ply == shown.ply).then_some("step")] { (shown.names[*mover]) " " (mv) } }
                        } }
                    }
                    p.late { a .btn href="/record" { "Back to the record" } }
                }
            }
        },
    )
}
