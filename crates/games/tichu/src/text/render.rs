//! The view of a seat, drawn for a terminal.

use std::fmt::Write as _;

use karuta_engine::{Game, Seat};
use karuta_playable::ink::{Ink, cards, counted};

use crate::cards::rank_name;
use crate::text::notation::seat_name;
use crate::text::people::{self, faces, named};
use crate::view::View;
use crate::{Call, Phase, Tichu};

/// The seats with what is known of them, the table, the hand of the seat that looks as cards, and what happens
/// next.
pub fn render(view: &View, ink: Ink) -> String {
    let state = view.open();
    let [own, other] = [state.scores[view.seat() % 2], state.scores[1 - view.seat() % 2]];
    let target = match state.rules.target {
        0 => String::new(),
        target => format!(" of a match to {target} points"),
    };
    let mut out = format!("Round {}{target}: your team {own}, the other team {other}\n\n", state.round);
    for step in [2, 3, 1, 0] {
        row(&mut out, view, (view.seat() + step) % 4, ink);
    }
    out.push('\n');
    exchange(&mut out, view, ink);
    if state.wish != 0 {
        let _ = writeln!(out, "Wished: {}, to be played by whoever can", rank_name(state.wish));
    }
    if let Some(top) = state.top {
        let owner = usize::from(state.owner);
        let owner = if owner == view.seat() { String::from("you") } else { seat_name(owner) };
        let kind = people::kind_words(top.kind);
        let shown = if state.top_cards.is_empty() {
            String::new()
        } else {
            format!(" {}", named(state.top_cards, ink))
        };
        let _ = writeln!(out, "On the table: {kind}{shown} by {owner}; {} points in the trick", state.trick);
    }
    let hand = state.hands[view.seat()];
    if !hand.is_empty() {
        out += &cards(&faces(hand, ink), ink);
    }
    let prompt = prompt(state, view.seat());
    if !prompt.is_empty() {
        let _ = writeln!(out, "{prompt}");
    }
    out
}

fn row(out: &mut String, view: &View, seat: Seat, ink: Ink) {
    let state = view.open();
    let (name, role) = match (seat + 4 - view.seat()) % 4 {
        0 => (String::from("You"), ""),
        1 => (seat_name(seat), "right"),
        2 => (seat_name(seat), "partner"),
        _ => (seat_name(seat), "left"),
    };
    let place = state.out[..usize::from(state.finished)].iter().position(|&out| usize::from(out) == seat);
    let held = match place {
        Some(place) => format!("out {}", ["first", "second", "third", "last"][place.min(3)]),
        None => counted(view.hand_len(seat), "card"),
    };
    let call = match state.calls[seat] {
        Call::None => "",
        Call::Tichu => "  called Tichu",
        Call::Grand => "  called Grand Tichu",
    };
    let _ = writeln!(out, "  {name:<6} {role:<8} {held:<10} {:>3} points taken{call}", state.won[seat]);
    if view.sees_all() && seat != view.seat() && !state.hands[seat].is_empty() {
        let _ = writeln!(out, "         {}", named(state.hands[seat], ink));
    }
}

fn exchange(out: &mut String, view: &View, ink: Ink) {
    let state = view.open();
    // Once the seat has played, what changed hands is of little use and takes a line.
    if !state.played[view.seat()].is_empty() {
        return;
    }
    let given = state.given[view.seat()].iter().filter(|&&card| card < crate::UNKNOWN);
    let given: Vec<String> = given.map(|&card| people::card(card, ink)).collect();
    let got: Vec<String> = view.received().iter().flatten().map(|&card| people::card(card, ink)).collect();
    if !given.is_empty() {
        let _ = writeln!(out, "You gave to the right, partner, left: {}", given.join(" "));
    }
    if !got.is_empty() {
        let _ = writeln!(out, "You got from the left, partner, right: {}", got.join(" "));
    }
}

/// The step that the table waits for; empty once the game is over.
pub fn prompt(state: &Tichu, looker: Seat) -> String {
    let Some(seat) = state.turn() else { return String::new() };
    let (own, other) = match state.phase {
        Phase::Grand => ("may call Grand Tichu with these eight cards", "may call Grand Tichu"),
        Phase::Give => ("give a card away", "gives a card away"),
        Phase::Play if state.top.is_none() => ("lead", "leads"),
        Phase::Play => ("play or pass", "plays or passes"),
        Phase::Window => ("may bomb out of turn", "may bomb out of turn"),
        Phase::Wish => ("may wish for a rank", "may wish for a rank"),
        Phase::Gift => ("give the Dragon's trick away", "gives the Dragon's trick away"),
        Phase::Over => return String::new(),
    };
    if seat == looker { format!("You {own}.") } else { format!("{} {other}.", seat_name(seat)) }
}
