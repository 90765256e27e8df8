//! Frames: the fragments of a table's page, made from what a seat is shown and from what everybody may know
//! about the table. Knows no game; skins draw the mat.

use karuta_agents::table::Thought;
use karuta_engine::Seat;
use maud::{Markup, html};

use crate::judged::{Judged, Row};
use crate::skin::{Sight, Skin};
use crate::skins::icon;

/// What a frame says beside the game itself. Everything here is public or belongs to the seat that is shown
/// the frame.
#[derive(Clone, Default)]
pub struct Scene {
    /// The names of the seats, "You" for the seat that looks where somebody plays there.
    pub names: Vec<String>,
    /// Somebody plays at the seat that looks; otherwise the frame is to watch.
    pub is_played: bool,
    /// A pause that is the same for everybody.
    pub is_paused: bool,
    /// The adviser's opinion, if this seat asked.
    pub hint: Option<Thought>,
    /// The adviser is thinking for this seat.
    pub is_advised: bool,
    /// Moves can be taken back here.
    pub can_undo: bool,
    /// The end of a game that its rules did not end.
    pub ended: Option<String>,
    /// Something went wrong that everybody should know.
    pub trouble: Option<String>,
    /// Seats that wait for a person.
    pub open: Vec<Seat>,
    /// Seats whose person is not connected.
    pub away: Vec<Seat>,
    /// The speed of the others.
    pub speed: &'static str,
    /// The links of the free seats, for the host alone.
    pub invitations: Vec<Invitation>,
    /// The address of the analysis of this game, once it is over.
    pub study: Option<String>,
}

/// A free seat and its link.
#[derive(Clone)]
pub struct Invitation {
    /// The seat.
    pub seat: Seat,
    /// Its name.
    pub name: String,
    /// The link.
    pub link: String,
}

/// The fragments of a table's page.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Parts {
    /// The line that speaks.
    pub status: String,
    /// The table.
    pub mat: String,
    /// The buttons.
    pub act: String,
    /// Everything else.
    pub side: String,
    /// The title of the page.
    pub title: String,
}

/// The speeds at which agents may play.
pub const SPEEDS: [&str; 3] = ["slow", "normal", "fast"];

/// The fragments of the page for one seat.
pub fn parts<G: Skin>(sight: &Sight<G>, scene: &Scene) -> Parts {
    let is_over = scene.ended.is_some() || G::waits_for(&sight.view).is_none();
    let is_asked = !sight.legal.is_empty() && !is_over;
    let title = match (is_over, is_asked) {
        (true, _) => format!("{}: over", G::TITLE),
        (_, true) => format!("{}: your turn", G::TITLE),
        _ => G::TITLE.to_string(),
    };
    Parts {
        status: status(sight, scene, is_over).into_string(),
        mat: G::mat(sight).into_string(),
        act: act(sight, scene, is_over).into_string(),
        side: side(sight, scene, is_over).into_string(),
        title,
    }
}

/// What the others did since this seat's last move, as short sentences.
fn lately<G: Skin>(sight: &Sight<G>, is_played: bool) -> String {
    let own = if is_played { sight.seen.iter().rposition(|&(seat, ..)| seat == sight.seat) } else { None };
    let since = own.map_or(0, |at| at + 1).max(sight.seen.len().saturating_sub(4));
    let told = sight.seen[since..]
        .iter()
        .map(|(seat, mv, text)| format!("{} {}.", sight.name(*seat), G::told(sight, *seat, *mv, text)));
    told.collect::<Vec<_>>().join(" ")
}

fn status<G: Skin>(sight: &Sight<G>, scene: &Scene, is_over: bool) -> Markup {
    let lately = lately(sight, scene.is_played);
    let next = G::waits_for(&sight.view);
    let is_turn = !sight.legal.is_empty() && !is_over;
    html! {
        p #status class=(if is_turn { "status turn" } else { "status" }) role="status" {
            span {
                @if let Some(trouble) = &scene.trouble { b { (trouble) } " " }
                @if let Some(ended) = &scene.ended {
                    b { (ended) }
                } @else if let Some(ending) = &sight.ending {
                    b { (ending) }
                } @else if scene.is_paused {
                    b { "A pause for bombs." } " " (lately)
                } @else if is_turn {
                    b { (G::asks(sight)) } " " (lately)
                } @else if let Some(seat) = next {
                    (lately) " "
                    @if scene.open.contains(&seat) {
                        "Waiting for somebody to take the seat of " (sight.name(seat)) "."
                    } @else if scene.away.contains(&seat) {
                        (sight.name(seat)) " is not connected."
                    } @else if sight.name(seat) == "You" {
                        "You are next."
                    } @else {
                        (sight.name(seat)) " is next."
                    }
                }
            }
        }
    }
}

