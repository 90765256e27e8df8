//! The large boards for experiments: names, options, text, and the playouts of the thesis. People play on the boards
//! of 5 and 7.

use std::fmt::Write as _;

use karuta_engine::playout::Policy;
use karuta_engine::{Game, Rng, Seat};
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use karuta_playable::parts::{Parts, PolicyPart};
use karuta_playable::playable::{Measure, Playable, Purpose};
use karuta_playable::spec::{Args, Param};

use super::board::{Board, SIDES, Squares};
use super::{End, LargeOnitama, Move};
use crate::deal::{self, Options};
use crate::text::notation::parse_cards;
use crate::text::options;

/// The options of a game: the board, and those of every board.
#[derive(Clone, Debug)]
pub struct LargeOptions {
    board: &'static Board,
    rest: Options,
}

/// Wins if it can, else captures if it can, else anything, as on the smaller boards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Priority;

impl Policy<LargeOnitama> for Priority {
    #[inline]
    fn pick(&mut self, state: &LargeOnitama, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let seat = usize::from(state.turn);
        if let Some(mv) = state.winning_move(seat) {
            return mv;
        }
        let students = state.pieces[1 - seat];
        if !state.attacks(seat).and(students).is_empty() {
            buf.clear();
            state.each_step(seat, students, |mv| buf.push(mv));
            return buf[rng.index(buf.len())];
        }
        state.random_move(buf, rng)
    }
}

impl Playable for LargeOnitama {
    type Options = LargeOptions;

