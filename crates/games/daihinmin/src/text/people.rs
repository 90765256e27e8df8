//! Texts for people about Daihinmin: cards with their suits, the rules in short, how moves are written,
//! why the table is cleared and how a game ended in words.

use karuta_engine::{Game, Seat};
use karuta_playable::ink::{Colour, Face, Ink};
use karuta_playable::variant::Variant;

use crate::cards::{Cards, SUIT_LETTERS, card_name};
use crate::moves::{Kind, Move};
use crate::text::notation::{TITLES, seat_name};
use crate::view::View;
use crate::{Daihinmin, Phase, SEATS};

/// The suits as they are drawn, in the order of [`SUIT_LETTERS`].
const SIGNS: [char; 4] = ['♣', '♦', '♥', '♠'];

/// The game and its rules.
pub fn title(games: u16) -> String {
    let games = if games == 1 { String::from("one game") } else { format!("{games} games") };
    format!("Daihinmin by the rules of the UECda competition, {games}")
}

/// Lengths of a match a person may choose.
pub const VARIANTS: &[Variant] = &[
    Variant { key: "three", name: "Three games", spec: "daihinmin:games=3" },
    Variant { key: "one", name: "One game", spec: "daihinmin:games=1" },
    Variant { key: "ten", name: "Ten games", spec: "daihinmin:games=10" },
];

/// The rules in short.
pub const RULES: &str = "\
Five play, each for himself; who is rid of the cards first wins. Ranks go from 3
up to A and 2, and the joker is higher still. Who leads plays a single card, two
to four cards of a rank, or three or more cards of a suit in sequence. The others
play the same kind and number, higher, or pass; who has passed waits until the
table is cleared. The last to play leads again.
  eight        clears the table at once
  joker        stands for any card; alone it is beaten by the spade 3 only
  lock         equal suits twice in a row: only these suits may follow
  revolution   four of a rank or a sequence of five turns the ranks round
The places of a game are titles in the next one: daifugo, fugo, heimin, hinmin,
daihinmin. Before play the daihinmin hands his two best cards to the daifugo, the
hinmin his best to the fugo, and gets cards of their choice in return. The first
place is worth 5 points, the last 1.";

/// The notation of moves.
pub const MOVE_HELP: &str = "\
A card is a suit and a rank: S5 is the five of spades, HT the ten of hearts, JO the
joker; suits S H D C, ranks 3 to 9, T, J, Q, K, A, 2.
  S5              a single card
  S7+H7           two of a rank
  S4-S5-S6        a sequence
  S7+JO:H7        the joker stands for the seven of hearts
  pass            no play
  give S3,H4      cards handed over in the exchange";

/// A card in the colour of its suit.
pub fn card(card: Cards, ink: Ink) -> String {
    let name = card_name(card);
    if card == Cards::JOKER || !ink.is_colour() {
        return name;
    }
    let row = (card.lowest() % 4) as usize;
    ink.paint(colour(row), &name.replacen(SUIT_LETTERS[row], &SIGNS[row].to_string(), 1))
}

fn colour(row: usize) -> Colour {
    if row == 1 || row == 2 { Colour::Red } else { Colour::Usual }
}

/// Cards by rank with blanks between them.
pub fn named(cards: Cards, ink: Ink) -> String {
    if cards.is_empty() {
        return String::from("nothing");
    }
    cards.by_rank().map(|one| card(one, ink)).collect::<Vec<_>>().join(" ")
}

/// Cards as they are drawn.
pub fn faces(cards: Cards, ink: Ink) -> Vec<Face> {
    let face = |one: Cards| {
        let name = card_name(one);
        if one == Cards::JOKER {
            return Face { top: name, bottom: String::new(), colour: Colour::Yellow };
        }
        let row = (one.lowest() % 4) as usize;
        let sign = if ink.is_colour() { SIGNS[row] } else { SUIT_LETTERS[row] };
        let rank = name[1..].replace('T', "10");
        Face { top: rank, bottom: sign.to_string(), colour: colour(row) }
    };
    cards.by_rank().map(face).collect()
}

