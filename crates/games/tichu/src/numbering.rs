//! The numbers of moves, suits left out where searches leave them out: plays, bombs out of turn, words, wishes,
//! gifts of the Dragon's trick, cards given (and seen to be given face down). By the rules that tell straights
//! apart by the suit of their lowest card those follow.

use std::sync::LazyLock;

use karuta_engine::Seat;
use karuta_playable::numbering::{Numbering, Numbers, append};

use crate::Tichu;
use crate::cards::Cards;
use crate::combos::Kind;
use crate::moves::Move;
use crate::plays::leads;
use crate::rules::{Quirks, Rules};

/// The numbers of moves.
pub fn numbering() -> Numbering<Tichu> {
    Numbering {
        version: 1,
        count: |state| numbers(state).len(),
        id: |state, seat, mv| numbers(state).id(by_seat_0(mv.unnamed(), seat)),
        ids: |state, seat, moves, out| {
            let numbers = numbers(state);
            append(moves, out, |mv| numbers.id(by_seat_0(mv.unnamed(), seat)));
        },
        mv: |state, seat, id| numbers(state).mv(id).map(|mv| of_seat(mv, seat)),
    }
}

fn numbers(state: &Tichu) -> &'static Numbers<Move> {
    static PLAIN: LazyLock<Numbers<Move>> = LazyLock::new(|| all(Quirks::NONE));
    static BY_START: LazyLock<Numbers<Move>> = LazyLock::new(|| all(Quirks::STARTS));
    if state.rules().quirks.has(Quirks::STARTS) { &BY_START } else { &PLAIN }
}

/// A move out of turn names its seat, a number does not: in the list it is seat 0's.
fn by_seat_0(mv: Move, seat: Seat) -> Move {
    if mv.by() == Some(seat) { mv.of_seat(0) } else { mv }
}

fn of_seat(mv: Move, seat: Seat) -> Move {
    if mv.by().is_some() { mv.of_seat(seat) } else { mv }
}

/// Every move, in the order of the numbers.
fn all(quirks: Quirks) -> Numbers<Move> {
    let mut moves = Vec::new();
    // Whoever holds the whole deck can lead everything.
    leads(Cards::ALL, &Rules::OFFICIAL, &mut moves);
    let is_bomb = |mv: &Move| mv.kind().is_some_and(Kind::is_bomb);
    let bombs: Vec<Move> = moves.iter().copied().filter(is_bomb).collect();
    moves.extend(bombs.iter().map(|bomb| bomb.out_of_turn(0)));
    moves.extend([Move::PASS, Move::hold(0), Move::TICHU, Move::GRAND, Move::NO_CALL]);
    moves.extend([0].into_iter().chain(2..=14).map(Move::wish));
    moves.extend([1, 3].map(Move::gift));
    for way in 1..=3 {
        moves.extend(Cards::ALL.iter().map(|card| Move::give(card, way)));
        moves.push(Move::face_down(way));
    }
    leads(Cards::ALL, &Rules { quirks, ..Rules::OFFICIAL }, &mut moves);
    Numbers::new(moves)
}
