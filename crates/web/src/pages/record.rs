//! A running match or tournament: ratings, scores with their intervals, how they came about, and games to replay.

use karuta_records::record::GameRecord;
use maud::{Markup, html};

use crate::game::Play;
use crate::games::GameCard;
use crate::pages::{percent, shell, steps};
use crate::record::{Contest, Standing};
use crate::words::{self, filled};

/// The most points a curve is drawn with.
const POINTS: usize = 60;

/// The page of a record; the page's script asks for it again while it is looked at.
pub fn record(name: &str, standing: &Standing) -> Markup {
    let say = &words::now().record;
    shell(
        &filled(say.title, &[name]),
        "",
        "/watch",
        html! {
            main #main .page.record data-grow="on" {
                h1 { (filled(say.heading, &[name])) }
                p.lead { (say.lead) }
                @if !standing.ratings.is_empty() {
                    section .panel aria-labelledby="h-ratings" {
                        h2 #h-ratings { (say.ratings) }
                        div.scroll { table.scores aria-labelledby="h-ratings" {
                            thead { tr { th scope="col" { (say.agent) } th scope="col" { "Elo" } th scope="col" { (say.interval) } th scope="col" { (say.deals) } } }
                            tbody { @for (agent, rating) in &standing.ratings { tr {
                                th scope="row" { (agent) }
                                td { (format!("{:+.0}", rating.elo)) }
                                td { @if let Some(interval) = rating.interval { (filled(words::now().judged.to, &[&format!("{:+.0}", interval.low), &format!("{:+.0}", interval.high)])) } }
                                td { (rating.groups) }
                            } } }
                        } }
                        @if standing.history.len() > 1 { (over_time(standing)) }
                    }
                }
                @for (at, contest) in standing.contests.iter().enumerate() { (one(at, contest)) }
                @if standing.contests.is_empty() { p { (say.nothing) } }
            }
        },
    )
}

fn one(at: usize, contest: &Contest) -> Markup {
    let id = format!("h-contest-{at}");
    let deals = contest.deals();
    let say = &words::now().record;
    html! {
        section .panel aria-labelledby=(id) {
            div.head { h2 id=(id) { (contest.plan.game) ": " (contest.plan.contestants.join(say.against)) } span.soft { (filled(say.so_many, &[&deals.to_string(), &contest.plan.seed.to_string()])) } }
            div.scroll { table.scores aria-labelledby=(id) {
                thead { tr { th scope="col" { (say.agent) } th scope="col" { (say.score) } th scope="col" { (say.interval) } } }
                tbody { @for (who, agent) in contest.plan.contestants.iter().enumerate() { tr {
                    th scope="row" { (agent) }
                    @if let Some(score) = contest.score(who, deals) {
                        td { (tenths(score.mean)) }
                        td { (filled(words::now().judged.to, &[&tenths(score.interval.low), &tenths(score.interval.high)])) }
                    } @else { td { (say.none) } td { (say.none) } }
                } } }
            } }
            @if deals > 1 { (curve(contest)) }
            @if !contest.games.is_empty() {
                details {
                    summary { (say.newest) }
                    ul.rows { @for (deal, rotation, seating, plies) in &contest.games {
                        li { a href={ "/record/" (at) "/" (deal) "/" (rotation) } {
                            (filled(say.one_game, &[&deal.to_string(), &(rotation + 1).to_string(), &plies.to_string()]))
                        } span.soft { (seating.iter().map(|&who| contest.plan.contestants[who].as_str()).collect::<Vec<_>>().join(", ")) } }
                    } }
                }
            }
        }
    }
}

/// A share in per cent with one digit after the point.
fn tenths(share: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}

