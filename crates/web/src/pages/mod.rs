//! The pages as a whole: shell, home, table. Knows no game but by its card.

mod board;
mod home;
mod record;
mod rules;
mod study;

pub use board::{Position, board};
pub use home::{home, watch};
pub use record::{Recorded, record, recorded};
pub use rules::{all as all_rules, rules};
pub use study::{Study, study};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::frame::percent;
use crate::games::GameCard;
use crate::skins::icon;

const ART: &str = include_str!("../../assets/art.svg");

/// The drawings every page refers to.
fn art() -> PreEscaped<&'static str> {
    PreEscaped(ART)
}

/// A page with its head and bar. `place` marks the current entry of the bar.
pub fn shell(title: &str, class: &str, place: &str, inside: Markup) -> Markup {
    let links = [("/", "Play"), ("/watch", "Watch"), ("/board", "Analyse"), ("/rules", "Rules")];
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/style.css";
                script src="/page.js" defer {}
            }
            body class=(class) {
                a.skip href="#main" { "Skip to the table" }
                div.art-sheet hidden { (art()) }
                header.bar {
                    a.brand href="/" aria-label="karuta, home" { (icon("logo", "")) span { "karuta" } }
                    nav aria-label="Main" {
                        @for (link, name) in links {
                            a href=(link) aria-current=[(link == place).then_some("page")] { (name) }
                        }
                        button #theme .btn.quiet.tight type="button" aria-label="Light or dark" { (icon("moon", "icon")) }
                    }
                }
                (inside)
            }
        }
    }
}

/// A page for what went wrong.
pub fn trouble(why: &str) -> Markup {
    shell(
        "karuta",
        "",
        "",
        html! {
            main #main .page {
                h1 { "That did not work." }
                p.lead { (why) }
                p { a .btn.go href="/" { "Back to the games" } }
            }
        },
    )
}

/// Steps through a game; `link` is the address of the position after so many moves.
fn steps(ply: usize, plies: usize, link: &dyn Fn(usize) -> String) -> Markup {
    html! {
        nav .row.steps-bar.first aria-label="Steps" {
            a .btn #first href=(link(0)) aria-label="To the start" { (icon("first", "icon")) }
            a .btn #prev href=(link(ply.saturating_sub(1))) aria-label="One move back" { (icon("prev", "icon")) }
            span { "after " (ply) " of " (plies) }
            a .btn #next href=(link((ply + 1).min(plies))) aria-label="One move on" { (icon("next", "icon")) }
            a .btn #last href=(link(plies)) aria-label="To the end" { (icon("last", "icon")) }
        }
    }
}

/// The page of a table; its fragments come over the socket.
pub fn table(card: &GameCard, id: &str) -> Markup {
    shell(
        card.title,
        card.class,
        "/",
        html! {
            main #main .play data-table=(id) data-game=(card.title) {
                h1.vh { (card.title) }
                div.stage {
                    p #status .status role="status" { span { "Connecting to the table." } }
                    div #mat { div.mat {} }
                    div #act .act {}
                }
                div #side .side {}
                div #toasts .toasts aria-live="polite" {}
            }
        },
    )
}
