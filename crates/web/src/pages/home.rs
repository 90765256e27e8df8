//! The first screen: any game at any level in one click.

use maud::{Markup, html};

use crate::games::{GAMES, GameCard, LEVELS};
use crate::pages::shell;
use crate::skins::icon;

/// The first screen.
pub fn home() -> Markup {
    shell(
        "karuta: play Onitama, Hanamikoji, Tichu and Daihinmin",
        "home",
        "/",
        html! {
            main #main .page {
                div.hello {
                    h1 { "Pick a game and play." }
                    p.soft { "Levels run from " b { "1" } ", which a beginner beats, to " b { "5" } ", the best we know. No account." }
                }
                ul.fit { @for card in GAMES.iter() { (tile(card)) } }
                section #mine .panel aria-labelledby="h-mine" hidden {
                    h2 #h-mine { "My games" }
                    ul #mine-list .rows {}
                }
            }
        },
    )
}

/// The screen from which agents are watched.
pub fn watch(has_record: bool, has_results: bool) -> Markup {
    shell(
        "Watch agents play",
        "home",
        "/watch",
        html! {
            main #main .page {
                h1 { "Watch agents play." }
                @if has_record || has_results { p.row {
                    @if has_record { a .btn href="/record" { "The record of a match" } }
                    @if has_results { a .btn href="/lab" { "The papers' numbers beside ours" } }
                } }
                p.lead { "Five levels, any pace. With hidden cards you sit behind the first seat and see what it sees." }
                ul.fit { @for card in GAMES.iter() {
                    li .panel {
                        h2 { (card.title) }
                        form.more method="post" action="/new" {
                            input type="hidden" name="game" value=(card.class);
                            label { "Level " select name="level" { @for (level, name) in (1..).zip(LEVELS) { option value=(level) selected[level == 4] { (name) } } } }
                            label { "Rules " select name="rules" { @for variant in card.variants { option value=(variant.key) { (variant.name) } } } }
                            button .btn.go name="others" value="watch" { "Watch" span.vh { " " (card.title) } }
                        }
                    }
                } }
            }
        },
    )
}

fn tile(card: &GameCard) -> Markup {
    let id = format!("g-{}", card.class);
    html! {
        li class={ "game " (card.class) } {
            div class={ "hem " (card.class) } {}
            (art(card.class))
            form.in method="post" action="/new" aria-labelledby=(id) {
                input type="hidden" name="game" value=(card.class);
                div.head { h2 id=(id) { (card.title) } small { (card.size) } }
                p.soft { (card.summary) }
                fieldset {
                    legend { "Level" }
                    div.choice {
                        @for (level, name) in (1..).zip(LEVELS) {
                            label {
                                input type="radio" name="level" value=(level) checked[level == 2] aria-label={ "Level " (level) ", " (name) };
                                (level) span.nm { " " (name) }
                            }
                        }
                    }
                }
                button .btn.go name="others" value="agents" { "Play" span.vh { " " (card.title) } }
                details {
                    summary { "More ways to play" }
                    div.more {
                        label { "Rules " select name="rules" { @for variant in card.variants { option value=(variant.key) { (variant.name) } } } }
                        label { "Your seat " select name="seat" {
                            option value="any" { "Any" }
                            @for (seat, name) in card.seat_names.iter().enumerate() { option value=(seat) { (name) } }
                        } }
                    }
                }
                div.row.split {
                    button .btn.quiet.tight name="others" value="friends" { (icon("link", "icon")) "Invite" span.vh { " friends to " (card.title) } }
                    button .btn.quiet.tight name="others" value="watch" { (icon("eye", "icon")) "Watch" span.vh { " agents play " (card.title) } }
                    a .btn.quiet.tight href={ "/rules/" (card.class) } { "Rules" span.vh { " of " (card.title) } }
                }
            }
        }
    }
}

/// The picture of a game.
fn art(class: &str) -> Markup {
    let markup = match class {
        "onitama" => include_str!("../../assets/onitama.svg"),
        "hanamikoji" => include_str!("../../assets/hanamikoji.svg"),
        "tichu" => include_str!("../../assets/tichu.svg"),
        _ => include_str!("../../assets/daihinmin.svg"),
    };
    html! { (maud::PreEscaped(markup)) }
}
