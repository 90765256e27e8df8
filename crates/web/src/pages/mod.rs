//! The pages as a whole: shell, home, table. Knows no game but by its card.

mod board;
mod home;
mod record;
mod rules;
mod study;

pub use board::{Position, board};
use home::art;
pub use home::{home, watch};
pub use record::{Recorded, record, recorded};
pub use rules::{all as all_rules, lesson_act, lesson_status, rules};
pub use study::{Study, study};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::chances::percent;
use crate::games::GameCard;
use crate::skins::icon;
use crate::store::TableRow;
use crate::words::{self, filled};

/// The drawings every page refers to.
const ART: &str = include_str!("../../assets/art.svg");

/// A page with its head and bar. `place` marks the current entry of the bar.
pub fn shell(title: &str, class: &str, place: &str, inside: Markup) -> Markup {
    let words = words::now();
    let say = &words.shell;
    let links = [("/", say.play), ("/watch", say.watch), ("/board", say.analyse), ("/rules", say.rules)];
    let script = serde_json::to_string(&words.script).unwrap_or_default();
    html! {
        (DOCTYPE)
        html lang=(words.code) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/style.css";
                script src="/page.js" defer {}
            }
            body class=(class) data-words=(script) {
                a.skip href="#main" { (say.skip) }
                div.art-sheet hidden { (PreEscaped(ART)) }
                header.bar {
                    a.brand href="/" aria-label=(say.home) { (icon("logo", "")) span { "karuta" } }
                    nav aria-label=(say.main) {
                        @for (link, name) in links {
                            a href=(link) aria-current=[(link == place).then_some("page")] { (name) }
                        }
                        button #theme .btn.quiet.tight type="button" aria-label=(say.theme) { (icon("moon", "icon")) }
                    }
                }
                (inside)
                footer.foot {
                    form #language .row method="post" action="/language" aria-label=(say.language) {
                        input type="hidden" name="from" value="/";
                        @for other in words::LANGUAGES {
                            button .btn.quiet.tight name="to" value=(other.code) lang=(other.code) aria-current=[(other.code == words.code).then_some("true")] { (other.name) }
                        }
                    }
                }
            }
        }
    }
}

/// A page for what went wrong.
pub fn trouble(why: &str) -> Markup {
    let say = &words::now().trouble;
    shell(
        "karuta",
        "",
        "",
        html! {
            main #main .page {
                h1 { (say.title) }
                p.lead { (why) }
                p { a .btn.go href="/" { (say.back) } }
            }
        },
    )
}

/// Steps through a game; `link` is the address of the position after so many moves.
fn steps(ply: usize, plies: usize, link: &dyn Fn(usize) -> String) -> Markup {
    let say = &words::now().study;
    html! {
        nav .row.steps-bar.first aria-label=(say.steps) {
            a .btn #first href=(link(0)) aria-label=(say.start) { (icon("first", "icon")) }
            a .btn #prev href=(link(ply.saturating_sub(1))) aria-label=(say.back) { (icon("prev", "icon")) }
            span { (filled(say.after, &[&ply.to_string(), &plies.to_string()])) }
            a .btn #next href=(link((ply + 1).min(plies))) aria-label=(say.on) { (icon("next", "icon")) }
            a .btn #last href=(link(plies)) aria-label=(say.last) { (icon("last", "icon")) }
        }
    }
}

/// The page of a table; its fragments come over the socket.
pub fn table(card: &GameCard, row: &TableRow) -> Markup {
    shell(
        card.title,
        card.class,
        if row.host.is_some() { "/" } else { "/watch" },
        html! {
            main #main .play data-table=(row.id) data-game=(card.title) {
                h1.vh { (card.title) }
                div.stage {
                    p #status .status role="status" { span { (words::now().table.connecting) } }
                    div #mat { div.mat {} }
                    div #act .act {}
                }
                div.beside {
                    div #side .side {}
                    (another(card, row))
                }
                div #toasts .toasts aria-live="polite" {}
            }
        },
    )
}

/// A form for another game: other level, other seat, other rules.
fn another(card: &GameCard, row: &TableRow) -> Markup {
    let (words, say) = (words::now(), &words::now().home);
    html! {
        details .panel.another {
            summary { b { (words.table.another) } }
            form.more method="post" action="/new" {
                input type="hidden" name="game" value=(card.class);
                label { (say.level) " " select name="level" { @for (level, name) in (1u8..).zip(words.levels) { option value=(level) selected[level == row.level()] { (level) " " (name) } } } }
                label { (say.rules) " " select name="rules" { @for variant in card.variants { option value=(variant.key) selected[variant.spec == row.spec] { (words.variant(variant.spec, variant.name)) } } } }
                label { (say.seat) " " select name="seat" {
                    option value="any" { (say.any) }
                    @for (other, name) in (card.seat_names)().iter().enumerate() { option value=(other) { (name) } }
                } }
                button .btn { (words.table.begin) }
            }
        }
    }
}