    const NAME: &'static str = "onitama-large";
    const HELP: &'static str = "Onitama on boards of 5 to 13 squares a side, for experiments";
    const PARAMS: &'static [Param] = &[
        Param { name: "board", default: "9", help: "squares a side: 5, 7, 9, 11, 13" },
        options::PARAMS[0],
        options::PARAMS[1],
        Param {
            name: "cap",
            default: "auto",
            help: "plies after which the game is a draw: a number, off, or auto (off in analysis; in matches 100 \
                   for each square of a side)",
        },
    ];
    const MEASURES: &'static [Measure] = &[
        Measure { name: "temple_wins", help: "games won by reaching the temple", is_total: true },
        Measure { name: "capture_wins", help: "games won by capturing the master", is_total: true },
        Measure { name: "capped", help: "games that reached the ply cap", is_total: true },
    ];
    const POSITION_HELP: &'static str = "the squares a1, b1, .. row by row (0 empty, 1/2 seat 0's student/master, \
                                         3/4 seat 1's), five cards, the seat to move, plies made";
    const EXHIBITION: &'static [&'static str] = &[];
    const LEARNS: bool = false;

    fn options(args: &Args<'_>, purpose: Purpose) -> Result<LargeOptions, InputError> {
        let names = SIDES.map(|side| side.to_string());
        let side = SIDES[args.word("board", &names.each_ref().map(String::as_str))?];
        let board = Board::of(side).expect("every side has a board");
        Ok(LargeOptions { board, rest: options::read_for(args, purpose, 100 * side as u16)? })
    }

    fn title(options: &LargeOptions) -> String {
        let side = options.board.side;
        format!("Onitama on a board of {side}x{side}")
    }

    fn deal(options: &LargeOptions, rng: &mut Rng) -> Self {
        let (cards, turn) = deal::cards_and_starter(&options.rest, options.board.side, rng);
        LargeOnitama::opening(options.board, cards, turn, options.rest.cap)
    }

    fn position(&self) -> String {
        let mut text = String::new();
        for square in self.board.all.iter() {
            text.push(char::from(b'0' + self.digit(square)));
        }
        let [[a, b], [c, d]] = self.hands;
        let names = [a, b, c, d, self.side].map(|card| card.face().name).join(",");
        let _ = write!(text, " {names} {} {}", self.turn, self.ply);
        text
    }

    fn parse_position(options: &LargeOptions, text: &str) -> Result<Self, InputError> {
        let board = options.board;
        let failed = |what: &str| {
            let help = Self::POSITION_HELP;
            InputError::new(format!(
                "{text:?} is no position on {0}x{0}: {what}; expected {help}",
                board.side
            ))
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[squares, names, turn, ply] = words.as_slice() else {
            return Err(failed(&format!("{} words", words.len())));
        };
        let turn =
            ["0", "1"].iter().position(|&seat| seat == turn).ok_or_else(|| failed("no seat to move"))?;
        let ply = ply.parse().map_err(|_| failed("no number of plies"))?;
        let mut state = LargeOnitama::opening(board, parse_cards(names, ',')?, turn, options.rest.cap);
        state.place(squares).map_err(failed)?;
        Ok(LargeOnitama { ply, ..state })
    }

    fn move_text(&self, mv: Move) -> String {
        let card = mv.card.face().name;
        if mv.is_pass() {
            return format!("pass {card}");
        }
        let name = |square: u8| {
            let (x, y) = (usize::from(square) % self.board.side, usize::from(square) / self.board.side);
            format!("{}{}", char::from(b'a' + x as u8), y + 1)
        };
        format!("{card} {}-{}", name(mv.from), name(mv.to))
    }

    fn render(view: &Self, _: Seat, _: Ink) -> String {
        let side = view.board.side;
        let mut text = String::new();
        for y in (0..side).rev() {
            let _ = write!(text, "{:>2} ", y + 1);
            for x in 0..side {
                let piece = [" .", " r", " R", " b", " B"][usize::from(view.digit((y * side + x) as u8))];
                text.push_str(piece);
            }
            text.push('\n');
        }
        let hand = |seat: Seat| view.hands[seat].map(|card| card.face().name).join(", ");
        let _ = writeln!(text, "r: {}; b: {}; side: {}", hand(0), hand(1), view.side.face().name);
        text
    }

    fn measure(&self, seat: Seat) -> Vec<Option<f64>> {
        let won = self.winner() == Some(seat);
        let flag = |claim: bool| Some(f64::from(u8::from(claim)));
        vec![
            flag(won && self.end() == End::Temple),
            flag(won && self.end() == End::Capture),
            flag(self.end() == End::Cap),
        ]
    }

    fn parts() -> Parts<Self> {
        Parts {
            policies: vec![PolicyPart::new::<Priority>(
                "priority",
                "wins if it can, else captures, else anything",
            )],
            ..Parts::default()
        }
    }
}

impl LargeOnitama {
    /// The piece on a square: 0 none, 1 and 2 seat 0's student and master, 3 and 4 seat 1's.
    fn digit(&self, square: u8) -> u8 {
        match (0..2).find(|&seat| self.pieces[seat].has(square)) {
            Some(seat) => 1 + 2 * seat as u8 + u8::from(self.masters[seat] == square),
            None => 0,
        }
    }

    /// Puts pieces on the squares as digits name them; the error says what is wrong.
    fn place(&mut self, digits: &str) -> Result<(), &'static str> {
        if digits.len() != self.board.side * self.board.side {
            return Err("another number of squares");
        }
        let mut masters = [None; 2];
        self.pieces = [Squares::default(); 2];
        for (square, digit) in (0..).zip(digits.bytes()) {
            let piece = match digit {
                b'0' => continue,
                b'1'..=b'4' => digit - b'1',
                _ => return Err("a square that is none of 0 to 4"),
            };
            let seat = usize::from(piece / 2);
            self.pieces[seat] = self.pieces[seat].with(square);
            if piece % 2 == 1 && masters[seat].replace(square).is_some() {
                return Err("a seat with two masters");
            }
        }
        let [Some(first), Some(second)] = masters else { return Err("a seat without a master") };
        self.masters = [first, second];
        let temples = self.board.temples;
        match first == temples[1] || second == temples[0] {
            true => Err("a master on the other temple"),
            false => Ok(()),
        }
    }
}
