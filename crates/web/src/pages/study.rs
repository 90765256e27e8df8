//! A finished game with its analysis: the curve of the chances, mistakes, the best moves of every decision, what
//! a seat knew beside what was there.

use maud::{Markup, html};

use crate::board::encoded;
use crate::chances::ranking;
use crate::game::Play;
use crate::games::GameCard;
use crate::judged::Judged;
use crate::pages::{shell, steps};
use crate::store::TableRow;
use crate::words::{self, filled};

/// The content of a page of the analysis.
pub struct Study<'a> {
    /// The table.
    pub row: &'a TableRow,
    /// Its game.
    pub card: &'static GameCard,
    /// The game as it was played.
    pub play: &'a dyn Play,
    /// The opinions so far, by ply.
    pub judged: &'a [(usize, Judged)],
    /// The seat whose game is studied.
    pub seat: usize,
    /// The number of moves made before the position that is shown.
    pub ply: usize,
}

impl Study<'_> {
    fn at(&self, ply: usize) -> Option<&Judged> {
        self.judged.iter().find(|(other, _)| *other == ply).map(|(_, judged)| judged)
    }

    /// The move that was made, as the search that judged it writes it.
    fn written(&self, ply: usize) -> Option<String> {
        let (_, text) = self.play.history().get(ply)?.clone();
        let is_known = self.at(ply).is_some_and(|judged| judged.row(&text).is_some());
        if is_known { Some(text) } else { self.play.plain_move(ply) }
    }

    fn link(&self, ply: usize, seat: usize) -> String {
        format!("/t/{}/study?seat={seat}&ply={ply}", self.row.id)
    }

    fn names(&self) -> Vec<String> {
        self.row.seats.iter().map(|seat| seat.name.clone()).collect()
    }

    /// The chance of the studied seat's side at a decision, with its interval; only partners and single
    /// opponents say something about it.
    fn chance(&self, mover: usize, judged: &Judged) -> Option<(f64, f64, f64)> {
        let top = judged.top()?;
        let (low, high) = if top.is_exact() { (top.mean, top.mean) } else { (top.low, top.high) };
        let teams = self.card.teams;
        if mover % teams == self.seat % teams {
            Some((top.mean, low, high))
        } else if teams == 2 {
            Some((1.0 - top.mean, 1.0 - high, 1.0 - low))
        } else {
            None
        }
    }
}

/// The page.
pub fn study(study: &Study<'_>) -> Markup {
    let history = study.play.history();
    let names = study.names();
    let told = study.play.told(&names);
    let plies = history.len();
    let played = history.get(study.ply);
    let judged = study.at(study.ply);
    let plain = study.written(study.ply);
    let best = judged.map(|judged| judged.best.as_str());
    let variant = study.card.variants.iter().find(|variant| variant.spec == study.row.spec);
    let done = study.judged.len();
    let is_done = done >= plies;
    let mistakes: Vec<(usize, f64)> = history
        .iter()
        .enumerate()
        .filter(|(_, (mover, _))| *mover == study.seat)
        .filter_map(|(ply, _)| Some((ply, study.at(ply)?.mistake(&study.written(ply)?)?)))
        .collect();
    let say = &words::now().study;
    let found = match mistakes.len() {
        0 => say.no_mistake.to_string(),
        1 => say.one_mistake.to_string(),
        n => filled(say.mistakes, &[&n.to_string()]),
    };
    let title = filled(say.title, &[study.card.title]);
    let me = names[study.seat].as_str();
    shell(
        &title,
        study.card.class,
        "/board",
        html! {
            main #main .play.study data-grow=[(!is_done).then_some("on")] {
                h1.vh { (title) }
                div.stage {
                    p .status.first role="status" { span {
                        b { (found) } " "
                        @if is_done { (say.judged) } @else { (filled(say.judging, &[&done.to_string(), &plies.to_string()])) }
                    }
                    // From the last one on to the first one again.
                    @if let Some((ply, _)) = mistakes.iter().find(|(ply, _)| *ply > study.ply).or(mistakes.first()) {
                        a #slip .btn href=(study.link(*ply, study.seat)) { (say.next_mistake) }
                    } }
                    (steps(study.ply, plies, &|ply| study.link(ply, study.seat)))
                    section.then aria-labelledby="h-known" {
                        h2 #h-known { (if study.card.is_hidden { filled(say.knew, &[me]) } else { say.position.to_string() }) }
                        (study.play.still(study.ply, study.seat, &names, false, best))
                    }
                    @if study.card.is_hidden {
                        section.then aria-labelledby="h-truth" {
                            h2 #h-truth { (say.there) }
                            (study.play.still(study.ply, study.seat, &names, true, best))
                        }
                    }
                    section .panel.chance aria-labelledby="h-curve" {
                        div.head {
                            h2 #h-curve { (filled(say.chance_of, &[me])) }
                            span.row { @for (seat, name) in names.iter().enumerate() { @if seat != study.seat {
                                a href=(study.link(study.ply, seat)) { (filled(say.as_seat, &[name])) }
                            } } }
                        }
                        (curve(study, &history, &mistakes))
                        p .row.keyline aria-hidden="true" { i.k-line {} (say.line) i.k-band {} (say.band) i.k-slip {} (say.mistake) }
                    }
                }
                div.side {
                    section .panel.best aria-labelledby="h-best" {
                        h2 #h-best { @if let Some((mover, _)) = played { (names[*mover]) " " (told[study.ply]) } @else { (say.end) } }
                        div.ranks { @if let Some(judged) = judged {
                            (ranking(judged, plain.as_deref(), &|mv| study.play.listed(mv)))
                            @if let Some(drop) = plain.as_deref().and_then(|mv| judged.mistake(mv)) {
                                p.slip-note { b { (filled(say.points_lost, &[&format!("{:.0}", 100.0 * drop)])) } @if judged.top().is_some_and(|top| !top.is_exact() && top.proof.is_none()) { (say.more_than_both) } "." }
                            }
                        } @else if played.is_some() { p.soft { (say.not_judged) } } }
                    }
                    section .panel.late aria-labelledby="h-turns" {
                        h2 #h-turns { (say.moves) }
                        ol .log.turns tabindex="0" aria-labelledby="h-turns" { @for (ply, (mover, _)) in history.iter().enumerate() {
                            li { a href=(study.link(ply, study.seat)) aria-current=[(ply == study.ply).then_some("step")] {
                                span { b { (names[*mover]) } " " (told[ply]) }
                                @if mistakes.iter().any(|(at, _)| *at == ply) { span.tag.hot { (say.mistake) } }
                            } }
                        } }
                    }
                    section .panel.late aria-labelledby="h-keep" {
                        h2 #h-keep { (say.keep) }
                        p.soft { (say.share) }
                        div.row {
                            a .btn href={ "/t/" (study.row.id) "/file?seat=" (study.seat) } download="karuta-game.json" { (say.download) }
                            button #share .btn type="button" data-here="yes" { (say.copy) }
                            @if let Some(variant) = variant { @if study.ply < plies {
                                form method="post" action="/new" {
                                    input type="hidden" name="game" value=(study.card.class);
                                    input type="hidden" name="rules" value=(variant.key);
                                    input type="hidden" name="seat" value=(study.seat);
                                    input type="hidden" name="level" value=(study.row.level());
                                    input type="hidden" name="position" value=(study.play.position_at(study.ply));
                                    button .btn { (say.play_on) }
                                }
                                a .btn href={ "/board?game=" (study.card.class) "&rules=" (variant.key) "&position=" (encoded(&study.play.position_at(study.ply))) } { (say.board) }
                            } }
                        }
                    }
                }
            }
        },
    )
}

