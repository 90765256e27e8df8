//! Inputs of a net from a position: planes of pieces, the five cards as the steps they allow, how far the game
//! is. Everything is turned to the side of the seat to move, so that a net plays both.

use karuta_engine::{Game, Seat};
use karuta_playable::encoding::{Encoder, InputSink, Inputs, MoveCode};
use karuta_playable::parts::Named;

use crate::cards::Card;
use crate::{Move, Onitama, numbering};

/// Own students, own master, the other's students, the other's master.
const PLANES: usize = 4;
/// The steps from two back and two left to two ahead and two right.
const STEPS: usize = 25;
/// Own two cards, the other's two, the side card.
const CARDS: usize = 5;
/// Plies made and plies left to the draw, each on a scale of its own.
const CLOCK: usize = 2;

/// Positions with a number for every move.
pub(crate) fn planes<const N: usize>() -> Named<Encoder<Onitama<N>>> {
    Named {
        name: "planes",
        help: "pieces by square, the five cards as steps, plies; all from the side of the seat to move",
        part: Encoder {
            groups: if N == 5 {
                &[PLANES * 25, CARDS * STEPS, CLOCK]
            } else {
                &[PLANES * 49, CARDS * STEPS, CLOCK]
            },
            peeks: false,
            trained: |_| if N == 5 { "onitama5" } else { "onitama7" },
            view: view::<N, Inputs>,
            dense: Some(|state, _, to| view(state, to)),
            moves: MoveCode::Outputs { count: numbering::count::<N>(), output: output::<N> },
        },
    }
}

/// The seat from whose side a position is told: the one to move, or the one that would be.
fn side<const N: usize>(state: &Onitama<N>) -> Seat {
    state.turn().unwrap_or(state.setting().turn)
}

fn view<const N: usize, S: InputSink>(state: &Onitama<N>, to: &mut S) {
    let (s, me) = (state.setting(), side(state));
    let squares = N * N;
    let turned = |board: u64| if me == 0 { board } else { board.reverse_bits() >> (64 - squares) };
    for (plane, seat) in [(0, me), (2, 1 - me)] {
        to.set_bits(plane * squares, turned(s.pieces[seat] & !s.masters[seat]));
        to.set_bits((plane + 1) * squares, turned(s.masters[seat]));
    }
    let mut at = PLANES * squares;
    // Each card is told as its holder will use it: the other seat's steps come towards the mover. The side card
    // goes to whoever moves.
    let [own, other] = [s.hands[me], s.hands[1 - me]];
    for (card, sign) in [(own[0], 1), (own[1], 1), (other[0], -1), (other[1], -1), (s.side, 1)] {
        steps(card, sign, at, to);
        at += STEPS;
    }
    to.put(at, f32::from(state.plies()) / 100.0);
    if s.cap != 0 {
        to.put(at + 1, f32::from(s.cap.saturating_sub(state.plies())) / 100.0);
    }
}

fn steps(card: Card, sign: i8, at: usize, to: &mut impl InputSink) {
    for &(right, forward) in card.face().offsets {
        let (x, y) = (sign * right + 2, sign * forward + 2);
        to.set(at + 5 * y as usize + x as usize);
    }
}

fn output<const N: usize>(state: &Onitama<N>, mv: Move) -> Option<usize> {
    numbering::id(state, side(state), mv)
}
