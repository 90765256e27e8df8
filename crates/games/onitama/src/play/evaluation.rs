//! Hand-made evaluations of unfinished positions of Onitama: those of the papers' programs, and one of a few features
//! fitted to games. The value net is [`super::network`].

use karuta_engine::Seat;

use super::network::lead;
use crate::cards::Stamp;
use crate::reach::SQUARES;
use crate::state::{End, Onitama, seat_of};

/// Pieces ahead: the evaluation by which Schulz's fellow student judged playouts cut at fifty plies.
pub fn pieces<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    state.pieces_left(seat) as i32 - state.pieces_left(1 - seat) as i32
}

/// Schulz's evaluation of a heavy playout: pieces, placement and moves of each side; equal totals
/// go to Blue, so totals are doubled and Blue gets one more.
pub fn schulz<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    let blue = if seat_of::<N>(Stamp::Blue) == seat { 1 } else { -1 };
    2 * (total(state, seat) - total(state, 1 - seat)) + blue
}

fn total<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    state.pieces_left(seat) as i32 + placement(state, seat) + state.mobility(seat) as i32
}

/// One for each piece inside, minus one on an edge, minus two in a corner.
pub(crate) fn placement<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    let own = state.pieces[seat];
    let on = |squares: u64| (own & squares).count_ones() as i32;
    let (edge, corner) = (Onitama::<N>::EDGE, Onitama::<N>::CORNERS);
    on(!edge) - on(edge & !corner) - 2 * on(corner)
}

/// Points of a position for a seat; a student at home is worth 100, a won game far more than all of
/// them.
pub fn fitted<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
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
    let siege =
        11 * count(reach[0] & Onitama::<N>::RINGS[masters[1]], reach[1] & Onitama::<N>::RINGS[masters[0]]);
    material + places + hanging + siege + 28 - 28 * i32::from(is_threatened)
}

/// Values of the squares of a board, by seat.
struct SquareValues {
    /// Ranks in the middle, without the outer files.
    inner: [u64; 2],
    /// The outer files of the same ranks.
    edge: [u64; 2],
    /// The last two ranks.
    far: [u64; 2],
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
    let mut out = SquareValues { inner: [0; 2], edge: [0; 2], far: [0; 2], master: [[0; SQUARES]; 2] };
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
        square += 1;
    }
    out
}
