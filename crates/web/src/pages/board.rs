//! The analysis board: a position of any game, and the moves ranked live while a search runs.

use maud::{Markup, html};

use crate::games::{GAMES, GameCard};
use crate::pages::shell;
use crate::words::{self, filled};

/// A position to be looked at.
pub struct Position {
    /// The position as written.
    pub text: String,
    /// The position the line begins with, as written.
    pub root: String,
    /// The line that is followed: the moves, none for its beginning, and the addresses of the positions after them.
    pub line: Vec<(Option<String>, String)>,
    /// The table as the seat to move sees it.
    pub mat: Markup,
    /// The seat to move; `None` when the game is over.
    pub turn: Option<String>,
    /// Controls to set up another one.
    pub controls: Markup,
}

/// The board of a game; without a position a form to enter one.
pub fn board(card: &GameCard, rules: &str, position: Result<Position, String>) -> Markup {
    let words = words::now();
    let say = &words.board;
    let title = filled(say.title, &[card.title]);
    let (text, position, trouble) = match position {
        Ok(position) => (position.text.clone(), Some(position), None),
        Err(why) => (String::new(), None, Some(why)),
    };
    let turn = position.as_ref().and_then(|position| position.turn.as_deref());
    let root = position.as_ref().map_or("", |position| position.root.as_str());
    let line = position.as_ref().map_or(&[][..], |position| &position.line[..]);
    let moves: Vec<&str> = line.iter().filter_map(|(mv, _)| mv.as_deref()).collect();
    shell(
        &title,
        card.class,
        "/board",
        html! {
            main #main .play data-board=(card.class) data-rules=(rules) data-position=(text) data-root=(root) data-line=(serde_json::json!(moves)) {
                h1.vh { (title) }
                div.stage {
                    nav .row.tabs aria-label=(say.game) { @for other in GAMES.iter() {
                        a .btn.quiet.tight href={ "/board?game=" (other.class) } aria-current=[(other.class == card.class).then_some("page")] { (other.title) }
                    } }
                    p #status class=(if turn.is_some() { "status turn" } else { "status" }) role="status" { span {
                        @if let Some(why) = &trouble { b { (say.cannot_read) } " " (why) }
                        @else if let Some(turn) = turn { b { (filled(say.to_move, &[turn])) } " " (say.grows) }
                        @else { b { (say.over) } }
                    } }
                    @if !moves.is_empty() { nav .row.line aria-label=(say.line) {
                        @for (at, (mv, address)) in line.iter().enumerate() {
                            a href=(address) aria-current=[(at + 1 == line.len()).then_some("step")] { (mv.as_deref().unwrap_or(say.start)) }
                        }
                    } }
                    @if let Some(position) = &position { div #mat { (position.mat) } }
                    @if turn.is_some() { div.act {
                        button #stop .btn.go type="button" { (say.stop) }
                        button #again .btn type="button" { (say.again) }
                        a .btn.quiet href={ "/board?game=" (card.class) "&rules=" (rules) } { (say.fresh) }
                        @if let Some((_, back)) = line.len().checked_sub(2).and_then(|at| line.get(at)) { a #back .btn.quiet href=(back) { (say.back) } }
                    } }
                }
                div.side {
                    @if turn.is_some() { section .panel aria-labelledby="h-best" { h2 #h-best { (say.best) } div #ranking .ranks { p.soft { (say.nothing) } }
                        (follow(card, rules, root, &moves)) } }
                    section .panel aria-labelledby="h-enter" {
                        h2 #h-enter { (say.position) }
                        form.enter method="get" action="/board" {
                            input type="hidden" name="game" value=(card.class);
                            (rule_choice(card, rules))
                            label.over for="position" { (say.enter) }
                            textarea #position name="position" rows="4" maxlength="2000" spellcheck="false" { (text) }
                            button .btn { (say.show) }
                        }
                        details { summary { (say.help) } p { (position_help(card, card.variant(rules).spec)) } }
                    }
                    @if let Some(position) = &position { details .panel.set-up {
                        summary { b { (say.set_up) } }
                        form.enter method="get" action="/board" {
                            input type="hidden" name="game" value=(card.class);
                            input type="hidden" name="set" value="yes";
                            (rule_choice(card, rules))
                            (position.controls)
                            button .btn.go { (say.show) }
                        }
                    } }
                }
                div #toasts .toasts aria-live="polite" {}
            }
        },
    )
}

/// A form that follows any move, typed as it is at a table.
fn follow(card: &GameCard, rules: &str, root: &str, moves: &[&str]) -> Markup {
    let words = words::now();
    html! {
        form .typed method="get" action="/board" {
            input type="hidden" name="game" value=(card.class);
            input type="hidden" name="rules" value=(rules);
            input type="hidden" name="position" value=(root);
            @for mv in moves { input type="hidden" name="mv" value=(mv); }
            label.vh for="follow" { (words.board.follow) }
            input #follow name="mv" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=(card.example) maxlength="200" required;
            button .btn { (words.board.follow) }
        }
    }
}

fn rule_choice(card: &GameCard, rules: &str) -> Markup {
    let words = words::now();
    html! {
        label { (words.board.rules) " " select name="rules" { @for variant in card.variants {
            option value=(variant.key) selected[variant.key == rules] { (words.variant(variant.spec, variant.name)) }
        } } }
    }
}

/// The writing of positions of a game, in the language of the page where it has words for it.
fn position_help(card: &GameCard, spec: &str) -> &'static str {
    let name = spec.split(':').next().unwrap_or_default();
    let own = words::now().positions.iter().find(|(game, _)| *game == name);
    own.map_or_else(|| (card.position_help)(spec), |(_, help)| help)
}
