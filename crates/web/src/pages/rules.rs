//! The rules of each game in two minutes: lessons on a real table, what there is to know in short, and questions
//! to check oneself with. The full rules as implemented are in the documents of the project.

use maud::{Markup, PreEscaped, html};

use crate::games::{GAMES, GameCard};
use crate::lessons::{self, Shown};
use crate::pages::{art, shell};
use crate::skins::icon;
use crate::words::{self, filled};

/// The list of games.
pub fn all() -> Markup {
    let say = &words::now().rules;
    shell(
        say.title,
        "home",
        "/rules",
        html! {
            main #main .page {
                div.hello { h1 { (say.title) } p.lead { (say.lead) } }
                ul.fit { @for card in GAMES.iter() {
                    @let (summary, size) = (card.summary)();
                    li class={ "game " (card.class) } {
                        div class={ "hem " (card.class) } {}
                        (art(card.class))
                        div.in {
                            div.head { h2 { (card.title) } small { (size) } }
                            p.soft { (summary) }
                            a .btn.go href={ "/rules/" (card.class) } { (filled(say.heading, &[card.title])) }
                        }
                    }
                } }
            }
        },
    )
}

/// The rules of one game, at one of its lessons.
pub fn rules(card: &GameCard, at: usize) -> Result<Markup, String> {
    let words = words::now();
    let (say, rules) = (&words.rules, (card.rules)());
    let heading = filled(say.heading, &[card.title]);
    let shown = lessons::shown(card, at, None)?;
    Ok(shell(
        &heading,
        card.class,
        "/rules",
        html! {
            main #main .play.rules data-lesson={ "/rules/" (card.class) "/" (at + 1) } data-version="0" {
                div.hello { h1 { (heading) } p.lead { (rules.goal) } (progress(card, at)) }
                div.stage {
                    (lesson_status(&shown))
                    div #mat { (PreEscaped(&shown.parts.mat)) }
                    (lesson_act(card, at, &shown))
                }
                div.side {
                    section .panel aria-labelledby="h-short" {
                        h2 #h-short { (say.in_short) }
                        dl.short { @for (title, text) in rules.steps { dt { (title) } dd { (text) } } }
                    }
                    section .panel aria-labelledby="h-ask" {
                        h2 #h-ask { (say.check) }
                        @for (question, answer) in rules.questions { details { summary { b { (question) } } p { (answer) } } }
                    }
                    form.row method="post" action="/new" {
                        input type="hidden" name="game" value=(card.class);
                        input type="hidden" name="level" value="1";
                        button .btn name="others" value="agents" { (say.try_it) }
                        a .btn.quiet href="/rules" { (say.other) }
                    }
                }
                div #toasts .toasts aria-live="polite" {}
            }
        },
    ))
}

/// The lessons as a row of steps.
fn progress(card: &GameCard, at: usize) -> Markup {
    let say = &words::now().rules;
    let all = lessons::of(card).len();
    html! {
        nav .row.lessons aria-label=(say.lessons) {
            @for other in 0..all {
                a .dot href={ "/rules/" (card.class) "?lesson=" (other + 1) } aria-current=[(other == at).then_some("step")]
                    aria-label=(filled(say.lesson, &[&(other + 1).to_string(), &all.to_string()])) { (other + 1) }
            }
        }
    }
}

/// The line over the table of a lesson: what is to be done, or what came of it.
pub fn lesson_status(shown: &Shown) -> Markup {
    let class = match (shown.is_solved, shown.is_wrong) {
        (true, _) => "status done",
        (_, true) => "status slip",
        _ => "status turn",
    };
    html! { p #status class=(class) role="status" {
        @if shown.is_solved { (icon("tick", "icon")) } @else if shown.is_wrong { (icon("undo", "icon")) }
        span { (shown.text) }
    } }
}

/// The buttons under the table of a lesson.
pub fn lesson_act(card: &GameCard, at: usize, shown: &Shown) -> Markup {
    let say = &words::now().rules;
    let link = |at: usize| format!("/rules/{}?lesson={}", card.class, at + 1);
    if !shown.is_solved {
        return html! { (PreEscaped(&shown.parts.act)) };
    }
    let is_last = at + 1 == lessons::of(card).len();
    html! {
        div #act .act {
            @if is_last {
                form method="post" action="/new" {
                    input type="hidden" name="game" value=(card.class);
                    input type="hidden" name="level" value="1";
                    button #next .btn.go name="others" value="agents" { (say.try_it) }
                }
                span { (say.done) }
            } @else {
                a #next .btn.go href=(link(at + 1)) { (say.next) }
                a .btn href=(link(at)) { (say.again) }
            }
            ul #moves hidden {}
        }
    }
}
