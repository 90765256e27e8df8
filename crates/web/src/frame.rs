//! Frames: the fragments of a table's page, made from what a seat is shown and from what everybody may know
//! about the table. Knows no game; skins draw the mat.

use karuta_agents::table::Thought;
use karuta_engine::Seat;
use maud::{Markup, html};

use crate::chances::{bar, chances, ranking};
use crate::judged::Judged;
use crate::skin::{Sight, Skin};
use crate::skins::icon;
use crate::words::{self, filled};

/// The part of a frame beside the game itself. Everything here is public or belongs to the seat that is shown
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
    /// The table is a lesson of the rules: nothing but its move can be done.
    pub is_lesson: bool,
    /// Only agents play here, so that whoever looks may see everything.
    pub is_open: bool,
    /// The last opinions of agents that play among themselves.
    pub thoughts: Vec<(Seat, Judged)>,
}

/// A seat that was free, and its link.
#[derive(Clone)]
pub struct Invitation {
    /// The seat.
    pub seat: Seat,
    /// Its name.
    pub name: String,
    /// The link; `None` once somebody sits there.
    pub link: Option<String>,
}

/// The fragments of a table's page.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct FrameParts {
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
    /// The state of the table in a word: `over`, `turn` or `wait`.
    pub state: &'static str,
}

/// The speeds at which agents may play.
pub const SPEEDS: [&str; 3] = ["slow", "normal", "fast"];

/// The fragments of the page for one seat.
pub fn parts<G: Skin>(sight: &Sight<G>, scene: &Scene) -> FrameParts {
    let is_over = scene.ended.is_some() || G::waits_for(&sight.view).is_none();
    let is_asked = !sight.legal.is_empty() && !is_over;
    let say = &words::now().table;
    let title = match (is_over, is_asked) {
        (true, _) => filled(say.title_over, &[G::TITLE]),
        (_, true) => filled(say.title_turn, &[G::TITLE]),
        _ => G::TITLE.to_string(),
    };
    FrameParts {
        state: if is_over {
            "over"
        } else if is_asked {
            "turn"
        } else {
            "wait"
        },
        status: status(sight, scene, is_over).into_string(),
        mat: G::mat(sight).into_string(),
        act: act(sight, scene, is_over).into_string(),
        side: side(sight, scene, is_over).into_string(),
        title,
    }
}

/// The moves of the others since this seat's last move, as short sentences.
fn lately<G: Skin>(sight: &Sight<G>, is_played: bool) -> Markup {
    let own = if is_played { sight.seen.iter().rposition(|&(seat, ..)| seat == sight.seat) } else { None };
    let since = own.map_or(0, |at| at + 1).max(sight.seen.len().saturating_sub(4));
    let told = sight.seen[since..]
        .iter()
        .map(|(seat, mv, text)| format!("{} {}.", sight.name(*seat), G::told(sight, *seat, *mv, text)));
    G::shown(&told.collect::<Vec<_>>().join(" "))
}

/// The class of the line that speaks.
fn tone<G: Skin>(sight: &Sight<G>, scene: &Scene, is_turn: bool) -> &'static str {
    match sight.payoff.filter(|_| scene.is_played && scene.ended.is_none()) {
        Some(payoff) if payoff > 0.5 => "status won",
        Some(payoff) if payoff < 0.5 => "status lost",
        _ if is_turn => "status turn",
        _ => "status",
    }
}

fn status<G: Skin>(sight: &Sight<G>, scene: &Scene, is_over: bool) -> Markup {
    let lately = lately(sight, scene.is_played);
    let next = G::waits_for(&sight.view);
    let is_turn = !sight.legal.is_empty() && !is_over;
    let say = &words::now().table;
    html! {
        p #status class=(tone(sight, scene, is_turn)) role="status" {
            span {
                @if let Some(trouble) = &scene.trouble { b { (trouble) } " " }
                @if let Some(ended) = &scene.ended {
                    b { (ended) }
                } @else if let Some(ending) = &sight.ending {
                    b { (ending) }
                } @else if scene.is_paused {
                    b { (say.pause) } " " (lately)
                } @else if is_turn {
                    b { (G::asks(sight)) } " "
                    @if let Some(hint) = advice(sight, scene) { (G::shown(&hint)) } @else { (lately) }
                } @else if let Some(seat) = next {
                    (lately) " "
                    @if scene.open.contains(&seat) {
                        (filled(say.waits_for_seat, &[sight.name(seat)]))
                    } @else if scene.away.contains(&seat) {
                        (filled(say.is_away, &[sight.name(seat)]))
                    } @else if sight.is_you(seat) {
                        (say.you_are_next)
                    } @else {
                        (filled(say.is_next, &[sight.name(seat)]))
                    }
                }
            }
        }
    }
}

