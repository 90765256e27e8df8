//! The view of a seat, drawn for a terminal.

use std::fmt::Write as _;

use karuta_engine::Seat;
use karuta_playable::ink::{Ink, cards, centred, counted};

use crate::Phase;
use crate::cards::{CHARM, Cards, SUITS, Suit};
use crate::moves::Action;
use crate::text::people::{self, GEISHAS, faces, named, tile};
use crate::view::View;

/// The columns of a geisha.
const COLUMN: usize = 8;

/// The geishas with whom they favour and the cards on both sides, the actions of both sides, the hand of the
/// seat that looks as cards, and what happens next.
pub fn render(view: &View, ink: Ink) -> String {
    let (seat, other) = (view.seat(), 1 - view.seat());
    let limit = match view.rules().rounds {
        0 => String::new(),
        rounds => format!(" of {rounds}"),
    };
    let mut out = format!("Round {}{limit}, turn {} of 8\n\n", view.round(), (view.turns() + 1).min(8));
    let painted = |suit: usize, text: &str| people::in_colour(suit as Suit, text, ink);
    row(&mut out, "", |suit| painted(suit, &centred(GEISHAS[suit], COLUMN)));
    row(&mut out, "charm", |suit| centred(&CHARM[suit].to_string(), COLUMN));
    pile(&mut out, "other side", view, other, ink);
    row(&mut out, "favours", |suit| match view.markers().owner(suit) {
        None => centred("-", COLUMN),
        Some(side) if side == seat => ink.bold(&centred("you", COLUMN)),
        Some(_) => centred("other", COLUMN),
    });
    pile(&mut out, "you", view, seat, ink);
    out.push('\n');
    side(&mut out, "Other side", view, other, ink);
    side(&mut out, "You", view, seat, ink);
    let removed = view.removed().map_or(String::new(), |card| format!(", {} removed", named(card, ink)));
    let _ = writeln!(out, "{:<12}{} in the deck{removed}\n", "", counted(view.deck_len(), "card"));
    let hand = view.hand();
    if !hand.is_empty() {
        out += &cards(&faces(hand), ink);
    }
    let prompt = prompt(view, ink);
    if !prompt.is_empty() {
        let _ = writeln!(out, "{prompt}");
    }
    out
}

fn row(out: &mut String, title: &str, cell: impl Fn(usize) -> String) {
    let cells: Vec<String> = (0..SUITS).map(cell).collect();
    let line = format!("{title:<12}{}", cells.concat());
    let _ = writeln!(out, "{}", line.trim_end());
}

/// The cards that lie on one side of each geisha.
fn pile(out: &mut String, title: &str, view: &View, side: Seat, ink: Ink) {
    // Secrets are turned over and count once the game is over.
    let secret = if view.phase() == Phase::Over { view.aside(side).secret() } else { Cards::default() };
    let pile = view.pile(side) + secret;
    row(out, title, |suit| match pile.of(suit as Suit) {
        0 => " ".repeat(COLUMN),
        count => people::in_colour(suit as Suit, &centred(&"#".repeat(usize::from(count)), COLUMN), ink),
    });
}

/// The hand of a side, its actions and those that are left.
fn side(out: &mut String, title: &str, view: &View, seat: Seat, ink: Ink) {
    let hand = match (seat == view.seat(), view.other_hand()) {
        (true, _) => counted(view.hand().len(), "card"),
        (false, Some(hand)) if !hand.is_empty() => named(hand, ink),
        (false, _) => counted(view.other_hand_len(), "card"),
    };
    let left: Vec<&str> =
        Action::ALL.into_iter().filter(|&a| !view.plays(seat).has_used(a)).map(tile).collect();
    let left =
        if left.is_empty() { String::from("no action left") } else { format!("left: {}", left.join(", ")) };
    let _ = writeln!(out, "{title:<12}{hand}; {left}");
    for action in view.plays(seat).iter() {
        let _ = writeln!(out, "{:<12}{}", "", play(view, seat, action, ink));
    }
}

/// A play with its cards, as far as the seat that looks has seen them.
fn play(view: &View, seat: Seat, action: Action, ink: Ink) -> String {
    let cards = match action {
        Action::Secret => view.aside(seat).secret(),
        Action::Trade => view.aside(seat).discards(),
        Action::Gift | Action::Compete => view.offers(seat).offered(action),
    };
    let taken = view.offers(seat).taken_of(action);
    match (cards.is_empty(), taken.is_empty()) {
        (true, _) => format!("{}, face down", tile(action)),
        (false, true) => format!("{}: {}", tile(action), named(cards, ink)),
        (false, false) => format!("{}: {} (taken: {})", tile(action), named(cards, ink), named(taken, ink)),
    }
}

/// The step that the table waits for; empty once the game is over.
pub fn prompt(view: &View, ink: Ink) -> String {
    let is_own = |seat: Seat| seat == view.seat();
    let actor = view.actor();
    match (view.phase(), view.pending()) {
        (_, Some((action, offer))) => {
            let (tile, offer) = (tile(action), offered(view, actor, offer, ink));
            if is_own(actor) {
                format!("The other side takes from your {tile}: {offer}")
            } else {
                format!("You take from the {tile}: {offer}")
            }
        }
        (Phase::Play | Phase::Draw, None) if is_own(actor) => String::from("You choose an action."),
        (Phase::Play | Phase::Draw, None) => String::from("The other side chooses an action."),
        (Phase::Answer | Phase::Scored | Phase::Over, None) => String::new(),
    }
}

/// The cards of an offer, in pairs where they are chosen in pairs.
fn offered(view: &View, actor: Seat, offer: Cards, ink: Ink) -> String {
    let pair = view.aside(actor).first_pair();
    match pair.is_empty() {
        true => named(offer, ink),
        false => format!("{} / {}", named(pair, ink), named(offer - pair, ink)),
    }
}

#[cfg(test)]
mod tests;
