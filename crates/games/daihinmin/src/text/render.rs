//! The view of a seat, drawn for a terminal.

use std::fmt::Write as _;

use karuta_engine::{Game, Seat};
use karuta_playable::ink::{Ink, cards, counted};

use crate::text::notation::TITLES;
use crate::text::people::{called, faces, named, words};
use crate::view::View;
use crate::{Daihinmin, Phase};

/// The seats in the order of turns with what is known of them, the table, the hand of the seat that looks as
/// cards, and what happens next.
pub fn render(view: &View, ink: Ink) -> String {
    let open = view.open();
    let mut out = format!("Game {} of {}\n\n", open.game(), open.rules().games);
    for seat in open.seating() {
        player(&mut out, view, seat, ink);
    }
    out.push('\n');
    let field = open.field();
    if open.phase() == Phase::Play {
        let table = if field.is_empty() {
            String::from("nothing")
        } else {
            let by = if open.last() == view.seat() {
                String::from("you")
            } else {
                called(open.last(), view.seat())
            };
            format!("{} by {by}", words(field.top, ink))
        };
        let order = if field.reversed { "; ranks turned round, 3 is high" } else { "" };
        let lock = if field.locked { "; suits locked" } else { "" };
        let _ = writeln!(out, "On the table: {table}{order}{lock}");
    }
    let pair = (0..2).find(|&pair| {
        let (rich, poor) = open.pair(pair);
        open.title(view.seat()).is_some() && (view.seat() == rich || view.seat() == poor)
    });
    if let Some(pair) = pair.filter(|_| open.played(view.seat()).is_empty()) {
        exchange(&mut out, view, pair, ink);
    }
    if !view.hand().is_empty() {
        out += &cards(&faces(view.hand(), ink), ink);
    }
    let prompt = prompt(open, view.seat());
    if !prompt.is_empty() {
        let _ = writeln!(out, "{prompt}");
    }
    out
}

fn player(out: &mut String, view: &View, seat: Seat, ink: Ink) {
    let open = view.open();
    let title = open.title(seat).map_or("", |title| TITLES[title]);
    let turn = if open.turn() == Some(seat) { ">" } else { " " };
    let place = open.finished().position(|out| out == seat);
    let held = counted(view.count(seat), "card");
    // Numbers stand below each other.
    let held = if view.count(seat) < 10 { format!(" {held}") } else { held };
    let state = match place {
        Some(place) => format!("{} place", ["1st", "2nd", "3rd", "4th", "5th"][place]),
        None if open.has_passed(seat) => format!("{held}, passed"),
        None => held,
    };
    let name = called(seat, view.seat());
    let _ = writeln!(out, "{turn} {name:<10}{title:<11}{state:<17} {:>4} points", open.points(seat));
    if view.sees_all() && seat != view.seat() && !open.hand(seat).is_empty() {
        let _ = writeln!(out, "            {}", named(open.hand(seat), ink));
    }
}

/// Cards that the viewing seat gave and got.
fn exchange(out: &mut String, view: &View, pair: usize, ink: Ink) {
    let open = view.open();
    let (rich, _) = open.pair(pair);
    let (tribute, gift) = (open.tribute(pair), open.gift(pair));
    let (gave, got) = if view.seat() == rich { (gift, tribute) } else { (tribute, gift) };
    if !gave.is_empty() {
        let _ = writeln!(out, "In the exchange you gave {}", named(gave, ink));
    }
    if !got.is_empty() {
        let _ = writeln!(out, "In the exchange you got {}", named(got, ink));
    }
}

/// The step that the table waits for; empty once the match is over.
pub fn prompt(open: &Daihinmin, looker: Seat) -> String {
    let Some(seat) = open.turn() else { return String::new() };
    match (seat == looker, open.gift_size()) {
        (true, Some(count)) => format!("You hand over {count} of these cards."),
        (false, Some(_)) => format!("{} hands cards over.", called(seat, looker)),
        (true, None) if open.field().is_empty() => String::from("You lead."),
        (true, None) => String::from("You play or pass."),
        (false, None) => format!("{} to play.", called(seat, looker)),
    }
}

#[cfg(test)]
mod tests;