/// The adviser's move with its chance, so that a hint is heard and seen without looking for it.
fn advice<G: Skin>(sight: &Sight<G>, scene: &Scene) -> Option<String> {
    let (hint, judged) = (sight.hint?, Judged::of(scene.hint.as_ref()?));
    let (mv, text) = sight.legal.iter().find(|(mv, _)| *mv == hint)?;
    let (say, label) = (&words::now().table, G::label(sight, *mv, text));
    Some(match judged.top() {
        Some(top) => filled(say.hint_with, &[&label, &top.told()]),
        None => filled(say.hint_only, &[&label]),
    })
}

fn act<G: Skin>(sight: &Sight<G>, scene: &Scene, is_over: bool) -> Markup {
    let legal: Vec<(Vec<String>, String, &String, bool)> = sight
        .legal
        .iter()
        .map(|(mv, text)| (G::keys(sight, *mv), G::label(sight, *mv, text), text, sight.hint == Some(*mv)))
        .collect();
    let (direct, built): (Vec<_>, Vec<_>) = legal.iter().partition(|(keys, ..)| keys.is_empty());
    let say = &words::now().table;
    html! {
        div #act .act {
            @if is_over {
                @if scene.is_played { button #rematch .btn.go type="button" data-do="rematch" { (say.again) } }
                @if let Some(study) = &scene.study { a #study .btn href=(study) { (say.analyse) } }
                a .btn.quiet href="/" { (say.others) }
            } @else if scene.is_played {
                @if !built.is_empty() {
                    span #choices .choices data-idle=(if scene.is_paused { say.choose_bomb } else { say.choose_move }) {
                        button #go .btn.go type="button" disabled { (say.choose_move) }
                    }
                }
                @if direct.len() > 4 {
                    div.wish role="group" aria-label=(say.choose_one) { @for (_, label, text, is_hint) in &direct { (now(label, text, *is_hint)) } }
                } @else { @for (_, label, text, is_hint) in &direct { (now(label, text, *is_hint)) } }
                @if scene.is_paused && built.is_empty() {
                    button .btn type="button" disabled { (icon("bomb", "icon")) (say.no_bomb) }
                }
                // Controls that are there all the time stay together at the end of the row, in its place.
                span.tools {
                    @if !scene.is_lesson { button #hint .btn type="button" data-do="hint" disabled[sight.legal.is_empty() || scene.is_advised || scene.is_paused] {
                        (icon("hint", "icon")) span.lbl { (if scene.is_advised { say.thinking } else { say.hint }) }
                    } }
                    @if scene.can_undo {
                        button #undo .btn type="button" data-do="undo" { (icon("undo", "icon")) span.lbl { (say.undo) } }
                    }
                    @if !scene.is_lesson { button #resign .btn.quiet type="button" data-do="resign" data-sure=(say.resign_sure) {
                        (icon("flag", "icon")) span.lbl { (say.resign) }
                    } }
                }
            }
            ul #moves hidden {
                @for (keys, label, text, is_hint) in &built { li data-k=(keys.join(" ")) data-m=(text) data-hint=[is_hint.then_some("yes")] { (label) } }
            }
        }
    }
}

/// A button that makes a move at once.
fn now(label: &str, text: &str, is_hint: bool) -> Markup {
    let class = if is_hint { "btn hinted" } else { "btn" };
    html! { button class=(class) type="button" id={ "now-" (text.replace(' ', "-")) } data-move=(text) { (label) } }
}