/// The ratings over the deals, a line with its interval for each agent.
fn over_time(standing: &Standing) -> Markup {
    let say = &words::now().record;
    let intervals =
        standing.history.iter().flat_map(|(_, all)| all.iter().filter_map(|rating| rating.interval));
    let (low, high) =
        intervals.fold((f64::MAX, f64::MIN), |(low, high), one| (low.min(one.low), high.max(one.high)));
    // The first deals say little: their intervals would flatten everything after them.
    let last = standing.history.last().map(|(_, all)| all.iter().filter_map(|rating| rating.interval));
    let span = last.map_or((low, high), |all| {
        all.fold((f64::MAX, f64::MIN), |(low, high), one| (low.min(one.low), high.max(one.high)))
    });
    let wide = (span.1 - span.0).max(50.0);
    let (low, high) = (low.max(span.0 - wide), high.min(span.1 + wide));
    let most = standing.history.last().map_or(1, |(deals, _)| *deals).max(1) as f64;
    let y = |elo: f64| 100.0 * (1.0 - (elo.clamp(low, high) - low) / (high - low).max(1.0));
    let points = |who: usize| {
        standing
            .history
            .iter()
            .map(move |(deals, all)| (1000.0 * *deals as f64 / most, all[who]))
            .collect::<Vec<_>>()
    };
    html! {
        svg.curve.rated role="group" aria-label=(say.ratings) {
            @for share in [low, (low + high) / 2.0, high] {
                line.gl x1="0" x2="100%" y1={ (y(share)) "%" } y2={ (y(share)) "%" } {}
                text x="2" dy="-4" y={ (y(share).clamp(8.0, 99.0)) "%" } { (format!("{share:+.0}")) }
            }
            svg viewBox="0 0 1000 100" preserveAspectRatio="none" width="100%" height="100%" {
                @for (who, (agent, rating)) in standing.ratings.iter().enumerate() {
                    @let all = points(who);
                    @let line = all.iter().map(|(x, rating)| format!("{x:.0} {:.1}", y(rating.elo))).collect::<Vec<_>>().join("L");
                    @let upper = all.iter().map(|(x, rating)| format!("{x:.0} {:.1}", y(rating.interval.map_or(rating.elo, |one| one.high))));
                    @let lower = all.iter().rev().map(|(x, rating)| format!("{x:.0} {:.1}", y(rating.interval.map_or(rating.elo, |one| one.low))));
                    @let band = upper.chain(lower).collect::<Vec<_>>().join("L");
                    g class={ "r" (who % 7) } {
                        title { (filled(say.over_time, &[agent, &format!("{:+.0}", rating.elo)])) }
                        path.bandp d={ "M" (band) "Z" } {} path.linep d={ "M" (line) } {}
                    }
                }
            }
        }
        ul .row.keyline { @for (who, (agent, _)) in standing.ratings.iter().enumerate() { li { i class={ "swatch r" (who % 7) } {} (agent) } } }
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
        svg.curve.low role="img" aria-label=(filled(words::now().record.curve, &[&contest.plan.contestants[0], &percent(last)])) {
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
    let told = shown.play.told(shown.names);
    let next = history.get(shown.ply);
    let link = |ply: usize| format!("{}?ply={ply}", shown.link);
    let say = &words::now().record;
    let title = filled(say.game_title, &[shown.card.title]);
    shell(
        &title,
        shown.card.class,
        "/watch",
        html! {
            main #main .play.study {
                h1.vh { (title) }
                div.stage {
                    p .status.first role="status" { span { @match next {
                        Some((mover, _)) => { b { (shown.names[*mover]) } " " (told[shown.ply]) "." @if let Some(spent) = shown.game.spent.get(shown.ply) { " " (filled(say.took, &[&spent.to_string()])) } }
                        None => { b { (words::now().study.end) "." } " " @for (name, payoff) in shown.names.iter().zip(&shown.game.payoffs) { (name) " " (percent(*payoff)) ". " } }
                    } } }
                    (steps(shown.ply, history.len(), &link))
                    section.then { (shown.play.still(shown.ply, 0, shown.names, true, None)) }
                }
                div.side {
                    section .panel.late aria-labelledby="h-turns" {
                        h2 #h-turns { (words::now().study.moves) }
                        ol .log.turns tabindex="0" aria-labelledby="h-turns" { @for (ply, (mover, _)) in history.iter().enumerate() {
                            li { a href=(link(ply)) aria-current=[(ply == shown.ply).then_some("step")] { span { b { (shown.names[*mover]) } " " (told[ply]) } } }
                        } }
                    }
                    p.late { a .btn href="/record" { (say.back) } }
                }
            }
        },
    )
}