fn act<G: Skin>(sight: &Sight<G>, scene: &Scene, is_over: bool) -> Markup {
    let legal: Vec<(Vec<String>, String, &String)> = sight
        .legal
        .iter()
        .map(|(mv, text)| (G::keys(sight, *mv), G::label(sight, *mv, text), text))
        .collect();
    let (direct, built): (Vec<_>, Vec<_>) = legal.iter().partition(|(keys, ..)| keys.is_empty());
    html! {
        div #act .act {
            @if is_over {
                @if scene.is_played { button #rematch .btn.go type="button" data-do="rematch" { "Play again" } }
                @if let Some(study) = &scene.study { a #study .btn href=(study) { "Analyse" } }
                a .btn.quiet href="/" { "Other games" }
            } @else if scene.is_played {
                @if !built.is_empty() {
                    span #choices .choices data-idle=(if scene.is_paused { "Choose a bomb" } else { "Choose a move" }) {
                        button #go .btn.go type="button" disabled { "Choose a move" }
                    }
                }
                @if direct.len() > 4 {
                    div.wish role="group" aria-label="Choose one" { @for (_, label, text) in &direct { (now(label, text)) } }
                } @else { @for (_, label, text) in &direct { (now(label, text)) } }
                @if scene.is_paused && built.is_empty() {
                    button .btn type="button" disabled { (icon("bomb", "icon")) "No bomb" }
                }
                button #hint .btn type="button" data-do="hint" disabled[sight.legal.is_empty() || scene.is_advised || scene.is_paused] {
                    (icon("hint", "icon")) span.lbl { (if scene.is_advised { "Thinking" } else { "Hint" }) }
                }
                @if scene.can_undo {
                    button #undo .btn type="button" data-do="undo" { (icon("undo", "icon")) span.lbl { "Undo" } }
                }
                button #resign .btn.quiet type="button" data-do="resign" data-sure="Resign this game?" {
                    (icon("flag", "icon")) span.lbl { "Resign" }
                }
            }
            ul #moves hidden {
                @for (keys, label, text) in &built { li data-k=(keys.join(" ")) data-m=(text) { (label) } }
            }
        }
    }
}

/// A button that makes a move at once.
fn now(label: &str, text: &str) -> Markup {
    html! { button .btn type="button" id={ "now-" (text.replace(' ', "-")) } data-move=(text) { (label) } }
}

fn side<G: Skin>(sight: &Sight<G>, scene: &Scene, is_over: bool) -> Markup {
    html! {
        div #side .side {
            @if !scene.invitations.is_empty() && !is_over { (invitations(&scene.invitations)) }
            @if let Some(hint) = &scene.hint { @if !is_over { (chances(&Judged::of(hint))) } }
            (G::facts(sight))
            section.panel aria-labelledby="h-moves" {
                h2 #h-moves { "Moves" }
                @if sight.seen.is_empty() { p.soft { "None yet." } }
                ol #log .log tabindex="0" aria-labelledby="h-moves" {
                    @for (seat, mv, text) in &sight.seen {
                        li { b class=(if *seat == sight.seat { "mine" } else { "" }) { (sight.name(*seat)) } " " (G::told(sight, *seat, *mv, text)) }
                    }
                }
                @if scene.is_played && !is_over {
                    form #typed .typed {
                        label for="typed-move" { "Move" }
                        input #typed-move name="move" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=(G::EXAMPLE) maxlength="200";
                        button .btn { "Play" }
                    }
                }
            }
            @if !is_over {
                section.panel aria-labelledby="h-speed" {
                    h2 #h-speed { "Speed" }
                    div.choice role="radiogroup" aria-labelledby="h-speed" {
                        @for speed in SPEEDS {
                            label { input type="radio" name="speed" id={ "speed-" (speed) } value=(speed) checked[speed == scene.speed] data-do="speed"; (speed) }
                        }
                    }
                }
            }
        }
    }
}

