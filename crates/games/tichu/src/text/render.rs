//! What a seat sees, drawn for a terminal.

use std::fmt::Write as _;

use karuta_engine::{Game, Seat};

use crate::cards::{Cards, card_name, rank_name};
use crate::text::notation::seat_name;
use crate::text::position::table_text;
use crate::view::View;
use crate::{Call, Phase, Tichu};

/// The seats with what is known of them, the table, and what happens next. The seat that looks comes
/// first.
pub fn render(view: &View) -> String {
    let state = view.open();
    let [own, other] = [state.scores[view.seat() % 2], state.scores[1 - view.seat() % 2]];
    let mut out = format!("Round {}, {own} : {other} points\n\n", state.round);
    for step in 0..4 {
        row(&mut out, view, (view.seat() + step) % 4);
    }
    out.push('\n');
    exchange(&mut out, view);
    if state.wish != 0 {
        let _ = writeln!(out, "wished: {}", rank_name(state.wish));
    }
    if let Some(top) = state.top {
        let cards =
            if state.top_cards.is_empty() { String::new() } else { format!(" {}", spaced(state.top_cards)) };
        let owner = seat_name(usize::from(state.owner));
        let _ = writeln!(
            out,
            "table: {}{cards} by {owner}, {} points in the trick",
            table_text(Some(top)),
            state.trick
        );
    }
    next(&mut out, state);
    out
}

fn row(out: &mut String, view: &View, seat: Seat) {
    let state = view.open();
    let cards = if seat == view.seat() || view.sees_all() {
        spaced(state.hands[seat])
    } else {
        format!("{} cards", view.hand_len(seat))
    };
    let role = match (seat + 4 - view.seat()) % 4 {
        0 => "you",
        2 => "partner",
        _ => "",
    };
    let call = match state.calls[seat] {
        Call::None => "",
        Call::Tichu => ", Tichu",
        Call::Grand => ", Grand Tichu",
    };
    let place = state.out[..usize::from(state.finished)].iter().position(|&out| usize::from(out) == seat);
    let place = place.map_or(String::new(), |place| format!(", out as number {}", place + 1));
    let won = state.won[seat];
    let _ = writeln!(out, "{:<6}{role:<9}{cards}; {won} points won{call}{place}", seat_name(seat));
}

fn exchange(out: &mut String, view: &View) {
    let state = view.open();
    let given = state.given[view.seat()].iter().filter(|&&card| card < crate::UNKNOWN);
    let given: Vec<String> = given.map(|&card| card_name(card)).collect();
    let got: Vec<String> = view.received().iter().flatten().map(|&card| card_name(card)).collect();
    if !given.is_empty() {
        let _ = writeln!(out, "given to the right, partner, left: {}", given.join(" "));
    }
    if !got.is_empty() {
        let _ = writeln!(out, "received from the left, partner, right: {}", got.join(" "));
    }
}

fn next(out: &mut String, state: &Tichu) {
    let Some(seat) = state.turn() else {
        let [one, other] = state.scores;
        let _ = writeln!(out, "the game is over: South and North {one}, East and West {other}");
        return;
    };
    let what = match state.phase {
        Phase::Grand => "may call Grand Tichu with eight cards",
        Phase::Give => "gives a card away",
        Phase::Play if state.top.is_none() => "leads",
        Phase::Play => "plays or passes",
        Phase::Window => "may bomb out of turn",
        Phase::Wish => "wishes for a rank",
        Phase::Gift => "gives the Dragon's trick away",
        Phase::Over => "is done",
    };
    let _ = writeln!(out, "{} {what}", seat_name(seat));
}

fn spaced(cards: Cards) -> String {
    let names: Vec<String> = cards.iter().map(card_name).collect();
    if names.is_empty() { "no cards".into() } else { names.join(" ") }
}
