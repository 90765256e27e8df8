//! The board and the cards, drawn for a terminal.

use karuta_engine::{Game, Seat};
use karuta_playable::ink::{Colour, Ink};

use super::notation::colour_name;
use super::position::digit;
use crate::cards::{Card, Stamp};
use crate::state::{Onitama, Setting, seat_of};

/// The columns of the board with its margin.
const BOARD: usize = 21;

/// The columns of a card with its margin.
const CARD: usize = 13;

/// The board with the seat that looks at the bottom, the cards beside it, turned as they carry pieces there.
/// The card that goes to the mover stands between the hands.
pub fn render<const N: usize>(state: &Onitama<N>, looker: Seat, ink: Ink) -> String {
    let s = state.setting();
    let other = 1 - looker;
    let [above, below] = [(other, grid(&s.hands[other], false)), (looker, grid(&s.hands[looker], true))];
    let side = grid(&[s.side], s.turn == looker);
    let title = |seat: Seat| {
        let whose = if seat == looker { " (you)" } else { "" };
        let name = ink.paint(colour::<N>(seat), &format!("{}{whose}", colour_name::<N>(seat)));
        // Colours take no columns.
        let width = colour_name::<N>(seat).len() + whose.len();
        format!("{name}{}", " ".repeat(BOARD.saturating_sub(width)))
    };
    let board = board::<N>(&s, looker, ink);
    let first = (13 - board.len()) / 2;
    let blank = " ".repeat(BOARD);
    let mut lines = Vec::new();
    for line in 0..13usize {
        let left = match line {
            0 => title(above.0),
            12 => title(below.0),
            _ => line.checked_sub(first).and_then(|at| board.get(at)).cloned().unwrap_or(blank.clone()),
        };
        let middle = match line {
            0..=5 => above.1[line].clone(),
            6 => String::new(),
            _ => below.1[line - 7].clone(),
        };
        let right = match line {
            3 => String::from("side card"),
            4..=9 => side[line - 4].clone(),
            _ => String::new(),
        };
        lines.push(format!("{left}{middle:<width$}  {right}", width = 2 * CARD).trim_end().to_string());
    }
    if state.turn().is_some() {
        lines.push(String::new());
        lines.push(prompt(state, looker));
    }
    lines.join("\n") + "\n"
}

/// The step that the game waits for; empty once it is over.
pub fn prompt<const N: usize>(state: &Onitama<N>, looker: Seat) -> String {
    match state.turn() {
        None => String::new(),
        Some(seat) if seat == looker => String::from("You are to move."),
        Some(seat) => format!("{} is to move.", colour_name::<N>(seat)),
    }
}

fn colour<const N: usize>(seat: Seat) -> Colour {
    if seat == seat_of::<N>(Stamp::Blue) { Colour::Blue } else { Colour::Red }
}

/// The rows of the board and the names of the files, each [`BOARD`] columns wide.
fn board<const N: usize>(s: &Setting, looker: Seat, ink: Ink) -> Vec<String> {
    let letters = if seat_of::<N>(Stamp::Blue) == 0 { ['b', 'B', 'r', 'R'] } else { ['r', 'R', 'b', 'B'] };
    let turned = |n: usize| if looker == 0 { n } else { N - 1 - n };
    let margin = " ".repeat(BOARD - 4 - 2 * N);
    let mut rows = Vec::new();
    for y in (0..N).rev().map(turned) {
        let cells = (0..N).map(turned).map(|x| {
            let square = y * N + x;
            let is_temple = (Onitama::<N>::TEMPLES[0] | Onitama::<N>::TEMPLES[1]) >> square & 1 == 1;
            match (digit(s, square), is_temple) {
                (0, true) => String::from(" _"),
                (0, false) => ink.dim(" ."),
                (piece, _) => {
                    let seat = usize::from(piece > 2);
                    let letter = format!(" {}", letters[usize::from(piece) - 1]);
                    let shown = ink.paint(colour::<N>(seat), &letter);
                    if piece % 2 == 0 { ink.bold(&shown) } else { shown }
                }
            }
        });
        rows.push(format!("  {} {}{margin}", y + 1, cells.collect::<String>()));
    }
    let files: Vec<String> = (0..N).map(turned).map(|x| char::from(b'a' + x as u8).to_string()).collect();
    rows.push(format!("     {}{}", files.join(" "), " ".repeat(BOARD - 4 - 2 * N)));
    rows
}

/// Cards side by side, name and grid: `o` the piece, `x` where it goes, upright or turned round.
fn grid(cards: &[Card], upright: bool) -> Vec<String> {
    let sign = if upright { 1 } else { -1 };
    let row = |card: &Card, dy: i8| {
        let cell = |dx: i8| match (dx, dy) {
            (0, 0) => "o",
            (dx, dy) if card.face().offsets.contains(&(sign * dx, sign * dy)) => "x",
            _ => ".",
        };
        let cells: Vec<&str> = (-2..=2).map(cell).collect();
        format!("{:<CARD$}", cells.join(" "))
    };
    let names = cards.iter().map(|card| format!("{:<CARD$}", card.face().name)).collect::<String>();
    let rows = (-2..=2i8).rev().map(|dy| cards.iter().map(|card| row(card, dy)).collect::<String>());
    [names].into_iter().chain(rows).collect()
}