fn invitations(free: &[Invitation]) -> Markup {
    html! {
        section.panel aria-labelledby="h-invite" {
            h2 #h-invite { "Free seats" }
            p.soft { "Send each link to one person. Whoever opens it sits there." }
            ul.rows {
                @for invitation in free {
                    li {
                        div.grow { b { (invitation.name) } small { code { (invitation.link) } } }
                        button .btn type="button" id={ "copy-" (invitation.seat) } data-copy=(invitation.link) { "Copy" }
                        button .btn.quiet type="button" id={ "fill-" (invitation.seat) } data-do="fill" data-arg=(invitation.seat) { "Let karuta play" }
                        (qr(&invitation.link))
                    }
                }
            }
        }
    }
}

/// A link as a QR code, drawn here.
fn qr(link: &str) -> Markup {
    let Ok(code) = qrcodegen::QrCode::encode_text(link, qrcodegen::QrCodeEcc::Low) else { return html! {} };
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in 0..size {
            if code.get_module(x, y) {
                path.push_str(&format!("M{} {}h1v1h-1Z", x + 3, y + 3));
            }
        }
    }
    html! {
        details.qr {
            summary { "QR code" }
            svg viewBox=(format!("0 0 {0} {0}", size + 6)) role="img" aria-label="QR code of the link" {
                rect width="100%" height="100%" fill="#fff" {} path d=(path) fill="#000" {}
            }
        }
    }
}

/// A share as a whole number of per cent.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share.clamp(0.0, 1.0))
}

/// What an agent thinks of the position: the chance with its interval, and the best moves.
pub fn chances(judged: &Judged) -> Markup {
    html! {
        section #chances .panel aria-labelledby="h-chances" {
            h2 #h-chances { "Chances" }
            (ranking(judged, None, &|mv| html! { (mv) }))
        }
    }
}

/// The bar and the table of the best moves; `played` is marked among them, and `name` shows a move.
pub fn ranking(judged: &Judged, played: Option<&str>, name: &dyn Fn(&str) -> Markup) -> Markup {
    if let Some(reason) = &judged.reason {
        return html! { p { b { (name(&judged.best)) } " " span.soft { "(" (reason) ")" } } };
    }
    let mut rows: Vec<&Row> = judged.rows.iter().take(6).collect();
    if let Some(played) = played.and_then(|mv| judged.row(mv))
        && !rows.iter().any(|row| row.mv == played.mv)
    {
        rows.push(played);
    }
    html! {
        @if let Some(best) = judged.top() { (eval("With the best move", best)) }
        table.ranked {
            caption.vh { "Best moves" }
            thead { tr { th scope="col" { "Move" } th.num scope="col" { "chance" } th scope="col" { span.vh { "Bar with 95 % interval" } } } }
            tbody {
                @for (place, row) in rows.iter().enumerate() {
                    @let is_played = played == Some(row.mv.as_str());
                    tr class={ @if place == 0 { "best " } @if is_played { "yours" } } {
                        th scope="row" { (name(&row.mv)) @if is_played { span.soft { " played" } } }
                        td.num { (row.verdict.clone().unwrap_or_else(|| percent(row.mean))) }
                        td.bar-cell { (bar(row, place == 0)) }
                    }
                }
            }
        }
        p.soft { (judged.effort) }
    }
}

/// A chance as a bar with its interval.
fn eval(caption: &str, row: &Row) -> Markup {
    let mean = row.mean;
    let (low, high) = if row.is_exact() { (mean, mean) } else { (row.low, row.high) };
    html! {
        figure.eval {
            figcaption {
                span { (caption) } " " b { (row.verdict.clone().unwrap_or_else(|| percent(mean))) } " "
                @if !row.is_exact() { span.soft { "likely " (percent(low)) " to " (percent(high)) } }
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

fn bar(row: &Row, is_best: bool) -> Markup {
    html! {
        svg.barline aria-hidden="true" {
            rect class=(if is_best { "f-best" } else { "f-rest" }) y="4" width=(width(row.mean)) height="12" rx="2" {}
            @if !row.is_exact() { line.whisk x1=(width(row.low)) x2=(width(row.high)) y1="10" y2="10" {} }
        }
        @if !row.is_exact() { span.vh { (percent(row.low)) " to " (percent(row.high)) } }
    }
}
