//! The value net: a small net that says what a position is worth to the seat to move. Knows pieces, squares and
//! cards; knows nothing of searches, nor of how its weights were found.
//!
//! One hidden layer of [`HIDDEN`] units reads where every piece stands and which steps each hand and the side card
//! allow. Each side's squares are counted from its own home rank. A card is the sum of its steps, so cards that were
//! never seen in training are understood as well. Weights are integers, the same on every machine; a position has at
//! most nineteen active inputs, so adding up their rows is cheaper than keeping sums from move to move.

use std::array;
use std::sync::LazyLock;

use karuta_engine::Seat;
use wide::{i16x8, i32x4};

use crate::cards::{COUNT, Card, FACES};
use crate::reach::SQUARES;
use crate::state::Onitama;

/// Units of the hidden layer.
pub const HIDDEN: usize = 32;

/// One unit of activation in the integers of the first layer.
pub const ONE: i16 = 64;

/// Activations are cut here.
const MOST: i16 = 2 * ONE;

/// Output weights are points times this.
pub const FINE: i32 = 8;

/// Steps reach two squares in every direction.
const STEPS: usize = 25;

/// The owner of a piece or card, seen by the seat to move.
#[derive(Clone, Copy)]
enum Whose {
    Mover,
    Other,
}

/// Numbers that one instruction of a baseline processor adds.
const LANES: usize = 8;

/// A number for every unit.
type Row = [i16x8; HIDDEN / LANES];

const ZERO: Row = [i16x8::ZERO; HIDDEN / LANES];

/// The weights of a net, arranged for one board size.
#[derive(Debug)]
pub struct Network {
    bias: Row,
    out: Row,
    /// By whose it is, the seat it belongs to, student or master, and square of the board.
    pieces: Box<[[[[Row; SQUARES]; 2]; 2]; 2]>,
    /// By place (hand of the mover, hand of the other, side) and card.
    cards: Box<[[Row; COUNT]; 3]>,
    /// Points for each of the [`Threats`].
    threats: [i16; THREATS],
}

/// Attacks of the pieces, an input beside the net: numbers that a net so small learns badly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats(pub [i8; THREATS]);

/// The length of [`Threats`].
pub const THREATS: usize = 3;

/// Inputs of the net of a board with so many squares: pieces, then steps of cards.
pub const fn inputs(squares: usize) -> usize {
    4 * squares + 3 * STEPS
}

/// Bytes of the file of a board with so many squares.
pub const fn length(squares: usize) -> usize {
    2 * ((2 + inputs(squares)) * HIDDEN + THREATS)
}

static FIVE: LazyLock<Network> = LazyLock::new(|| Network::read(5, include_bytes!("network/five.bin")));
static SEVEN: LazyLock<Network> = LazyLock::new(|| Network::read(7, include_bytes!("network/seven.bin")));

impl Network {
    /// The net of a board: biases, output weights, then a row for every input.
    fn read(n: usize, bytes: &[u8]) -> Network {
        assert!(bytes.len() == length(n * n), "the net of a board of {n} is whole");
        let numbers: Vec<i16> =
            bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let (rows, threats) = numbers.split_at(numbers.len() - THREATS);
        let rows: Vec<Row> = rows.chunks_exact(HIDDEN).map(row).collect();
        let (head, rest) = rows.split_at(2);
        let (places, steps) = rest.split_at(4 * n * n);
        let mut net = Network {
            bias: head[0],
            out: head[1],
            pieces: Box::new([[[[ZERO; SQUARES]; 2]; 2]; 2]),
            cards: Box::new([[ZERO; COUNT]; 3]),
            threats: array::from_fn(|at| threats[at]),
        };
        for (at, row) in places.iter().enumerate() {
            let (square, kind, whose) = (at % (n * n), at / (n * n) % 2, at / (2 * n * n));
            net.pieces[whose][0][kind][square] = *row;
            net.pieces[whose][1][kind][n * n - 1 - square] = *row;
        }
        for (place, cards) in net.cards.iter_mut().enumerate() {
            for (face, row) in FACES.iter().zip(cards) {
                for &(right, forward) in face.offsets {
                    add(row, &steps[place * STEPS + step(right, forward)]);
                }
            }
        }
        net
    }

