//! Texts for people about Onitama: the rules in short, how moves are written, moves and endings in words.

use karuta_engine::{Game, Seat};
use karuta_playable::variant::Variant;

use super::notation::{colour_name, move_text};
use super::position::digit;
use crate::moves::Move;
use crate::state::{End, Onitama};

/// The game and its board.
pub fn title<const N: usize>() -> String {
    let board = if N == 5 { "the official 5x5 board" } else { "the 7x7 board of Schulz's thesis" };
    format!("Onitama on {board}")
}

/// Boards and sets of cards a person may choose.
pub const VARIANTS: &[Variant] = &[
    Variant { key: "base", name: "Official board, sixteen cards", spec: "onitama5" },
    Variant { key: "all", name: "With Sensei's Path", spec: "onitama5:cards=base+sensei" },
    Variant { key: "paper", name: "7x7 board of Schulz's thesis", spec: "onitama7" },
];

/// The rules in short.
pub const RULES: &str = "\
Each side has a master (capital letter) and students. Five cards are in play:
two for each side and one beside the board. In your turn you choose one of your
two cards and move one of your pieces as the card shows: o is the piece, x the
squares it may go to, in your direction. Pieces jump; a piece of the other side
on the square you reach is captured. Then your card goes to the side, and you
take the one that lay there.
You win by capturing the other master (the Way of the Stone) or by moving your
master onto the other side's temple, _ in the middle of its home row (the Way
of the Stream). If no move is possible you only exchange a card.";

/// The notation of moves.
pub const MOVE_HELP: &str = "\
A move is a card and two squares:  boar a1a2   moves the piece on a1 to a2.
The squares alone will do where one card fits:  a1a2
If no piece can move:  pass boar   exchanges that card.";

/// A move in words.
pub fn words<const N: usize>(state: &Onitama<N>, mv: Move) -> String {
    let s = state.setting();
    let takes = match digit(&s, usize::from(mv.to)) {
        0 => "",
        _ if mv.is_pass() => "",
        piece if usize::from(piece > 2) == s.turn => "",
        2 | 4 => ", captures the master",
        _ => ", captures a student",
    };
    format!("{}{takes}", move_text::<N>(mv))
}

/// The end of a game.
pub fn ending<const N: usize>(state: &Onitama<N>, seat: Seat) -> Vec<String> {
    debug_assert!(state.turn().is_none(), "the game goes on");
    let Some(winner) = state.winner() else {
        return vec![String::from("A draw: the limit of plies is reached.")];
    };
    let (result, whose, other) = if winner == seat {
        ("You win", String::from("your"), String::from("the other"))
    } else {
        ("You lose", format!("{}'s", colour_name::<N>(winner)), String::from("your"))
    };
    let way = match state.end() {
        End::Temple => format!("{whose} master stands on {other} temple, the Way of the Stream"),
        End::Capture | End::No | End::Cap => format!("{other} master is captured, the Way of the Stone"),
    };
    let left = format!(
        "Pieces left: yours {}, the other side's {}.",
        state.pieces_left(seat),
        state.pieces_left(1 - seat)
    );
    vec![format!("{result}: {way}."), left]
}
