//! The board and the cards, drawn for a terminal.

use std::fmt::Write as _;

use karuta_engine::{Game, Seat};

use super::notation::colour_name;
use super::position::digit;
use crate::cards::{Card, Stamp};
use crate::state::{Onitama, seat_of};

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