    /// Points of a position that is not over, for the seat to move.
    #[inline]
    pub fn points<const N: usize>(state: &Onitama<N>) -> i32 {
        let net: &Network = if N == 5 { &FIVE } else { &SEVEN };
        let mover = usize::from(state.turn);
        let mut sum = net.bias;
        add(&mut sum, net.card(2, state.side));
        for (whose, seat) in [(Whose::Mover, mover), (Whose::Other, 1 - mover)] {
            for card in state.hands[seat] {
                add(&mut sum, net.card(whose as usize, card));
            }
            net.add_pieces(&mut sum, whose, seat, state.pieces[seat], state.masters[seat]);
        }
        let (least, most) = (i16x8::ZERO, i16x8::splat(MOST));
        let mut total = i32x4::ZERO;
        for (units, weights) in sum.into_iter().zip(net.out) {
            total += units.max(least).min(most).dot(weights);
        }
        let Threats(threats) = Threats::of(state);
        let beside: i32 = threats
            .iter()
            .zip(&net.threats)
            .map(|(&count, &weight)| i32::from(count) * i32::from(weight))
            .sum();
        total.reduce_add() / (i32::from(ONE) * FINE) + beside
    }

    #[inline(always)]
    fn card(&self, place: usize, card: Card) -> &Row {
        &self.cards[place][usize::from(card.0)]
    }

    #[inline(always)]
    fn add_pieces(&self, sum: &mut Row, whose: Whose, seat: Seat, pieces: u64, master: u64) {
        let [students, masters] = &self.pieces[whose as usize][seat];
        let mut left = pieces & !master;
        while left != 0 {
            add(sum, &students[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        add(sum, &masters[master.trailing_zeros() as usize]);
    }
}

impl Threats {
    /// Differences between mover and opponent: students that are attacked and not defended, attacked squares around
    /// the master; and one if the mover must parry a win.
    #[inline]
    pub fn of<const N: usize>(state: &Onitama<N>) -> Threats {
        let me = usize::from(state.turn);
        let you = 1 - me;
        let [mine, yours] = [me, you].map(|seat| state.attacks(seat));
        let students = |seat: Seat| state.pieces[seat] & !state.masters[seat];
        let ring = |seat: Seat| Onitama::<N>::RINGS[state.masters[seat].trailing_zeros() as usize];
        let temple = Onitama::<N>::TEMPLES[me];
        let is_threatened = yours & state.masters[me] != 0
            || temple & state.pieces[you] == 0
                && state.reached_from(you, temple.trailing_zeros()) & state.masters[you] != 0;
        let lead = |more, less| lead::<N>(more, less) as i8;
        Threats([
            lead(students(me) & yours & !mine, students(you) & mine & !yours),
            lead(mine & ring(you), yours & ring(me)),
            i8::from(is_threatened),
        ])
    }
}

/// The number of squares in `mine` less that in `yours`. Baseline processors count bits slowly, so on the small board
/// both sets are counted in one word, the second by the squares it lacks.
#[inline(always)]
pub(super) fn lead<const N: usize>(mine: u64, yours: u64) -> i32 {
    if N * N <= 32 {
        let lacking = !yours & Onitama::<N>::BOARD;
        (mine | lacking << 32).count_ones() as i32 - (N * N) as i32
    } else {
        mine.count_ones() as i32 - yours.count_ones() as i32
    }
}

impl<const N: usize> Onitama<N> {
    /// The squares around a square.
    pub(super) const RINGS: &'static [u64; SQUARES] = &rings(N);
}

const fn rings(n: usize) -> [u64; SQUARES] {
    let mut out = [0; SQUARES];
    let mut square = 0;
    while square < n * n {
        let mut near = 0;
        while near < n * n {
            let (files, ranks) = ((near % n).abs_diff(square % n), (near / n).abs_diff(square / n));
            if near != square && files <= 1 && ranks <= 1 {
                out[square] |= 1 << near;
            }
            near += 1;
        }
        square += 1;
    }
    out
}

/// The place of a step among all.
pub const fn step(right: i8, forward: i8) -> usize {
    ((forward + 2) * 5 + right + 2) as usize
}

fn row(numbers: &[i16]) -> Row {
    array::from_fn(|part| i16x8::new(array::from_fn(|lane| numbers[part * LANES + lane])))
}

#[inline(always)]
fn add(sum: &mut Row, row: &Row) {
    for (units, weights) in sum.iter_mut().zip(row) {
        *units += *weights;
    }
}

#[cfg(test)]
mod tests;
