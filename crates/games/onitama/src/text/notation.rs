//! Onitama in words: positions and moves as text, and the board drawn for a terminal. Knows no rules
//! beyond what makes a position one.

use std::fmt::Write as _;

use karuta_engine::{Game, Seat};

use crate::cards::{Card, Stamp};
use crate::{Move, Onitama, Setting};
use karuta_playable::playable::TextError;

/// The colour of the seat at rank 1. On the official board it follows the public servers, where Blue
/// sits there; on the thesis' board it is Red, as in the thesis.
pub const fn colour_of_first(n: usize) -> Stamp {
    if n == 5 { Stamp::Blue } else { Stamp::Red }
}

/// The seat a colour belongs to.
pub fn seat_of<const N: usize>(colour: Stamp) -> Seat {
    usize::from(colour != colour_of_first(N))
}

/// The colour of a seat.
pub fn colour_name<const N: usize>(seat: Seat) -> &'static str {
    if seat == seat_of::<N>(Stamp::Blue) { "Blue" } else { "Red" }
}

fn square_name<const N: usize>(square: u8) -> String {
    let (x, y) = (square as usize % N, square as usize / N);
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

/// `boar a1a2`, or `pass boar` for the exchange of a stuck seat.
pub fn move_text<const N: usize>(mv: Move) -> String {
    let card = mv.card.face().name;
    if mv.is_pass() {
        return format!("pass {card}");
    }
    format!("{card} {}{}", square_name::<N>(mv.from), square_name::<N>(mv.to))
}

/// The squares as digits, the five cards, the seat to move.
pub fn position<const N: usize>(state: &Onitama<N>) -> String {
    let s = state.setting();
    let mut text = String::with_capacity(N * N + 40);
    for square in 0..N * N {
        text.push(char::from(b'0' + digit(&s, square)));
    }
    let cards = [s.hands[0][0], s.hands[0][1], s.hands[1][0], s.hands[1][1], s.side];
    let names: Vec<&str> = cards.iter().map(|card| card.face().name).collect();
    let _ = write!(text, " {} {}", names.join(","), s.turn);
    text
}

fn digit(s: &Setting, square: usize) -> u8 {
    let bit = 1 << square;
    match (s.pieces[0] & bit != 0, s.pieces[1] & bit != 0) {
        (true, _) => 1 + u8::from(s.masters[0] == bit),
        (_, true) => 3 + u8::from(s.masters[1] == bit),
        (false, false) => 0,
    }
}

/// Reads what [`position`] writes. Card names may hold spaces; squares may be grouped by spaces or
/// slashes, as people paste them.
pub fn parse_position<const N: usize>(text: &str, cap: u16) -> Result<Onitama<N>, TextError> {
    let form = format!("{} digits a1, b1, .. row by row, five cards, the seat to move", N * N);
    let shape = |what: &str| TextError::new(format!("{text:?} is no position: {what}; expected {form}"));
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_digits = |word: &&&str| word.chars().all(|c| c.is_ascii_digit() || c == '/');
    let rows = words.iter().take_while(is_digits).count();
    let digits: String = words[..rows].concat().replace('/', "");
    let Some((seat, names)) = words[rows..].split_last() else {
        return Err(shape("the cards are missing"));
    };
    if digits.len() != N * N {
        return Err(shape(&format!("{} squares", digits.len())));
    }
    let turn = match *seat {
        "0" => 0,
        "1" => 1,
        other => return Err(shape(&format!("{other:?} is not a seat (0 or 1)"))),
    };
    let cards = parse_cards(&names.concat(), ',')?;
    let (pieces, masters) = place::<N>(&digits).map_err(|what| shape(&what))?;
    if masters[turn] == 0 || pieces.iter().any(|&own| own.count_ones() > N as u32) {
        return Err(shape("each seat has a master and at most as many pieces as files"));
    }
    if masters[1 - turn] == 0 {
        return Err(shape("the seat to move has already captured the other master"));
    }
    if masters[turn] == Onitama::<N>::TEMPLES[1 - turn] {
        return Err(shape("the seat to move has already reached the other temple"));
    }
    Ok(Onitama::from_setting(Setting {
        pieces,
        masters,
        hands: [[cards[0], cards[1]], [cards[2], cards[3]]],
        side: cards[4],
        turn,
        cap,
    }))
}

fn place<const N: usize>(digits: &str) -> Result<([u64; 2], [u64; 2]), String> {
    let (mut pieces, mut masters) = ([0u64; 2], [0u64; 2]);
    for (square, c) in digits.chars().enumerate() {
        let bit = 1u64 << square;
        let (seat, is_master) = match c {
            '0' => continue,
            '1' => (0, false),
            '2' => (0, true),
            '3' => (1, false),
            '4' => (1, true),
            other => return Err(format!("{other:?} is no piece (0 empty, 1 2 seat 0, 3 4 seat 1)")),
        };
        pieces[seat] |= bit;
        if is_master && std::mem::replace(&mut masters[seat], bit) != 0 {
            return Err(format!("seat {seat} has two masters"));
        }
    }
    Ok((pieces, masters))
}

/// Five different cards, written with `separator` between them.
pub fn parse_cards(text: &str, separator: char) -> Result<[Card; 5], TextError> {
    let cards: Vec<Card> = text.split(separator).map(parse_card).collect::<Result<_, _>>()?;
    let five: [Card; 5] = cards.try_into().map_err(|cards: Vec<Card>| {
        TextError::new(format!("{} cards in {text:?}; Onitama is played with five", cards.len()))
    })?;
    for (at, card) in five.iter().enumerate() {
        if five[..at].contains(card) {
            let name = card.face().name;
            return Err(TextError::new(format!("{name} is there twice in {text:?}; the five cards differ")));
        }
    }
    Ok(five)
}

/// A card by its name.
pub fn parse_card(text: &str) -> Result<Card, TextError> {
    Card::named(text).ok_or_else(|| {
        let names: Vec<&str> = Card::all().map(|card| card.face().name).collect();
        let hint = match karuta_playable::spec::nearest(&text.to_lowercase(), &names) {
            Some(name) => format!("did you mean {name}? "),
            None => String::new(),
        };
        TextError::new(format!("no card {text:?}; {hint}there are: {}", names.join(", ")))
    })
}

/// The board with seat 0 at the bottom, and the cards drawn as they carry pieces on it.
pub fn render<const N: usize>(state: &Onitama<N>) -> String {
    let s = state.setting();
    let letters =
        if seat_of::<N>(Stamp::Blue) == 0 { ['.', 'b', 'B', 'r', 'R'] } else { ['.', 'r', 'R', 'b', 'B'] };
    let mut out = String::new();
    hand(&mut out, &format!("{} (seat 1)", colour_name::<N>(1)), &s.hands[1], 1);
    out.push('\n');
    for y in (0..N).rev() {
        let _ = write!(out, "  {} ", y + 1);
        for x in 0..N {
            let square = y * N + x;
            let is_temple = (Onitama::<N>::TEMPLES[0] | Onitama::<N>::TEMPLES[1]) >> square & 1 == 1;
            let letter = match (digit(&s, square), is_temple) {
                (0, true) => '_',
                (piece, _) => letters[usize::from(piece)],
            };
            let _ = write!(out, " {letter}");
        }
        out.push('\n');
    }
    let files: Vec<String> = (0..N).map(|x| char::from(b'a' + x as u8).to_string()).collect();
    let _ = writeln!(out, "     {}\n", files.join(" "));
    hand(&mut out, &format!("{} (seat 0)", colour_name::<N>(0)), &s.hands[0], 0);
    out.push('\n');
    hand(&mut out, "side", &[s.side], s.turn);
    if let Some(seat) = state.turn() {
        let _ = writeln!(out, "\n{} (seat {seat}) to move", colour_name::<N>(seat));
    }
    out
}

/// Cards side by side as small grids: `o` the piece, `x` where it goes, turned as `seat` uses them.
fn hand(out: &mut String, title: &str, cards: &[Card], seat: Seat) {
    let names: Vec<String> = cards.iter().map(|card| format!("{:<11}", card.face().name)).collect();
    let _ = writeln!(out, "{title:<16}{}", names.join(" ").trim_end());
    for dy in (-2..=2i8).rev() {
        let rows: Vec<String> = cards
            .iter()
            .map(|card| {
                let sign = if seat == 0 { 1 } else { -1 };
                let cell = |dx: i8| match (dx, dy) {
                    (0, 0) => 'o',
                    step if card.face().offsets.contains(&(sign * step.0, sign * step.1)) => 'x',
                    _ => '.',
                };
                let row: Vec<String> = (-2..=2).map(|dx| cell(dx).to_string()).collect();
                format!("{:<11}", row.join(" "))
            })
            .collect();
        let _ = writeln!(out, "{:<16}{}", "", rows.join(" ").trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use karuta_engine::Rng;
    use proptest::prelude::*;

    const START: &str = "1121100000000000000033433 ox,boar,horse,elephant,crab 0";

    #[test]
    fn the_opening_reads_and_writes() {
        let state = parse_position::<5>(START, 0).expect("a position");
        assert_eq!(position(&state), START);
        let cards = parse_cards("ox,boar,horse,elephant,crab", ',').expect("cards");
        assert_eq!(state, Onitama::opening(cards, 0, 0));
        let spaced = "11211 00000 00000 00000 33433 Ox, Boar, Horse, Elephant, Sea Snake 1";
        assert!(parse_position::<5>(spaced, 0).is_ok());
    }

    #[test]
    fn bad_positions_are_named() {
        let error = |text: &str| parse_position::<5>(text, 0).expect_err("an error").to_string();
        assert!(error("112110 ox,boar,horse,elephant,crab 0").contains("6 squares"));
        assert!(error("1122100000000000000033433 ox,boar,horse,elephant,crab 0").contains("two masters"));
        assert!(error("1121100000000000000033433 ox,ox,horse,elephant,crab 0").contains("twice"));
        assert!(error("1121100000000000000033433 ox,boar,horse,elephant 0").contains("4 cards"));
        assert!(
            error("1121100000000000000033433 ox,boar,horse,elefant,crab 0").contains("did you mean elephant")
        );
        assert!(error("1121100000000000000033433 ox,boar,horse,elephant,crab 2").contains("not a seat"));
        assert!(error("1121100000000000000033333 ox,boar,horse,elephant,crab 0").contains("captured"));
        assert!(error("1111100000000000000033433 ox,boar,horse,elephant,crab 0").contains("a master"));
        assert!(error("9121100000000000000033433 ox,boar,horse,elephant,crab 0").contains("no piece"));
        assert!(error("").contains("missing"));
    }

    proptest! {
        #[test]
        fn no_position_panics(text in "[0-4]{23,26} [a-z,]{0,30} [01]?") {
            let _ = parse_position::<5>(&text, 0);
        }

        #[test]
        fn no_text_panics(text in ".{0,80}") {
            let _ = parse_position::<5>(&text, 0);
            let _ = parse_position::<7>(&text, 0);
        }

        #[test]
        fn reached_positions_read_back(seed in 0u64..1_000) {
            let mut rng = Rng::new(seed);
            let mut pool: Vec<Card> = Card::all().collect();
            rng.shuffle(&mut pool);
            let mut state = Onitama::<7>::opening([pool[0], pool[1], pool[2], pool[3], pool[4]], 0, 0);
            for _ in 0..rng.index(60) {
                if state.turn().is_some() {
                    let mv = state.random_move(&mut Vec::new(), &mut rng);
                    state.apply(mv);
                }
            }
            if state.turn().is_some() {
                let back = parse_position::<7>(&position(&state), 0).expect("what was written");
                prop_assert_eq!(back.setting(), state.setting());
            }
        }
    }
}