fn side<G: Skin>(sight: &Sight<G>, scene: &Scene, is_over: bool) -> Markup {
    let words = words::now();
    let say = &words.table;
    html! {
        div #side .side {
            @if !scene.invitations.is_empty() && !is_over { (invitations(&scene.invitations)) }
            @if scene.is_open { (thoughts(sight, &scene.thoughts)) }
            (G::facts(sight))
            section.panel aria-labelledby="h-moves" {
                h2 #h-moves { (say.moves) }
                // The pane keeps its height, so that nothing below it moves while somebody is about to press it.
                div #pane .pane role="region" tabindex="0" aria-labelledby="h-moves" {
                    @if let Some(hint) = &scene.hint { @if !is_over { (chances(&Judged::of(hint), &G::listed)) } }
                    @if sight.seen.is_empty() { p.soft { (say.no_moves) } }
                    ol #log .log {
                        @for (seat, mv, text) in &sight.seen {
                            li { b class=(if *seat == sight.seat { "mine" } else { "" }) { (sight.name(*seat)) } " " (G::shown(&G::told(sight, *seat, *mv, text))) }
                        }
                    }
                }
                @if scene.is_played && !is_over {
                    form #typed .typed {
                        label for="typed-move" { (say.typed) }
                        input #typed-move name="move" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=(G::EXAMPLE) maxlength="200";
                        button .btn { (say.play) }
                    }
                }
            }
            @if !is_over {
                section.panel aria-labelledby="h-speed" {
                    h2 #h-speed { (say.speed) }
                    div.choice role="radiogroup" aria-labelledby="h-speed" {
                        @for (speed, name) in SPEEDS.into_iter().zip(words.speeds) {
                            label { input type="radio" name="speed" id={ "speed-" (speed) } value=(speed) checked[speed == scene.speed] data-do="speed"; (name) }
                        }
                    }
                }
            }
        }
    }
}

/// The last thoughts of each agent, for people who watch.
fn thoughts<G: Skin>(sight: &Sight<G>, all: &[(Seat, Judged)]) -> Markup {
    let say = &words::now().watch;
    let last = sight.seen.last().map(|(by, ..)| *by);
    html! {
        section #thoughts .panel aria-labelledby="h-thoughts" {
            h2 #h-thoughts { (say.thoughts) }
            ul.minds { @for seat in 0..G::SEATS {
                li class=(if last == Some(seat) { "at" } else { "" }) {
                    b { (sight.name(seat)) }
                    @if let Some((_, judged)) = all.iter().find(|(other, _)| *other == seat) {
                        span.soft { (G::listed(&judged.best)) }
                        @if let Some(top) = judged.top() { b.num { (top.told()) } (bar(top, last == Some(seat))) }
                    }
                }
            } }
            div.ranks { @if let Some((_, judged)) = all.iter().find(|(seat, _)| last == Some(*seat)) {
                (ranking(judged, None, &G::listed))
            } @else { p.soft { (say.no_thoughts) } } }
        }
    }
}

fn invitations(free: &[Invitation]) -> Markup {
    let say = &words::now().table;
    html! {
        section.panel aria-labelledby="h-invite" {
            h2 #h-invite { (say.free_seats) }
            p.soft { (say.send_links) }
            // A seat that is taken keeps its row: the links of the others stay where they are.
            ul .rows.invited {
                @for invitation in free {
                    li {
                        div.grow { b { (invitation.name) } @match &invitation.link {
                            Some(link) => small { code { (link) } },
                            None => { " " span.tag.line { (say.seated) } },
                        } }
                        @if let Some(link) = &invitation.link {
                            button .btn type="button" id={ "copy-" (invitation.seat) } data-copy=(link) { (say.copy) }
                            button .btn.quiet type="button" id={ "fill-" (invitation.seat) } data-do="fill" data-arg=(invitation.seat) { (say.fill) }
                            (qr(link))
                        }
                    }
                }
            }
        }
    }
}

/// A link as a QR code, drawn here.
fn qr(link: &str) -> Markup {
    let say = &words::now().table;
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
            summary { (say.qr) }
            svg viewBox=(format!("0 0 {0} {0}", size + 6)) role="img" aria-label=(say.qr_of) {
                rect width="100%" height="100%" fill="#fff" {} path d=(path) fill="#000" {}
            }
        }
    }
}