/// A move in words: the kind of play and its cards.
pub fn words(mv: Move, ink: Ink) -> String {
    let stands = match mv.joker_cell() {
        Some(_) => format!(" ({mv})"),
        None => String::new(),
    };
    match mv.kind() {
        Kind::Pass => String::from("pass"),
        Kind::Single => named(mv.cards(), ink),
        Kind::Group => format!(
            "{} of a rank {}{stands}",
            ["", "", "two", "three", "four", "five"][mv.len() as usize],
            named(mv.cards(), ink)
        ),
        Kind::Sequence => format!("sequence {}{stands}", named(mv.cards(), ink)),
        Kind::Give => format!("hands over {}", named(mv.cards(), ink)),
        Kind::GiveUnseen => String::from("hands over cards, face down"),
    }
}

/// A seat as the looker calls it.
pub fn called(seat: Seat, looker: Seat) -> String {
    if seat == looker { String::from("You") } else { seat_name(seat) }
}

/// Effects of a play, why the table is cleared, who is out, and the result of a game that ended.
pub fn news(state: &Daihinmin, mv: Move, looker: Seat) -> Vec<String> {
    let Some(mover) = state.turn().filter(|_| state.phase() == Phase::Play) else { return Vec::new() };
    let mut after = *state;
    after.apply(mv);
    let mut lines = Vec::new();
    if !mv.is_pass() {
        lines.extend(effects(state, mv));
        if state.hand(mover) == mv.cards() {
            let verb = if mover == looker { "are" } else { "is" };
            lines.push(format!(
                "{} {verb} out as number {}.",
                called(mover, looker),
                state.finished().count() + 1
            ));
        }
    }
    if after.game() != state.game() || after.phase() == Phase::Over {
        lines.extend(game(state, &after, looker));
    } else if mv.is_pass() && !state.field().is_empty() && after.field().is_empty() {
        let leader = after.turn().map_or(String::new(), |seat| called(seat, looker));
        let verb = if after.turn() == Some(looker) { "lead" } else { "leads" };
        lines.push(format!("Everybody has passed: the table is cleared. {leader} {verb}."));
    }
    lines
}

/// The effect of a play on the table.
fn effects(state: &Daihinmin, mv: Move) -> Vec<String> {
    let mut lines = Vec::new();
    if mv.revolts() {
        let order = if state.field().reversed {
            "the usual order is back"
        } else {
            "the ranks are turned round, 3 is high"
        };
        lines.push(format!("A revolution: {order}."));
    }
    if state.field().top.is_joker() {
        lines.push(String::from("The spade 3 beats the joker and clears the table."));
    } else if mv.cuts() {
        lines.push(String::from("The eight clears the table."));
    } else if !mv.is_joker() && !state.field().locked && mv.suits() == state.field().top.suits() {
        lines.push(String::from("The suits are locked: only these may follow."));
    }
    lines
}

/// The result of a game.
fn game(before: &Daihinmin, after: &Daihinmin, looker: Seat) -> Vec<String> {
    let place = |seat: Seat| (0..SEATS).find(|&place| after.tally(seat, place) > before.tally(seat, place));
    let mut lines = vec![format!("Game {} of {} is over.", before.game(), before.rules().games)];
    let mut order: Vec<Seat> = (0..SEATS).collect();
    order.sort_by_key(|&seat| place(seat));
    for (at, seat) in order.into_iter().enumerate() {
        let title = if after.phase() == Phase::Over { "" } else { TITLES[at] };
        let line = format!(
            "  {}. {:<9} {title:<10} {} points in all",
            at + 1,
            called(seat, looker),
            after.points(seat)
        );
        lines.push(line);
    }
    lines
}

/// The end of a match.
pub fn ending(state: &Daihinmin, seat: Seat) -> Vec<String> {
    let own = state.points(seat);
    let better = (0..SEATS).filter(|&other| state.points(other) > own).count();
    let shared = (0..SEATS).filter(|&other| other != seat && state.points(other) == own).count();
    let place = ["first", "second", "third", "fourth", "last"][better.min(4)];
    let tie = if shared > 0 { ", shared" } else { "" };
    let result = if better == 0 && shared == 0 { "You win" } else { "The match is over" };
    vec![format!("{result}: you come in {place}{tie} with {own} points.")]
}

/// The cards that have been played, and those that are hidden.
pub fn cards_gone(view: &View, ink: Ink) -> String {
    let mut lines: Vec<String> = view
        .open()
        .seating()
        .into_iter()
        .map(|seat| {
            format!("{:<9} played: {}", called(seat, view.seat()), named(view.open().played(seat), ink))
        })
        .collect();
    lines.push(format!("Not seen yet: {}", named(view.unseen(), ink)));
    lines.join("\n")
}
