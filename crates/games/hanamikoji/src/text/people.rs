//! Texts for people about Hanamikoji: names of geishas and actions, the rules in short, how moves are
//! written, what happens and how a round or game ended in words.

use karuta_engine::{Game, Seat};
use karuta_playable::ink::{Colour, Face, Ink};
use karuta_playable::variant::Variant;

use crate::cards::{CHARM, Cards, SUITS, Suit};
use crate::moves::{Action, Move};
use crate::rules::{Rules, Style};
use crate::scoring::Decided;
use crate::view::View;
use crate::{Hanamikoji, Phase};

/// The geishas by the colours of their cards.
pub const GEISHAS: [&str; SUITS] = ["purple", "red", "yellow", "blue", "orange", "green", "pink"];

const COLOURS: [Colour; SUITS] =
    [Colour::Purple, Colour::Red, Colour::Yellow, Colour::Blue, Colour::Orange, Colour::Green, Colour::Pink];

/// The game and its rules.
pub fn title(rules: &Rules) -> String {
    let which = match rules.style {
        Style::Official => "the official rules",
        Style::Hassan => "the rules of Hassan's thesis",
    };
    let limit = match rules.rounds {
        0 => String::new(),
        rounds => format!(", at most {rounds} rounds"),
    };
    format!("Hanamikoji by {which}{limit}")
}

/// Rules a person may choose.
pub const VARIANTS: &[Variant] = &[
    Variant { key: "official", name: "Official rules", spec: "hanamikoji:rules=official,starts=random" },
    Variant { key: "paper", name: "Rules of Hassan's thesis", spec: "hanamikoji:rules=thesis,starts=random" },
];

/// The rules in short.
pub const RULES: &str = "\
Seven geishas: purple, red and yellow with charm 2, blue and orange with 3,
green with 4, pink with 5. Each has as many cards as charm, 21 in all; one card
is removed unseen. In a round each side takes each of four actions once:
  secret       1 card face down; it counts at the end of the round
  trade-off    2 cards face down; they do not count
  gift         show 3 cards: the other side takes 1, you keep 2
  competition  show 2 pairs: the other side takes a pair, you keep the other
Official game: 6 cards each, and a card is drawn before each action.
At the end of a round each geisha favours the side with more of her cards; in a
tie her favour stays where it was. Four geishas or eleven charm win the game
(charm first); otherwise a new round begins and the favours stay.";

/// The notation of moves.
pub const MOVE_HELP: &str = "\
A move is an action and the colours of its cards; the first letters will do
(pu, r, y, b, o, g, pi), and so do the numbers 0 to 6 from left to right.
  secret pink
  trade red blue
  gift red yellow green
  compete purple pink / red green    (two pairs; in the thesis' game no /)
  take green                         (your answer to a gift)
  take red green                     (your answer to a competition)";

/// A text in the colour of a geisha.
pub fn in_colour(suit: Suit, text: &str, ink: Ink) -> String {
    ink.paint(COLOURS[usize::from(suit)], text)
}

/// The name of a geisha in her colour.
fn geisha(suit: Suit, ink: Ink) -> String {
    in_colour(suit, GEISHAS[usize::from(suit)], ink)
}

/// Cards by name with blanks between them.
pub fn named(cards: Cards, ink: Ink) -> String {
    cards.iter().map(|suit| geisha(suit, ink)).collect::<Vec<_>>().join(" ")
}

/// A number of geishas.
fn geishas(count: u8) -> String {
    format!("{count} {}", if count == 1 { "geisha" } else { "geishas" })
}

/// Cards as they are drawn.
pub fn faces(cards: Cards) -> Vec<Face> {
    let face = |suit: Suit| Face {
        top: GEISHAS[usize::from(suit)].to_string(),
        bottom: CHARM[usize::from(suit)].to_string(),
        colour: COLOURS[usize::from(suit)],
    };
    cards.iter().map(face).collect()
}

/// The name of an action, as on its tile.
pub const fn tile(action: Action) -> &'static str {
    match action {
        Action::Secret => "secret",
        Action::Trade => "trade-off",
        Action::Gift => "gift",
        Action::Compete => "competition",
    }
}

