//! What a seat sees, drawn for a terminal.

use std::fmt::Write as _;

use karuta_engine::{Game, Seat};

use crate::cards::{Cards, card_name};
use crate::text::notation::{TITLES, seat_name};
use crate::view::View;
use crate::{Daihinmin, Phase, SEATS};

/// The seats in the order of turns with what is known of them, the table, the hand of the seat that
/// looks, and what happens next.
pub fn render(view: &View) -> String {
    let open = view.open();
    let mut out = format!("Game {} of {}\n\n", open.game(), open.rules().games);
    for seat in open.seating() {
        player(&mut out, view, seat);
    }
    out.push('\n');
    let field = open.field();
    if open.phase() == Phase::Play {
        let table = if field.is_empty() {
            String::from("empty")
        } else {
            format!("{} by {}", field.top, seat_name(open.last()))
        };
        let order = if field.reversed { "; reversed order, 3 is strongest" } else { "" };
        let lock = if field.locked { "; suits locked" } else { "" };
        let _ = writeln!(out, "table     {table}{order}{lock}");
    }
    let pair = (0..2).find(|&pair| {
        let (rich, poor) = open.pair(pair);
        open.title(view.seat()).is_some() && (view.seat() == rich || view.seat() == poor)
    });
    if let Some(pair) = pair {
        exchange(&mut out, view, pair);
    }
    let _ = writeln!(out, "hand      {}", spaced(view.hand()));
    next(&mut out, open);
    out
}

fn player(out: &mut String, view: &View, seat: Seat) {
    let open = view.open();
    let looks = if seat == view.seat() { "*" } else { " " };
    let title = open.title(seat).map_or("", |title| TITLES[title]);
    let turn = if open.turn() == Some(seat) { ">" } else { " " };
    let place = open.finished().position(|out| out == seat);
    let state = match place {
        Some(place) => format!("{} place", ["1st", "2nd", "3rd", "4th", "5th"][place]),
        None if open.has_passed(seat) => format!("{:>2} cards, passed", view.count(seat)),
        None => format!("{:>2} cards", view.count(seat)),
    };
    let seen = if view.sees_all() && seat != view.seat() { spaced(open.hand(seat)) } else { String::new() };
    let line = format!(
        "{turn}{looks}{:<10}{title:<11}{state:<17} {:>4} points  {seen}",
        seat_name(seat),
        open.points(seat)
    );
    let _ = writeln!(out, "{}", line.trim_end());
}

/// What the seat that looks gave and got.
fn exchange(out: &mut String, view: &View, pair: usize) {
    let open = view.open();
    let (rich, _) = open.pair(pair);
    let (tribute, gift) = (open.tribute(pair), open.gift(pair));
    let (gave, got) = if view.seat() == rich { (gift, tribute) } else { (tribute, gift) };
    if !gave.is_empty() {
        let _ = writeln!(out, "gave      {}", spaced(gave));
    }
    if !got.is_empty() {
        let _ = writeln!(out, "got       {}", spaced(got));
    }
}

/// What the table waits for, or how the match ended.
fn next(out: &mut String, open: &Daihinmin) {
    let text = match (open.turn(), open.gift_size()) {
        (Some(seat), Some(count)) => format!("{} gives {count} of the hand away", seat_name(seat)),
        (Some(seat), None) => format!("{} to play", seat_name(seat)),
        (None, _) => {
            let mut seats: Vec<Seat> = (0..SEATS).collect();
            seats.sort_by_key(|&seat| std::cmp::Reverse(open.points(seat)));
            let list: Vec<String> =
                seats.iter().map(|&seat| format!("{} {}", seat_name(seat), open.points(seat))).collect();
            format!("over: {} points", list.join(", "))
        }
    };
    let _ = writeln!(out, "{text}");
}

fn spaced(cards: Cards) -> String {
    if cards.is_empty() {
        return String::from("-");
    }
    cards.by_rank().map(card_name).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
