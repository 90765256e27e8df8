//! The numbers of moves: the place of the card in the mover's hand, the square left and the square reached,
//! both from the mover's side of the board; the two exchanges of a stuck seat come last.

use karuta_engine::Seat;
use karuta_playable::numbering::{Numbering, append};

use crate::{Move, Onitama};

/// The numbers of moves.
pub fn numbering<const N: usize>() -> Numbering<Onitama<N>> {
    Numbering { version: 1, count: |_| count::<N>(), id: id::<N>, ids: ids::<N>, mv: mv::<N> }
}

/// The number of moves: 1,252 on 5x5, 4,804 on 7x7.
pub(crate) const fn count<const N: usize>() -> usize {
    2 * squares::<N>() * squares::<N>() + 2
}

const fn squares<const N: usize>() -> usize {
    N * N
}

/// A square as the mover counts them: seat 1 sits on the other side.
fn turned<const N: usize>(seat: Seat, square: usize) -> usize {
    if seat == 0 { square } else { squares::<N>() - 1 - square }
}

/// The number of a move of `seat`; `None` if it does not hold the card.
#[inline]
pub(crate) fn id<const N: usize>(state: &Onitama<N>, seat: Seat, mv: Move) -> Option<usize> {
    let [first, second] = state.hands[seat];
    let is_first = mv.card == first;
    // Not `||`: which of the two cards it is nobody can foretell, so a branch would cost more than the comparison.
    if !(is_first | (mv.card == second)) {
        return None;
    }
    let slot = usize::from(!is_first);
    if mv.is_pass() {
        return Some(2 * squares::<N>() * squares::<N>() + slot);
    }
    let (from, to) = (turned::<N>(seat, mv.from.into()), turned::<N>(seat, mv.to.into()));
    Some((slot * squares::<N>() + from) * squares::<N>() + to)
}

/// Appends the numbers of legal moves. A stuck seat can only exchange cards and nobody else can, so the first move tells
/// which kind all of them are, and steps need no branch each.
fn ids<const N: usize>(state: &Onitama<N>, seat: Seat, moves: &[Move], out: &mut Vec<usize>) {
    if moves.first().is_none_or(|mv| mv.is_pass()) {
        return append(moves, out, |mv| id(state, seat, mv));
    }
    let [first, _] = state.hands[seat];
    // The last square of a board is the first one of the other seat, and so are pairs of squares.
    let pairs = squares::<N>() * squares::<N>();
    let turn = if seat == 0 { 0 } else { pairs - 1 };
    out.extend(moves.iter().map(|mv| {
        let pair = usize::from(mv.from) * squares::<N>() + usize::from(mv.to);
        usize::from(mv.card != first) * pairs + turn.abs_diff(pair)
    }));
    debug_assert!(moves.iter().rev().zip(out.iter().rev()).all(|(&mv, &at)| id(state, seat, mv) == Some(at)));
}

fn mv<const N: usize>(state: &Onitama<N>, seat: Seat, id: usize) -> Option<Move> {
    let hand = state.hands[seat];
    let steps = 2 * squares::<N>() * squares::<N>();
    if id >= steps {
        return hand.get(id - steps).map(|&card| Move::pass(card));
    }
    let (card, from, to) =
        (id / squares::<N>() / squares::<N>(), id / squares::<N>() % squares::<N>(), id % squares::<N>());
    let square = |at: usize| turned::<N>(seat, at) as u8;
    (from != to).then(|| Move { card: hand[card], from: square(from), to: square(to) })
}