/// A move in words.
pub fn words(mv: Move, ink: Ink) -> String {
    let (first, second) = mv.pairs();
    match mv.action() {
        Some(action) if mv.cards().is_empty() => {
            format!("{}, face down", tile(action))
        }
        Some(action) if second.is_empty() => format!("{}: {}", tile(action), named(first, ink)),
        Some(action) => format!("{}: {} / {}", tile(action), named(first, ink), named(second, ink)),
        None => format!("take {}", named(first, ink)),
    }
}

/// The card a seat drew with this move, and the result of a round that ended with it.
pub fn news(state: &Hanamikoji, mv: Move, seat: Seat, ink: Ink) -> Vec<String> {
    let mut scored = *state;
    scored.make(mv);
    if matches!(scored.phase(), Phase::Scored | Phase::Over) {
        return round(&scored, state, seat, ink);
    }
    let mut after = *state;
    after.apply(mv);
    let mut drawn = Cards::NONE;
    for suit in 0..SUITS as Suit {
        let (now, before) = (after.hand(seat).of(suit), scored.hand(seat).of(suit));
        drawn += (before..now).map(|_| Cards::one(suit)).sum();
    }
    if drawn.is_empty() { Vec::new() } else { vec![format!("You draw {}.", named(drawn, ink))] }
}

/// The result of a round, from the side of a seat.
fn round(scored: &Hanamikoji, before: &Hanamikoji, seat: Seat, ink: Ink) -> Vec<String> {
    let cards = scored.scored();
    let mut lines = vec![format!("Round {} is over.", scored.round())];
    let secrets = named(scored.aside(1 - seat).secret(), ink);
    lines.push(format!("The other side's secret was {secrets}."));
    for suit in 0..SUITS as Suit {
        let [own, other] = [seat, 1 - seat].map(|side| cards[side].of(suit));
        let owner = |state: &Hanamikoji| state.markers().owner(usize::from(suit));
        let whose = match owner(scored) {
            Some(side) if side == seat => "favours you",
            Some(_) => "favours the other side",
            None => "favours nobody",
        };
        let change = if owner(scored) == owner(before) { ", as before" } else { "" };
        let name = format!("{}{}", geisha(suit, ink), " ".repeat(7 - GEISHAS[usize::from(suit)].len()));
        lines
            .push(format!("  {name} charm {}   {own} : {other}   {whose}{change}", CHARM[usize::from(suit)]));
    }
    let [own, other] = [seat, 1 - seat].map(|side| {
        format!("{} with charm {}", geishas(scored.markers().count(side)), scored.markers().charm(side))
    });
    lines.push(format!("You have {own}, the other side {other}."));
    lines
}

/// The end of a game.
pub fn ending(state: &Hanamikoji, seat: Seat) -> Vec<String> {
    let Some(outcome) = state.outcome() else { return Vec::new() };
    let by = match outcome.by {
        Decided::Markers => "with four geishas or more",
        Decided::Charm => "with charm of eleven or more",
        Decided::Lead => "by the lead after the last round",
        Decided::Tier => "by the geisha of the highest charm that only one side holds",
        Decided::Nothing => "by nothing",
    };
    let result = match outcome.winner {
        Some(winner) if winner == seat => format!("You win {by}."),
        Some(_) => format!("You lose: the other side wins {by}."),
        None => String::from("A draw."),
    };
    let favour = |side: Seat| {
        format!("{}, charm {}", geishas(state.markers().count(side)), state.markers().charm(side))
    };
    vec![result, format!("You: {}. The other side: {}.", favour(seat), favour(1 - seat))]
}

/// The cards on the table and those that cannot be seen.
pub fn cards_gone(view: &View, ink: Ink) -> String {
    let mut lines = Vec::new();
    for (title, side) in [("You laid open", view.seat()), ("The other side laid open", 1 - view.seat())] {
        let own = view.pile(side);
        let list = if own.is_empty() { String::from("nothing") } else { named(own, ink) };
        lines.push(format!("{title}: {list}"));
    }
    lines.push(format!("You cannot see: {}", named(view.unseen(), ink)));
    lines.join("\n")
}
