//! Inputs of a net from a position: planes of pieces, the five cards as the steps they allow, how far the game
//! is. Everything is turned to the side of the seat to move, so that a net plays both.

use karuta_engine::{Game, Seat};
use karuta_playable::encoding::{DenseInputs, Encoder, InputSink, Inputs, MoveCode};
use karuta_playable::parts::Named;

use crate::cards::{COUNT, Card, FACES};
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
            view: |state, to| view(state, to, list_steps),
            dense: Some(|state, _, to| view(state, to, write_steps)),
            moves: MoveCode::Outputs { count: numbering::count::<N>(), output: output::<N> },
        },
    }
}

/// The seat from whose side a position is told: the one to move, or the one that would be.
fn side<const N: usize>(state: &Onitama<N>) -> Seat {
    state.turn().unwrap_or(state.setting().turn)
}

fn view<const N: usize, S: InputSink>(
    state: &Onitama<N>,
    to: &mut S,
    steps: impl Fn(Card, Side, usize, &mut S),
) {
    let (s, me) = (state.setting(), side(state));
    let squares = N * N;
    let turned = |board: u64| if me == 0 { board } else { board.reverse_bits() >> (64 - squares) };
    for (plane, seat) in [(0, me), (2, 1 - me)] {
        to.write_bits(plane * squares, squares, turned(s.pieces[seat] & !s.masters[seat]));
        to.write_bits((plane + 1) * squares, squares, turned(s.masters[seat]));
    }
    let mut at = PLANES * squares;
    // Each card is told as its holder will use it: the other seat's steps come towards the mover. The side card
    // goes to whoever moves.
    let [own, other] = [s.hands[me], s.hands[1 - me]];
    let [mine, theirs] = [Side::Own, Side::Other];
    for (card, side) in
        [(own[0], mine), (own[1], mine), (other[0], theirs), (other[1], theirs), (s.side, mine)]
    {
        steps(card, side, at, to);
        at += STEPS;
    }
    to.put(at, f32::from(state.plies()) / 100.0);
    to.put(at + 1, f32::from(s.cap.saturating_sub(state.plies())) / 100.0);
}

/// The seat whose steps are told.
#[derive(Clone, Copy)]
enum Side {
    Own,
    Other,
}

/// The place of a step among [`STEPS`].
const fn place((right, forward): (i8, i8), side: Side) -> usize {
    let sign = match side {
        Side::Own => 1,
        Side::Other => -1,
    };
    (5 * (sign * forward + 2) + sign * right + 2) as usize
}

/// The steps in the order of the card's face: nets add up their inputs in the order of the list, and sums of another
/// order differ in their last bits.
fn list_steps(card: Card, side: Side, at: usize, to: &mut Inputs) {
    card.face().offsets.iter().for_each(|&step| to.set(at + place(step, side)));
}

/// The steps of each card as bits of [`STEPS`], by card and side.
const BITS: [[u32; 2]; COUNT] = {
    let mut bits = [[0; 2]; COUNT];
    let mut card = 0;
    while card < COUNT {
        let mut step = 0;
        while step < FACES[card].offsets.len() {
            let offset = FACES[card].offsets[step];
            bits[card][Side::Own as usize] |= 1 << place(offset, Side::Own);
            bits[card][Side::Other as usize] |= 1 << place(offset, Side::Other);
            step += 1;
        }
        card += 1;
    }
    bits
};

fn write_steps(card: Card, side: Side, at: usize, to: &mut DenseInputs<'_>) {
    to.write_bits(at, STEPS, BITS[usize::from(card.0)][side as usize].into());
}

fn output<const N: usize>(state: &Onitama<N>, mv: Move) -> Option<usize> {
    numbering::id(state, side(state), mv)
}
