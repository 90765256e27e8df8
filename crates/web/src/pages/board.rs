//! The analysis board: a position of any game, and the moves ranked live while a search runs.

use maud::{Markup, html};

use crate::games::{GAMES, GameCard};
use crate::pages::shell;

/// A position to be looked at.
pub struct Position {
    /// The position as written.
    pub text: String,
    /// The table as the seat to move sees it.
    pub mat: Markup,
    /// The seat to move; `None` when the game is over.
    pub turn: Option<String>,
}

/// The board of a game; without a position a form to enter one.
pub fn board(card: &GameCard, rules: &str, position: Result<Position, String>) -> Markup {
    let (text, position, trouble) = match position {
        Ok(position) => (position.text.clone(), Some(position), None),
        Err(why) => (String::new(), None, Some(why)),
    };
    shell(
        &format!("{}: analysis board", card.title),
        card.class,
        "/board",
        html! {
            main #main .play data-board=(card.class) data-rules=(rules) data-position=(text) {
                h1.vh { (card.title) ": analysis board" }
                div.stage {
                    p #status .status role="status" { span {
                        @if let Some(why) = &trouble { b { "This position cannot be read. " } (why) }
                        @else if let Some(turn) = position.as_ref().and_then(|position| position.turn.as_ref()) { b { (turn) " to move." } " The ranking grows while the search runs." }
                        @else { b { "The game is over here." } }
                    } }
                    @if let Some(position) = &position { div #mat { (position.mat) } }
                    div.act {
                        button #stop .btn.go type="button" { "Stop" }
                        button #again .btn type="button" { "Search again" }
                    }
                }
                div.side {
                    section .panel aria-labelledby="h-best" { h2 #h-best { "Best moves" } div #ranking { p.soft { "Nothing yet." } } }
                    section .panel aria-labelledby="h-enter" {
                        h2 #h-enter { "Position" }
                        form.enter method="get" action="/board" {
                            label { "Game " select name="game" { @for other in GAMES.iter() { option value=(other.class) selected[other.class == card.class] { (other.title) } } } }
                            label { "Rules " select name="rules" { @for variant in card.variants { option value=(variant.key) selected[variant.key == rules] { (variant.name) } } } }
                            label for="position" { "Position, empty for a new deal" }
                            textarea #position name="position" rows="4" maxlength="2000" spellcheck="false" { (text) }
                            button .btn { "Show" }
                        }
                        details { summary { "How a position is written" } p { (card.position_help) } }
                    }
                }
                div #toasts .toasts aria-live="polite" {}
            }
        },
    )
}
