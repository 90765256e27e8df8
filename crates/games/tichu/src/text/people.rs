//! Texts for people about Tichu: cards with their suits, the rules in short, how moves are written, what
//! happens and how a round or game ended in words.

use karuta_engine::{Game, Seat};
use karuta_playable::ink::{Colour, Face, Ink};
use karuta_playable::variant::Variant;

use crate::cards::{Cards, SUITS, card_name, rank_name};
use crate::combos::Kind;
use crate::moves::{Move, What};
use crate::rules::{Quirks, Rules};
use crate::text::notation::seat_name;
use crate::view::View;
use crate::{Call, Phase, Tichu};

/// The suits as they are drawn, in the order of [`SUITS`]: Star, Pagoda, Jade, Sword.
const SIGNS: [char; 4] = ['★', '▲', '◆', '†'];

const COLOURS: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Green, Colour::Usual];

/// The game and its rules.
pub fn title(rules: &Rules) -> String {
    let which = if rules.calls { "the official rules" } else { "the rules of Pestalozzi's report" };
    let length = match rules.target {
        0 => String::from("a single round"),
        target => format!("to {target} points"),
    };
    format!("Tichu by {which}, {length}")
}

/// Rules a person may choose.
pub const VARIANTS: &[Variant] = &[
    Variant { key: "short", name: "Official rules, to 300", spec: "tichu:target=300" },
    Variant { key: "full", name: "Official rules, to 1000", spec: "tichu:target=1000" },
    Variant { key: "round", name: "Official rules, one round", spec: "tichu:target=0" },
    Variant { key: "paper", name: "Rules of Pestalozzi's report", spec: "tichu:rules=report" },
];

/// The rules in short.
pub const RULES: &str = "\
Partners sit opposite: South and North against East and West. Everybody gets 14
of 56 cards and gives one card to each of the others. The Mah Jong leads. Who
leads plays a single, a pair, stairs of pairs, a triple, a full house, or a
straight of five or more; the others play the same kind, higher, or pass. Who
played last when all have passed takes the trick and leads.
Bombs (four of a rank; a straight flush of five or more) beat everything and may
be played out of turn.
  Mah Jong  1, leads first; its player may wish for a rank that must be played
  Dog       led only; passes the lead to the partner
  Phoenix   half a point over a single, or any rank in a combination; -25 points
  Dragon    highest single; 25 points; its trick goes to an opponent
Kings and tens count 10, fives 5. The last player gives the hand to the opponents
and the tricks to whoever was out first. If partners are out first and second
they score 200 instead. Tichu (before your first card) stakes 100 points on being
out first, Grand Tichu (with eight cards) 200.";

/// The notation of moves.
pub const MOVE_HELP: &str = "\
A play is its cards. A card is a suit and a rank: R5 (red Star ★), B5 (blue
Pagoda ▲), G5 (green Jade ◆), S5 (black Sword †); ranks 2 to 9, T or 10, J, Q, K, A;
Mah, Dog, Pho and Dra are the four special cards. Suits may be left out.
  S5                 a single       5 5                a pair of fives
  5 5 6 6            stairs         7 7 7 K K          a full house
  Mah 2 3 4 Pho      a straight     pass               no play
  give S2 left       in the exchange: right, partner or left
  tichu, grand tichu, no call      wish 8, wish none      dragon left
  hold               keep a bomb you could throw out of turn";

/// A card in the colour of its suit.
pub fn card(number: u8, ink: Ink) -> String {
    let name = card_name(number);
    if !is_suited(number) || !ink.is_colour() {
        return name;
    }
    let suit = usize::from(number & 3);
    ink.paint(COLOURS[suit], &format!("{}{}", SIGNS[suit], shown_rank(number)))
}

/// The rank of a suited card, as it is drawn.
fn shown_rank(number: u8) -> String {
    match rank_name(number / 4) {
        'T' => String::from("10"),
        rank => rank.to_string(),
    }
}

fn is_suited(card: u8) -> bool {
    (8..60).contains(&card)
}

/// Cards with blanks between them.
pub fn named(cards: Cards, ink: Ink) -> String {
    cards.iter().map(|number| card(number, ink)).collect::<Vec<_>>().join(" ")
}

/// Cards as they are drawn.
pub fn faces(cards: Cards, ink: Ink) -> Vec<Face> {
    let face = |number: u8| {
        if !is_suited(number) {
            return Face { top: card_name(number), bottom: String::new(), colour: Colour::Yellow };
        }
        let suit = usize::from(number & 3);
        let sign = if ink.is_colour() { SIGNS[suit] } else { SUITS[suit] };
        Face { top: shown_rank(number), bottom: sign.to_string(), colour: COLOURS[suit] }
    };
    cards.iter().map(face).collect()
}

/// The combination in words.
pub const fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Single => "single",
        Kind::Pair => "pair",
        Kind::Triple => "triple",
        Kind::Stairs => "stairs",
        Kind::FullHouse => "full house",
        Kind::Straight => "straight",
        Kind::Four => "bomb of four",
        Kind::Flush => "straight flush bomb",
    }
}

/// The cards a play lays down.
fn laid(state: &Tichu, mv: Move, kind: Kind) -> Cards {
    if mv.is_named() {
        return mv.named_cards(kind, state.hands[state.seat()]);
    }
    mv.cards(kind, state.hands[state.seat()], state.rules.quirks.has(Quirks::STARTS))
}

