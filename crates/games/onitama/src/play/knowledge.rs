//! What Onitama tells depth-first searches about itself: what a position is worth, which moves look
//! good, which cannot wait. Knows nothing of searches.

use karuta_engine::Seat;
use karuta_engine::evaluation::Knowledge;

use crate::cards::Card;
use crate::reach::SQUARES;
use crate::{End, Move, Onitama};

/// Everything a depth-first search wants to know.
pub fn knowledge<const N: usize>() -> Knowledge<Onitama<N>> {
    Knowledge { evaluate, scale: 116.0, key, urgency, noisy, winning }
}

/// A number that tells positions apart: the same for hands held in another order. Plies count only
/// when the cap is near enough for a search to see it.
#[inline]
pub fn key<const N: usize>(state: &Onitama<N>) -> u64 {
    // Nothing in a search looks further ahead than this.
    const HORIZON: u16 = 127;
    let set = |[a, b]: [Card; 2]| u64::from(a.0.min(b.0)) | u64::from(a.0.max(b.0)) << 6;
    let left = if state.cap == 0 { HORIZON } else { state.cap.saturating_sub(state.ply).min(HORIZON) };
    let rest = set(state.hands[0])
        | set(state.hands[1]) << 12
        | u64::from(state.side.0) << 24
        | u64::from(state.masters[0].trailing_zeros()) << 30
        | u64::from(state.masters[1].trailing_zeros()) << 37
        | u64::from(state.turn) << 44
        | u64::from(left) << 45;
    fold(
        fold(state.pieces[0] ^ 0xA076_1D64_78BD_642F, state.pieces[1] ^ 0xE703_7ED1_A0B4_28DB),
        rest ^ 0x8EBC_6AF0_9C88_C6E3,
    )
}

/// Both halves of a product: every bit of either factor touches every bit of the result. The constants
/// beside the arguments are those of wyhash; no board or hand can cancel them.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Wins come first, then captures, those by students before those by the master.
pub fn urgency<const N: usize>(state: &Onitama<N>, moves: &[Move], out: &mut [i32]) {
    let seat = usize::from(state.turn);
    let (master, prey) = (state.masters[seat], state.pieces[1 - seat]);
    let (goal, temple) = (state.masters[1 - seat], Onitama::<N>::TEMPLES[1 - seat]);
    for (mv, urgency) in moves.iter().zip(out) {
        let from = 1u64 << mv.from;
        // A pass goes from a square to itself and reaches nothing.
        let to = 1u64 << mv.to & !from;
        let by_master = master == from;
        *urgency = if to == goal || by_master && to == temple {
            3
        } else if prey & to != 0 {
            2 - i32::from(by_master)
        } else {
            0
        };
    }
}

/// Captures, and steps into the other temple.
pub fn noisy<const N: usize>(state: &Onitama<N>, out: &mut Vec<Move>) {
    let seat = usize::from(state.turn);
    let other = 1 - seat;
    state.each_move(seat, state.pieces[other], |mv| out.push(mv));
    let temple = Onitama::<N>::TEMPLES[other];
    if temple & (state.pieces[0] | state.pieces[1]) == 0 {
        each_way(state, seat, temple, state.masters[seat], |mv| out.push(mv));
    }
}

/// A move that ends the game, if the seat to move has one.
#[inline]
pub fn winning<const N: usize>(state: &Onitama<N>) -> Option<Move> {
    state.winning_move(usize::from(state.turn))
}

/// Every way to carry one of `movers` to the single square `to`.
#[inline]
fn each_way<const N: usize>(
    state: &Onitama<N>,
    seat: Seat,
    to: u64,
    movers: u64,
    mut found: impl FnMut(Move),
) {
    let to = to.trailing_zeros();
    for card in state.hands[seat] {
        let mut from = Onitama::<N>::reach(card, 1 - seat, to) & movers;
        while from != 0 {
            found(Move { card, from: from.trailing_zeros() as u8, to: to as u8 });
            from &= from - 1;
        }
    }
}

/// Points of a position for a seat; a student at home is worth 100, a won game far more than all of
/// them.
pub fn evaluate<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    let mover = usize::from(state.turn);
    let points = match state.end {
        End::No => standing(state, mover, 1 - mover),
        // Whoever moved last has won, and the turn has passed on.
        End::Temple | End::Capture => -10_000,
        End::Cap => 0,
    };
    if seat == mover { points } else { -points }
}

