//! What a seat sees, drawn for a terminal.

use std::fmt::Write as _;

use karuta_engine::Seat;

use crate::Phase;
use crate::cards::{CHARM, Cards, SUITS};
use crate::moves::Action;
use crate::scoring::Decided;
use crate::text::notation::seat_name;
use crate::view::View;

/// The geishas with their markers and the cards on both sides, the seats' hands and actions, and what
/// happens next. The seat that looks is at the bottom.
pub fn render(view: &View) -> String {
    let (seat, other) = (view.seat(), 1 - view.seat());
    let limit = match view.rules().rounds {
        0 => String::new(),
        rounds => format!(" of {rounds}"),
    };
    let mut out = format!("Round {}{limit}, turn {} of 8\n\n", view.round(), (view.turns() + 1).min(8));
    row(&mut out, "geisha", |suit| suit.to_string());
    row(&mut out, "charm", |suit| CHARM[suit].to_string());
    row(&mut out, "marker", |suit| view.markers().owner(suit).map_or(".".into(), |s| (s + 1).to_string()));
    for side in [other, seat] {
        let pile = view.pile(side);
        row(&mut out, &seat_name(side), |suit| match pile.of(suit as u8) {
            0 => ".".into(),
            count => count.to_string(),
        });
    }
    out.push('\n');
    for side in [other, seat] {
        player(&mut out, view, side);
    }
    let removed = view.removed().map_or("?".into(), spaced);
    let _ = writeln!(out, "deck {} cards, removed {removed}", view.deck_len());
    next(&mut out, view);
    out
}

fn row(out: &mut String, title: &str, cell: impl Fn(usize) -> String) {
    let cells: Vec<String> = (0..SUITS).map(|suit| format!("{:>2}", cell(suit))).collect();
    let _ = writeln!(out, "{title:<10}{}", cells.join(" "));
}

fn player(out: &mut String, view: &View, seat: Seat) {
    let hand = match (seat == view.seat(), view.other_hand()) {
        (true, _) => spaced(view.hand()),
        (false, Some(hand)) => spaced(hand),
        (false, None) => format!("{} cards", view.other_hand_len()),
    };
    let (markers, charm) = (view.markers().count(seat), view.markers().charm(seat));
    let _ = writeln!(out, "{:<10}hand {hand}; markers {markers}, charm {charm}", seat_name(seat));
    let plays: Vec<String> = view.plays(seat).iter().map(|action| play(view, seat, action)).collect();
    let left: Vec<&str> =
        Action::ALL.into_iter().filter(|&a| !view.plays(seat).has_used(a)).map(Action::name).collect();
    let list = |items: &[String]| if items.is_empty() { "nothing".into() } else { items.join(", ") };
    let left: Vec<String> = left.into_iter().map(String::from).collect();
    let _ = writeln!(out, "{:<10}played {}; left {}", "", list(&plays), list(&left));
}

/// A play with its cards, as far as the seat that looks has seen them.
fn play(view: &View, seat: Seat, action: Action) -> String {
    let cards = match action {
        Action::Secret => view.aside(seat).secret(),
        Action::Trade => view.aside(seat).discards(),
        Action::Gift | Action::Compete => view.offers(seat).offered(action),
    };
    let taken = view.offers(seat).taken_of(action);
    match (cards.is_empty(), taken.is_empty()) {
        (true, _) => action.name().to_string(),
        (false, true) => format!("{} {}", action.name(), spaced(cards)),
        (false, false) => format!("{} {} (taken {})", action.name(), spaced(cards), spaced(taken)),
    }
}

/// What the table waits for, or how the game ended.
fn next(out: &mut String, view: &View) {
    let actor = view.actor();
    let _ = match (view.phase(), view.pending(), view.outcome()) {
        (_, Some((action, offer)), _) => {
            let pair = view.aside(actor).first_pair();
            let cards = match pair.is_empty() {
                true => spaced(offer),
                false => format!("{} / {}", spaced(pair), spaced(offer - pair)),
            };
            let (name, action) = (seat_name(1 - actor), action.name());
            writeln!(out, "{name} to take from the {action} of {}: {cards}", seat_name(actor))
        }
        (_, None, Some(outcome)) => match outcome.winner {
            Some(seat) => writeln!(out, "{} wins {}", seat_name(seat), reason(outcome.by)),
            None => writeln!(out, "a draw"),
        },
        (Phase::Draw, None, None) => writeln!(out, "{} to draw", seat_name(actor)),
        (Phase::Scored, None, None) => writeln!(out, "the round is over"),
        (Phase::Play | Phase::Answer | Phase::Over, None, None) => {
            writeln!(out, "{} to play", seat_name(actor))
        }
    };
}

fn reason(by: Decided) -> &'static str {
    match by {
        Decided::Markers => "with four markers",
        Decided::Charm => "with eleven charm",
        Decided::Lead => "by the lead after the last round",
        Decided::Tier => "by the tie-breaker",
        Decided::Nothing => "by nothing",
    }
}

/// Suits with spaces between them.
fn spaced(cards: Cards) -> String {
    let suits: Vec<String> = cards.iter().map(|suit| suit.to_string()).collect();
    if suits.is_empty() { "nothing".into() } else { suits.join(" ") }
}

#[cfg(test)]
mod tests;