/// A move in words.
pub fn words(state: &Tichu, mv: Move, ink: Ink) -> String {
    let to = |way: usize| seat_name(state.seat() + way);
    match mv.what() {
        What::Play(Kind::Single) => named(laid(state, mv, Kind::Single), ink),
        What::Play(kind) => format!("{} {}", kind_words(kind), named(laid(state, mv, kind), ink)),
        What::Pass => String::from("pass"),
        What::Tichu => String::from("calls Tichu"),
        What::Grand => String::from("calls Grand Tichu"),
        What::NoCall => String::from("no call"),
        What::Hold => String::from("keep the bomb"),
        What::Wish if mv.rank() == 0 => String::from("no wish"),
        What::Wish => format!("wishes for {}", rank_name(mv.rank())),
        What::Gift => format!("the Dragon's trick, {} points, to {}", state.trick, to(mv.way())),
        What::Give => match mv.card() {
            Some(number) => format!("{} to {}", card(number, ink), to(mv.way())),
            None => format!("a card to {}", to(mv.way())),
        },
    }
}

/// A seat as the looker calls it.
fn called(seat: Seat, looker: Seat) -> String {
    if seat == looker { String::from("You") } else { seat_name(seat) }
}

/// News for people after a move: seats that are out, wishes fulfilled, the taker of the trick, and the result of a
/// round that ended.
pub fn news(state: &Tichu, mv: Move, looker: Seat) -> Vec<String> {
    const PLACES: [&str; 4] = ["first", "second", "third", "last"];
    let mut after = *state;
    after.apply(mv);
    let mover = state.seat();
    let is = |seat: Seat| if seat == looker { "are" } else { "is" };
    let mut lines = Vec::new();
    if let What::Play(kind) = mv.what() {
        let cards = laid(state, mv, kind);
        if state.wish != 0 && cards.has_rank(state.wish) {
            lines.push(format!("The wish for {} is fulfilled.", rank_name(state.wish)));
        }
        if state.hands[mover] == cards {
            let place = PLACES[usize::from(state.finished).min(3)];
            lines.push(format!("{} {} out {place}.", called(mover, looker), is(mover)));
        }
    }
    let is_over = after.round != state.round || after.phase == Phase::Over;
    if is_over {
        lines.extend(round(state, &after, mv, looker));
    } else if state.top.is_some() && after.top.is_none() && mv.what() != What::Gift {
        let owner = usize::from(state.owner);
        let verb = if owner == looker { "take" } else { "takes" };
        lines.push(format!("{} {verb} the trick: {} points.", called(owner, looker), state.trick));
    }
    lines
}

/// The result of a round.
fn round(before: &Tichu, after: &Tichu, mv: Move, looker: Seat) -> Vec<String> {
    let mut out: Vec<Seat> =
        before.out[..usize::from(before.finished)].iter().map(|&seat| seat.into()).collect();
    if let What::Play(kind) = mv.what()
        && before.hands[before.seat()] == laid(before, mv, kind)
    {
        out.push(before.seat());
    }
    let own = looker % 2;
    let gained = [own, 1 - own].map(|team| after.scores[team] - before.scores[team]);
    let mut lines = vec![format!("Round {} is over.", before.round)];
    if let [first, second] = out[..]
        && first % 2 == second % 2
    {
        let whose = if first % 2 == own { "You and your partner" } else { "Your opponents" };
        lines.push(format!("{whose} are out first and second: a double victory."));
    }
    for seat in (0..4).filter(|&seat| before.calls[seat] != Call::None) {
        let made = out.first() == Some(&seat);
        let call = if before.calls[seat] == Call::Grand { "Grand Tichu" } else { "Tichu" };
        let result = if made { "is made" } else { "fails" };
        let sign = if made { '+' } else { '-' };
        let whose = if seat == looker { String::from("Your") } else { format!("{}'s", seat_name(seat)) };
        lines.push(format!("{whose} {call} {result}: {sign}{} points.", before.calls[seat].stake()));
    }
    lines.push(format!("You and your partner score {:+} points, your opponents {:+}.", gained[0], gained[1]));
    lines.push(format!("The match stands at {} : {}.", after.scores[own], after.scores[1 - own]));
    lines
}

/// The end of a game.
pub fn ending(state: &Tichu, seat: Seat) -> Vec<String> {
    let [own, other] = [state.scores[seat % 2], state.scores[1 - seat % 2]];
    let result = match own.cmp(&other) {
        std::cmp::Ordering::Greater => "You and your partner win",
        std::cmp::Ordering::Less => "You lose: your opponents win",
        std::cmp::Ordering::Equal => "A draw",
    };
    let rounds = if state.round == 1 { String::from("one round") } else { format!("{} rounds", state.round) };
    vec![format!("{result}, {own} : {other} points after {rounds}.")]
}

/// The cards that have been played, and those that are hidden.
pub fn cards_gone(view: &View, ink: Ink) -> String {
    let state = view.open();
    let list = |cards: Cards| if cards.is_empty() { String::from("nothing") } else { named(cards, ink) };
    let mut lines: Vec<String> = (0..4)
        .map(|step| (view.seat() + step) % 4)
        .map(|seat| format!("{:<6} played: {}", called(seat, view.seat()), list(state.played(seat))))
        .collect();
    lines.push(format!("Not seen yet: {}", list(view.unseen())));
    lines.join("\n")
}