/// Points of the seat to move, `me`, in a game that goes on.
///
/// The weights come from a logistic fit to the results of 6,000 games of fixed-node self-play on the
/// small board, rounded. Mobility, squares controlled, defended students, safe squares of the master,
/// the side card's targets and the distance of students to the other master were tried as well: each
/// fits results a little better and none won games at equal nodes, so none is worth its time.
#[inline]
fn standing<const N: usize>(state: &Onitama<N>, me: Seat, you: Seat) -> i32 {
    let terrain = Onitama::<N>::TERRAIN;
    let count = |mine, yours| lead::<N>(mine, yours);
    let [mine, yours] = [me, you].map(|seat| state.pieces[seat]);
    let reach = [me, you].map(|seat| state.attacks(seat));
    let students = [me, you].map(|seat| state.pieces[seat] & !state.masters[seat]);
    let masters = [me, you].map(|seat| state.masters[seat].trailing_zeros() as usize);
    let is_threatened = reach[1] & state.masters[me] != 0
        || Onitama::<N>::TEMPLES[me] & yours == 0
            && state.reached_from(you, Onitama::<N>::TEMPLES[me].trailing_zeros()) & state.masters[you] != 0;

    let material = 100 * count(mine, yours);
    let places = 50 * count(students[0] & terrain.inner[me], students[1] & terrain.inner[you])
        + 28 * count(students[0] & terrain.edge[me], students[1] & terrain.edge[you])
        + 20 * count(students[0] & terrain.far[me], students[1] & terrain.far[you])
        + terrain.master[me][masters[0]]
        - terrain.master[you][masters[1]];
    // Attacked and not defended.
    let hanging = -47 * count(students[0] & reach[1] & !reach[0], students[1] & reach[0] & !reach[1]);
    let siege = 11 * count(reach[0] & terrain.ring[masters[1]], reach[1] & terrain.ring[masters[0]]);
    material + places + hanging + siege + 28 - 28 * i32::from(is_threatened)
}

/// How many squares more `mine` has than `yours`. Baseline processors count bits slowly, so on the
/// small board both sets are counted in one word, the second by the squares it lacks.
#[inline(always)]
fn lead<const N: usize>(mine: u64, yours: u64) -> i32 {
    if N * N <= 32 {
        let lacking = !yours & Onitama::<N>::BOARD;
        (mine | lacking << 32).count_ones() as i32 - (N * N) as i32
    } else {
        mine.count_ones() as i32 - yours.count_ones() as i32
    }
}

/// What the squares of a board are worth, by seat.
struct SquareValues {
    /// Ranks in the middle, without the outer files.
    inner: [u64; 2],
    /// The outer files of the same ranks.
    edge: [u64; 2],
    /// The last two ranks.
    far: [u64; 2],
    /// The squares around a square.
    ring: [u64; SQUARES],
    /// Points of a master, by seat and square.
    master: [[i32; SQUARES]; 2],
}

/// Points of a master by rank from its own side and by file from the edge to the middle. The larger
/// board reads the nearest rank and file.
const MASTER: [[i32; 3]; 5] = [[-106, -80, -51], [-56, -15, -10], [13, 26, 5], [45, 66, 40], [41, 82, 0]];

impl<const N: usize> Onitama<N> {
    const TERRAIN: &'static SquareValues = &terrain(N);
}

const fn terrain(n: usize) -> SquareValues {
    let mut out = SquareValues {
        inner: [0; 2],
        edge: [0; 2],
        far: [0; 2],
        ring: [0; SQUARES],
        master: [[0; SQUARES]; 2],
    };
    let mut square = 0;
    while square < n * n {
        let (file, rank) = (square % n, square / n);
        let from_edge = if file < n - 1 - file { file } else { n - 1 - file };
        let mut seat = 0;
        while seat < 2 {
            let forward = if seat == 0 { rank } else { n - 1 - rank };
            if forward + 2 >= n {
                out.far[seat] |= 1 << square;
            } else if forward > 0 && from_edge > 0 {
                out.inner[seat] |= 1 << square;
            } else if forward > 0 {
                out.edge[seat] |= 1 << square;
            }
            let row = (forward * 4 + (n - 1) / 2) / (n - 1);
            let column = if from_edge < 2 { from_edge } else { 2 };
            out.master[seat][square] = MASTER[row][column];
            seat += 1;
        }
        let mut near = 0;
        while near < n * n {
            let close =
                near % n + 1 >= file && near % n <= file + 1 && near / n + 1 >= rank && near / n <= rank + 1;
            if close && near != square {
                out.ring[square] |= 1 << near;
            }
            near += 1;
        }
        square += 1;
    }
    out
}

#[cfg(test)]
mod tests;
