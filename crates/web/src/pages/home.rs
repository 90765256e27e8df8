//! The first screen: any game at any level in one click.

use maud::{Markup, html};

use crate::games::{GAMES, GameCard};
use crate::pages::shell;
use crate::skins::icon;
use crate::words;

/// The first screen.
pub fn home() -> Markup {
    let (say, mine) = (&words::now().home, &words::now().mine);
    shell(
        say.title,
        "home",
        "/",
        html! {
            main #main .page {
                div.hello {
                    h1 { (say.heading) }
                    p.lead { (say.lead) }
                }
                ul.fit { @for card in GAMES.iter() { (tile(card)) } }
                section #mine .panel aria-labelledby="h-mine" data-open=(mine.open) data-forget=(mine.forget)
                    data-turn=(mine.your_turn) data-over=(mine.over) data-wait=(mine.waiting) {
                    h2 #h-mine { (mine.heading) }
                    p #mine-none .soft { (mine.none) }
                    ul #mine-list .rows.mine-rows {}
                }
            }
        },
    )
}

/// The screen from which agents are watched.
pub fn watch(has_record: bool, has_results: bool) -> Markup {
    let words = words::now();
    let (say, home) = (&words.watch, &words.home);
    shell(
        say.title,
        "home",
        "/watch",
        html! {
            main #main .page {
                div.hello { h1 { (say.heading) } p.lead { (say.lead) } }
                ul.fit { @for card in GAMES.iter() {
                    li class={ "game " (card.class) } {
                        div class={ "hem " (card.class) } {}
                        (art(card.class))
                        form .in.more method="post" action="/new" {
                            input type="hidden" name="game" value=(card.class);
                            h2 { (card.title) }
                            label { (home.level) " " select name="level" { @for (level, name) in (1..).zip(words.levels) { option value=(level) selected[level == 4] { (level) " " (name) } } } }
                            label { (home.rules) " " select name="rules" { @for variant in card.variants { option value=(variant.key) { (words.variant(variant.spec, variant.name)) } } } }
                            button .btn.go name="others" value="watch" { (home.watch) span.vh { " " (card.title) } }
                        }
                    }
                } }
                @if has_record || has_results { ul.fit {
                    @if has_record { li .panel { h2 { (say.record) } p.soft { (say.record_lead) } p { a .btn href="/record" { (say.record) } } } }
                    @if has_results { li .panel { h2 { (say.lab) } p.soft { (say.lab_lead) } p { a .btn href="/lab" { (say.lab) } } } }
                } }
            }
        },
    )
}

fn tile(card: &GameCard) -> Markup {
    let id = format!("g-{}", card.class);
    let words = words::now();
    let (say, (summary, size)) = (&words.home, (card.summary)());
    html! {
        li class={ "game " (card.class) } {
            div class={ "hem " (card.class) } {}
            (art(card.class))
            form.in method="post" action="/new" aria-labelledby=(id) {
                input type="hidden" name="game" value=(card.class);
                div.head { h2 id=(id) { (card.title) } small { (size) } }
                p.soft { (summary) }
                fieldset {
                    legend { (say.level) }
                    div.choice {
                        @for (level, name) in (1..).zip(words.levels) {
                            label {
                                input type="radio" name="level" value=(level) checked[level == 2] aria-label={ (say.level) " " (level) ", " (name) };
                                (level) span.nm { " " (name) }
                            }
                        }
                    }
                }
                button .btn.go name="others" value="agents" { (say.play) span.vh { " " (card.title) } }
                details {
                    summary { (say.more) }
                    div.more {
                        label { (say.rules) " " select name="rules" { @for variant in card.variants { option value=(variant.key) { (words.variant(variant.spec, variant.name)) } } } }
                        label { (say.seat) " " select name="seat" {
                            option value="any" { (say.any) }
                            @for (seat, name) in (card.seat_names)().iter().enumerate() { option value=(seat) { (name) } }
                        } }
                    }
                }
                div.row.split {
                    button .btn.quiet.tight name="others" value="friends" { (icon("link", "icon")) (say.invite) span.vh { " " (card.title) } }
                    button .btn.quiet.tight name="others" value="watch" { (icon("eye", "icon")) (say.watch) span.vh { " " (card.title) } }
                    a .btn.quiet.tight href={ "/rules/" (card.class) } { (icon("book", "icon")) (say.learn) span.vh { " " (card.title) } }
                }
            }
        }
    }
}

/// The picture of a game.
pub fn art(class: &str) -> Markup {
    let markup = match class {
        "onitama" => include_str!("../../assets/onitama.svg"),
        "hanamikoji" => include_str!("../../assets/hanamikoji.svg"),
        "tichu" => include_str!("../../assets/tichu.svg"),
        _ => include_str!("../../assets/daihinmin.svg"),
    };
    html! { (maud::PreEscaped(markup)) }
}