/// The chances over the game, with the interval as a band and mistakes as links.
fn curve(study: &Study<'_>, history: &[(usize, String)], mistakes: &[(usize, f64)]) -> Markup {
    let plies = history.len().max(1) as f64;
    let x = |ply: usize| 1000.0 * ply as f64 / plies;
    let y = |share: f64| 100.0 * (1.0 - share.clamp(0.0, 1.0));
    let points: Vec<(usize, (f64, f64, f64))> = study
        .judged
        .iter()
        .filter_map(|(ply, judged)| Some((*ply, study.chance(history.get(*ply)?.0, judged)?)))
        .collect();
    let line: Vec<String> =
        points.iter().map(|(ply, (mean, ..))| format!("{:.1} {:.1}", x(*ply), y(*mean))).collect();
    let upper = points.iter().map(|(ply, (_, _, high))| format!("{:.1} {:.1}", x(*ply), y(*high)));
    let lower = points.iter().rev().map(|(ply, (_, low, _))| format!("{:.1} {:.1}", x(*ply), y(*low)));
    let band: Vec<String> = upper.chain(lower).collect();
    let mark = |ply: usize| {
        points.iter().find(|(at, _)| *at == ply).map(|(_, (mean, ..))| (x(ply) / 10.0, y(*mean)))
    };
    html! {
        svg.curve role="group" aria-label=(words::now().study.curve) {
            @for (share, name) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
                line class=(if share == 0.5 { "mid" } else { "gl" }) x1="0" x2="100%" y1={ (y(share)) "%" } y2={ (y(share)) "%" } {}
                text x="2" dy="-4" y={ (y(share).clamp(10.0, 98.0)) "%" } { (name) }
            }
            svg viewBox="0 0 1000 100" preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true" {
                @if band.len() > 2 { path.bandp d={ "M" (band.join("L")) "Z" } {} }
                @if line.len() > 1 { path.linep d={ "M" (line.join("L")) } {} }
            }
            line.now x1={ (x(study.ply) / 10.0) "%" } x2={ (x(study.ply) / 10.0) "%" } y1="0" y2="100%" {}
            @for (ply, drop) in mistakes { @if let Some((cx, cy)) = mark(*ply) {
                a href=(study.link(*ply, study.seat)) aria-label=(filled(words::now().study.at_curve, &[&(ply + 1).to_string(), &format!("{:.0}", 100.0 * drop)])) {
                    circle.hit cx={ (format!("{cx:.1}%")) } cy={ (format!("{cy:.1}%")) } r="22" {}
                    circle.slip cx={ (format!("{cx:.1}%")) } cy={ (format!("{cy:.1}%")) } r="7" {}
                }
            } }
        }
    }
}
